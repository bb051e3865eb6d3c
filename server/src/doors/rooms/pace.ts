/** How fast one connection sends. */
const SECOND = 1000;
/** Beyond the limit requests are refused; beyond so many times the limit nobody is answered any more. */
const PATIENCE = 4;

export class Pace {
  private readonly limit: number;
  private endsAt = 0;
  private frames = 0;

  constructor(framesPerSecond: number) {
    this.limit = framesPerSecond;
  }

  /** Counts a frame, and says what it deserves. */
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
