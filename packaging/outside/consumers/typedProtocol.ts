/** What a program in TypeScript may write that knows the whole protocol. */
import { type Entry, pathTo, type RouteId, tableSettings } from '@flower-war/protocol';

const LIST: RouteId = 'listGames';

export function whoMoved(entry: Entry): number | undefined {
  // @ts-expect-error no entry has this kind
  if (entry.kind === 'nothing') return undefined;
  return entry.kind === 'move' ? entry.seat : undefined;
}

export function usualTable(server: string) {
  return { games: server + pathTo(LIST), table: tableSettings.parse({}) };
}
