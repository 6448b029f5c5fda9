/** A CPU of the map: what it is, and the domains that it is balanced in. */
import type { JSX } from 'preact';
import type { MachineMap } from '../../worker/machines';

interface Props {
  readonly map: MachineMap;
  readonly cpu: number;
}

type Domain = MachineMap['domains'][number];

/** Read to whoever moves through the map. */
export function CpuDetail({ map, cpu }: Props): JSX.Element {
  const { kind, capacity, max_khz, domains } = map.cpus[cpu]!;
  const clock = max_khz === 0 ? '' : ` · up to ${max_khz / 1000} MHz`;
  return (
    <div class="cpu-detail" aria-live="polite">
      <p>
        <strong>CPU {cpu}</strong> {kind} · capacity {capacity}
        {clock}
      </p>
      <table>
        <caption class="visually-hidden">Scheduling domains of CPU {cpu}, smallest first</caption>
        <thead>
          <tr>
            <th scope="col">domain</th>
            <th scope="col">CPUs</th>
            <th scope="col" title="What balancing compares: the CPUs of the domain below">
              groups
            </th>
            <th scope="col" title="Between two balances; 16 times that on a busy CPU">
              every
            </th>
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <Row key={domain} domain={map.domains[domain]!} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ domain }: { readonly domain: Domain }): JSX.Element {
  const { level, cpus, groups, min_interval_ms, max_interval_ms, imbalance_pct } = domain;
  const remark = remarkOf(domain);
  return (
    <>
      <tr title={`A group must be ${imbalance_pct - 100} % busier than another`}>
        <th scope="row">{level}</th>
        <td>{cpus.replaceAll(',', ',\u200b')}</td>
        <td>{groups}</td>
        <td>
          {min_interval_ms}–{max_interval_ms}&nbsp;ms
        </td>
      </tr>
      {remark === '' ? null : (
        <tr class="remark">
          <td />
          <td colSpan={3}>{remark}</td>
        </tr>
      )}
    </>
  );
}

function remarkOf({ asym_capacity, prefer_sibling }: Domain): string {
  const remarks = [asym_capacity ? 'capacities differ' : '', prefer_sibling ? 'spread over its groups' : ''];
  return remarks.filter((remark) => remark !== '').join(', ');
}
