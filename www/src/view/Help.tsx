/** What there is to know about the page, in a dialog of the browser's own: focus goes in, Escape goes out. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Context } from '../commands';
import type { Desk } from '../files/desk';
import { Keys } from './help/Keys';
import { Versions } from './help/Versions';
import { RemoveIcon } from './icons';
import { ProofPage } from './proof/ProofPage';
import { Tabs } from './Tabs';

/** Its pages. */
export type HelpPage = 'keys' | 'proof' | 'versions';

const ORDER: readonly HelpPage[] = ['keys', 'proof', 'versions'];

interface Props {
  readonly page: HelpPage;
  readonly context: Context;
  readonly desk: Desk;
  readonly onClose: () => void;
}

/** Open for as long as it is there, first at the page that was asked for. */
export function Help({ page, context, desk, onClose }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  useEffect(() => {
    dialog.current?.showModal();
    // A file that is dropped opens on the page behind.
    document.addEventListener('drop', close);
    return () => document.removeEventListener('drop', close);
  }, []);
  const tabs = [
    { name: 'Keys and gestures', panel: <Keys /> },
    { name: 'How do we know?', panel: <ProofPage desk={desk} onOpened={close} /> },
    { name: 'Versions', panel: <Versions session={context.session} /> },
  ];
  const leave = (
    <button type="button" class="quiet" aria-label="Close" onClick={close}>
      <RemoveIcon />
    </button>
  );
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-label="Help"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <Tabs label="Help" tabs={tabs} first={ORDER.indexOf(page)} after={leave} />
    </dialog>
  );
}
