/** Small pictures of scenarios, made one by one by the same engine that draws the page, and kept once made. */
import type { Session } from '../state/session';
import type { Scenario } from '../tasks/scenario';
import type { Paper, Picture, Side } from '../worker/protocol';

/** A scenario to be pictured. */
export interface Subject {
  /** Names it among those that are asked for together. */
  readonly key: string;
  readonly scenario: Scenario;
  readonly sides: readonly Side[];
}

/** Size in CSS pixels: two lanes and their letters are legible. */
export const THUMB = { width: 220, height: 70 } as const;

/** Pictures by scenario, then by sides and colours; the engine is asked for each only once. */
export class Thumbs {
  private readonly made = new WeakMap<Scenario, Map<string, Picture>>();

  constructor(private readonly session: Pick<Session, 'query'>) {}

  /** Makes the pictures in order and hands each out, until `stop` says so; a subject that cannot be drawn is left out. */
  async make(
    subjects: readonly Subject[],
    theme: Paper,
    show: (key: string, picture: Picture) => void,
    stop: () => boolean,
  ): Promise<void> {
    for (const subject of subjects) {
      if (stop()) return;
      const picture = await this.picture(subject, theme);
      if (picture && !stop()) show(subject.key, picture);
    }
  }

  private async picture({ scenario, sides }: Subject, theme: Paper): Promise<Picture | null> {
    const place = theme + JSON.stringify(sides);
    const all = this.made.get(scenario) ?? new Map<string, Picture>();
    this.made.set(scenario, all);
    const made = all.get(place);
    if (made) return made;
    const answer = await this.session.query<'thumbnail'>({ type: 'thumbnail', scenario, sides, ...THUMB, theme });
    if (answer?.type !== 'picture') return null;
    all.set(place, answer.picture);
    return answer.picture;
  }
}
