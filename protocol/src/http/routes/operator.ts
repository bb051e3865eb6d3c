/** The routes of a server's operator, and the one route of the bridges. */
import * as z from 'zod';
import { amount, name } from './fields.ts';
import {
  matchOperatorAnswers,
  matchOperatorBodies,
  matchOperatorParts,
  matchOperatorRoutes,
  operatorQuery,
  templesQuery,
} from './operating/matches.ts';
import { auditQuery, networkAnswers, networkBodies, networkParts, networkRoutes } from './operating/networks.ts';
import {
  peopleOperatorAnswers,
  peopleOperatorBodies,
  peopleOperatorParts,
  peopleOperatorRoutes,
  peopleQuery,
} from './operating/people.ts';
import { processAnswers, processParts, processRoutes, readiness } from './operating/processes.ts';
import type { RoutesOf } from './route.ts';
import { tournamentOperatorRoutes } from './tournaments.ts';

export const operatorBodies = { ...peopleOperatorBodies, ...matchOperatorBodies, ...networkBodies } as const;

/** Where each list of the page begins, and what its forms ask for. The page shows one page of each list. */
const pageQuery = z.object({
  status: z.string().optional(),
  game: z.string().optional(),
  player: z.string().optional(),
  match: z.string().optional(),
  matches: z.string().describe('Where the list of matches begins.').optional(),
  search: z.string().optional(),
  people: z.string().describe('Where the list of people begins.').optional(),
  temples: z.string().describe('Where the list of temples begins.').optional(),
  audit: z.string().describe('Where the list of actions begins.').optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;

export const operatorQueries = {
  operator: operatorQuery,
  people: peopleQuery,
  hostedTemples: templesQuery,
  audit: auditQuery,
  page: pageQuery,
} as const;

const matchCounts = z.object({ open: amount, running: amount, ended: amount });
const templeCounts = z
  .object({ open: amount, present: amount, held: amount, unbalanced: amount, strays: amount })
  .describe(
    'Temples that the living processes have heard of since they started. An unbalanced temple is a bug. Strays are messages without a use.',
  );
const noticeCounts = z
  .object({ pending: amount, failed: amount })
  .describe('Notices on their way to webhooks, and notices given up.');

const overview = z.object({
  process: name.describe('The name of the process that answers.'),
  state: readiness,
  matches: matchCounts,
  players: amount.describe('Players connected to any process, each counted once.'),
  bridges: amount.describe('Connections of bridges, to all processes.'),
  connections: amount.describe('Connections of players, to all processes.'),
  banned: amount,
  temples: templeCounts,
  notices: noticeCounts,
});
export type Overview = z.infer<typeof overview>;

/** A line of the probe, which comes twice, the second time after two seconds. Its address is the caller's, as the server sees it. */
export const probeLine = z.object({ address: z.string() });
export type ProbeLine = z.infer<typeof probeLine>;

export const operatorAnswers = {
  Overview: overview,
  ...processAnswers,
  ...matchOperatorAnswers,
  ...peopleOperatorAnswers,
  ...networkAnswers,
} as const;

export const operatorParts = {
  MatchCounts: matchCounts,
  TempleCounts: templeCounts,
  NoticeCounts: noticeCounts,
  ...processParts,
  ...matchOperatorParts,
  ...peopleOperatorParts,
  ...networkParts,
} as const;

export const operatorRoutes = {
  connectBridge: {
    about: 'a connection to the room of the bridges',
    token: 'bridge',
    answer: 'Watching',
  },
  operatorPage: {
    about: 'one page with all of this',
    token: 'page',
    query: 'page',
    answer: 'Page',
  },
  getOverview: {
    about: 'how the server is doing',
    token: 'operator',
    answer: 'Overview',
  },
  probe: {
    about: 'tells whether the way to the server passes streams and addresses: two lines, the first with my address',
    token: 'probe',
    answer: 'Probe',
  },
  ...processRoutes,
  ...matchOperatorRoutes,
  ...tournamentOperatorRoutes,
  ...peopleOperatorRoutes,
  ...networkRoutes,
} as const satisfies RoutesOf;
