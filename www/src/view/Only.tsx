/** Panels that look again only when what they show has changed. */
import { Component, type JSX } from 'preact';

interface Props {
  /** As many values every time; the panel is made anew when one of them is another. */
  readonly when: readonly unknown[];
  readonly children: () => JSX.Element;
}

/**
 * Skips what has not changed.
 *
 * Not `useMemo` around the elements: an element that is kept holds on to the tree that it was made in, and two of them
 * that change at different times hold on to all trees that ever were.
 */
export class Only extends Component<Props> {
  override shouldComponentUpdate(next: Props): boolean {
    return next.when.some((value, i) => value !== this.props.when[i]);
  }

  override render(): JSX.Element {
    return this.props.children();
  }
}
