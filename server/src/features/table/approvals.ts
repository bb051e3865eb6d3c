/** Players who ask for a seat, and the host's decisions on them. In memory: after a restart the host decides again. */

import { FairShares, whoseAt } from '@flower-war/protocol/hosting';
import type { Caller } from '../../base/ids.ts';

/** A player who does not ask again within this time has gone. */
const ASKS_FOR_MS = 10_000;
const MOST_ASKING = 50;
const MOST_DECIDED = 200;
const MOST_MATCHES = 10_000;

type Decision = 'admitted' | 'dismissed';

interface AtOneMatch {
  /** When each player asked last. */
  readonly asking: Map<string, number>;
  readonly shares: FairShares<string>;
  readonly decided: Map<string, Decision>;
}

export class Approvals {
  private readonly matches = new Map<string, AtOneMatch>();

  decisionOn(match: string, player: string): Decision | undefined {
    return this.matches.get(match)?.decided.get(player);
  }

  /** The player waits for the host. If too many wait, a player of the network that asks most is dropped. */
  ask(match: string, { player, address }: Caller, now: number): void {
    const { asking, shares } = this.at(match);
    for (const [one, at] of asking) if (at + ASKS_FOR_MS <= now) this.forget({ asking, shares }, one);
    const gone = shares.take(player, whoseAt(address, player));
    asking.set(player, now);
    if (gone !== undefined) asking.delete(gone);
  }

  private forget({ asking, shares }: Pick<AtOneMatch, 'asking' | 'shares'>, player: string): void {
    asking.delete(player);
    shares.release(player);
  }

  decide(match: string, player: string, decision: Decision): void {
    const { decided, ...others } = this.at(match);
    this.forget(others, player);
    decided.delete(player);
    decided.set(player, decision);
    keepNewest(decided, MOST_DECIDED);
  }

  /** The players who wait now, the longest waiting first. */
  waitingAt(match: string, now: number): readonly string[] {
    const asking = this.matches.get(match)?.asking ?? [];
    return [...asking].flatMap(([player, at]) => (at + ASKS_FOR_MS > now ? [player] : []));
  }

  private at(match: string): AtOneMatch {
    const known = this.matches.get(match) ?? {
      asking: new Map(),
      shares: new FairShares(MOST_ASKING),
      decided: new Map(),
    };
    this.matches.delete(match); // then set again at the end: the least recently used match is forgotten first
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
