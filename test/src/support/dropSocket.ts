import type { LiveMatch } from '@flower-war/client';

/** As a network would: nobody says goodbye. */
export function dropSocket(live: LiveMatch<unknown>): void {
  live['room']?.connection.close(4010);
}
