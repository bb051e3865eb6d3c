/** What a program in TypeScript may write that knows the whole protocol. */
import { type Entry, type RouteId, tableSettings } from '@flower-war/protocol';
import { PROTOCOL } from '@flower-war/protocol/names';
import { pathTo } from '@flower-war/protocol/paths';
import { type Odometer, topicOf } from '@flower-war/protocol/temple';

const LIST: RouteId = 'listGames';

export function whoMoved(entry: Entry): number | undefined {
  // @ts-expect-error no entry has this kind
  if (entry.kind === 'nothing') return undefined;
  return entry.kind === 'move' ? entry.seat : undefined;
}

export function usualTable(server: string) {
  return { protocol: PROTOCOL, games: server + pathTo(LIST), table: tableSettings.parse({}) };
}

export function told(temple: string, odometer: Odometer) {
  return [topicOf('odometer', temple), JSON.stringify(odometer)];
}
