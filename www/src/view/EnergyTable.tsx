/** What each clock and CPU used on each side, and how fast clocks were. */
import type { JSX } from 'preact';
import { differenceWords, energyRows, inJoules, shareWords, type EnergyRow } from '../numbers/energy';
import { count, type Source } from '../numbers/metrics';
import { formatHertz } from '../time';

interface Props {
  readonly sources: readonly Source[];
}

/** Nothing where no points of clocks are told. */
export function EnergyTable({ sources }: Props): JSX.Element | null {
  const sides = sources.flatMap(({ summary }) => (summary ? [summary] : []));
  const rows = energyRows(sides);
  if (rows.length === 0) return null;
  const powered = rows.some(({ energy_uj }) => energy_uj.some((energy) => energy !== null));
  const letters = sides.map((_, side) => 'AB'[side] ?? '');
  const heads = letters.length > 1 ? [...letters, 'B\u2212A'] : letters;
  return (
    <table class="numbers cpus energy" aria-label="Energy and clocks">
      <thead>
        <tr class="groups">
          <td />
          {powered ? (
            <th scope="colgroup" colSpan={heads.length + (sides.length > 1 ? 1 : 0)} title="Power of busy CPUs times time; idle CPUs and the rest of the machine take nothing here">
              energy of busy CPUs
            </th>
          ) : null}
          <th scope="colgroup" colSpan={sides.length} title="Over the whole run">
            mean clock
          </th>
          <th scope="colgroup" colSpan={sides.length} title="How often it was set to another point">
            changes
          </th>
        </tr>
        <tr>
          <th scope="col">clock</th>
          {powered ? heads.map((head) => <Head key={head} head={head} />) : null}
          {powered && sides.length > 1 ? <th scope="col">of A</th> : null}
          {[...letters, ...letters].map((head, i) => (
            <Head key={i} head={head} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} row={row} powered={powered} />
        ))}
      </tbody>
    </table>
  );
}

const Head = ({ head }: { readonly head: string }): JSX.Element => <th scope="col">{head}</th>;

const words = (value: number | null, format: (value: number) => string): string => (value === null ? '' : format(value));

function Row({ row, powered }: { readonly row: EnergyRow; readonly powered: boolean }): JSX.Element {
  const { name, level, energy_uj, mean_khz, changes } = row;
  const [a, b] = energy_uj;
  const verdict = a == null || b == null || a === b ? '' : b < a ? 'better' : 'worse';
  return (
    <tr data-level={level}>
      <th scope="row">{name}</th>
      {powered ? energy_uj.map((energy, side) => <td key={side}>{words(energy, inJoules)}</td>) : null}
      {powered && energy_uj.length > 1 ? (
        <>
          <td class={verdict}>{differenceWords(energy_uj, inJoules)}</td>
          <td>{shareWords(energy_uj)}</td>
        </>
      ) : null}
      {mean_khz.map((khz, side) => (
        <td key={side}>{words(khz, formatHertz)}</td>
      ))}
      {changes.map((times, side) => (
        <td key={side}>{words(times, count)}</td>
      ))}
    </tr>
  );
}
