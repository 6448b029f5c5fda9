/** Panels that sleep while nobody sees them: in a tab behind another, a closed place, a sheet that is down. */
import { Component, createRef, type JSX } from 'preact';

interface Props {
  /** As many values every time; the panel is made anew when one of them is another, or when it is seen again. */
  readonly when: readonly unknown[];
  readonly children: () => JSX.Element;
}

/** Like `Only`, but what changes while the panel is hidden waits until it is shown. */
export class Awake extends Component<Props> {
  private readonly host = createRef<HTMLDivElement>();
  private observer: ResizeObserver | null = null;
  private seen = false;

  override componentDidMount(): void {
    this.observer = new ResizeObserver(([entry]) => this.show(entry!.contentRect.width > 0));
    this.observer.observe(this.host.current!);
  }

  override componentWillUnmount(): void {
    this.observer?.disconnect();
  }

  private show(seen: boolean): void {
    if (seen === this.seen) return;
    this.seen = seen;
    if (seen) this.forceUpdate();
  }

  override shouldComponentUpdate(next: Props): boolean {
    return this.seen && next.when.some((value, i) => value !== this.props.when[i]);
  }

  override render(): JSX.Element {
    return (
      <div class="awake" ref={this.host}>
        {this.seen ? this.props.children() : null}
      </div>
    );
  }
}
