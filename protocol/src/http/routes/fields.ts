/** Fields that many schemas of the HTTP interface share, with the words that the OpenAPI document has for them. */
import * as z from 'zod';
import { CODES, type Code } from '../../wire/errors.ts';

const id = z.string().min(1).max(64);

export const matchId = id.describe('The id of a match.');
export const playerId = id.describe('The id of a player. It stays the same when the player chooses another name.');
export const gameId = id.describe('The id of a game, such as `flower-war`. GET /api/games lists them.');
export const presetId = id.describe('A preset of the game: a set of options that has a name.');
export const botId = id.describe('A bot of the game. GET /api/games lists them.');
export const sessionId = id.describe('The id of a session: one device on which the player is signed in.');
export const webhookId = id.describe('The id of a webhook.');
export const puzzleId = id.describe('The id of a puzzle. GET /api/puzzles lists them.');
export const noticeId = id.describe('The id of a notice. It stays the same when the notice is sent again.');
export const challengeId = id.describe('The id of a challenge.');
export const tournamentId = id.describe('The id of a tournament.');
export const knockId = id.describe('The id of a knock.');
export const seat = z.int().min(0).max(5).describe('A seat of the match, counted from 0.');
export const seatCount = z.int().min(1).max(6).describe('A number of seats.');
export const time = z.int().min(0).describe('A moment, in milliseconds since 1970.');
export const amount = z.int().min(0);
export const name = z.string().describe('The name that other people see.');
/** Of an entry in a record. */
export const seq = z.int().min(0).describe('The number of an entry in the record of the match, counted from 0.');
export const rounded = z.int();
export const next = z
  .string()
  .describe('Where the next page begins: send it as `before`. It is absent on the last page.');

/** A number in a query, written in digits: not `1e3`, `0x10` or nothing at all. */
export const digits = (number: z.ZodNumber) =>
  z.preprocess((text) => (typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : text), number.int());

/** How many things a page has. */
export const limitOf = (most: number, usual: number) =>
  digits(z.number().min(1).max(most)).default(usual).describe('The most that one page has.');

export const matchStatus = z
  .enum(['open', 'running', 'ended'])
  .describe('`open`: it waits for players. `running`: it is played. `ended`: it is over, and its record can be read.');

/** The value of an option of a game. */
const optionValue = z.union([z.string().max(64), z.number(), z.boolean()]).describe('The value of an option.');
export const optionValues = z.record(id, optionValue).describe('Options of a game, by their names.');
export const optionName = id.describe('The name of an option.');

export const refusalCode = z
  .enum(Object.keys(CODES) as [Code, ...Code[]])
  .describe('What happened. Codes are stable; the responses of each route say which of them it gives.');

/** The schemas of this file that the document names. */
export const fieldParts = {
  MatchStatus: matchStatus,
  OptionValue: optionValue,
  OptionValues: optionValues,
  RefusalCode: refusalCode,
} as const;
