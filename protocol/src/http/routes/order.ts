/** Order among players: what moderators and the operator do about a player, and what that player may say to it. */
import * as z from 'zod';
import { prose } from '../../wire/printable.ts';
import { amount, limitOf, name, next, playerId, type RoutesOf, time } from './route.ts';

const MOST_DAYS = 3650;
const MOST_SHOWN = 100;
const USUAL = 50;

export const right = z
  .enum(['reports', 'mute', 'ban', 'rename', 'figures'])
  .describe(
    'What a moderator may do: read and settle reports, mute players, ban them for a time, take a name away, or see figures. Those of one moderator are the role.',
  );
export type Right = z.infer<typeof right>;

const penaltyKind = z
  .enum(['mute', 'ban', 'rename'])
  .describe(
    '`mute`: the player says nothing to others. `ban`: every request is refused. `rename`: the name was taken away.',
  );
export type PenaltyKind = z.infer<typeof penaltyKind>;

const penaltyReason = z.enum(['abuse', 'spam', 'name', 'cheating', 'stalling', 'other']).describe('The rule.');
const said = prose(300).describe('What else the player is told.');
const days = z.int().min(1).max(MOST_DAYS);
const penaltyId = z.string().min(1).max(64).describe('The id of a penalty.');
export const settledReport = z.enum(['acted', 'dismissed']).describe('Whether something was done about it.');
const giver = z
  .enum(['operator', 'moderator', 'home'])
  .describe('Which moderator it was is not told. `home`: the host at which the player is at home.');
const outcome = z
  .enum(['kept', 'lifted', 'shortened'])
  .describe('`kept` answers the player that all stays as it is. A lifted penalty is over.');

/** What forms offer. */
export const PENALTY = {
  rights: right.options,
  kinds: penaltyKind.options,
  reasons: penaltyReason.options,
  outcomes: outcome.options,
  settled: settledReport.options,
} as const;

export const orderOperatorBodies = {
  appoint: z.strictObject({ rights: z.array(right).min(1).max(right.options.length) }),
} as const;

export const orderBodies = {
  penalize: z.strictObject({
    kind: penaltyKind,
    reason: penaltyReason,
    text: said.optional(),
    days: days
      .describe('How long it lasts. A moderator must say so; of the operator it lasts for ever without.')
      .optional(),
  }),
  answerPenalty: z.strictObject({ text: prose(1000).refine((text) => text !== '', 'must say something') }),
  settlePenalty: z.strictObject({
    outcome,
    days: days.describe('How long it lasts from now on. Only what is shortened takes it, and must.').optional(),
  }),
  settleReport: z.strictObject({ outcome: settledReport }),
} as const;
type NewPenaltyData = z.infer<typeof orderBodies.penalize>;
export interface NewPenalty extends NewPenaltyData {}
type PenaltySettlingData = z.infer<typeof orderBodies.settlePenalty>;
export interface PenaltySettling extends PenaltySettlingData {}

const penaltiesQuery = z.strictObject({
  player: playerId.optional(),
  before: z.string().min(1).max(100).describe('`next` of the page before.').optional(),
  limit: limitOf(MOST_SHOWN, USUAL),
});
export type PenaltiesQuery = z.infer<typeof penaltiesQuery>;
export const orderQueries = { penalties: penaltiesQuery } as const;

const penalizedBot = z
  .object({ player: playerId, name })
  .describe('Your bot account that it is about. Absent: it is about you.');

/** A penalty as its player sees it, or the owner of its bot account: without the moderator who gave it. */
export const ownPenalty = z.object({
  penalty: penaltyId,
  bot: penalizedBot.exactOptional(),
  kind: penaltyKind,
  reason: penaltyReason,
  text: z.string(),
  giver,
  at: time,
  until: time.describe('When it ends by itself. Absent: it does not.').exactOptional(),
  isOver: z.boolean(),
  oldName: name.describe('The name that was taken away.').exactOptional(),
  answer: z.string().describe('What the player has answered, once.').exactOptional(),
  answeredAt: time.exactOptional(),
  outcome: outcome.exactOptional(),
  settledAt: time.exactOptional(),
});
export type OwnPenalty = z.infer<typeof ownPenalty>;
const ownPenalties = z.object({ penalties: z.array(ownPenalty) });

const givenPenalty = ownPenalty.omit({ bot: true }).extend({
  player: playerId,
  name,
  by: playerId.describe('The moderator. Absent: the operator.').exactOptional(),
});
export type GivenPenalty = z.infer<typeof givenPenalty>;
const givenPenalties = z.object({
  penalties: z.array(givenPenalty),
  mostDays: amount.describe('The longest mute or ban by a moderator.'),
  next: next.exactOptional(),
});
export type GivenPenalties = z.infer<typeof givenPenalties>;

const person = z.object({ player: playerId, name });
const share = z.number().min(0).max(1);
const isMarked = z.boolean().describe('Whether the figure is beyond its threshold. It proves nothing.');

