/** The journal of a temple as its owner reads it: from their claim on, so that nobody reads what was another's. */
import type { TempleLog, templeLogQuery } from '@flower-war/protocol';
import type { z } from 'zod';
import type { TempleLine } from './entries.ts';

type Entry = TempleLog['entries'][number];

export function logOf(
  lines: readonly TempleLine[],
  owner: string,
  { before = lines.length, limit }: z.infer<typeof templeLogQuery>,
): TempleLog {
  const first = lines.findLastIndex((line) => line.kind === 'claimed' && line.by === owner);
  const isOwners = first >= 0 && !lines.slice(first).some(({ kind }) => kind === 'released');
  const own = isOwners ? lines.slice(first, Math.max(first, before)) : [];
  const page = own.slice(-limit).reverse();
  const next = own.length > page.length ? page.at(-1)?.seq : undefined;
  return { entries: page.flatMap(entryOf), ...(next !== undefined && { next }) };
}

function entryOf(line: TempleLine): readonly Entry[] {
  const { seq, at } = line;
  switch (line.kind) {
    case 'claimed':
      return [{ seq, at, kind: line.kind, how: line.how }];
    case 'unbound': {
      const { sensed, applied, held, refused } = line.account;
      return [{ seq, at, kind: line.kind, sensed, applied, held, refused }];
    }
    case 'wanted':
      return [{ seq, at, kind: line.kind }];
    case 'released':
      return [];
    default:
      return [line];
  }
}
