/** A clock for tests: frames come when the test says so. */
import type { Clock } from '../playback/player';

export class FakeClock implements Clock {
  private waiting = new Map<number, (now_ms: number) => void>();
  private id = 0;
  isCalm = false;
  requestAnimationFrame(callback: (now_ms: number) => void): number {
    this.waiting.set(++this.id, callback);
    return this.id;
  }
  cancelAnimationFrame(id: number): void {
    this.waiting.delete(id);
  }
  calm(): boolean {
    return this.isCalm;
  }
  frame(now_ms: number): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    all.forEach((callback) => callback(now_ms));
  }
  get idle(): boolean {
    return this.waiting.size === 0;
  }
}
