/** A public match as the lobby shows it. */
import type { LobbyEntry } from '@flower-war/protocol';
import { occupantsOf } from '../http/summary.ts';
import type { House } from '../rooms/house.ts';
import { freeSeats, lengthOf, type Posted } from './filter.ts';

export function entryOf(house: House, posted: Posted): LobbyEntry {
  const { match, game, preset, status, table, createdAt } = posted;
  const { clock, approval, fillSeconds, watching } = table;
  return {
    ...{ match, game, preset, status, approval, fillSeconds, watching, createdAt },
    ...{ length: lengthOf(posted), host: house.people.nameOf(posted.host), clock: clock.kind, free: freeSeats(posted) },
    seats: occupantsOf(house, posted).map(({ kind, name, present }) => ({ kind, name, present })),
  };
}
