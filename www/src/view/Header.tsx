/** The head of the page: what is shown, on which two kernels, and what to do with it. */
import type { JSX } from 'preact';
import type { Desk } from '../files/desk';
import { openSides, SIDE_NAMES, type SideIndex, type Theme } from '../state/doc';
import type { Exporter } from '../files/exports';
import type { State } from '../state/state';
import type { Dispatch } from '../state/store';
import { Choice } from './Choice';
import { ExportMenu } from './ExportMenu';
import type { HelpPage } from './Help';
import { AddIcon, DarkIcon, LightIcon, ProofIcon, RedoIcon, RemoveIcon, SystemIcon, UndoIcon } from './icons';
import { Share } from './Share';
import { Title } from './Title';

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly desk: Desk;
  readonly exporter: Exporter;
  /** Opens the list of scenarios. */
  readonly onPick: () => void;
  readonly onHelp: (page: HelpPage) => void;
}

/** Scenario, both kernels, undo, link, files, theme and help. */
export function Header({ state, dispatch, desk, exporter, onPick, onHelp }: Props): JSX.Element {
  const { doc } = state;
  return (
    <header class="head">
      <h1>Schedlens</h1>
      <Title scenario={doc.scenario} dispatch={dispatch} onPick={onPick} />
      <div class="versus">
        {openSides(doc).map((side) => (
          <Kernel key={side} side={side} state={state} dispatch={dispatch} />
        ))}
        {doc.alone ? <Compare dispatch={dispatch} /> : null}
        {doc.recording === null ? null : <RecordingChip state={state} dispatch={dispatch} />}
        <button
          type="button"
          class="quiet versus-proof"
          aria-label="How do we know?"
          title="How do we know? What recordings of real kernels say"
          onClick={() => onHelp('proof')}
        >
          <ProofIcon />
        </button>
      </div>
      <div class="head-actions">
        <Undo state={state} dispatch={dispatch} />
        <Share onShare={desk.share} />
        <ExportMenu desk={desk} exporter={exporter} alone={doc.alone} />
        <ThemeButton theme={doc.theme} dispatch={dispatch} />
        <button type="button" class="quiet" aria-label="Help" title="Keys, agreement with real kernels, versions (?)" onClick={() => onHelp('keys')}>
          ?
        </button>
      </div>
    </header>
  );
}

function Kernel({ side, state, dispatch }: { side: SideIndex; state: State; dispatch: Dispatch }): JSX.Element {
  const { kernel, assumed_cpus } = state.doc.sides[side];
  const presets = state.answers.presets[assumed_cpus] ?? [];
  const options = presets.map(({ name, family, note }) => ({ value: name, label: `${family} ${name}`, group: family, hint: note }));
  return (
    <div class="versus-side">
      <span class={`letter letter-${SIDE_NAMES[side].toLowerCase()}`} aria-hidden="true">
        {SIDE_NAMES[side]}
      </span>
      <Choice
        label={`Kernel of side ${SIDE_NAMES[side]}`}
        unlabelled
        value={kernel}
        options={options}
        hint={presets.find(({ name }) => name === kernel)?.note ?? ''}
        hooks={{ 'data-side': side, 'data-field': 'kernel' }}
        onChange={(value) => dispatch({ type: 'kernel', side, kernel: value })}
      />
    </div>
  );
}

/** B was closed; this is the way back to a comparison. */
function Compare({ dispatch }: { dispatch: Dispatch }): JSX.Element {
  return (
    <button type="button" class="compare" title="Show the same tasks on a second side" onClick={() => dispatch({ type: 'alone', alone: false })}>
      <AddIcon /> B
    </button>
  );
}

/** What is shown below the sides, and how to take it away. */
function RecordingChip({ state, dispatch }: { state: State; dispatch: Dispatch }): JSX.Element {
  const { doc, answers } = state;
  return (
    <span class="versus-recording" title={doc.recording ?? ''}>
      <span class="letter letter-rec" aria-hidden="true">
        rec
      </span>
      <span class="recorded-kernel">{answers.recorded?.kernel ?? ''}</span>
      <button
        type="button"
        class="quiet"
        aria-label="Take the recording away"
        title="Take the recording away"
        onClick={() => dispatch({ type: 'recording', name: null })}
      >
        <RemoveIcon />
      </button>
    </span>
  );
}

function Undo({ state, dispatch }: { state: State; dispatch: Dispatch }): JSX.Element {
  const { past, future } = state.trail;
  return (
    <span class="undo">
      <button
        type="button"
        class="quiet"
        aria-label="Undo"
        title="Undo (Ctrl Z)"
        disabled={past.length === 0}
        onClick={() => dispatch({ type: 'undo' })}
      >
        <UndoIcon />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label="Redo"
        title="Redo (Ctrl Shift Z)"
        disabled={future.length === 0}
        onClick={() => dispatch({ type: 'redo' })}
      >
        <RedoIcon />
      </button>
    </span>
  );
}

const NEXT_THEME: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_ICON = { system: SystemIcon, light: LightIcon, dark: DarkIcon } as const;

function ThemeButton({ theme, dispatch }: { theme: Theme; dispatch: Dispatch }): JSX.Element {
  const Icon = THEME_ICON[theme];
  const label = `Theme: ${theme}`;
  return (
    <button
      type="button"
      class="quiet"
      aria-label={label}
      title={`${label}; press for ${NEXT_THEME[theme]}`}
      onClick={() => dispatch({ type: 'theme', theme: NEXT_THEME[theme] })}
    >
      <Icon />
    </button>
  );
}
