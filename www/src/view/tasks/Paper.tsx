/** What lies under the text of the editor: line numbers, and marks where something is wrong. */
import type { ComponentChildren, JSX } from 'preact';
import type { LineError } from '../../tasks/program';
import { Only } from '../Only';

interface Props {
  readonly text: string;
  readonly errors: readonly LineError[];
  /** The text area itself; it must have the very type and padding of the paper. */
  readonly children: ComponentChildren;
}

/** Scrolls as one, so that numbers, marks and text stay together. */
export function Paper({ text, errors, children }: Props): JSX.Element {
  return (
    <div class="paper">
      <Only when={[text, errors]}>{() => <Numbers text={text} errors={errors} />}</Only>
      <div class="paper-text">
        <Only when={[text, errors]}>{() => <Marks text={text} errors={errors} />}</Only>
        {children}
      </div>
    </div>
  );
}

function Numbers({ text, errors }: Omit<Props, 'children'>): JSX.Element {
  return (
    <ol class="paper-numbers" aria-hidden="true">
      {text.split('\n').map((_, line) => (
        <li key={line} class={errors.some((error) => error.line === line) ? 'bad' : ''}>
          {line + 1}
        </li>
      ))}
    </ol>
  );
}

function Marks({ text, errors }: Omit<Props, 'children'>): JSX.Element {
  return (
    <pre aria-hidden="true">
      {text.split('\n').map((row, line) => (
        <Row key={line} row={row} error={errors.find((error) => error.line === line)} />
      ))}
    </pre>
  );
}

/** The same characters, unseen; what is wrong among them is underlined. */
function Row({ row, error }: { row: string; error: LineError | undefined }): JSX.Element {
  if (!error) return <span>{`${row}\n`}</span>;
  const { from, to } = error;
  return (
    <span class="bad">
      {row.slice(0, from)}
      <u>{row.slice(from, to) || ' '}</u>
      {`${row.slice(to)}\n`}
    </span>
  );
}
