/** A public match as the lobby shows it. */
import type { LobbyEntry } from '@flower-war/protocol';
import type { House } from '../../doors/services.ts';
import { freeSeats, lengthOf, type Posted } from '../listing/filter.ts';
import { occupantsOf } from './summary.ts';

export function entryOf(house: House, posted: Posted): LobbyEntry {
  const { match, game, preset, status, table, createdAt } = posted;
  const { clock, approval, fillSeconds, watching } = table;
  return {
    ...{ match, game, preset, status, approval, fillSeconds, watching, createdAt },
    ...{ length: lengthOf(posted), host: house.people.nameOf(posted.host), clock: clock.kind, free: freeSeats(posted) },
    seats: occupantsOf(house, posted).map(({ kind, name, present }) => ({ kind, name, present })),
  };
}
