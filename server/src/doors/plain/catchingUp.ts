/** The lines of the steps that a reader has missed. The table may go on meanwhile, so reading takes several turns. */
import type { FoldedRecord, Frame } from '../../features/replay/replays.ts';
import { missedSteps } from '../../features/replay/steps.ts';
import { type Sighted, stepLine, toldBy } from './lines.ts';
import { lineOf, type Reader } from './readers.ts';

/** A reader who has missed more sees the whole state anew. */
const MOST_STEPS = 200;
/** A reader who cannot catch up with the table sees the whole state anew. */
const MOST_TURNS = 5;

export interface Recalling {
  readonly open: () => Promise<FoldedRecord | undefined>;
  /** What the reader saw at a frame. */
  readonly sightAt: (frame: Frame) => Sighted;
}

export class CatchingUp {
  /** The lines so far. */
  text = '';
  /** The last step of the lines. Undefined for a reader who sees the whole state anew. */
  private step: number | undefined;
  private readonly seat: number | undefined;
  private readonly recalling: Recalling;
  private steps = 0;
  private turns = 0;

  constructor({ from, auth }: Reader, recalling: Recalling) {
    this.step = from;
    this.seat = auth.seat;
    this.recalling = recalling;
  }

  /** Whether the lines say all up to here. */
  get isTold(): boolean {
    return this.step !== undefined;
  }

  /** Whether the reader can go on with the table, which is at this step. */
  hasReached(step: number): boolean {
    return this.step === undefined || this.step === step;
  }

  async readOn(until: number): Promise<void> {
    const { step: from = 0, seat } = this;
    const folded = ++this.turns > MOST_TURNS ? undefined : await this.recalling.open();
    const away = { viewer: seat ?? ('spectator' as const), from, until, most: MOST_STEPS - this.steps };
    const frames = folded && (await missedSteps(folded, away));
    if (frames === undefined) this.step = undefined;
    else this.add(frames, until);
  }

  private add(frames: readonly Frame[], until: number): void {
    const sights = frames.map(this.recalling.sightAt);
    for (const [i, frame] of frames.entries()) {
      const [was, now] = [sights[i - 1], sights[i]];
      const told = toldBy(frame.flush, this.seat);
      if (was !== undefined && now !== undefined && told !== undefined) this.text += lineOf(stepLine(was, now, told));
    }
    this.steps += frames.length - 1;
    this.step = until;
  }
}
