/** Bot accounts: players that programs play, each with a person who owns it. */
import * as z from 'zod';
import { printable } from '../../wire/printable.ts';
import { challenge } from './matches.ts';
import { gameId, limitOf, matchId, name, next, playerId, presetId, rounded, type RoutesOf, time } from './route.ts';

const botName = printable(24).describe('The name of the bot. Other people see the name of its owner beside it.');

const games = z.array(gameId).max(20).describe('The games that the bot plays. Empty: all of this server.');

export const botBodies = {
  botAccount: z.strictObject({ name: botName }),
  ready: z.strictObject({ games: games.default([]) }),
} as const;

export const botQueries = {
  bots: z.strictObject({
    game: gameId.optional(),
    before: playerId.optional(),
    limit: limitOf(100, 30),
  }),
} as const;

export const ownBot = z.object({ player: playerId, name, createdAt: time });
type OwnBotData = z.infer<typeof ownBot>;
/** A bot account of the player. */
export interface OwnBot extends OwnBotData {}

export const owner = z.object({ player: playerId, name }).describe('The person who owns the bot account.');

export const pool = z
  .enum(['bots', 'mixed'])
  .describe('`bots`: matches of bot accounts alone. `mixed`: matches in which bot accounts and people had seats.');
export type Pool = z.infer<typeof pool>;

const botRating = z.object({
  pool,
  game: gameId,
  preset: presetId,
  rating: rounded,
  deviation: rounded.describe('How sure the rating is.'),
});

const listedBot = z.object({
  player: playerId,
  name,
  owner,
  games,
  ratings: z.array(botRating).describe('Those that are sure enough for a leaderboard.'),
});
type ListedData = z.infer<typeof listedBot>;
/** A bot account that takes challenges now. */
export interface ListedBot extends ListedData {}

const bots = z.object({
  bots: z.array(listedBot).describe('In the order of their ids.'),
  next: next.exactOptional(),
});
type BotsData = z.infer<typeof bots>;
/** A page of the bot accounts that take challenges now. */
export interface ReadyBots extends BotsData {}

const ownMatch = z.object({
  match: matchId,
  commitment: z.string().describe('What the bot sends with its own random bytes when it takes its seat.'),
  code: z.string().describe('The code of a private match in which the bot does not sit yet.').exactOptional(),
});

const work = z.object({
  challenges: z.array(challenge).describe('Open challenges to the bot, which it may accept or decline.'),
  matches: z
    .array(ownMatch)
    .describe(
      'Unfinished matches in which the bot sits, those of accepted challenges in which it may sit down, and rematches in which a seat is kept for it.',
    ),
});
type WorkData = z.infer<typeof work>;
/** What waits for a bot account. */
export interface BotWork extends WorkData {}

export const botAnswers = {
  OwnBot: ownBot,
  OwnBots: z.object({ bots: z.array(ownBot) }),
  ReadyBots: bots,
  BotWork: work,
} as const;

export const botParts = {
  BotOwner: owner,
  ListedBot: listedBot,
  BotRating: botRating,
  RatingPool: pool,
  BotMatch: ownMatch,
  OwnBotRecord: ownBot,
} as const;

export const botRoutes = {
  listMyBots: {
    about: 'my bot accounts, the oldest first',
    token: 'must',
    scope: 'account',
    answer: 'OwnBots',
  },
  createBot: {
    about: 'makes a bot account of mine; its programs act by tokens that I make for it',
    token: 'must',
    scope: 'account',
    body: 'botAccount',
    answer: 'OwnBot',
    limit: 'identity',
    codes: ['name-refused', 'limit-reached'],
  },
  renameBot: {
    about: 'gives my bot account another name',
    token: 'must',
    scope: 'account',
    body: 'botAccount',
    answer: 'OwnBot',
    limit: 'identity',
    codes: ['name-refused', 'no-such-bot'],
  },
  deleteBot: {
    about: 'deletes my bot account, with its tokens and ratings',
    token: 'must',
    scope: 'account',
    answer: 'Deleted',
    limit: 'identity',
    codes: ['no-such-bot'],
  },
  takeChallenges: {
    about: 'says that this bot account takes challenges for the next half minute, and asks what waits for it',
    token: 'must',
    scope: 'bot',
    body: 'ready',
    answer: 'BotWork',
    limit: 'ready',
    codes: ['unknown-game'],
  },
  listBots: {
    about: 'the bot accounts that take challenges now',
    token: 'may',
    scope: 'any',
    query: 'bots',
    answer: 'ReadyBots',
    codes: ['unknown-game'],
  },
} as const satisfies RoutesOf;
