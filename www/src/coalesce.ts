/** Does what a hand asks for at most once a frame, the newest last. Pure: the frames are an argument. */

/** What is used of a window to be told of the next frame. */
export interface Frames {
  request(callback: () => void): number;
  cancel(id: number): void;
}

/** One thing that is set again and again, as by a drag. */
export class Coalesced<T> {
  private waiting: { readonly value: T; readonly frame: number } | null = null;

  constructor(
    private readonly frames: Frames,
    private readonly act: (value: T) => void,
  ) {}

  /** Acts with the next frame, unless a newer value comes before it. */
  push(value: T): void {
    const frame = this.waiting?.frame ?? this.frames.request(() => this.flush());
    this.waiting = { value, frame };
  }

  /** Acts at once if anything waits: the hand has let go, or the control leaves the page. */
  flush(): void {
    const { waiting } = this;
    if (!waiting) return;
    this.waiting = null;
    this.frames.cancel(waiting.frame);
    this.act(waiting.value);
  }
}
