/** A name as the kernel writes it. */
import { Fragment, type JSX } from 'preact';

/** May be broken after an underscore where there is little room, and nowhere else. */
export function KernelName({ children }: { children: string }): JSX.Element {
  const [first, ...rest] = children.split('_');
  return (
    <code>
      {first}
      {rest.map((part, i) => (
        <Fragment key={i}>
          _<wbr />
          {part}
        </Fragment>
      ))}
    </code>
  );
}
