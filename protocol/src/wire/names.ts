/** Names that servers and clients share. A client that imports this file loads nothing else. */

export { EXPLAIN, MESSAGES, MOST_FRAME_BYTES, PHRASES, type PhraseId, REQUESTS } from './messages.ts';
export { afterPrivate, NOTHING_TOLD, type PrivateMessage, type Told } from './privateMessage.ts';
export type { Bulletin } from './talk.ts';

/** The message `rematch`: it names the match that repeats the one that is over. */
export interface RematchMessage {
  readonly match: string;
}

/**
 * The version of the protocol, over HTTP and on the socket. It rises when a client that keeps to the documentation would
 * no longer understand the server, or the server the client.
 */
export const PROTOCOL = 1;
/** Names the version in every answer over HTTP. A client that names another one in a request is refused. */
export const PROTOCOL_HEADER = 'flower-war-protocol';

/** The headers of a notice: its signature, and its id, which stays the same when the notice is delivered again. */
export const SIGNATURE_HEADER = 'flower-war-signature';
export const NOTICE_HEADER = 'flower-war-notice';

/** The text before a link code in a QR code. */
export const LINK_PREFIX = 'flowerwar:link:';

/**
 * Messages from the server to a bridge: `temple` (TempleTold), `command` (TempleCommand), `forgotten`
 * (TempleForgotten).
 */
export const LINK_MESSAGES = { temple: 'temple', command: 'command', forgotten: 'forgotten' } as const;

export { plainState } from '../state/plainState.ts';

/** How many hours before the end of a decision its player may be reminded. */
export const REMINDER_HOURS = [1, 2, 6, 12, 24] as const;
