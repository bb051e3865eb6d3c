import type { LiveMatch } from '@flower-war/client';

/** Ends the socket as a network failure does, without a farewell. */
export function dropSocket(live: LiveMatch): void {
  live['room']?.drop();
}
