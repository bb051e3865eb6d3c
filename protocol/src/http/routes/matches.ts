/** Creating, finding, joining and reading matches. */
import * as z from 'zod';
import type { OptionsOf, PresetOf, SeatNameOf } from '../../games/gameTypes.ts';
import { commitment, contribution, matchResult, resultKind, standing } from '../../record/entry/entries.ts';
import { notation } from '../../wire/actionFields.ts';
import { tableParts, tableSettings } from '../../record/entry/tableSettings.ts';
import {
  amount,
  botId,
  challengeId,
  gameId,
  matchId,
  matchStatus,
  name,
  optionValues,
  playerId,
  presetId,
  rounded,
  type RoutesOf,
  seat,
  seatCount,
  seq,
  time,
} from './route.ts';
import { asking } from './lobby.ts';

const seatName = z.string().min(1).max(16);
const seatChoice = z
  .union([seat, seatName])
  .describe("A seat, counted from 0, or the game's name of a seat, in upper or lower case: `EAST`.");
const code = z
  .string()
  .min(1)
  .max(16)
  .describe('The code of a private match. Its participants get it. Case, spaces and dashes do not matter.');

const botSeat = z
  .strictObject({ bot: botId, seat: seat.optional() })
  .describe('A bot, and its seat. A bot without a seat takes the last free one.');
/** Bots that sit down at once. */
export const botSeats = z.array(botSeat).max(6).describe('Bots that sit down at once.');

const tableWish = tableSettings.partial().describe('Settings of a table. An absent one has its default.');

export const declineReason = z.enum(['later', 'settings', 'no']).describe('`settings`: another match, perhaps.');
export type DeclineReason = z.infer<typeof declineReason>;

const seenValue = z.union([z.string().max(64), z.number(), z.boolean()]).describe('The value of a field.');
const seenEvent = z
  .object({ kind: z.string().min(1).max(32) })
  .catchall(seenValue)
  .describe(
    'An event, as streams tell them to the seat: its `kind`, and those of its fields that are to have just these values.',
  );
const answerAhead = z
  .strictObject({
    move: notation.describe('In notation. It is played if it is legal then.'),
    seen: seenEvent
      .describe('It is played only if the seat was shown such an event since its last answer.')
      .exactOptional(),
  })
  .describe('What to play when the seat is asked next.');
export type AnswerAhead = z.infer<typeof answerAhead>;
const whyDropped = z
  .enum(['not-legal', 'not-seen', 'played', 'refused'])
  .describe(
    '`not-seen`: what was to happen has not. `played`: the player has answered by a move. `refused`: the match did not take it.',
  );

export const matchBodies = {
  create: z.strictObject({
    game: gameId,
    preset: presetId.optional(),
    options: optionValues.optional(),
    seats: seatCount.optional(),
    table: tableWish.optional(),
    bots: botSeats.optional(),
  }),
  sit: z.strictObject({ commitment, contribution, seat: seatChoice.optional(), code: code.optional() }),
  watch: z.strictObject({ code: code.optional() }),
  bot: z.strictObject(botSeat.shape),
  decline: z.strictObject({ reason: declineReason }),
  ahead: z.strictObject({
    answers: z.array(answerAhead).max(3).describe('In place of those that were left before; none withdraws them.'),
  }),
} as const;

export const seatKind = z.enum(['free', 'player', 'bot']);

export const seatSummary = z.object({
  seat,
  kind: seatKind,
  name,
  player: playerId.exactOptional(),
  called: z.string().describe('What the game calls this seat.'),
  present: z.boolean().describe('Whether any connection of the seat is alive. A bot is always present.'),
});

const position = z
  .object({ match: matchId, seq })
  .describe('The position of another match that this one goes on from.');

export const matchSummary = z.object({
  match: matchId,
  game: gameId,
  rulesVersion: z.int().min(1).describe('The version of the rules by which the match is played.'),
  preset: presetId,
  options: optionValues,
  status: matchStatus,
  seats: z.array(seatSummary),
  table: tableSettings,
  host: playerId.describe(
    'The player who created the match; if the host leaves before the start, the remaining player who sat down first.',
  ),
  commitment: commitment.describe('Published before the first player sits down. Send it with your seat.'),
  createdAt: time,
  result: matchResult.exactOptional(),
  from: position.exactOptional(),
  code: code.exactOptional(),
  link: z.string().describe('Leads other players to this match; only for its participants.').exactOptional(),
  asking: z.array(asking).describe('The players who wait to be let in; only for the host.').exactOptional(),
  rematchOf: matchId.describe('The match that this one repeats.').exactOptional(),
  fillsAt: time.describe('When bots take the free seats. It is there while a player waits.').exactOptional(),
  rematch: matchId.describe('The match that repeats this one.').exactOptional(),
});

type SeatData = z.infer<typeof seatSummary>;
type MatchData = z.infer<typeof matchSummary>;

/** A seat of a match, and who sits there. */
export interface SeatSummary<G extends string = string> extends Omit<SeatData, 'called'> {
  readonly called: SeatNameOf<G>;
}

