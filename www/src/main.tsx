/** Boot: address → state → engine → first frame. */
import { render } from 'preact';
import './style/base.css';
import './style/layout.css';
import './style/panels.css';
import type { Linked } from './doc';
import { GALLERY, openFile, opening } from './gallery';
import { AddressWriter, readAddress } from './link';
import { Player, type Clock } from './player';
import { Session } from './session';
import { initial, isDark } from './state';
import { Playhead, Store } from './store';
import { LinkError } from './url';
import { App } from './view/App';
import { Client, type Port } from './worker/client';
import EngineWorker from './worker/worker?worker';

const root = document.documentElement;
const calmSystem = matchMedia('(prefers-reduced-motion: reduce)');
const clock: Clock = {
  requestAnimationFrame: (callback) => requestAnimationFrame(callback),
  cancelAnimationFrame: (id) => cancelAnimationFrame(id),
  calm: () => calmSystem.matches,
};
const darkSystem = matchMedia('(prefers-color-scheme: dark)');

async function boot(): Promise<void> {
  const asked = await readAddress();
  const linked = asked === null || asked instanceof LinkError ? opening('system') : asked;
  const store = new Store(initial(linked.doc, darkSystem.matches));
  const playhead = new Playhead();
  playhead.move(linked.playhead_ns);
  showTheme(store);
  const session = new Session(
    store,
    playhead,
    opening('system'),
    (to) => new Client(() => new EngineWorker() as unknown as Port, to),
  );
  new Player(store, playhead, clock);
  const address = new AddressWriter(store, playhead);
  if (asked instanceof LinkError) store.dispatch({ type: 'problem', problem: { source: 'link', message: asked.message } });
  const load = ({ doc, playhead_ns }: Linked): void => {
    store.dispatch({ type: 'load', doc });
    playhead.move(playhead_ns);
  };
  watchAddress(store, address, load);
  publishHashes(store);
  render(
    <App
      context={{ store, playhead, session }}
      onDrawn={() => (root.dataset['ready'] = 'true')}
      onScenario={(name) =>
        load(openFile(GALLERY.find((scenario) => scenario.name === name) ?? store.state.doc.scenario, store.state.doc.theme))
      }
      onShare={() => share(address)}
    />,
    document.getElementById('app')!,
  );
}

/** The theme of the page; the picture follows, as it is drawn in the engine's colours. */
function showTheme(store: Store): void {
  const show = (): void => {
    root.dataset['theme'] = isDark(store.state) ? 'dark' : 'light';
  };
  show();
  store.subscribe(show);
  darkSystem.addEventListener('change', ({ matches }) => store.dispatch({ type: 'system', dark: matches }));
}

/** An address typed or pasted into the open page is opened like any other. */
function watchAddress(store: Store, address: AddressWriter, load: (linked: Linked) => void): void {
  addEventListener('hashchange', async () => {
    if (location.hash === address.written) return;
    const asked = await readAddress();
    if (asked instanceof LinkError) store.dispatch({ type: 'problem', problem: { source: 'link', message: asked.message } });
    else load(asked ?? opening(store.state.doc.theme));
  });
}

/** The trace hashes of both sides, for whoever wants to compare them with another engine's. */
function publishHashes(store: Store): void {
  store.subscribe(() => {
    const [a, b] = store.state.answers.summary?.sides ?? [];
    if (a) root.dataset['hashA'] = a.hash;
    if (b) root.dataset['hashB'] = b.hash;
  });
}

/** False if the browser keeps the clipboard to itself; the address bar has the link all the same. */
async function share(address: AddressWriter): Promise<boolean> {
  const link = await address.write();
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    return false;
  }
}

void boot();
