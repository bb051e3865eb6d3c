/** What a record must not show of players who answer at once and never leave, however the servers failed. */
import { type Entry, lostIn, parseLine } from '@flower-war/protocol';

/** Between two entries the clocks ran for so long at most: the way of a player back to another server, on a busy machine. */
const MOST_PAID_MS = 8000;
/** What a seat does not do by itself. */
const NEVER: readonly string[] = ['bot', 'retired', 'resigned', 'substituted'];

/** Says which clocks paid for an outage, and who was taken for absent. */
export function unfairIn(match: string, record: string): readonly string[] {
  const entries = entriesIn(record);
  const started = entries.findIndex(({ kind }) => kind === 'started');
  return entries
    .slice(started + 1)
    .flatMap((entry, i) => problemsOf(entry, entries[started + i] ?? entry))
    .map((problem) => `${match}: ${problem}`);
}

/** The longest time between two entries that a clock was charged, in milliseconds. */
export function longestPaid(record: string): number {
  const entries = entriesIn(record);
  const started = entries.findIndex(({ kind }) => kind === 'started');
  return entries
    .slice(started + 1)
    .reduce((most, entry, i) => Math.max(most, paidAt(entry, entries[started + i] ?? entry)), 0);
}

const paidAt = (entry: Entry, before: Entry) => entry.at - before.at - lostIn(entry);

function problemsOf(entry: Entry, before: Entry): readonly string[] {
  const paid = paidAt(entry, before);
  return [
    ...(paid > MOST_PAID_MS
      ? [`entry ${entry.seq}: the clocks ran for ${paid} ms although every player answers at once`]
      : []),
    ...(paid < 0 ? [`entry ${entry.seq}: ${-paid} ms more were given back than had passed`] : []),
    ...(entry.kind === 'clock' ? [`entry ${entry.seq}: a player ran out of time`] : []),
    ...(entry.kind === 'absence' && NEVER.includes(entry.what)
      ? [`entry ${entry.seq}: seat ${entry.seat} counted as gone: ${entry.what}`]
      : []),
  ];
}

function entriesIn(record: string): readonly Entry[] {
  return record.split('\n').flatMap((line) => {
    const parsed = parseLine(line);
    return 'entry' in parsed ? [parsed.entry] : [];
  });
}
