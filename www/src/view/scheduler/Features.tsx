/** The features of a side's kernel: those of every machine, then those that do something only between CPUs. */
import type { JSX } from 'preact';
import type { Setting } from '../../knobs/settings';
import type { Preset } from '../../worker/protocol';
import { Fold } from '../Fold';
import { FeatureRow } from './FeatureRow';
import type { RowProps } from './rows';

interface Row {
  readonly feature: Preset['features'][number];
  readonly setting: Setting<boolean>;
}

interface Props extends RowProps {
  /** Those that the sieve lets through. */
  readonly rows: readonly Row[];
  /** Nothing is searched for. */
  readonly whole: boolean;
  /** The machine has several CPUs. */
  readonly several: boolean;
}

/** On one CPU the second list is folded away, unless something in it is set or searched for. */
export function Features({ rows, whole, several, ...side }: Props): JSX.Element {
  const [own, between] = [rows.filter(({ feature }) => !feature.between), rows.filter(({ feature }) => feature.between)];
  return (
    <>
      {own.length > 0 ? <h3>Features</h3> : null}
      <Rows rows={own} {...side} />
      {between.length > 0 ? <Between rows={between} whole={whole} several={several} {...side} /> : null}
    </>
  );
}

const Rows = ({ rows, ...side }: RowProps & { readonly rows: readonly Row[] }): JSX.Element => (
  <>
    {rows.map((row) => (
      <FeatureRow key={row.feature.name} {...side} {...row} />
    ))}
  </>
);

function Between({ rows, whole, several, ...side }: Props): JSX.Element {
  const open = several || !whole || rows.some(({ setting }) => setting.from !== 'kernel');
  return (
    <Fold title="Features between CPUs" open={open}>
      {several ? null : <p class="note">On one CPU they do nothing.</p>}
      <Rows rows={rows} {...side} />
    </Fold>
  );
}
