/** The button that copies the link of the page, and says what came of it. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Shared } from '../files/desk';
import { ShareIcon } from './icons';

const SAY_FOR_MS = 2_500;
const SAY_LONGER_MS = 8_000;
const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** What came of it, in a few words; the address bar has the link in any case. */
function wordsOf({ how, chars }: Shared): string {
  if (how === 'copied') return `Link copied, ${grouped(chars)} characters`;
  if (how === 'shown') return 'The browser keeps its clipboard: copy the link from the address bar';
  return `Link copied, but with ${grouped(chars)} characters many chats will cut it: save a file instead (Ctrl S)`;
}

/** The words appear under the button, over the page, so that nothing moves. */
export function Share({ onShare }: { onShare: () => Promise<Shared> }): JSX.Element {
  const [words, say] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const share = async (): Promise<void> => {
    const shared = await onShare();
    clearTimeout(timer.current);
    say(wordsOf(shared));
    timer.current = setTimeout(() => say(''), shared.how === 'copied' ? SAY_FOR_MS : SAY_LONGER_MS);
  };
  return (
    <span class="with-said">
      <button type="button" class="share" title="Copy a link to exactly this" onClick={() => void share()}>
        <ShareIcon /> <span>Share</span>
      </button>
      <output class="said" data-empty={words === ''}>
        {words}
      </output>
    </span>
  );
}
