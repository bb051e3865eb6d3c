/** Codes for one use that temples show for a while. The time and the codes come in from outside. */

/** Tries for each player, so that no player uses up the tries of another. */
export const MOST_TRIES = 5;

export interface ShownCode {
  readonly temple: string;
  readonly code: string;
  readonly until: number;
}

interface Showing extends ShownCode {
  /** The wrong tries of each player. */
  readonly tries: Map<string, number>;
}

export class ShownCodes {
  private readonly showing = new Map<string, Showing>();

  /** The code that the temple shows now. */
  at(temple: string, now: number): ShownCode | undefined {
    return this.showingAt(temple, now);
  }

  /** The temple shows this code instead of the one before. */
  show(shown: ShownCode): void {
    this.showing.set(shown.temple, { ...shown, tries: new Map() });
  }

  /** The temple could not show the code: forgets it, unless the temple shows another code by now. */
  withdraw({ temple, code }: Pick<ShownCode, 'temple' | 'code'>): void {
    if (this.showing.get(temple)?.code === code) this.showing.delete(temple);
  }

  /** Whether the player knows the code. A right try uses the code up; a wrong one costs a try. */
  use(temple: string, { player, isCode }: Use, now: number): boolean {
    const shown = this.showingAt(temple, now);
    const tries = shown?.tries.get(player) ?? 0;
    if (shown === undefined || tries >= MOST_TRIES) return false;
    const isRight = isCode(shown.code);
    if (isRight) this.showing.delete(temple);
    else shown.tries.set(player, tries + 1);
    return isRight;
  }

  private showingAt(temple: string, now: number): Showing | undefined {
    for (const [id, { until }] of this.showing) if (until <= now) this.showing.delete(id);
    return this.showing.get(temple);
  }
}

interface Use {
  readonly player: string;
  /** Compares in constant time. */
  readonly isCode: (code: string) => boolean;
}
