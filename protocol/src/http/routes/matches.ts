/** Creating, finding, joining and reading matches. */
import * as z from 'zod';
import { commitment, contribution, matchResult } from '../../record/entry/entries.ts';
import { tableSettings } from '../../record/entry/tableSettings.ts';
import { asking } from './lobby.ts';
import type { RoutesOf } from './route.ts';

const id = z.string().min(1).max(64);
const seat = z.int().min(0).max(5);
/** The game's name of a seat, in upper or lower case: `EAST`. */
const seatName = z.string().min(1).max(16);
const optionValue = z.union([z.string().max(64), z.number(), z.boolean()]);
const code = z.string().min(1).max(16);

export const matchBodies = {
  create: z.strictObject({
    game: id,
    preset: id.optional(),
    options: z.record(id, optionValue).optional(),
    seats: z.int().min(1).max(6).optional(),
    table: tableSettings.partial().optional(),
    /** Bots that sit down at once. A bot without a seat takes the last free one. */
    bots: z
      .array(z.strictObject({ bot: id, seat: seat.optional() }))
      .max(6)
      .optional(),
  }),
  sit: z.strictObject({ commitment, contribution, seat: z.union([seat, seatName]).optional(), code: code.optional() }),
  watch: z.strictObject({ code: code.optional() }),
  bot: z.strictObject({ bot: id, seat: seat.optional() }),
} as const;

export const seatSummary = z.object({
  seat,
  kind: z.enum(['free', 'player', 'bot']),
  name: z.string(),
  player: id.exactOptional(),
  /** What the game calls this seat. */
  called: z.string(),
  /** Whether any connection of the seat is alive. A bot is always present. */
  present: z.boolean(),
});

export const matchSummary = z.object({
  match: id,
  game: id,
  rulesVersion: z.int(),
  preset: id,
  options: z.record(id, optionValue),
  status: z.enum(['open', 'running', 'ended']),
  seats: z.array(seatSummary),
  table: tableSettings,
  /** The player who created the match; if the host leaves before the start, the remaining player who sat down first. */
  host: id,
  /** Published before the first player sits down; see docs/record.md. */
  commitment,
  createdAt: z.int(),
  result: matchResult.exactOptional(),
  /** The position of another match that this one goes on from. */
  from: z.object({ match: id, seq: z.int() }).exactOptional(),
  /** The code of a private match; only for its participants. */
  code: code.exactOptional(),
  /** Leads other players to this match; only for its participants. */
  link: z.string().exactOptional(),
  /** The players who wait to be let in; only for the host. */
  asking: z.array(asking).exactOptional(),
  /** The match that this one repeats, and the one that repeats it. */
  rematchOf: id.exactOptional(),
  rematch: id.exactOptional(),
});
export type MatchSummary = z.infer<typeof matchSummary>;

/** A Colyseus seat reservation: connect to it within 15 seconds. */
export const connection = z.object({
  name: z.string(),
  sessionId: z.string(),
  roomId: z.string(),
  processId: z.string(),
  publicAddress: z.string().exactOptional(),
});
export type Connection = z.infer<typeof connection>;

export const seated = z.object({ seat, connection });
export type SeatedAnswer = z.infer<typeof seated>;
export const watching = z.object({ connection });

export const matchAnswers = {
  MatchSummary: matchSummary,
  MatchList: z.object({ matches: z.array(matchSummary) }),
  Seated: seated,
  Watching: watching,
} as const;

export const matchRoutes = {
  listMatches: {
    about: 'public matches, the newest first, at most 100',
    needs: 'nothing',
    query: 'list',
    answer: 'MatchList',
  },
  getMatch: {
    about: 'one match; its participants get its `code` too',
    needs: 'nothing',
    token: 'may',
    answer: 'MatchSummary',
    codes: ['no-such-match'],
  },
  getRecord: {
    about: 'the record of an ended match; that of a private one only for its participants',
    needs: 'nothing',
    token: 'may',
    answer: 'Record',
    limit: 'records',
    codes: ['no-such-match', 'not-over', 'forbidden'],
  },
  createMatch: {
    about: 'creates a match; its creator has no seat yet',
    needs: 'nothing',
    token: 'must',
    body: 'create',
    answer: 'MatchSummary',
    limit: 'matches',
    codes: ['unknown-game', 'bad-options', 'unknown-bot', 'match-full', 'seat-taken', 'limit-reached'],
  },
  takeSeat: {
    about: 'takes a seat, or comes back to the seat that I hold',
    needs: 'match',
    token: 'must',
    body: 'sit',
    answer: 'Seated',
    limit: 'seats',
    codes: [
      'no-such-match',
      'wrong-code',
      'too-many-guesses',
      'commitment-changed',
      'seat-taken',
      'match-full',
      'already-started',
      'seat-kept',
      'match-over',
      'limit-reached',
      'awaiting-approval',
      'not-admitted',
    ],
  },
  connectToSeat: {
    about: 'another connection to the seat that I hold',
    needs: 'match',
    token: 'must',
    answer: 'Seated',
    limit: 'seats',
    codes: ['no-such-match', 'not-seated'],
  },
  watchMatch: {
    about: 'a connection as a spectator',
    needs: 'match',
    token: 'must',
    body: 'watch',
    answer: 'Watching',
    limit: 'seats',
    codes: ['no-such-match', 'wrong-code', 'too-many-guesses', 'watching-off'],
  },
  seatBot: {
    about: 'the host seats a bot',
    needs: 'match',
    token: 'must',
    body: 'bot',
    answer: 'MatchSummary',
    limit: 'seats',
    codes: ['no-such-match', 'forbidden', 'unknown-bot', 'seat-taken', 'match-full', 'already-started', 'match-over'],
  },
  leaveSeat: {
    about: 'gives my seat back before the start',
    needs: 'match',
    token: 'must',
    answer: 'MatchSummary',
    limit: 'seats',
    codes: ['no-such-match', 'not-seated', 'already-started'],
  },
} as const satisfies RoutesOf;
