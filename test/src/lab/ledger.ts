/** Judges records by what people were told: each answer counts once, clocks charge no outage, and every bead is offered once. */
import {
  type Entry,
  foldRecord,
  lostIn,
  type OwnTemple,
  parseLine,
  type Position,
  SLOTS,
  type Tally,
  verify,
} from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { engineOf } from '../protocol/scribe.ts';
import type { SeatStory } from './person.ts';

/** A restart may charge the time since the server last noted that it is alive, and some delay of a busy machine. */
const MOST_CHARGED_MS = 5000;
/** Between two entries the clocks ran for this long at most: the way of a player back to another server, on a busy machine. */
const MOST_PAID_MS = 8000;
/** A server may begin with a clock that is this much beside that of the database, and a message takes its time. */
const MOST_BESIDE_MS = 3000;
/** What the server did about a player who waited in silence comes a little later. */
const AFTER_QUIET_MS = 2000;
/** What a seat does not do by itself. */
const NEVER: readonly string[] = ['bot', 'retired', 'resigned', 'substituted'];

/** To be found among the faults of a run, which tell theirs. */
export const timeOfDay = (at: number): string => new Date(at).toISOString().slice(11, 23);

/** The beads of both slots. */
const sum = ({ war, rain }: Tally): number => war + rain;

/** Counts what people were told and a record lacks, and what it has and they were not told. */
export class Comparison {
  lost = 0;
  twice = 0;
  readonly problems: string[] = [];

  compare(what: string, told: readonly unknown[], kept: readonly unknown[]): void {
    this.lost += Math.max(0, told.length - kept.length);
    this.twice += Math.max(0, kept.length - told.length);
    if (told.join() !== kept.join()) this.problems.push(`${what}: told ${told.join()}, kept ${kept.join()}`);
  }

  /** The moves and agreements of one player. */
  compareSeat({ match, seat, accepted, agreed }: SeatStory, record: string): void {
    const own = entriesIn(record).filter((entry) => 'seat' in entry && entry.seat === seat);
    const moves = own.flatMap((entry) => (entry.kind === 'move' && entry.by === 'player' ? [entry.move] : []));
    this.compare(`${match} seat ${seat}, moves`, accepted, moves);
    const agreements = own.filter((entry) => entry.kind === 'agreement' && entry.id !== undefined);
    this.compare(`${match} seat ${seat}, agreements`, Array(agreed).fill(1), Array(agreements.length).fill(1));
  }
}

/** A record, and what its players were told, who answer at once and never leave. */
export interface PlayedRecord {
  readonly record: string;
  readonly told: readonly SeatStory[];
  /** Since when the pace of its clocks is inRecord at. */
  readonly since: number;
}

export interface Judgement {
  readonly problems: readonly string[];
  /** The longest time between two entries that a clock was charged, in milliseconds. Players who waited in silence may have paid. */
  readonly longestPaid: number;
}

/** What a record must not show, however the servers failed. */
export async function judge(match: string, played: PlayedRecord): Promise<Judgement> {
  const verdict = await verify(played.record, engine);
  const entries = entriesIn(played.record);
  const started = entries.findIndex(({ kind }) => kind === 'started');
  const inRecord = entries.slice(started + 1).map((entry, n) => ({ entry, before: entries.slice(0, started + 1 + n) }));
  const paced = inRecord.filter(({ entry: { at } }) => at >= played.since && !wasQuiet(played, at));
  const problems = [
    ...(verdict.ok ? [] : [`line ${verdict.line}: ${verdict.problem}`]),
    ...inRecord.flatMap((one) => [...ofClocks(one, played), ...takenForAbsent(one, played)]),
    ...paced.flatMap(paidTooMuch),
    ...mistimed(entries, played),
  ];
  return {
    problems: problems.map((problem) => `${match}: ${problem}`),
    longestPaid: Math.max(0, ...paced.map(paidIn)),
  };
}

interface EntryInRecord {
  readonly entry: Entry;
  /** All entries before it. */
  readonly before: readonly Entry[];
}

const paidIn = ({ entry, before }: EntryInRecord) => entry.at - (before.at(-1)?.at ?? entry.at) - lostIn(entry);

function wasQuiet({ told }: PlayedRecord, at: number): boolean {
  return told.some(({ quiet }) => quiet.some(({ from, to }) => at >= from && at <= to + AFTER_QUIET_MS));
}

function ofClocks(inRecord: EntryInRecord, played: PlayedRecord): readonly string[] {
  const [{ seq, kind, at }, paid] = [inRecord.entry, paidIn(inRecord)];
  if (paid < 0) return [`entry ${seq}: ${-paid} ms more were given back than had passed`];
  if (wasQuiet(played, at)) return [];
  if (kind === 'clock') return [`entry ${seq}: a player ran out of time`];
  const isCharged = kind === 'resumed' && paid > MOST_CHARGED_MS;
  return isCharged ? [`entry ${seq} (${timeOfDay(at)}): a restart cost a player ${paid} ms`] : [];
}

function paidTooMuch(inRecord: EntryInRecord): readonly string[] {
  const [{ seq, kind, at }, paid] = [inRecord.entry, paidIn(inRecord)];
  if (paid <= MOST_PAID_MS) return [];
  return [
    `entry ${seq} (${kind}, ${timeOfDay(at)}): the clocks ran for ${paid} ms although every player answers at once`,
  ];
}

