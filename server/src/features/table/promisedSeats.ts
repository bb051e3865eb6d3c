/**
 * Which table quick play has just named to which player. The player needs a moment to sit down. Until then the next players
 * get other seats, so that a crowd does not run for one seat. Only a hint: the match itself decides who sits.
 */

/** A player who has not sat down by then does not come. */
const HOLDS_MS = 5000;

interface Promised {
  readonly match: string;
  readonly at: number;
}

export class PromisedSeats {
  /** By player, the one promised longest ago first. */
  private readonly promised = new Map<string, Promised>();
  private readonly players = new Map<string, Set<string>>();

  get size(): number {
    return this.promised.size;
  }

  /** A promise replaces the one before of the same player. */
  note(player: string, { match, at }: Promised): void {
    this.forget(player);
    this.forgetBefore(at - HOLDS_MS);
    this.promised.set(player, { match, at });
    const players = this.players.get(match) ?? new Set();
    this.players.set(match, players.add(player));
  }

  /** The players to whom a seat of this match is promised. */
  at(match: string, now: number): readonly string[] {
    this.forgetBefore(now - HOLDS_MS);
    return [...(this.players.get(match) ?? [])];
  }

  private forgetBefore(time: number): void {
    for (const [player, { at }] of this.promised) {
      if (at > time) return;
      this.forget(player);
    }
  }

  private forget(player: string): void {
    const { match } = this.promised.get(player) ?? {};
    if (match === undefined) return;
    this.promised.delete(player);
    const players = this.players.get(match);
    players?.delete(player);
    if (players?.size === 0) this.players.delete(match);
  }
}
