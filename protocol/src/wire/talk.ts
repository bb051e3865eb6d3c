/** What people say at a table: players to players, spectators to spectators. Talk is not part of the record. */
import * as z from 'zod';
import { PHRASES, type PhraseId } from './messages.ts';
import { printable } from './printable.ts';

const MOST_SPOKEN = 300;
export const spokenText = printable(MOST_SPOKEN);
export const phraseId = z.enum(Object.keys(PHRASES) as [PhraseId, ...PhraseId[]]);
const id = z.string().min(1).max(64);

/** A line holds one of the two. */
const words = { text: z.string().exactOptional(), phrase: phraseId.exactOptional() };

const said = { at: z.int(), seat: z.int().min(0).max(5).exactOptional(), player: id, ...words };

/** `n` numbers the lines that one audience of a match heard. It may skip numbers, and never goes back. */
export const talkLine = z.object({ n: z.int().min(1), ...said, name: z.string() });

export type TalkLine = z.infer<typeof talkLine>;

/** A line as a report keeps it for the operator. */
export const quotedLine = z.object(said);

export type QuotedLine = z.infer<typeof quotedLine>;

/** A line as the player who said it gets it back. */
export const ownLine = z.object({ match: id, at: z.int(), ...words });

export type OwnLine = z.infer<typeof ownLine>;

// A bulletin: a text of the host of the server to all who are connected, such as "We restart in five minutes".

const MOST_TEXT = 300;
export const bulletinText = printable(MOST_TEXT).describe('One line for people, of at most 300 letters.');

export const bulletin = z
  .object({ text: z.string(), at: z.int().min(0) })
  .describe('A text of the host of the server to all who are connected.');

export type Bulletin = z.infer<typeof bulletin>;
