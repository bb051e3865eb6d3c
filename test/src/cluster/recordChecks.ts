/** What a record must not show of players who answer at once and never leave, however the servers failed. */
import { type Entry, lostIn, parseLine } from '@flower-war/protocol';
import { type Told, timeOfDay, wasQuiet } from '../crash/seat.ts';

/** Between two entries the clocks ran for so long at most: the way of a player back to another server, on a busy machine. */
const MOST_PAID_MS = 8000;
/** What a seat does not do by itself. */
const NEVER: readonly string[] = ['bot', 'retired', 'resigned', 'substituted'];
/** A server may begin with a clock that is so much beside that of the database, and a message takes its time. */
const MOST_BESIDE_MS = 3000;

/** What the players of a match were told, and since when its clocks are looked at. */
interface Known {
  readonly told: readonly Told[];
  readonly since: number;
}

/** Says which clocks paid for an outage, and who was taken for absent. Players who waited in silence may have paid. */
export function unfairIn(match: string, record: string, known: Known = NOTHING): readonly string[] {
  return playedIn(record)
    .flatMap((one) => [
      ...givenTooMuch(one),
      ...(isExcused(one, known) ? [] : paidTooMuch(one)),
      ...takenForAbsent(one, known),
    ])
    .map((problem) => `${match}: ${problem}`);
}

/** Says which entries bear a time at which they cannot have been written: a player was told of them when it was another. */
export function mistimedIn(match: string, record: string, told: readonly Told[]): readonly string[] {
  const entries = entriesIn(record);
  const ahead = entries.filter(({ at }) => at > Date.now() + MOST_BESIDE_MS);
  const moved = told.flatMap(({ seat, answers }) => {
    const moves = entries.filter((entry) => entry.kind === 'move' && entry.seat === seat && entry.by === 'player');
    const spans = answers.filter(({ isAccepted }) => isAccepted);
    return moves.filter((move, i) => {
      const { at, took } = spans[i] ?? { at: move.at, took: 0 };
      return move.at < at - took - MOST_BESIDE_MS || move.at > at + MOST_BESIDE_MS;
    });
  });
  return [
    ...ahead.map(({ seq }) => `${match}: entry ${seq} lies in the future`),
    ...moved.map(({ seq }) => `${match}: entry ${seq} was not written at the time that it names`),
  ];
}

/** The longest time between two entries that a clock was charged, in milliseconds. */
export function longestPaid(record: string, known: Known = NOTHING): number {
  return Math.max(
    0,
    ...playedIn(record)
      .filter((one) => !isExcused(one, known))
      .map(paidIn),
  );
}

const NOTHING: Known = { told: [], since: 0 };

const isExcused = ({ entry: { at } }: Looked, { told, since }: Known) => at < since || wasQuiet(told, at);

interface Looked {
  readonly entry: Entry;
  /** All entries before it. */
  readonly before: readonly Entry[];
}

/** All entries since the match has started. */
function playedIn(record: string): readonly Looked[] {
  const entries = entriesIn(record);
  const started = entries.findIndex(({ kind }) => kind === 'started');
  return entries.slice(started + 1).map((entry, i) => ({ entry, before: entries.slice(0, started + 1 + i) }));
}

const paidIn = ({ entry, before }: Looked) => entry.at - (before.at(-1)?.at ?? entry.at) - lostIn(entry);

function givenTooMuch(looked: Looked): readonly string[] {
  const paid = paidIn(looked);
  return paid < 0 ? [`entry ${looked.entry.seq}: ${-paid} ms more were given back than had passed`] : [];
}

function paidTooMuch(looked: Looked): readonly string[] {
  const [{ seq, kind, at }, paid] = [looked.entry, paidIn(looked)];
  return [
    ...(paid > MOST_PAID_MS
      ? [
          `entry ${seq} (${kind}, ${timeOfDay(at)}): the clocks ran for ${paid} ms although every player answers at once`,
        ]
      : []),
    ...(kind === 'clock' ? [`entry ${seq}: a player ran out of time`] : []),
  ];
}

/** A bot takes the seat of a player who ran out of time in silence, and not after that player has answered again. */
function takenForAbsent({ entry, before }: Looked, { told }: Known): readonly string[] {
  if (entry.kind !== 'absence' || !NEVER.includes(entry.what)) return [];
  const last = before.findLast((one) => 'seat' in one && one.seat === entry.seat && isByClockOrPerson(one));
  if (entry.what === 'bot' && last?.kind === 'clock' && wasQuiet(told, last.at)) return [];
  return [`entry ${entry.seq}: seat ${entry.seat} counted as gone: ${entry.what}`];
}

const isByClockOrPerson = (entry: Entry) => entry.kind === 'clock' || (entry.kind === 'move' && entry.by === 'player');

function entriesIn(record: string): readonly Entry[] {
  return record.split('\n').flatMap((line) => {
    const parsed = parseLine(line);
    return 'entry' in parsed ? [parsed.entry] : [];
  });
}
