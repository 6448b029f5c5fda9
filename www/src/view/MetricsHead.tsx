/** The headings of the metrics: each is a button that orders the rows. */
import type { JSX } from 'preact';
import { groupsOf, type Basis, type Column, type Key, type Order, type Source } from '../numbers/metrics';
import type { Layout } from './Metrics';

interface Props {
  readonly columns: readonly Column[];
  readonly sources: readonly Source[];
  readonly layout: Layout;
  readonly onPress: (key: Order['key'], basis?: Basis) => void;
}

const NAME = { key: 'name', hint: 'Order by name' } as const;

/** Two rows of headings: of what, and what exactly; in the compact table, what, and on which side. */
export function MetricsHead({ columns, sources, layout, onPress }: Props): JSX.Element {
  const { compact, order } = layout;
  const sides = Math.max(sources.length, 1);
  const top = compact
    ? columns.map(({ group, head }) => ({ name: compactName(group, head), span: sides }))
    : groupsOf(columns).map(({ name, span }) => ({ name, span: name.startsWith('lag') ? span + 1 : span }));
  return (
    <thead>
      <tr class="groups">
        <td />
        {compact ? null : <td />}
        {top.map(({ name, span }) => (
          <th key={name} scope="colgroup" colSpan={span}>
            {name}
          </th>
        ))}
      </tr>
      <tr>
        <Heading order={order} column={NAME} head="task" onPress={onPress} />
        {compact ? <CompactHeadings columns={columns} sources={sources} order={order} onPress={onPress} /> : null}
        {compact ? null : <FullHeadings columns={columns} order={order} onPress={onPress} />}
      </tr>
    </thead>
  );
}

/** In the compact table a heading stands alone: `switched in`, `wait P99`. */
function compactName(group: string, head: string): string {
  if (group.startsWith('waits')) return `wait ${head}`;
  return group === 'switches' && head === 'in' ? 'switched in' : head;
}

type RowProps = Omit<Props, 'layout' | 'sources'> & { readonly order: Order };

function FullHeadings({ columns, order, onPress }: RowProps): JSX.Element {
  return (
    <>
      <th scope="col" class="side-head">
        <span class="visually-hidden">side</span>
      </th>
      {columns.map((column) => (
        <Heading key={column.key} order={order} column={column} head={column.head} width={widthOf(column)} onPress={onPress} />
      ))}
      <th scope="col" class="lag-head" title="Least to greatest lag; the ends are its bound">
        within its bound
      </th>
    </>
  );
}

/** Most counts are short; what is judged needs room for the judgement. */
function widthOf({ key, lessIsBetter }: Column): string {
  if (lessIsBetter) return 'judged';
  return key === 'switches' || key === 'wait_count' || key === 'share_permille' ? 'short' : '';
}

function CompactHeadings({ columns, sources, order, onPress }: RowProps & Pick<Props, 'sources'>): JSX.Element {
  return (
    <>
      {columns.flatMap((column) =>
        sources.map(({ letter }, i) => (
          <Heading key={`${column.key} ${letter}`} order={order} column={column} basis={i} head={letter} onPress={onPress} />
        )),
      )}
    </>
  );
}

interface HeadingProps {
  readonly order: Order;
  readonly column: { readonly key: Key | 'name'; readonly hint: string };
  readonly head: string;
  /** Only in the compact table: elsewhere the order is by whatever was chosen. */
  readonly basis?: Basis;
  readonly width?: string;
  readonly onPress: Props['onPress'];
}

function Heading({ order, column: { key, hint }, head, basis, width = '', onPress }: HeadingProps): JSX.Element {
  const leads = order.key === key && (basis === undefined || basis === order.basis);
  const sorted = leads ? (order.descending ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={sorted} class={`${basis === 0 ? 'first-side' : ''} ${width}`}>
      <button type="button" class="heading" title={hint} onClick={() => onPress(key, basis)}>
        {head}
        <span class="sort" aria-hidden="true">
          {leads ? (order.descending ? '▾' : '▴') : ''}
        </span>
      </button>
    </th>
  );
}
