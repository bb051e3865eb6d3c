/** Names that both ends need and that cost a client nothing to import. */

/** Server to client messages: `private` (Private), then the patch it belongs to, then `events` (for animation). */
export const MESSAGES = { private: 'private', events: 'events', rematch: 'rematch' } as const;

/** Of `rematch`: the match that repeats the one that is over. */
export interface RematchMessage {
  readonly match: string;
}

/** Where a server publishes the keys that it signs records with. */
export const KEYS_PATH = '/.well-known/flower-war.json';
export const RECORD_TYPE = 'application/x-ndjson';

/** What stands before a link code in a QR code. */
export const LINK_PREFIX = 'flowerwar:link:';
