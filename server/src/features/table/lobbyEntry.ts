/** A public match as the lobby shows it. */
import type { LobbyEntry } from '@flower-war/protocol';
import { freeSeats, lengthOf, type Posted } from '../listing/filter.ts';
import { occupantsOf, type Seated } from './summary.ts';

export function entryOf(services: Seated, posted: Posted): LobbyEntry {
  const { match, game, preset, status, table, createdAt } = posted;
  const { clock, approval, fillSeconds, watching } = table;
  return {
    match,
    game,
    preset,
    status,
    approval,
    fillSeconds,
    watching,
    createdAt,
    length: lengthOf(posted),
    host: services.people.nameOf(posted.host),
    clock: clock.kind,
    free: freeSeats(posted),
    seats: occupantsOf(services, posted).map(({ kind, name, present }) => ({ kind, name, present })),
  };
}
