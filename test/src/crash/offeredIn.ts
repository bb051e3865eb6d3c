/** How many beads of a temple were offered in a match, by its record alone. */
import { advance, begin, type Entry, type Position, parseLine, SLOTS, type Tally } from '@flower-war/protocol';
import { engineOf } from '../protocol/scribe.ts';

export function offeredIn(record: string, temple: string): Tally {
  const entries = record.split('\n').filter(Boolean).map(entryOf);
  const [first, last] = [entries[0], entries.at(-1)];
  if (first?.kind !== 'created' || last?.kind !== 'ended') throw new Error('the record has no beginning, or no end');
  const applied = ({ temples }: Position) => temples.all.get(temple)?.account.applied ?? { war: 0, rain: 0 };
  const folding = { engine: engineOf(first.game), secret: last.secret };
  const offered = { war: 0, rain: 0 };
  let position = begin(first);
  for (const entry of entries.slice(1)) {
    const outcome = advance(folding, position, entry);
    if (!outcome.ok) throw new Error(`entry ${entry.seq} cannot follow: ${outcome.reason}`);
    const isBound = entry.kind === 'temple' && entry.what === 'bound';
    for (const slot of isBound ? [] : SLOTS) offered[slot] += applied(outcome.position)[slot] - applied(position)[slot];
    position = outcome.position;
  }
  return offered;
}

function entryOf(line: string): Entry {
  const parsed = parseLine(line);
  if (!('entry' in parsed)) throw new Error('a line cannot be read');
  return parsed.entry;
}
