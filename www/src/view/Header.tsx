/** The head of the page: what is shown, on which two kernels, and what to do with it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { BOTH, SIDE_NAMES, type SideIndex, type Theme } from '../doc';
import { GALLERY, titleOf } from '../gallery';
import type { State } from '../state';
import type { Dispatch } from '../store';
import { Choice } from './Choice';
import { DarkIcon, LightIcon, ShareIcon, SystemIcon } from './icons';

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly onScenario: (name: string) => void;
  /** Copies the link; false if the browser does not let it. */
  readonly onShare: () => Promise<boolean>;
  readonly onHelp: () => void;
}

/** Scenario, both kernels, link, theme and help. */
export function Header(props: Props): JSX.Element {
  const { state, dispatch, onScenario, onShare, onHelp } = props;
  const name = state.doc.scenario.name ?? '';
  return (
    <header class="head">
      <h1>Schedlens</h1>
      <Choice
        label="Scenario"
        unlabelled
        value={name}
        options={titles(state)}
        hint="What to look at"
        hooks={{ 'data-field': 'scenario' }}
        onChange={onScenario}
      />
      <div class="versus">
        {BOTH.map((side) => (
          <Kernel key={side} side={side} state={state} dispatch={dispatch} />
        ))}
      </div>
      <div class="head-actions">
        <Share onShare={onShare} />
        <ThemeButton theme={state.doc.theme} dispatch={dispatch} />
        <button type="button" class="quiet" aria-label="Keyboard help" title="Keyboard help (?)" onClick={onHelp}>
          ?
        </button>
      </div>
    </header>
  );
}

/** The gallery, and the open scenario where it is none of it. */
function titles(state: State): { value: string; label: string }[] {
  const all = GALLERY.map((scenario) => ({ value: scenario.name ?? '', label: titleOf(scenario) }));
  const { scenario } = state.doc;
  return all.some(({ value }) => value === scenario.name)
    ? all
    : [{ value: scenario.name ?? '', label: titleOf(scenario) }, ...all];
}

function Kernel({ side, state, dispatch }: { side: SideIndex; state: State; dispatch: Dispatch }): JSX.Element {
  const { kernel, assumed_cpus } = state.doc.sides[side];
  const presets = state.answers.presets[assumed_cpus] ?? [];
  const options = presets.map(({ name, family }) => ({ value: name, label: `${family} ${name}` }));
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
        hooks={{ 'data-side': side, 'data-field': 'kernel' }}
        onChange={(value) => dispatch({ type: 'kernel', side, kernel: value })}
      />
    </div>
  );
}

const SHARE_WORDS = { idle: 'Share', copied: 'Link copied', refused: 'Copy it from the address bar' } as const;
const SAY_FOR_MS = 2_000;

function Share({ onShare }: Pick<Props, 'onShare'>): JSX.Element {
  const [said, say] = useState<keyof typeof SHARE_WORDS>('idle');
  const share = async (): Promise<void> => {
    say((await onShare()) ? 'copied' : 'refused');
    setTimeout(() => say('idle'), SAY_FOR_MS);
  };
  return (
    <button type="button" class="share" title="Copy a link to exactly this" onClick={() => void share()}>
      <ShareIcon /> <span aria-live="polite">{SHARE_WORDS[said]}</span>
    </button>
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
