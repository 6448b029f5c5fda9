/** The map of a machine: CPUs in the boxes of what they share; one of them is selected and told about. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { boxesOf, differs, titleOf, walk, type Box } from '../../tasks/machine/map';
import type { MachineMap } from '../../worker/machines';
import { CpuDetail } from './CpuDetail';

interface Props {
  readonly map: MachineMap;
}

/** Any CPU can be selected by a click or by arrow keys. */
export function CpuMap({ map }: Props): JSX.Element {
  const [wanted, select] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const selected = Math.min(wanted, map.cpus.length - 1);
  const boxes = boxesOf(map.cpus);
  const press = (event: KeyboardEvent): void => {
    const next = walk(boxes, selected, event.key);
    if (next === null) return;
    event.preventDefault();
    select(next);
    root.current?.querySelector<HTMLElement>(`[data-cpu="${next}"]`)?.focus();
  };
  return (
    <>
      <div class="cpu-map" role="group" aria-label={`Map of ${map.cpus.length} CPUs`} ref={root} onKeyDown={press}>
        {boxes.map((box) => (
          <Boxed key={box.number} box={box} map={map} selected={selected} onSelect={select} />
        ))}
      </div>
      <CpuDetail map={map} cpu={selected} />
    </>
  );
}

interface BoxProps extends Props {
  readonly box: Box;
  readonly selected: number;
  readonly onSelect: (cpu: number) => void;
}

function Boxed({ box, ...props }: BoxProps): JSX.Element {
  return (
    <div class={`cpu-box ${box.level}`} role="group" aria-label={titleOf(box)}>
      {box.level === 'core' ? null : (
        <span class="box-title" aria-hidden="true">
          {titleOf(box)}
        </span>
      )}
      <div class="cpu-cells">
        {box.boxes.length > 0
          ? box.boxes.map((inner) => <Boxed key={inner.number} box={inner} {...props} />)
          : box.cpus.map((cpu) => <Cell key={cpu} cpu={cpu} {...props} />)}
      </div>
    </div>
  );
}

function Cell({ cpu, map, selected, onSelect }: Omit<BoxProps, 'box'> & { readonly cpu: number }): JSX.Element {
  const { capacity, kind } = map.cpus[cpu]!;
  const told = differs(map.cpus);
  return (
    <button
      type="button"
      class="cpu"
      data-cpu={cpu}
      tabIndex={cpu === selected ? 0 : -1}
      aria-pressed={cpu === selected}
      title={`CPU ${cpu}, ${kind}, capacity ${capacity}`}
      style={told ? { '--capacity': capacity / 1024 } : undefined}
      onClick={() => onSelect(cpu)}
    >
      <span class="visually-hidden">CPU </span>
      {cpu}
      {told ? <span class="visually-hidden">, {kind}, capacity </span> : null}
      {told ? <small>{capacity}</small> : null}
    </button>
  );
}