/** A match as it looks from outside. */
export interface MatchSummary<G extends string = string>
  extends Omit<MatchData, 'game' | 'preset' | 'options' | 'seats'> {
  readonly game: G;
  readonly preset: PresetOf<G>;
  readonly options: OptionsOf<G>;
  readonly seats: readonly SeatSummary<G>[];
}

/** For several games, a union: `game` says which of them it is. */
export type MatchSummaryOf<G extends string> = G extends string ? MatchSummary<G> : never;

export const connection = z
  .object({
    name: z.string(),
    sessionId: z.string(),
    roomId: z.string(),
    processId: z.string(),
    publicAddress: z.string().exactOptional(),
    protocol: z.int().describe('The version of the protocol that the socket speaks.'),
    now: time
      .exactOptional()
      .describe('What the clock of the server says now. The times of the match go by this clock.'),
  })
  .describe('A Colyseus seat reservation: connect to it within 15 seconds.');
export type Connection = z.infer<typeof connection>;

export const seated = z.object({ seat, connection });
export type SeatedAnswer = z.infer<typeof seated>;
export const watching = z.object({ connection });

export const legalMove = z
  .looseObject({
    move: z.string().describe('The move in notation. Send it to play the move.'),
    verb: z.string().describe('What the seat does. Show the notation of a verb that you do not know.'),
    beads: z
      .literal(true)
      .describe(
        'A temple can take what the move pays. While the temple of the seat is present, and the seat does not offer by hand, the server refuses the move with `use-your-temple`.',
      )
      .exactOptional(),
  })
  .describe('A legal move and what it does. The verb says which other fields there are; each game has its own.');

export const legalMoves = z.object({
  match: matchId,
  step: amount.describe('The step of the player that the moves belong to.'),
  decision: amount.describe('The decision that a move answers. Absent if there is nothing to decide.').exactOptional(),
  moves: z.array(legalMove).describe('In the order of `legal`.'),
});
export type LegalMoves = z.infer<typeof legalMoves>;

export const hint = z.object({
  match: matchId,
  decision: amount.describe('The decision that the move answers.'),
  move: z
    .string()
    .describe('One of the legal moves of the seat. It follows from what the seat sees, and from nothing else.'),
});
export type Hint = z.infer<typeof hint>;

const droppedAnswer = z
  .object({ move: notation, why: whyDropped, at: time })
  .describe('The answer that could not be played, for which all were thrown away.');
export const answersAhead = z.object({
  answers: z.array(answerAhead).describe('Those that are left, one for each question to come.'),
  dropped: droppedAnswer.exactOptional(),
});
export type AnswersAhead = z.infer<typeof answersAhead>;

const challengeState = z.enum(['open', 'accepted', 'declined', 'expired']);
const challenger = z.object({
  player: playerId,
  name,
  rating: rounded
    .describe('In the edition of the challenge; absent for a player without a rating, or with a provisional one.')
    .exactOptional(),
  deviation: amount.describe('How sure the rating is. It is there with the rating.').exactOptional(),
});

export const challenge = z.object({
  challenge: challengeId,
  from: challenger,
  to: challenger,
  game: gameId,
  preset: presetId,
  options: optionValues,
  seats: seatCount,
  table: tableSettings,
  at: time,
  endsAt: time.describe('When it expires: after ten minutes, or after two days if the clock counts days.'),
  state: challengeState,
  reason: declineReason.exactOptional(),
  match: matchId.describe('The match that was made for the two, once it is accepted.').exactOptional(),
  code: code.exactOptional(),
});
export type MatchChallenge = z.infer<typeof challenge>;

export const matchAnswers = {
  Challenge: challenge,
  ChallengeList: z.object({ challenges: z.array(challenge) }),
  MatchSummary: matchSummary,
  MatchList: z.object({ matches: z.array(matchSummary) }),
  Seated: seated,
  Watching: watching,
  LegalMoves: legalMoves,
  Hint: hint,
  AnswersAhead: answersAhead,
} as const;

export const matchParts = {
  ...tableParts,
  TableSettings: tableSettings,
  AnswerForLater: answerAhead,
  DroppedAnswer: droppedAnswer,
  WhyDropped: whyDropped,
  SeenEvent: seenEvent,
  SeenValue: seenValue,
  TableWish: tableWish,
  Challenger: challenger,
  ChallengeState: challengeState,
  DeclineReason: declineReason,
  BotSeat: botSeat,
  SeatChoice: seatChoice,
  SeatKind: seatKind,
  SeatSummary: seatSummary,
  LegalMove: legalMove,
  Position: position,
  Connection: connection,
  MatchResult: matchResult,
  ResultKind: resultKind,
  Standing: standing,
} as const;