const sandbagging = person.extend({
  matches: amount,
  thrown: amount.describe('Matches that the player gave up or left, with a result far below the expected one.'),
  share: share.describe('Of the rated matches of the player.'),
  isMarked,
});
const stalling = person.extend({
  turns: amount.describe('Turns that were the player’s own.'),
  byClock: amount.describe('Those of them that the clock ended.'),
  shareOfTurns: share,
  matches: amount,
  left: amount.describe('Matches that the player left without resigning.'),
  shareLeft: share,
  isMarked,
});
const together = z.object({
  winner: person,
  loser: person,
  matches: amount.describe('How often the two met in rated matches.'),
  won: z.number().describe('The points of the winner; a draw is a half.'),
  expected: z.number().describe('The points that the ratings expect.'),
  deviations: z.number().describe('How far both are apart, in standard deviations of what is expected.'),
  isMarked,
});
const thresholds = z.object({
  fewestMatches: amount.describe('Fewer matches of a player are not shown or marked.'),
  fewestMeetings: amount,
  fewestTurns: amount,
  farBelow: share.describe('A result that is so far below the expected one, in points of one match.'),
  sandbagging: share,
  stalledTurns: share,
  left: share,
  together: z.number(),
});
const figures = z.object({
  matches: amount.describe('How many of the newest rated matches were looked at.'),
  since: time.describe('When the oldest of them ended.').exactOptional(),
  thresholds,
  sandbagging: z.array(sandbagging).describe('Players who may lose on purpose, to get a lower rating.'),
  stalling: z.array(stalling).describe('Players who let others wait, or leave.'),
  together: z.array(together).describe('Pairs whose results differ far from what their ratings expect.'),
});
export type OrderFigures = z.infer<typeof figures>;

const appointed = z.object({ player: playerId, name, rights: z.array(right), at: time });
export type AppointedModerator = z.infer<typeof appointed>;
const appointedList = z.object({ moderators: z.array(appointed) });

export const orderAnswers = {
  OwnPenalty: ownPenalty,
  OwnPenalties: ownPenalties,
  GivenPenalty: givenPenalty,
  GivenPenalties: givenPenalties,
  OrderFigures: figures,
} as const;
export const orderOperatorAnswers = { AppointedModerators: appointedList } as const;

export const orderParts = {
  OrderRight: right,
  PenaltyKind: penaltyKind,
  SandbaggingFigure: sandbagging,
  StallingFigure: stalling,
  TogetherFigure: together,
  FigureThresholds: thresholds,
  FiguredPlayer: person,
  PenaltyReason: penaltyReason,
  PenaltyGiver: giver,
  PenaltyOutcome: outcome,
  PenalizedBot: penalizedBot,
  SettledReport: settledReport,
  AppointedModerator: appointed,
} as const;

const GIVEN = ['no-such-player', 'penalty-refused'] as const;
const SETTLED = ['no-such-penalty', 'penalty-refused'] as const;
const byModerator = { token: 'must', scope: 'moderate', limit: 'order' } as const;
const byOperator = { token: 'operator' } as const;

export const orderRoutes = {
  listMyPenalties: {
    about: 'what moderators and the operator did about me, and why; also for a banned player',
    token: 'must',
    scope: 'read',
    admits: 'banned',
    answer: 'OwnPenalties',
  },
  answerPenalty: {
    about: 'answers a penalty, once; also for a banned player',
    token: 'must',
    scope: 'account',
    admits: 'banned',
    body: 'answerPenalty',
    answer: 'OwnPenalty',
    limit: 'reports',
    codes: SETTLED,
  },
  listReportsToSettle: {
    ...byModerator,
    about: 'reports of players without their senders: first those to settle, the newest first, at most 100',
    answer: 'HeardReports',
    codes: ['no-right'],
  },
  settleReport: {
    ...byModerator,
    about: 'settles a report',
    body: 'settleReport',
    answer: 'HeardReports',
    codes: ['no-right', 'no-such-report'],
  },
  listFigures: {
    ...byModerator,
    about:
      'figures of the newest rated matches in which a moderator may see that something is wrong; no program punishes',
    answer: 'OrderFigures',
    codes: ['no-right'],
  },
  listPenalties: {
    ...byModerator,
    about: 'the penalties, the newest first, and what players answered',
    query: 'penalties',
    answer: 'GivenPenalties',
    codes: ['no-right'],
  },
  penalize: {
    ...byModerator,
    about: 'mutes a player, bans one for a time, or takes a name away',
    body: 'penalize',
    answer: 'GivenPenalty',
    codes: ['no-right', ...GIVEN],
  },
  settlePenalty: {
    ...byModerator,
    about: 'lifts or shortens a penalty of a moderator, or keeps it after the answer of the player',
    body: 'settlePenalty',
    answer: 'GivenPenalty',
    codes: ['no-right', ...SETTLED],
  },
} as const satisfies RoutesOf;

export const orderOperatorRoutes = {
  listModerators: { ...byOperator, about: 'the moderators, and what each may do', answer: 'AppointedModerators' },
  appointModerator: {
    ...byOperator,
    about: 'makes a player a moderator, or changes what a moderator may do',
    body: 'appoint',
    answer: 'AppointedModerators',
    codes: ['no-such-player', 'bots-not-allowed', 'limit-reached'],
  },
  dismissModerator: { ...byOperator, about: 'a moderator is one no longer', answer: 'AppointedModerators' },
  listFiguresAsOperator: { ...byOperator, about: 'the same figures as moderators see', answer: 'OrderFigures' },
  listAllPenalties: {
    ...byOperator,
    about: 'the penalties, the newest first, and what players answered',
    query: 'penalties',
    answer: 'GivenPenalties',
  },
  penalizeAsOperator: {
    ...byOperator,
    about: 'mutes or bans a player for any time, or takes a name away',
    body: 'penalize',
    answer: 'GivenPenalty',
    codes: GIVEN,
  },
  settlePenaltyAsOperator: {
    ...byOperator,
    about: 'lifts, shortens or keeps any penalty',
    body: 'settlePenalty',
    answer: 'GivenPenalty',
    codes: SETTLED,
  },
  settleReportAsOperator: {
    ...byOperator,
    about: 'settles a report',
    body: 'settleReport',
    answer: 'HeardReports',
    codes: ['no-such-report'],
  },
} as const satisfies RoutesOf;
