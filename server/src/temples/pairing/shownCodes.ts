/** Codes that temples show for a while: for one use, five tries, one at a time. The time and the codes come in. */

export const MOST_TRIES = 5;

export interface Shown {
  readonly temple: string;
  readonly code: string;
  /** Who asked for it, and alone may use it; absent: anybody may, as the host of the server wants it. */
  readonly player?: string;
  readonly until: number;
}

interface Showing extends Shown {
  readonly tries: number;
}

export class ShownCodes {
  private readonly showing = new Map<string, Showing>();

  /** Whether another player has a code shown there now. */
  isBusy(temple: string, player: string, now: number): boolean {
    const shown = this.at(temple, now);
    return shown !== undefined && shown.player !== player;
  }

  /** Instead of the one before. */
  show(shown: Shown): void {
    this.showing.set(shown.temple, { ...shown, tries: 0 });
  }

  /** It was not shown after all; unless another one is by now. */
  withdraw({ temple, code }: Pick<Shown, 'temple' | 'code'>): void {
    if (this.showing.get(temple)?.code === code) this.showing.delete(temple);
  }

  /** Whether this is the code; from now on it is none. A wrong one costs a try. */
  use(temple: string, { player, isCode }: Use, now: number): boolean {
    const shown = this.at(temple, now);
    if (shown === undefined || (shown.player !== undefined && shown.player !== player)) return false;
    const isRight = isCode(shown.code);
    const tries = shown.tries + 1;
    if (isRight || tries >= MOST_TRIES) this.showing.delete(temple);
    else this.showing.set(temple, { ...shown, tries });
    return isRight;
  }

  private at(temple: string, now: number): Showing | undefined {
    for (const [id, { until }] of this.showing) if (until <= now) this.showing.delete(id);
    return this.showing.get(temple);
  }
}

interface Use {
  readonly player: string;
  /** Compares in constant time. */
  readonly isCode: (code: string) => boolean;
}
