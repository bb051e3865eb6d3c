/** The messages for a temple, made only from what all viewers of the table see, so that they tell no secrets. */
import {
  type Ack,
  type BeadAccount,
  isQuarantined,
  type MatchTold,
  NEW_ACCOUNT,
  newBeads,
  type Occupant,
  type Odometer,
  type Tally,
  TEMPLE_VERSION,
  type Totals,
  type WantedState,
} from '@flower-war/protocol';
import type { Slot } from '@flower-war/rules';
import type { Match } from '../../match/match.ts';
import type { BoundMatch } from './boundMatch.ts';
import type { Device } from './device.ts';
import type { TempleState } from './templeLines.ts';
import type { TempleStream } from './templeStream.ts';

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

/**
 * The ack of an unclaimed temple, whose beads are not sacrifices. From the time of the last owner it tells only a bead
 * that waited until the end: the person takes it back.
 */
export function unclaimedAck(
  account: BeadAccount,
  { totals, lastSlot: slot }: Pick<Device, 'totals' | 'lastSlot'>,
): Ack {
  const through = { war: totals?.war ?? 0, rain: totals?.rain ?? 0 };
  const fresh = slot && ({ slot, ordinal: through[slot], verdict: 'refused', why: 'unpaired' } as const);
  const last = fresh ?? (account.last?.why === 'unpaired' ? account.last : undefined);
  const { rev, cursors } = account;
  return { ...ackOf({ ...NEW_ACCOUNT, rev, cursors, ...(last && { last }) }, totals), through };
}

export function configOf({ wanted }: TempleState): WantedState | undefined {
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
export function lightsOf(match: Match | undefined, { bound, rev, nameOf, now }: LightsInput): MatchTold {
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
    ...(!isOver && { turn: { seat: turn, name: nameOf(position.occupants.get(turn)).slice(0, LONGEST_NAME) } }),
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
  return seats.map(([, occupant]) => nameOf(occupant).slice(0, LONGEST_OF_ALL));
}

/** The name of the player or bot in a seat. */
export type NameOf = (occupant: Occupant | undefined) => string;

interface LightsInput {
  readonly bound: TempleState['bound'];
  readonly rev: number;
  readonly nameOf: NameOf;
  readonly now: number;
}

// Takes the running totals of a temple's device to its match or, without a match, into the temple's journal.

interface ReportTools {
  readonly stream: TempleStream;
  readonly bound: BoundMatch;
  readonly note: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Publishes what has changed. */
  readonly publish: (match: Match | undefined) => void;
}

interface Report {
  readonly odometer: Odometer;
  readonly at: number;
  /** The beads came faster than a person drops them. */
  readonly isDoubtful: boolean;
}

const NOTE_EVERY_MS = 60_000;

export class TempleReports {
  private readonly tools: ReportTools;
  private twinNotedAt = Number.NEGATIVE_INFINITY;

  constructor(tools: ReportTools) {
    this.tools = tools;
  }

  /** To be called in a job. A report without news wakes no match. */
  async count({ odometer, at, isDoubtful }: Report): Promise<void> {
    const { epoch, war, rain, recent } = odometer;
    const totals = { epoch, war, rain };
    const { bound, stream } = this.tools;
    if (stream.state.isUnbased) return this.base(totals, at);
    if (!isNews(bound.account, totals)) return;
    const match = await bound.reconcile();
    if (match !== undefined) {
      await match.observe(stream.temple, { ...totals, ...(recent && { recent }), at, isDoubtful });
      bound.adopt(match);
      await bound.reconcile();
    }
    // The match may just have ended. Beads that came too late for it wait for the next one.
    if (stream.state.bound === undefined && isNews(bound.account, totals))
      await stream.write({ kind: 'counted', at, ...totals, ...(isDoubtful && { doubtful: true }) });
    if (isQuarantined(bound.account, at)) this.noteTwin(at);
  }

  /** What the device counted until now is not a sacrifice. From here on it may count in its match. */
  private async base(totals: Totals, at: number): Promise<void> {
    const { bound, stream, publish } = this.tools;
    if (await stream.write({ kind: 'based', at, ...totals })) publish(await bound.reconcile());
  }

  private noteTwin(at: number): void {
    if (at - this.twinNotedAt < NOTE_EVERY_MS) return;
    this.twinNotedAt = at;
    this.tools.note('a temple seems to be there twice', { temple: this.tools.stream.temple });
  }
}

function isNews(account: BeadAccount, totals: Totals): boolean {
  const { war, rain } = newBeads(account, totals);
  return war + rain > 0;
}

/** Whether a report tells less than was counted before: it is old, and came late or came again. */
export function isBehind(account: BeadAccount, { epoch, war, rain }: Odometer): boolean {
  const known: Tally | undefined = account.cursors.find((cursor) => cursor.epoch === epoch);
  return account.retired.includes(epoch) || (known !== undefined && (war < known.war || rain < known.rain));
}
