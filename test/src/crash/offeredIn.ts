/** How many beads of a temple a match counted as offerings. Reads only the record of the match. */
import { type Entry, foldRecord, type Position, parseLine, SLOTS, type Tally } from '@flower-war/protocol';
import { engineOf } from '../protocol/scribe.ts';

export function offeredIn(record: string, temple: string): Tally {
  const entries = record.split('\n').filter(Boolean).map(entryOf);
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

function entryOf(line: string): Entry {
  const parsed = parseLine(line);
  if (!('entry' in parsed)) throw new Error('a line cannot be read');
  return parsed.entry;
}
