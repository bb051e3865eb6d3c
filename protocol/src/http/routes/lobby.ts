/** Finding a game: what a player looks for, and which players a host lets in. */
import * as z from 'zod';
import type { PresetOf } from '../../games/gameTypes.ts';
import {
  digits,
  gameId,
  matchId,
  matchStatus,
  name,
  playerId,
  presetId,
  type RoutesOf,
  seat,
  seatCount,
} from './route.ts';

export const clockKind = z.enum(['none', 'turn', 'bank', 'days']).describe('The kind of clock: see `Clock`.');
export type ClockKind = z.infer<typeof clockKind>;

const filterFields = {
  game: gameId.optional(),
  preset: presetId.optional(),
  length: z.string().min(1).max(64).describe('The option `length`, in games that have it.').optional(),
  status: matchStatus.optional(),
  clock: clockKind.optional(),
};

/** Which public matches a list shows. An absent field matches all of them. */
export const lobbyFilter = z.strictObject({
  ...filterFields,
  free: seatCount.describe('At least that many free seats.').optional(),
});
type FilterData = z.infer<typeof lobbyFilter>;

/** Which matches a player wants to see, of one game or of all. */
export interface LobbyFilter<G extends string = string> extends Omit<FilterData, 'game' | 'preset'> {
  readonly game?: G | undefined;
  readonly preset?: PresetOf<G> | undefined;
}

/** The same as a query, where everything is text. */
export const listQuery = z.strictObject({
  ...filterFields,
  free: digits(z.number().min(1).max(6)).describe('At least that many free seats.').optional(),
});

export const lobbyBodies = {
  lobby: lobbyFilter,
  quick: z.strictObject({
    game: gameId,
    preset: presetId.optional(),
    seats: seatCount.optional(),
    length: filterFields.length,
    clock: clockKind.optional(),
  }),
  admission: z.strictObject({ player: playerId }),
  remove: z.strictObject({ seat }),
} as const;
type QuickData = z.infer<typeof lobbyBodies.quick>;

/** The match that a player wants to play at once. */
export interface QuickWish<G extends string = string> extends Omit<QuickData, 'game' | 'preset'> {
  readonly game: G;
  readonly preset?: PresetOf<G> | undefined;
}

export const asking = z.object({ player: playerId, name }).describe('A player who waits for the host to let them in.');

export const lobbyQueries = {
  list: listQuery,
  channel: z.strictObject({
    on: matchId
      .describe('The match that is shown now. It stays until it has ended, unless another one is far better.')
      .optional(),
  }),
} as const;

export const lobbyAnswers = {
  Channel: z.object({ match: matchId.describe('Absent if there is none to watch.').exactOptional() }),
} as const;

export const lobbyParts = { ClockKind: clockKind, WaitingPlayer: asking } as const;

export const lobbyRoutes = {
  getChannel: {
    about: 'the public match that is most worth watching now',
    query: 'channel',
    answer: 'Channel',
  },
  enterLobby: {
    about: 'a connection to a list of matches that the server keeps up to date',
    token: 'must',
    scope: 'lobby',
    body: 'lobby',
    answer: 'Watching',
    limit: 'seats',
    codes: ['unknown-game', 'bad-options', 'too-many-lobbies', 'limit-reached'],
  },
  quickMatch: {
    about: 'an open match that starts soon, if possible with people in it, or a new one; then take a seat',
    ownedBy: 'search',
    token: 'must',
    scope: 'lobby',
    isForPeople: true,
    body: 'quick',
    answer: 'MatchSummary',
    limit: 'quick',
    codes: ['unknown-game', 'bad-options', 'limit-reached'],
  },
  admitPlayer: {
    about: 'the host lets a waiting player sit down',
    ownedBy: 'match',
    token: 'must',
    scope: 'lobby',
    body: 'admission',
    answer: 'MatchSummary',
    limit: 'seats',
    codes: ['no-such-player', 'no-such-match', 'forbidden', 'already-started', 'match-over'],
  },
  dismissPlayer: {
    about: 'the host does not let a waiting player sit down',
    ownedBy: 'match',
    token: 'must',
    scope: 'lobby',
    body: 'admission',
    answer: 'MatchSummary',
    limit: 'seats',
    codes: ['no-such-player', 'no-such-match', 'forbidden', 'already-started', 'match-over'],
  },
  emptySeat: {
    about: 'the host takes a seat from a player or bot before the start',
    ownedBy: 'match',
    token: 'must',
    scope: 'lobby',
    body: 'remove',
    answer: 'MatchSummary',
    limit: 'seats',
    codes: ['no-such-match', 'forbidden', 'seat-free', 'already-started', 'match-over'],
  },
  playAgain: {
    about: 'the same match once more; all of its people get the same new one',
    ownedBy: 'match',
    token: 'must',
    scope: 'lobby',
    answer: 'MatchSummary',
    limit: 'matches',
    codes: ['no-such-match', 'forbidden', 'not-over', 'unknown-game', 'bad-options', 'unknown-bot', 'limit-reached'],
  },
} as const satisfies RoutesOf;
