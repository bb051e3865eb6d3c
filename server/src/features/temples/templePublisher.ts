/** Tells the bridges what a temple is to show, when that changes and never more. */
import type { Ack, MatchTold, TempleTold, Wanted } from '@flower-war/protocol';
import { deepEqual } from '@flower-war/rules';
import type { Match } from '../../match/match.ts';
import type { TempleState } from './entries.ts';
import { configOf, lightsOf, type NameOf } from './templeMessages.ts';

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

interface Lights {
  readonly told: MatchTold;
  readonly deadline: number;
  /** When that was so. */
  readonly at: number;
}

export class Teller {
  private readonly temple: string;
  private readonly telling: Telling;
  private ack: Ack | undefined;
  private lights: Lights | undefined;
  private config: Wanted | undefined;

  constructor(temple: string, telling: Telling) {
    this.temple = temple;
    this.telling = telling;
  }

  /** Whether it has told all of it before. */
  get hasTold(): boolean {
    return this.lights !== undefined;
  }

  /** Its account alone, if it has changed. */
  tellAck(ack: Ack): void {
    const was = this.ack;
    this.ack = ack;
    if (!deepEqual(ack, was)) this.telling.tell({ temple: this.temple, ack });
  }

  /** Its settings alone, if they have changed. */
  tellConfig(state: TempleState): void {
    const was = this.config;
    this.config = configOf(state);
    if (this.config !== undefined && !deepEqual(this.config, was))
      this.telling.tell({ temple: this.temple, config: this.config });
  }

  /** What has changed since. */
  tell({ state, ack, match }: Standing): void {
    const was = { ack: this.ack, lights: this.lights, config: this.config };
    this.ack = ack;
    this.config = configOf(state);
    this.lights = this.look(match, state);
    const told = {
      ...(!deepEqual(ack, was.ack) && { ack }),
      ...(this.lights !== was.lights && { match: this.lights.told }),
      ...(this.config !== undefined && !deepEqual(this.config, was.config) && { config: this.config }),
    };
    if (Object.keys(told).length > 0) this.telling.tell({ temple: this.temple, ...told });
  }

  /** All of it, for whoever has heard nothing yet; what has changed since is told to everybody. */
  all(standing: Standing): TempleTold {
    this.tell(standing);
    const { told, at } = this.lights ?? this.look(standing.match, standing.state);
    const left = (told.deadlineMs ?? 0) - (this.telling.now() - at);
    const match = told.deadlineMs === undefined ? told : { ...told, deadlineMs: Math.max(0, left) };
    return { temple: this.temple, ack: standing.ack, match, ...(this.config && { config: this.config }) };
  }

  /** The number rises with every change, also after a restart. */
  private look(match: Match | undefined, { bound }: TempleState): Lights {
    const { now, nameOf } = this.telling;
    const was = this.lights;
    const deadline = deadlineIn(match);
    const rev = was?.told.rev ?? 0;
    const at = now();
    const told = lightsOf(match, { bound, rev, nameOf, now: at });
    if (was !== undefined && was.deadline === deadline && deepEqual(timeless(told), timeless(was.told))) return was;
    return { told: { ...told, rev: Math.max(rev + 1, Math.floor((at - REVS_SINCE) / REV_MS)) }, deadline, at };
  }
}

function timeless({ deadlineMs: _, ...told }: MatchTold): Omit<MatchTold, 'deadlineMs'> {
  return told;
}

function deadlineIn(match: Match | undefined): number {
  return Math.max(0, ...(match?.table.clocks ?? []).map(({ deadline }) => deadline));
}
