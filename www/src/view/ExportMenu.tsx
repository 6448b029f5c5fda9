/** What can be taken out of the page, in a small panel of the browser's own: Escape or a click elsewhere closes it. */
import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Desk } from '../files/desk';
import { openSides, SIDE_NAMES } from '../state/doc';
import { PAPERS, type Exporter, type PaperChoice } from '../files/exports';
import { DownIcon, ExportIcon } from './icons';

interface Props {
  readonly desk: Desk;
  readonly exporter: Exporter;
  readonly alone: boolean;
}

const PAPER_WORDS: Readonly<Record<PaperChoice, string>> = { page: 'as shown', light: 'light', dark: 'dark', print: 'print' };

/** The button with its panel. */
export function ExportMenu({ desk, exporter, alone }: Props): JSX.Element {
  const panel = useRef<HTMLDivElement>(null);
  const [paper, setPaper] = useState<PaperChoice>('page');
  const item = (label: string, note: string, make: () => unknown): JSX.Element => (
    <Item key={label} label={label} note={note} onClick={() => (panel.current?.hidePopover(), make())} />
  );
  // Escape is the panel's own here; the page would deselect, and keep the browser from closing the panel.
  const keepEscape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && panel.current?.matches(':popover-open')) event.stopPropagation();
  };
  return (
    <div class="export-menu" onKeyDown={keepEscape}>
      <button type="button" class="export" popovertarget="export-panel" title="Picture, scenario, trace, table">
        <ExportIcon /> <span>Export</span> <DownIcon />
      </button>
      <div ref={panel} id="export-panel" class="export-panel" popover="auto" role="dialog" aria-label="Export">
        <Part title="Picture">
          <Papers paper={paper} onPaper={setPaper} />
          {item('SVG', 'lines and text, any size', () => exporter.svg(paper))}
          {item('PNG', 'the page’s size', () => exporter.png(paper, 1))}
          {item('PNG 2×', 'twice the pixels', () => exporter.png(paper, 2))}
        </Part>
        <Part title="Scenario">
          {item('JSON', 'tasks, A, B and the view · Ctrl S', desk.save)}
          {item('Open a file…', 'scenario or recording · Ctrl O', desk.askForFile)}
        </Part>
        <Part title="Numbers">
          {openSides({ alone }).map((side) => item(`Trace of ${SIDE_NAMES[side]}`, 'every event · CSV', () => exporter.trace(side)))}
          {openSides({ alone }).map((side) =>
            item(`Table of ${SIDE_NAMES[side]}`, 'as perf sched latency', () => exporter.table(side)),
          )}
        </Part>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Item({ label, note, onClick }: { label: string; note: string; onClick: () => void }): JSX.Element {
  return (
    <button type="button" class="quiet export-item" onClick={onClick}>
      <span>{label}</span> <span class="note">{note}</span>
    </button>
  );
}

/** For a picture: whatever the page looks like, paper is white. */
function Papers({ paper, onPaper }: { paper: PaperChoice; onPaper: (paper: PaperChoice) => void }): JSX.Element {
  return (
    <div class="papers" role="radiogroup" aria-label="Colours">
      {PAPERS.map((one) => (
        <label key={one}>
          <input type="radio" name="paper" checked={one === paper} onChange={() => onPaper(one)} /> {PAPER_WORDS[one]}
        </label>
      ))}
    </div>
  );
}
