/** The journal of a temple for its owner, from the owner's claim on: no owner reads the lines of an earlier owner. */
import type { TempleLog, templeLogQuery } from '@flower-war/protocol';
import type { z } from 'zod';
import type { TempleLine } from './templeLines.ts';
import type { TempleStream } from './templeStream.ts';

type Entry = TempleLog['entries'][number];

/** Reads only the lines of the page, however long the journal is. */
export async function logOf(
  stream: TempleStream,
  owner: string,
  { before, limit }: z.infer<typeof templeLogQuery>,
): Promise<TempleLog> {
  const { state, length } = await stream.stateAndLength();
  if (state.owner !== owner) return { entries: [] };
  const first = state.ownedSince ?? length;
  const to = Math.min(before ?? length, length);
  const from = Math.max(first, to - limit);
  const lines = await stream.log({ from, to });
  return { entries: lines.toReversed().flatMap(shownOf), ...(from > first && { next: from }) };
}

function shownOf(line: TempleLine): readonly Entry[] {
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
    case 'based':
    case 'bound':
    case 'confirmed':
    case 'counted':
    case 'returned':
      return [line];
  }
}
