/** The messages for a temple, made only from what all viewers of the table see, so that they tell no secrets. */
import {
  type Ack,
  type BeadAccount,
  type BoundTemple,
  beginningOf,
  MOST_COUNT,
  type MatchTold,
  NEW_ACCOUNT,
  type Occupant,
  TEMPLE_VERSION,
  type TempleJson,
  type TempleTold,
  type Totals,
  type WantedState,
} from '@flower-war/protocol';
import { deepEqual, type Slot } from '@flower-war/rules';
import type { Match } from '../../match/match.ts';
import type { Device } from './device.ts';
import type { TempleState } from './templeJournal.ts';

/** Longer than a bridge waits before it repeats a message. */
const TTL_SECONDS = 120;

const LONGEST_NAME = 32;

/** Six of them fit into a message of a temple. */
const LONGEST_OF_ALL = 24;

/** The account as its device understands it: `through` is for the device's present epoch. */
export function ackOf(account: BeadAccount, totals: Totals | undefined, bound?: TempleState['bound']): Ack {
  const { rev, cursors, sensed, applied, held, refused, last } = account;
  const epoch = totals?.epoch ?? cursors.at(-1)?.epoch ?? 0;
  const through = cursors.find((cursor) => cursor.epoch === epoch);
  return {
    v: TEMPLE_VERSION,
    rev,
    epoch,
    through: { war: through?.war ?? 0, rain: through?.rain ?? 0 },
    sensed,
    applied,
    held,
    refused,
    ...(last !== undefined && { last }),
    ...(bound?.seat !== undefined && { seat: bound.seat }),
    ...(bound !== undefined && { match: bound.match }),
  };
}

/** The totals of a device that has not reported yet. No device has this epoch, so that no totals of its own seem to fall. */
const UNHEARD: Totals = { epoch: 0, war: 0, rain: 0 };

/**
 * The ack of an unclaimed temple, whose beads are not sacrifices. From the time of the last owner it tells only a bead
 * that waited until the end: the person takes it back.
 */
export function unclaimedAck(
  account: BeadAccount,
  { totals = UNHEARD, lastSlot: slot }: Pick<Device, 'totals' | 'lastSlot'>,
): Ack {
  const through = { war: totals.war, rain: totals.rain };
  const fresh = slot && ({ slot, ordinal: through[slot], verdict: 'refused', why: 'unpaired' } as const);
  const last = fresh ?? (account.last?.why === 'unpaired' ? account.last : undefined);
  const { rev, cursors } = account;
  return { ...ackOf({ ...NEW_ACCOUNT, rev, cursors, ...(last && { last }) }, totals), through };
}

/**
 * An ack that devices hear although the account came from a backup, or the server began anew: they drop a lower revision than they have
 * seen. No account changes more often than once a second for long, so the second of the beginning lifts its revisions above all from before.
 */
export function afterRestore(ack: Ack, restoredAt = 0): Ack {
  return { ...ack, rev: Math.min(MOST_COUNT, ack.rev + Math.floor(restoredAt / 1000)) };
}

function configOf({ wanted }: TempleState): WantedState | undefined {
  return wanted.rev === 0 ? undefined : ({ v: TEMPLE_VERSION, ...wanted } as WantedState);
}

const NO_MATCH: Omit<MatchTold, 'rev'> = {
  v: TEMPLE_VERSION,
  ttl: TTL_SECONDS,
  phase: 'waiting',
  yourTurn: false,
  mayOffer: { war: false, rain: false },
  counts: { war: 0, rain: 0 },
};

/** The public state of the match, for the lights. */
function lightsOf(match: Match | undefined, { bound, rev, nameOf, now }: LightsInput): MatchTold {
  if (match === undefined) return { ...NO_MATCH, rev };
  const { engine, position } = match;
  const { table } = match;
  if (table.status === 'open' || table.view === undefined || engine.temple === undefined)
    return { ...NO_MATCH, rev, match: match.id };
  const { phase, turn, counts, apocalypse } = engine.temple.lights(table.view);
  const isOver = table.status !== 'running';
  const yourTurn = !isOver && (bound?.seat ?? turn) === turn;
  const may = (slot: Slot) => yourTurn && table.mayOffer[slot];
  const deadline = table.clocks[turn]?.deadline ?? 0;
  return {
    v: TEMPLE_VERSION,
    rev,
    ttl: TTL_SECONDS,
    match: match.id,
    phase: isOver ? 'over' : phase,
    ...(!isOver && { turn: { seat: turn, name: beginningOf(nameOf(position.occupants.get(turn)), LONGEST_NAME) } }),
    players: playersOf(position.occupants, nameOf),
    yourTurn,
    mayOffer: { war: may('war'), rain: may('rain') },
    ...(deadline > now && { deadlineMs: deadline - now }),
    counts,
    ...(apocalypse && { apocalypse }),
  };
}

function playersOf(occupants: Match['position']['occupants'], nameOf: NameOf): string[] {
  const seats = [...occupants].sort(([one], [other]) => one - other);
  return seats.map(([, occupant]) => beginningOf(nameOf(occupant), LONGEST_OF_ALL));
}

/** The name of the player or bot in a seat. */
export type NameOf = (occupant: Occupant | undefined) => string;

interface LightsInput {
  readonly bound: TempleState['bound'];
  readonly rev: number;
  readonly nameOf: NameOf;
  readonly now: number;
}

// Each message is published once for each change.

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
