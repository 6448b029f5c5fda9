/** Boot: address → state → engine → first frame. */
import { render } from 'preact';
import './style/base.css';
import './style/layout.css';
import './style/head.css';
import './style/picker.css';
import './style/figure.css';
import './style/controls.css';
import './style/data.css';
import './style/print.css';
import './style/help.css';
import './style/proof.css';
import './style/strip.css';
import './style/transport.css';
import { Desk } from './files/desk';
import type { Linked } from './state/doc';
import { Exporter } from './files/exports';
import { opening, titleOf } from './files/gallery';
import { AddressWriter, readAddress } from './link/link';
import { Mover } from './playback/mover';
import { Player, type Clock } from './playback/player';
import { ADDRESSES, FOLDER } from './files/recordings';
import { Session } from './state/session';
import { Shelves } from './files/shelf';
import { initial, isDark } from './state/state';
import { Playhead, Store } from './state/store';
import { LinkError } from './link/url';
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
  const asked = readAddress();
  const linked = asked === null || asked instanceof LinkError ? opening('system') : asked;
  const store = new Store(initial(linked.doc, darkSystem.matches));
  const playhead = new Playhead();
  playhead.stand(linked.playhead_ns, linked.rows);
  showTheme(store);
  const shelves = new Shelves(ADDRESSES, FOLDER);
  const session = new Session(
    store,
    playhead,
    opening('system'),
    (to) => new Client(() => new EngineWorker() as unknown as Port, to),
    shelves.get,
  );
  const mover = new Mover(store, clock);
  session.walk.moveWindow = (range) => mover.glideTo(range);
  new Player(store, playhead, clock);
  const address = new AddressWriter(store, playhead);
  if (asked instanceof LinkError) store.dispatch({ type: 'problem', problem: { source: 'link', message: asked.message } });
  const desk = new Desk({ store, playhead, session }, address, shelves);
  watchAddress(store, address, desk.show);
  publishHashes(store);
  nameWindow(store);
  render(
    <App
      context={{ store, playhead, session, mover }}
      onDrawn={() => (root.dataset['ready'] = 'true')}
      desk={desk}
      exporter={new Exporter({ store, session })}
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
  addEventListener('hashchange', () => {
    if (location.hash === address.written) return;
    address.written = location.hash;
    const asked = readAddress();
    if (asked instanceof LinkError) store.dispatch({ type: 'problem', problem: { source: 'link', message: asked.message } });
    else load(asked ?? opening(store.state.doc.theme));
  });
}

/** The window is called as the scenario is: among many tabs, and in the history. */
function nameWindow(store: Store): void {
  const name = document.title;
  const show = (): void => {
    document.title = `${titleOf(store.state.doc.scenario)} · ${name.split(':')[0]}`;
  };
  show();
  store.subscribe(show);
}

/** The trace hashes of both sides, for whoever wants to compare them with another engine's. */
function publishHashes(store: Store): void {
  store.subscribe(() => {
    const [a, b] = store.state.answers.summary?.sides ?? [];
    if (a) root.dataset['hashA'] = a.hash;
    if (b) root.dataset['hashB'] = b.hash;
    else delete root.dataset['hashB'];
  });
}

void boot();
