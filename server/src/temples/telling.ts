/** Tells the bridges what a temple is to show, when that changes and never more. */
import type { Ack, MatchTold, TempleTold, Wanted } from '@flower-war/protocol';
import { deepEqual } from '@flower-war/rules';
import type { Match } from '../match/match.ts';
import type { TempleState } from './entries.ts';
import { configOf, lightsOf, type NameOf } from './told.ts';

/** No lights change so often for long; and a device counts up to 2^32 of them, until 2059. */
const REV_MS = 250;
const REVS_SINCE = Date.UTC(2025, 0);

export interface Telling {
  readonly now: () => number;
  readonly nameOf: NameOf;
  readonly tell: (told: TempleTold) => void;
}

/** How it stands with a temple. */
export interface Standing {
  readonly state: TempleState;
  readonly ack: Ack;
  /** For which it counts. */
  readonly match: Match | undefined;
}

export class Teller {
  private readonly temple: string;
  private readonly telling: Telling;
  private ack: Ack | undefined;
  private lights: { readonly told: MatchTold; readonly deadline: number } | undefined;
  private config: Wanted | undefined;

  constructor(temple: string, telling: Telling) {
    this.temple = temple;
    this.telling = telling;
  }

  /** What has changed since. */
  tell(standing: Standing): void {
    const was = { ack: this.ack, match: this.lights?.told, config: this.config };
    const now = this.all(standing);
    const told = {
      ...(!deepEqual(now.ack, was.ack) && { ack: now.ack }),
      ...(now.match !== was.match && { match: now.match }),
      ...(now.config !== undefined && !deepEqual(now.config, was.config) && { config: now.config }),
    } as Omit<TempleTold, 'temple'>;
    if (Object.keys(told).length > 0) this.telling.tell({ temple: this.temple, ...told });
  }

  /** All of it, for whoever has heard nothing yet. */
  all({ state, ack, match }: Standing): TempleTold {
    this.ack = ack;
    this.config = configOf(state);
    const lights = this.look(match, state);
    return { temple: this.temple, ack, match: lights, ...(this.config && { config: this.config }) };
  }

  /** The number rises with every change, also after a restart. */
  private look(match: Match | undefined, { bound }: TempleState): MatchTold {
    const { now, nameOf } = this.telling;
    const was = this.lights;
    const deadline = deadlineIn(match);
    const rev = was?.told.rev ?? 0;
    const told = lightsOf(match, { bound, rev, nameOf, now: now() });
    if (was !== undefined && was.deadline === deadline && deepEqual(timeless(told), timeless(was.told)))
      return was.told;
    const next = { ...told, rev: Math.max(rev + 1, Math.floor((now() - REVS_SINCE) / REV_MS)) };
    this.lights = { told: next, deadline };
    return next;
  }
}

function timeless({ deadlineMs: _, ...told }: MatchTold): Omit<MatchTold, 'deadlineMs'> {
  return told;
}

function deadlineIn(match: Match | undefined): number {
  return Math.max(0, ...(match?.table.clocks ?? []).map(({ deadline }) => deadline));
}
