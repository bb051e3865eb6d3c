/** Counts the frames of one connection in each second. */
const SECOND = 1000;
/** Frames beyond the limit are refused. Frames beyond so many times the limit close the connection. */
const PATIENCE = 4;
/** The players whose requests are counted at once. */
const MOST_PLAYERS = 10_000;

export type Verdict = 'fine' | 'too-many' | 'flood';

export class Pace {
  private readonly limit: number;
  private endsAt = 0;
  private frames = 0;

  constructor(framesPerSecond: number) {
    this.limit = framesPerSecond;
  }

  /** Counts a frame and judges it. */
  next(now: number): Verdict {
    if (now >= this.endsAt) {
      this.endsAt = now + SECOND;
      this.frames = 0;
    }
    this.frames++;
    if (this.frames <= this.limit) return 'fine';
    return this.frames <= this.limit * PATIENCE ? 'too-many' : 'flood';
  }
}

/** The paces of players without a socket: all requests of a player count as one connection. */
export class Paces {
  private readonly limit: number;
  /** The player who asked longest ago comes first. */
  private readonly paces = new Map<string, Pace>();

  constructor(requestsPerSecond: number) {
    this.limit = requestsPerSecond;
  }

  next(player: string, now: number): Verdict {
    const pace = this.paces.get(player) ?? new Pace(this.limit);
    this.paces.delete(player);
    this.paces.set(player, pace);
    const [oldest] = this.paces.keys();
    if (this.paces.size > MOST_PLAYERS && oldest !== undefined) this.paces.delete(oldest);
    return pace.next(now);
  }
}
