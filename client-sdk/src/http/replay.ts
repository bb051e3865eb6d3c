/** Shows a match again as one viewer saw it. */
import type { EventOf, LegalMove, ReplayStep, ReplaySteps, ViewOf } from '@flower-war/protocol';

/** One step with the whole view. */
export interface Moment<G extends string = string> extends Omit<ReplayStep, 'view' | 'gone' | 'events' | 'moves'> {
  readonly view: ViewOf<G>;
  readonly events: readonly EventOf<G>[];
  /** The legal moves of the seat with what they do, if the replay explains moves. */
  readonly moves?: readonly LegalMove<G>[];
}

/** Whose view a replay shows. While the match runs: `spectator`, or the player's own seat. Afterwards any of these. */
export type Eyes = 'spectator' | 'all' | `seat:${number}`;

/** Fetches at most `limit` steps, beginning at the step `from`. */
export type FetchSteps = (from: number, limit: number) => Promise<ReplaySteps>;

const AT_ONCE = 100;

/** It begins before the first moment. `for await` goes on from the current moment. */
export class Replay<G extends string = string> implements AsyncIterable<Moment<G>> {
  private readonly fetch: FetchSteps;
  private page: readonly Moment<G>[] = [];
  private index = -1;

  constructor(fetch: FetchSteps) {
    this.fetch = fetch;
  }

  get current(): Moment<G> | undefined {
    return this.page[this.index];
  }

  /** Goes one moment on. At the end it stays where it is and returns `undefined`. */
  async next(): Promise<Moment<G> | undefined> {
    const { current } = this;
    if (this.index + 1 < this.page.length) this.index++;
    else return this.turnTo(await this.load(current === undefined ? 0 : current.step + 1), 'first');
    return this.current;
  }

  /** Goes one moment back. At the beginning it stays where it is and returns `undefined`. */
  async previous(): Promise<Moment<G> | undefined> {
    const { current } = this;
    if (this.index > 0) this.index--;
    else if (current === undefined || current.step === 0) return undefined;
    else {
      // Steps count upwards, so this many numbers hold no more than this many steps.
      const before = await this.load(Math.max(0, current.step - AT_ONCE));
      const isBefore = ({ step }: Moment<G>) => step < current.step;
      return this.turnTo(before.filter(isBefore), 'last');
    }
    return this.current;
  }

  /** Goes to this step, or to the next one that this viewer was shown. Returns `undefined` if there is none. */
  async goto(step: number): Promise<Moment<G> | undefined> {
    const index = this.page.findIndex((moment) => moment.step === step);
    if (index < 0) return this.turnTo(await this.load(step), 'first');
    this.index = index;
    return this.current;
  }

  /** All moments after the current one. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Moment<G>> {
    for (let moment = await this.next(); moment !== undefined; moment = await this.next()) yield moment;
  }

  private turnTo(page: readonly Moment<G>[], where: 'first' | 'last'): Moment<G> | undefined {
    if (page.length === 0) return undefined;
    this.page = page;
    this.index = where === 'first' ? 0 : page.length - 1;
    return this.current;
  }

  private async load(from: number): Promise<readonly Moment<G>[]> {
    const { steps } = await this.fetch(from, AT_ONCE);
    let view: Readonly<Record<string, unknown>> = {};
    return steps.map(({ view: changed, gone = [], ...step }) => {
      const whole = Object.entries({ ...view, ...changed }).filter(([field]) => !gone.includes(field));
      view = Object.fromEntries(whole);
      return { ...step, view } as unknown as Moment<G>;
    });
  }
}
