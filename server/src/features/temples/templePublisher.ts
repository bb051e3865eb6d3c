/** Publishes the messages for a temple, once for each change. */
import type {
  Ack,
  BeadAccount,
  BoundTemple,
  MatchTold,
  TempleJson,
  TempleTold,
  WantedState,
} from '@flower-war/protocol';
import { deepEqual } from '@flower-war/rules';
import type { Match } from '../../match/match.ts';
import type { TempleState } from './templeLines.ts';
import { configOf, lightsOf, type NameOf } from './templeMessages.ts';

/** One revision for each 250 ms: lights never change so often for long, and 2^32 revisions last until 2059. */
const REV_MS = 250;

const REVS_SINCE = Date.UTC(2025, 0);

export interface PublisherTools {
  readonly now: () => number;
  readonly nameOf: NameOf;
  /** Hands messages to the bridges. */
  readonly tell: (told: TempleTold) => void;
}

/** What is known of a temple now. */
export interface TempleSnapshot {
  readonly state: TempleState;
  readonly ack: Ack;
  /** The match for which it counts. */
  readonly match: Match | undefined;
}

interface Lights {
  readonly told: MatchTold;
  readonly deadline: number;
  /** When these lights were computed. */
  readonly at: number;
}

export class TemplePublisher {
  private readonly temple: string;
  private readonly tools: PublisherTools;
  private ack: Ack | undefined;
  private lights: Lights | undefined;
  private config: WantedState | undefined;

  constructor(temple: string, tools: PublisherTools) {
    this.temple = temple;
    this.tools = tools;
  }

  /** Whether all messages were published before. */
  get hasPublished(): boolean {
    return this.lights !== undefined;
  }

  /** Publishes the account alone, if it has changed. */
  publishAck(ack: Ack): void {
    const was = this.ack;
    this.ack = ack;
    if (!deepEqual(ack, was)) this.tools.tell({ temple: this.temple, ack });
  }

  /** Publishes the settings alone, if they have changed. */
  publishConfig(state: TempleState): void {
    const was = this.config;
    this.config = configOf(state);
    if (this.config !== undefined && !deepEqual(this.config, was))
      this.tools.tell({ temple: this.temple, config: this.config });
  }

  /** Publishes all messages that have changed. */
  publish({ state, ack, match }: TempleSnapshot): void {
    const was = { ack: this.ack, lights: this.lights, config: this.config };
    this.ack = ack;
    this.config = configOf(state);
    this.lights = this.lightsNow(match, state);
    const told = {
      ...(!deepEqual(ack, was.ack) && { ack }),
      ...(this.lights !== was.lights && { match: this.lights.told }),
      ...(this.config !== undefined && !deepEqual(this.config, was.config) && { config: this.config }),
    };
    if (Object.keys(told).length > 0) this.tools.tell({ temple: this.temple, ...told });
  }

  /** Gives all messages, for a new bridge. Changed messages go to all bridges. */
  publishAll(snapshot: TempleSnapshot): TempleTold {
    this.publish(snapshot);
    const { told, at } = this.lights ?? this.lightsNow(snapshot.match, snapshot.state);
    const left = (told.deadlineMs ?? 0) - (this.tools.now() - at);
    const match = told.deadlineMs === undefined ? told : { ...told, deadlineMs: Math.max(0, left) };
    return { temple: this.temple, ack: snapshot.ack, match, ...(this.config && { config: this.config }) };
  }

  /** The lights now. Their revision rises with every change, even after a restart. */
  private lightsNow(match: Match | undefined, { bound }: TempleState): Lights {
    const { now, nameOf } = this.tools;
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

// The temples at a table as all viewers see them.

/** What the record does not know of a temple: its name, and whether it is online. */
export type TempleSeen = (temple: string) => { readonly name: string; readonly isFresh: boolean };

const OF_THE_TABLE = 255;
const NO_BEAD: TempleJson['last'] = { slot: '', ordinal: 0, verdict: '', why: '' };

export function templesJson(temples: ReadonlyMap<string, BoundTemple>, seen: TempleSeen): readonly TempleJson[] {
  return [...temples].map(([temple, bound]) => {
    const { name, isFresh } = seen(temple);
    const { seat = OF_THE_TABLE, account, isOver } = bound;
    const beads = { war: slotJson(bound, 'war'), rain: slotJson(bound, 'rain'), last: account.last ?? NO_BEAD };
    const open = { doubted: waiting(account, 'implausible'), unclaimed: waiting(account, 'unclaimed') };
    return { temple, name, seat, counts: !isOver, present: isFresh && !isOver, ...beads, ...open };
  });
}

function slotJson({ account, disputes }: BoundTemple, slot: 'war' | 'rain'): TempleJson['war'] {
  const { sensed, applied, held, refused, toTake } = account;
  return {
    sensed: sensed[slot],
    applied: applied[slot],
    held: held[slot],
    refused: refused[slot],
    toTake: toTake[slot],
    disputed: disputes.some((dispute) => dispute.slot === slot),
  };
}

function waiting(account: BeadAccount, why: string): number {
  return account.waiting.reduce((sum, run) => sum + (run.why === why ? run.n : 0), 0);
}
