/** What people say at a table: players to players, spectators to spectators. No part of the record. */
import { z } from 'zod';
import { PHRASE_IDS } from './phrases.ts';
import { printable } from './printable.ts';

const MOST_SPOKEN = 300;
export const spokenText = printable(MOST_SPOKEN);
export const phraseId = z.enum(PHRASE_IDS);

const id = z.string().min(1).max(64);
/** Either of the two. */
const words = { text: z.string().exactOptional(), phrase: phraseId.exactOptional() };
const said = { at: z.int(), seat: z.int().min(0).max(5).exactOptional(), player: id, ...words };

/** `n` counts what one audience of a match heard; it may leave numbers out, and never goes back. */
const talkLine = z.object({ n: z.int().min(1), ...said, name: z.string() });
export type TalkLine = z.infer<typeof talkLine>;

/** As a report keeps it for the operator. */
export const quotedLine = z.object(said);
export type QuotedLine = z.infer<typeof quotedLine>;

/** As somebody gets back what they said themself. */
export const ownLine = z.object({ match: id, at: z.int(), ...words });
export type OwnLine = z.infer<typeof ownLine>;
