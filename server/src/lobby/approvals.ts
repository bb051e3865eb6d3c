/** Who asks for a seat, and what the host has decided about whom. In memory: after a restart everybody is asked again. */

/** Whoever does not ask again within this time has gone. */
const ASKS_FOR_MS = 10_000;
const MOST_ASKING = 50;
const MOST_DECIDED = 200;
const MOST_MATCHES = 10_000;

type Decision = 'admitted' | 'dismissed';

interface AtOneMatch {
  /** When each asked last. */
  readonly asking: Map<string, number>;
  readonly decided: Map<string, Decision>;
}

export class Approvals {
  private readonly matches = new Map<string, AtOneMatch>();

  decisionOn(match: string, player: string): Decision | undefined {
    return this.matches.get(match)?.decided.get(player);
  }

  /** Somebody waits for the host. */
  ask(match: string, player: string, now: number): void {
    const { asking } = this.at(match);
    asking.set(player, now);
    keepNewest(asking, MOST_ASKING);
  }

  decide(match: string, player: string, decision: Decision): void {
    const { asking, decided } = this.at(match);
    asking.delete(player);
    decided.delete(player);
    decided.set(player, decision);
    keepNewest(decided, MOST_DECIDED);
  }

  /** Who waits now, the one who has waited longest first. */
  waitingAt(match: string, now: number): readonly string[] {
    const asking = this.matches.get(match)?.asking ?? [];
    return [...asking].flatMap(([player, at]) => (at + ASKS_FOR_MS > now ? [player] : []));
  }

  private at(match: string): AtOneMatch {
    const known = this.matches.get(match) ?? { asking: new Map(), decided: new Map() };
    this.matches.set(match, known);
    keepNewest(this.matches, MOST_MATCHES);
    return known;
  }
}

function keepNewest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