export const matchRoutes = {
  listMatches: {
    about: 'public matches, the newest first, at most 100',
    query: 'list',
    answer: 'MatchList',
  },
  getMatch: {
    about: 'one match; its participants get its `code` too',
    ownedBy: 'match',
    claims: 'nothing',
    token: 'may',
    scope: 'read',
    answer: 'MatchSummary',
    codes: ['no-such-match'],
  },
  getRecord: {
    about: 'the record of an ended match; that of a private one only for its participants',
    token: 'may',
    scope: 'read',
    answer: 'Record',
    limit: 'records',
    codes: ['no-such-match', 'not-over', 'forbidden'],
  },
  createMatch: {
    about: 'creates a match; its creator has no seat yet',
    token: 'must',
    scope: 'lobby',
    body: 'create',
    answer: 'MatchSummary',
    limit: 'matches',
    codes: ['no-such-seat', 'unknown-game', 'bad-options', 'unknown-bot', 'match-full', 'seat-taken', 'limit-reached'],
  },
  takeSeat: {
    about: 'takes a seat, or comes back to the seat that I hold',
    ownedBy: 'match',
    token: 'must',
    scope: 'play',
    body: 'sit',
    answer: 'Seated',
    limit: 'seats',
    codes: [
      'bots-not-allowed',
      'no-such-seat',
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
      'blocked-by-you',
      'tournament-refused',
    ],
  },
  connectToSeat: {
    about: 'another connection to the seat that I hold',
    ownedBy: 'match',
    token: 'must',
    scope: 'play',
    answer: 'Seated',
    limit: 'seats',
    codes: ['no-such-match', 'not-seated'],
  },
  watchMatch: {
    about: 'a connection as a spectator',
    ownedBy: 'match',
    token: 'must',
    scope: 'read',
    body: 'watch',
    answer: 'Watching',
    limit: 'seats',
    codes: ['no-such-match', 'wrong-code', 'too-many-guesses', 'watching-off', 'kicked'],
  },
  listMoves: {
    about: 'my legal moves, each with what it does, costs and gives',
    ownedBy: 'match',
    token: 'must',
    scope: 'read',
    answer: 'LegalMoves',
    limit: 'actions',
    codes: ['no-such-match', 'not-seated'],
  },
  getHint: {
    about: 'the move that the strongest bot would choose for me; only where all other seats are bots',
    ownedBy: 'match',
    token: 'must',
    scope: 'read',
    answer: 'Hint',
    limit: 'hints',
    codes: ['no-such-match', 'not-seated', 'not-started', 'match-over', 'stale-decision', 'forbidden'],
  },
  getAhead: {
    about: 'the answers that I have left for my next questions in this match',
    ownedBy: 'match',
    token: 'must',
    scope: 'read',
    answer: 'AnswersAhead',
    limit: 'actions',
    codes: ['no-such-match', 'not-seated'],
  },
  answerAhead: {
    about: 'leaves up to three answers for my next questions, at a clock of days; no other player learns of them',
    ownedBy: 'match',
    token: 'must',
    scope: 'play',
    body: 'ahead',
    answer: 'AnswersAhead',
    limit: 'actions',
    codes: ['no-such-match', 'not-seated', 'not-started', 'match-over', 'bad-notation', 'ahead-refused'],
  },
  seatBot: {
    about: 'the host seats a bot',
    ownedBy: 'match',
    token: 'must',
    scope: 'lobby',
    body: 'bot',
    answer: 'MatchSummary',
    limit: 'seats',
    codes: [
      'no-such-seat',
      'no-such-match',
      'forbidden',
      'unknown-bot',
      'seat-taken',
      'match-full',
      'already-started',
      'match-over',
    ],
  },
  leaveSeat: {
    about: 'gives my seat back before the start',
    ownedBy: 'match',
    token: 'must',
    scope: 'play',
    answer: 'MatchSummary',
    limit: 'seats',
    codes: ['no-such-match', 'not-seated', 'already-started'],
  },
} as const satisfies RoutesOf;

export const challengeRoutes = {
  challengePlayer: {
    about: 'asks a player for a match, which has a private table and bots on all other seats',
    token: 'must',
    scope: 'lobby',
    body: 'create',
    answer: 'Challenge',
    limit: 'people',
    codes: [
      'no-such-player',
      'blocked-by-you',
      'no-such-seat',
      'unknown-game',
      'bad-options',
      'unknown-bot',
      'match-full',
      'seat-taken',
      'limit-reached',
    ],
  },
  listChallenges: {
    about: 'the challenges that I have sent, and those that wait for me',
    token: 'must',
    scope: 'read',
    answer: 'ChallengeList',
  },
  acceptChallenge: {
    about: 'accepts a challenge: its match is made, and both may sit down',
    token: 'must',
    scope: 'lobby',
    answer: 'Challenge',
    limit: 'matches',
    codes: ['no-such-challenge', 'unknown-game', 'bad-options', 'unknown-bot'],
  },
  declineChallenge: {
    about: 'declines a challenge',
    token: 'must',
    scope: 'lobby',
    body: 'decline',
    answer: 'Received',
    limit: 'people',
    codes: ['no-such-challenge'],
  },
  withdrawChallenge: {
    about: 'takes my challenge back, while it is open',
    token: 'must',
    scope: 'lobby',
    answer: 'Deleted',
    limit: 'people',
    codes: ['no-such-challenge'],
  },
} as const satisfies RoutesOf;
