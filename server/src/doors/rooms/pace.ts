/** Counts the frames of one connection in each second. */
const SECOND = 1000;
/** Frames beyond the limit are refused. Frames beyond so many times the limit close the connection. */
const PATIENCE = 4;

export class Pace {
  private readonly limit: number;
  private endsAt = 0;
  private frames = 0;

  constructor(framesPerSecond: number) {
    this.limit = framesPerSecond;
  }

  /** Counts a frame and judges it. */
  next(now: number): 'fine' | 'too-many' | 'flood' {
    if (now >= this.endsAt) {
      this.endsAt = now + SECOND;
      this.frames = 0;
    }
    this.frames++;
    if (this.frames <= this.limit) return 'fine';
    return this.frames <= this.limit * PATIENCE ? 'too-many' : 'flood';
  }
}
