/** A small text editor for the steps of a program, one a line. */
import type { JSX } from 'preact';
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import { parse, print, type LineError, type Program } from '../../tasks/program';
import { hintFor, indentAfter, lineAt, startOf, stepOfPlace } from '../../tasks/program/editing';
import type { Step } from '../../tasks/scenario';
import type { Problem } from '../../state/state';
import { useCoalesced } from '../useCoalesced';
import { Errors } from './Errors';
import { Paper } from './Paper';
import type { TaskProps } from './props';

/** What is being written, and the program that it was written over. */
interface Draft {
  readonly text: string;
  readonly before: readonly Step[];
  /** The program when the editor was left with errors. When that is another, or nothing is wrong any more, the draft is over. */
  readonly leftAt: readonly Step[] | null;
}

const NONE: readonly LineError[] = [];

interface Props extends TaskProps {
  readonly onChange: (script: readonly Step[]) => void;
}

/**
 * Applies every text that is right while it is typed. One that is not stays as it is, with what is wrong, and so does the
 * program; Escape goes back to what was there before.
 */
export function Editor(props: Props): JSX.Element {
  const { thread, index, state } = props;
  const [held, setDraft] = useState<Draft | null>(null);
  const [line, setLine] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const wrong = held ? errorsOf(parse(held.text), held.text, state.problem, index) : NONE;
  const over = held?.leftAt && (held.leftAt !== thread.script || wrong.length === 0);
  const draft = over ? null : held;
  const printed = useMemo(() => print(thread.script), [thread.script]);
  const text = draft?.text ?? printed;
  const errors = draft ? wrong : NONE;
  const hands = useHands(props, draft, setDraft, errors.length > 0);
  const show = (): void => setLine(lineAt(text, area.current?.selectionStart ?? 0));
  const goTo = ({ line, from, to }: LineError): void => {
    const start = startOf(text, line);
    area.current?.focus();
    area.current?.setSelectionRange(start + from, start + to);
  };
  return (
    <div class="editor">
      <Paper text={text} errors={errors}>
        <textarea
          ref={area}
          value={text}
          cols={Math.max(...text.split('\n').map((row) => row.length)) + 1}
          rows={text.split('\n').length}
          wrap="off"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-label={`Program of ${thread.name}, one step a line`}
          aria-invalid={errors.length > 0}
          aria-describedby={id}
          data-task={thread.name}
          data-field="program"
          {...hands}
          onKeyUp={show}
          onClick={show}
        />
      </Paper>
      <Errors id={id} errors={errors} hint={hintFor(text.split('\n')[line] ?? '')} onGoTo={goTo} />
    </div>
  );
}

/** What is wrong with the text; if nothing is, what the engine says of one of its steps. */
function errorsOf(program: Program, text: string, problem: Problem | null, thread: number): readonly LineError[] {
  if (program.errors.length > 0) return program.errors;
  const step = problem?.source === 'scenario' ? stepOfPlace(problem.place, thread) : null;
  if (!problem || step === null) return NONE;
  const line = program.lines[step] ?? 0;
  const row = text.split('\n')[line] ?? '';
  const message = problem.message.replace(`${problem.place}: `, '');
  return [{ line, from: row.length - row.trimStart().length, to: row.length, message }];
}

type Hands = Pick<JSX.IntrinsicElements['textarea'], 'onInput' | 'onBlur' | 'onKeyDown' | 'onFocus'>;

function useHands({ thread, onChange }: Props, draft: Draft | null, setDraft: (draft: Draft | null) => void, wrong: boolean): Hands {
  const coalesced = useCoalesced(onChange);
  const write = (text: string): void => {
    setDraft({ text, before: draft?.before ?? thread.script, leftAt: null });
    const { steps, errors } = parse(text);
    if (errors.length === 0) coalesced.push(steps);
  };
  const leave = (): void => {
    coalesced.flush();
    if (draft) setDraft(wrong ? { ...draft, leftAt: thread.script } : null);
  };
  const back = (): void => {
    coalesced.push(draft?.before ?? thread.script);
    coalesced.flush();
    setDraft(null);
  };
  return {
    onInput: (event) => write(event.currentTarget.value),
    onFocus: () => draft && setDraft({ ...draft, leftAt: null }),
    onBlur: leave,
    onKeyDown: (event) => {
      if (event.key === 'Escape' && draft) {
        event.preventDefault();
        event.stopPropagation();
        back();
      }
      if (event.key !== 'Enter') return;
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) leave();
      else insertLine(event.currentTarget);
    },
  };
}

/** A new line, as far in as it belongs. */
function insertLine(area: HTMLTextAreaElement): void {
  const line = `\n${indentAfter(area.value, area.selectionStart)}`;
  // Deprecated, and still the only way that the browser's own undo knows of.
  document.execCommand('insertText', false, line);
}
