/** Compares what the players were told with what the server kept: moves, agreements, clocks, talk and notices. */
import type { FlowerWarClient } from '@flower-war/client';
import { type Entry, parseLine, verify } from '@flower-war/protocol';
import { at, engine } from '@flower-war/rules';
import type { Receiver } from '../support/receiver.ts';
import type { Played } from './players.ts';
import { type Told, timeOfDay, wasQuiet } from './seat.ts';

export interface Held {
  readonly matches: number;
  readonly accepted: number;
  readonly said: number;
  readonly agreed: number;
  readonly notices: number;
  readonly lost: number;
  readonly twice: number;
  readonly problems: readonly string[];
}

/** A restart may charge the time since the server last noted that it is alive, and some delay of a busy machine. */
const MOST_CHARGED_MS = 5000;
const NOTICES_WITHIN_MS = 30_000;

export async function hold(tables: readonly Played[], receiver: Receiver): Promise<Held> {
  const problems = tables.flatMap((table) => table.problems);
  const told = tables.flatMap((table) => table.told);
  const matches = [...new Set(told.map(({ match }) => match))];
  const counts = { lost: 0, twice: 0 };
  const compare = (what: string, had: readonly unknown[], has: readonly unknown[]) => {
    counts.lost += Math.max(0, had.length - has.length);
    counts.twice += Math.max(0, has.length - had.length);
    if (had.join() !== has.join()) problems.push(`${what}: told ${had.join()}, kept ${has.join()}`);
  };
  for (const match of matches) {
    const record = await at(at(tables, 0).clients, 0).history.record(match);
    const seats = told.filter((one) => one.match === match);
    problems.push(...(await problemsIn(match, { record, seats })));
    for (const seat of seats) compareSeat(seat, entriesIn(record), compare);
  }
  for (const table of tables) await compareTalk(table, compare);
  problems.push(...(await missingNotices(matches, receiver)));
  const sum = (count: (one: Told) => number) => told.reduce((total, one) => total + count(one), 0);
  return {
    matches: matches.length,
    accepted: sum(({ accepted }) => accepted.length),
    notices: receiver.seen.size,
    said: sum(({ said }) => said.length),
    agreed: sum(({ agreed }) => agreed),
    ...counts,
    problems,
  };
}

type Compare = (what: string, had: readonly unknown[], has: readonly unknown[]) => void;

function compareSeat({ match, seat, accepted, agreed }: Told, entries: readonly Entry[], compare: Compare): void {
  const own = entries.filter((entry) => 'seat' in entry && entry.seat === seat);
  compare(
    `${match} seat ${seat}, moves`,
    accepted,
    own.flatMap((entry) => (entry.kind === 'move' && entry.by === 'player' ? [entry.move] : [])),
  );
  const agreements = own.filter((entry) => entry.kind === 'agreement' && entry.id !== undefined);
  compare(
    `${match} seat ${seat}, agreements`,
    Array(agreed).fill(1),
    agreements.map(() => 1),
  );
}

interface Kept {
  readonly record: string;
  readonly seats: readonly Told[];
}

async function problemsIn(match: string, { record, seats }: Kept): Promise<readonly string[]> {
  const verdict = await verify(record, engine);
  const entries = entriesIn(record);
  const isExcused = ({ at }: Entry) => wasQuiet(seats, at);
  const charged = entries.flatMap((entry, index) =>
    entry.kind === 'resumed' && !isExcused(entry)
      ? [{ seq: entry.seq, at: entry.at, ms: entry.at - (entries[index - 1]?.at ?? entry.at) - entry.lost }]
      : [],
  );
  return [
    ...(verdict.ok ? [] : [`${match}: line ${verdict.line}: ${verdict.problem}`]),
    ...charged
      .filter(({ ms }) => ms > MOST_CHARGED_MS)
      .map(({ seq, at, ms }) => `${match}: entry ${seq} (${timeOfDay(at)}): a restart cost a player ${ms} ms`),
    ...entries
      .filter((entry) => entry.kind === 'clock' && !isExcused(entry))
      .map(({ seq }) => `${match}: entry ${seq}: a player ran out of time`),
  ];
}

function entriesIn(record: string): readonly Entry[] {
  return record.split('\n').flatMap((line) => {
    const parsed = parseLine(line);
    return 'entry' in parsed ? [parsed.entry] : [];
  });
}

async function compareTalk({ clients, told }: Played, compare: Compare): Promise<void> {
  const kept = await Promise.all(clients.map((client: FlowerWarClient) => client.account.exportData()));
  for (const match of new Set(told.map((one) => one.match))) {
    const had = told.filter((one) => one.match === match).flatMap(({ said }) => said);
    const has = kept.flatMap(({ talk }) => talk.filter((line) => line.match === match).map(({ text }) => text));
    compare(`${match}, talk`, had.toSorted(), has.toSorted());
  }
}

/** Each match must have begun and ended once. Repeated notices of the same event count as one. */
async function missingNotices(matches: readonly string[], receiver: Receiver): Promise<readonly string[]> {
  const problems = () =>
    matches.flatMap((match) => {
      const kinds = receiver.of(match).map(({ kind }) => kind);
      return kinds.toSorted().join() === 'ended,started' ? [] : [`${match}: notices came of: ${kinds.join()}`];
    });
  for (const deadline = Date.now() + NOTICES_WITHIN_MS; problems().length > 0 && Date.now() < deadline; )
    await new Promise((resolve) => setTimeout(resolve, 100));
  return problems();
}