/** A bot takes the seat of a player who ran out of time in silence, and not after that player has answered again. */
function takenForAbsent({ entry, before }: EntryInRecord, played: PlayedRecord): readonly string[] {
  if (entry.kind !== 'absence' || !NEVER.includes(entry.what)) return [];
  const isByClockOrPerson = (one: Entry) => one.kind === 'clock' || (one.kind === 'move' && one.by === 'player');
  const last = before.findLast((one) => 'seat' in one && one.seat === entry.seat && isByClockOrPerson(one));
  if (entry.what === 'bot' && last?.kind === 'clock' && wasQuiet(played, last.at)) return [];
  return [`entry ${entry.seq}: seat ${entry.seat} counted as gone: ${entry.what}`];
}

/** Entries with a time at which they cannot have been written: a player was told of them when it was another. */
function mistimed(entries: readonly Entry[], { told }: PlayedRecord): readonly string[] {
  const ahead = entries.filter(({ at }) => at > Date.now() + MOST_BESIDE_MS);
  const moved = told.flatMap(({ seat, answers }) => {
    const moves = entries.filter((entry) => entry.kind === 'move' && entry.seat === seat && entry.by === 'player');
    const accepted = answers.filter(({ isAccepted }) => isAccepted);
    return moves.filter((move, n) => {
      const { at, took } = accepted[n] ?? { at: move.at, took: 0 };
      return move.at < at - took - MOST_BESIDE_MS || move.at > at + MOST_BESIDE_MS;
    });
  });
  return [
    ...ahead.map(({ seq }) => `entry ${seq} lies in the future`),
    ...moved.map(({ seq }) => `entry ${seq} was not written at the time that it names`),
  ];
}

export interface Beads {
  /** This many beads fell, and this many were offered. */
  readonly fallen: number;
  readonly offered: number;
  readonly lost: number;
  readonly twice: number;
  readonly problems: readonly string[];
}

export interface BeadsTold {
  readonly temple: string;
  /** What really fell, and what of it had fallen before its owner had the temple. */
  readonly fallen: Tally;
  readonly base: Tally;
  readonly ledger: Pick<OwnTemple['ledger'], 'sensed' | 'applied' | 'held' | 'refused'>;
  /** The records of all matches of the temple. */
  readonly records: readonly string[];
  /** The running totals of the device between matches, each as often as it was recorded. */
  readonly between: readonly Tally[];
}

/** Whether every bead that fell into a temple is recorded exactly once, and no other. */
export function judgeBeads({ temple, fallen, base, ledger, records, between }: BeadsTold): Beads {
  const { sensed, applied, held, refused } = ledger;
  const offered = records.reduce((beads, record) => beads + sum(offeredIn(record, temple)), 0);
  const totals = [...records.flatMap((record) => totalsIn(record, temple)), ...between];
  const recorded = totals.reduce((most, one) => (sum(one) > sum(most) ? one : most), { war: 0, rain: 0 });
  const differences = [sum(fallen) - sum(base) - sum(sensed), sum(fallen) - sum(recorded), sum(applied) - offered];
  const again = recordedAgain(totals);
  const ofSlots = SLOTS.flatMap((slot) => [
    ...(fallen[slot] - base[slot] === sensed[slot] && fallen[slot] === recorded[slot]
      ? []
      : [`${fallen[slot]} beads of ${slot} fell, the account has ${sensed[slot]}, the records have ${recorded[slot]}`]),
    ...(applied[slot] + held[slot] + refused[slot] === sensed[slot]
      ? []
      : [`the account of ${slot} does not balance: ${JSON.stringify(ledger)}`]),
  ]);
  const problems = [
    ...ofSlots,
    ...(sum(applied) === offered ? [] : [`${sum(applied)} beads are applied, the records have ${offered} offerings`]),
    ...(again.length === 0 ? [] : [`beads are recorded again: ${JSON.stringify(again)}`]),
  ];
  return {
    fallen: sum(fallen),
    offered,
    lost: Math.max(0, ...differences),
    twice: Math.max(0, ...differences.map((beads) => -beads)) + again.length,
    problems: problems.map((problem) => `${temple}: ${problem}`),
  };
}

/** Each entry must count beads that no other has: the totals of both slots only grow, and one of them does at each entry. */
function recordedAgain(totals: readonly Tally[]): readonly Tally[] {
  const sorted = totals.toSorted((a, b) => sum(a) - sum(b));
  return sorted.filter((one, n) => {
    const before = sorted[n - 1];
    return before !== undefined && (sum(one) === sum(before) || SLOTS.some((slot) => one[slot] < before[slot]));
  });
}

/** How many beads of a temple a match counted as offerings. Reads only the record of the match. */
function offeredIn(record: string, temple: string): Tally {
  const entries = entriesIn(record);
  const [first, last] = [entries[0], entries.at(-1)];
  if (first?.kind !== 'created' || last?.kind !== 'ended') throw new Error('the record has no beginning, or no end');
  const applied = ({ temples }: Position) => temples.all.get(temple)?.account.applied ?? { war: 0, rain: 0 };
  const folding = { engine: engineOf(first.game), secret: last.secret };
  const offered = { war: 0, rain: 0 };
  for (const { entry, before, position } of foldRecord(folding, entries)) {
    const isBound = entry.kind === 'temple' && entry.what === 'bound';
    for (const slot of isBound ? [] : SLOTS) offered[slot] += applied(position)[slot] - applied(before)[slot];
  }
  return offered;
}

/** The totals of the device in a match, as often as they were recorded. */
function totalsIn(record: string, temple: string): readonly Tally[] {
  return entriesIn(record).flatMap((entry) =>
    entry.kind === 'temple' && entry.what === 'sensed' && entry.temple === temple ? [entry] : [],
  );
}

function entriesIn(record: string): readonly Entry[] {
  return record.split('\n').flatMap((line) => {
    const parsed = parseLine(line);
    return 'entry' in parsed ? [parsed.entry] : [];
  });
}
