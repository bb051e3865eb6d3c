/** What the operator sees of matches and temples, and how a match ends or loses a player. */
import * as z from 'zod';
import { tableParts } from '../../record/entry/tableSettings.ts';
import { templeId } from '../../temple/beads.ts';
import { amount, gameId, limitOf, matchId, matchStatus, name, playerId, type RoutesOf, time } from './route.ts';

/** Stands in the record, which players may read: an id, not a sentence. */
const endReason = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/)
  .describe('Stands in the record, which players may read: an id, not a sentence.');

export const matchOperatorBodies = {
  end: z.strictObject({ reason: endReason.optional() }),
  kick: z.strictObject({ player: playerId }),
} as const;

const MOST_SHOWN = 100;

export const operatorQuery = z.strictObject({
  status: matchStatus.optional(),
  game: gameId.optional(),
  player: playerId.describe('Matches that this player was ever part of.').optional(),
  match: matchId.describe('This match alone.').optional(),
  after: z
    .string()
    .regex(/^(open|running|ended)~\d{1,15}~[^~]{1,64}$/)
    .describe('`next` of the page before.')
    .optional(),
  limit: limitOf(MOST_SHOWN, MOST_SHOWN),
});
export type OperatorQuery = z.infer<typeof operatorQuery>;

export const templesQuery = z.strictObject({
  owner: playerId.optional(),
  after: templeId.describe('`next` of the page before.').optional(),
  limit: limitOf(MOST_SHOWN, MOST_SHOWN),
});
export type TemplesQuery = z.infer<typeof templesQuery>;

const hostedPlayer = z.object({ player: playerId, name, isOnline: z.boolean() });

const hostedMatch = z.object({
  match: matchId,
  game: gameId,
  status: matchStatus,
  visibility: tableParts.Visibility,
  createdAt: time,
  ageSeconds: amount,
  host: playerId,
  players: z.array(hostedPlayer).describe('The people at the table, without bots.'),
});
export type HostedMatch = z.infer<typeof hostedMatch>;

const next = z.string().describe('Send it as `after`. It is absent on the last page.').exactOptional();
const hostedMatches = z.object({ matches: z.array(hostedMatch), next });
export type HostedMatches = z.infer<typeof hostedMatches>;

const hostedTemple = z.object({
  temple: templeId,
  owner: playerId.exactOptional(),
  ownerName: name.exactOptional(),
  match: matchId.describe('The match for which the temple counts.').exactOptional(),
  isOnline: z.boolean(),
});
export type HostedTemple = z.infer<typeof hostedTemple>;
const hostedTemples = z.object({ temples: z.array(hostedTemple), next });
export type HostedTemples = z.infer<typeof hostedTemples>;

export const matchOperatorAnswers = {
  HostedMatch: hostedMatch,
  HostedMatches: hostedMatches,
  HostedTemples: hostedTemples,
} as const;

export const matchOperatorParts = { HostedPlayer: hostedPlayer, HostedTemple: hostedTemple } as const;

export const matchOperatorRoutes = {
  listHostedMatches: {
    about:
      'all matches, private ones too: first those that have not ended, oldest first, then ended ones, newest first',
    token: 'operator',
    query: 'operator',
    answer: 'HostedMatches',
  },
  endMatch: {
    about: 'aborts a match, with a reason',
    ownedBy: 'match',
    token: 'operator',
    body: 'end',
    answer: 'HostedMatch',
    codes: ['no-such-match', 'match-over'],
  },
  kickFromMatch: {
    about: 'takes a player from a table: the seat is free again, or the player resigns; a spectator is sent away',
    ownedBy: 'match',
    token: 'operator',
    body: 'kick',
    answer: 'HostedMatch',
    codes: ['no-such-match', 'match-over', 'not-seated'],
  },
  listHostedTemples: {
    about: 'the temples that have counted something or are online, by id',
    token: 'operator',
    query: 'hostedTemples',
    answer: 'HostedTemples',
  },
} as const satisfies RoutesOf;
