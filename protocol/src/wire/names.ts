/** Names that both ends need and that cost a client nothing to import. */

/**
 * Server to client messages: `private` (Private), then the patch it belongs to, then `events` (for animation); and `talk`
 * (TalkLine[]), which belongs to no step.
 */
export const MESSAGES = { private: 'private', events: 'events', talk: 'talk', rematch: 'rematch' } as const;

export { PHRASES, type PhraseId } from './phrases.ts';

/** Of `rematch`: the match that repeats the one that is over. */
export interface RematchMessage {
  readonly match: string;
}

/** Of a notice: what signs it, and the id that makes several deliveries one. */
export const SIGNATURE_HEADER = 'flower-war-signature';
export const NOTICE_HEADER = 'flower-war-notice';

/** What stands before a link code in a QR code. */
export const LINK_PREFIX = 'flowerwar:link:';

/** Server to bridge: `temple` (TempleTold), `command` (TempleCommand), `forgotten` (TempleForgotten). */
export const LINK_MESSAGES = { temple: 'temple', command: 'command', forgotten: 'forgotten' } as const;
