/** Everything that can be opened, with small pictures: a dialog of the browser's own, so that focus and Escape are right. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { paint, type Surface } from '../canvas/replay';
import { catalogue, search, stepIn, subjectOf, type Entry, type Section } from '../files/catalogue';
import type { Context } from '../commands';
import type { Desk } from '../files/desk';
import { RECORDINGS } from '../files/recordings';
import { isDark, type State } from '../state/state';
import { THUMB, Thumbs } from '../files/thumbs';
import type { Picture } from '../worker/protocol';
import { OpenIcon, RemoveIcon } from './icons';

interface Props {
  readonly state: State;
  readonly context: Context;
  readonly desk: Desk;
  readonly onClose: () => void;
}

/** Open for as long as it is there. */
export function Picker({ state, context, desk, onClose }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState('');
  const all = useMemo(() => catalogue(RECORDINGS, desk.earlier), [desk]);
  const found = useMemo(() => search(all, words), [all, words]);
  useEffect(() => dialog.current?.showModal(), []);
  useThumbs(dialog, context, all, isDark(state));
  const open = ({ open }: Entry): void => {
    dialog.current?.close();
    if ('page' in open) desk.open({ ...open.page, doc: { ...open.page.doc, theme: state.doc.theme } });
    else void desk.openRecording(open.recording);
  };
  const pickFirst = (event: Event): void => {
    event.preventDefault();
    const first = found[0]?.entries[0];
    if (first) open(first);
  };
  return (
    <dialog
      ref={dialog}
      class="picker"
      aria-label="Scenarios"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      onKeyDown={(event) => walk(event, dialog.current)}
    >
      <form class="picker-head" role="search" onSubmit={pickFirst}>
        <input
          type="search"
          aria-label="Search scenarios"
          placeholder="Search scenarios"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <button type="button" title="A scenario or a recording (Ctrl O)" onClick={() => (dialog.current?.close(), desk.askForFile())}>
          <OpenIcon /> <span>Open a file…</span>
        </button>
        <button type="button" class="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
          <RemoveIcon />
        </button>
      </form>
      <div class="picker-body">
        {found.map((section) => (
          <Cards key={section.title} section={section} shown={state} onOpen={open} />
        ))}
        {found.length === 0 ? <p class="note">Nothing has all of these words.</p> : null}
      </div>
    </dialog>
  );
}

function Cards({ section, shown, onOpen }: { section: Section; shown: State; onOpen: (entry: Entry) => void }): JSX.Element {
  return (
    <section>
      <h2>{section.title}</h2>
      <ul class="cards">
        {section.entries.map((entry) => (
          <li key={entry.key}>
            <Card entry={entry} current={isShown(entry, shown)} onOpen={() => onOpen(entry)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const isShown = ({ open }: Entry, { doc }: State): boolean =>
  'page' in open ? doc.recording === null && open.page.doc.scenario.name === doc.scenario.name : open.recording === doc.recording;

function Card({ entry, current, onOpen }: { entry: Entry; current: boolean; onOpen: () => void }): JSX.Element {
  const { key, title, lesson, open } = entry;
  return (
    <button type="button" class="card" data-entry={key} aria-current={current ? 'true' : undefined} onClick={onOpen}>
      {'page' in open ? <canvas width={THUMB.width} height={THUMB.height} data-thumb={key} aria-hidden="true" /> : null}
      <span class="card-title">{title}</span>
      <span class="note">{lesson}</span>
    </button>
  );
}

/** Draws the pictures one after the other, and no more once the dialog is gone or the page has other colours. */
function useThumbs(dialog: { current: HTMLDialogElement | null }, context: Context, all: readonly Section[], dark: boolean): void {
  useEffect(() => {
    let gone = false;
    const subjects = all.flatMap(({ entries }) => entries.flatMap(subjectOf));
    const show = (key: string, picture: Picture): void => {
      const canvas = dialog.current?.querySelector<HTMLCanvasElement>(`canvas[data-thumb="${CSS.escape(key)}"]`);
      if (canvas) paint(canvas as Surface, picture, devicePixelRatio);
    };
    void thumbsOf(context).make(subjects, dark ? 'dark' : 'light', show, () => gone);
    return () => (gone = true);
  }, [all, dark]);
}

/** Pictures outlive the dialog: it opens with them the next time. */
let kept: { readonly session: Context['session']; readonly thumbs: Thumbs } | null = null;
function thumbsOf({ session }: Context): Thumbs {
  if (kept?.session !== session) kept = { session, thumbs: new Thumbs(session) };
  return kept.thumbs;
}

/** Arrow keys go from card to card, as the eye does; from the search field down to the first. */
function walk(event: KeyboardEvent, dialog: HTMLDialogElement | null): void {
  const cards = [...(dialog?.querySelectorAll<HTMLButtonElement>('.card') ?? [])];
  const at = cards.indexOf(event.target as HTMLButtonElement);
  const searching = event.target instanceof HTMLInputElement;
  if (searching && event.key !== 'ArrowDown') return;
  const to = searching ? 0 : at < 0 ? null : stepIn(event.key, at, cards.length, columnsOf(cards));
  if (to === null) return;
  event.preventDefault();
  cards[to]?.focus();
}

/** How many cards stand beside the first one. */
function columnsOf(cards: readonly HTMLElement[]): number {
  const top = cards[0]?.offsetTop;
  const next = cards.findIndex((card) => card.offsetTop !== top);
  return next < 1 ? cards.length : next;
}
