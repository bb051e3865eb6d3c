/** The routes of a server's operator, and the one route of the bridges. */
import * as z from 'zod';
import { amount, name, type RoutesOf, time } from './route.ts';
import {
  matchOperatorAnswers,
  matchOperatorBodies,
  matchOperatorParts,
  matchOperatorRoutes,
  operatorQuery,
  templesQuery,
} from './hostedMatches.ts';
import {
  auditQuery,
  networkAnswers,
  networkBodies,
  networkParts,
  networkRoutes,
  peopleOperatorAnswers,
  peopleOperatorBodies,
  peopleOperatorParts,
  peopleOperatorRoutes,
  peopleQuery,
} from './hostedPeople.ts';
import { orderOperatorAnswers, orderOperatorBodies, orderOperatorRoutes } from './order.ts';
import { tournamentOperatorRoutes } from './tournaments.ts';

// What the operator sees of the processes that share the data, and how processes are drained.

const readiness = z
  .enum(['ready', 'starting', 'draining', 'stopping', 'disk-full', 'disk-failing', 'database-failing'])
  .describe('`ready`, or why the process takes no players now.');
export type ReadyState = z.infer<typeof readiness>;

const templeNumbers = z
  .object({ present: amount, held: amount, unbalanced: amount, strays: amount })
  .describe('An unbalanced temple is a bug. Strays are messages without a use.');
export type TempleNumbers = z.infer<typeof templeNumbers>;

const processNumbers = z
  .object({
    state: readiness,
    players: amount.describe('Players connected here.'),
    connections: amount.describe('Connections of players.'),
    bridges: amount.describe('Connections of bridges.'),
    matches: amount.describe('Matches in memory.'),
    temples: amount.describe('Temples heard of here since the start.'),
    templeNumbers: templeNumbers.exactOptional(),
    memory: amount.describe('Bytes.'),
    version: z.string().describe('The version of the server.').exactOptional(),
    isRedisUp: z.boolean().describe('Whether Redis answers this process. Absent without Redis.').exactOptional(),
    loopDelay: amount.describe('How late the event loop was, in milliseconds: 99 % of the last seconds were better.'),
  })
  .describe('What a process told of itself a moment ago.');
export type ProcessNumbers = z.infer<typeof processNumbers>;

const serverProcess = z.object({
  process: z.string().describe('The id of the process. A process that starts anew has another one.'),
  name,
  beganAt: time,
  renewedAt: time.describe('Its last sign of life.'),
  endedAt: time.describe('When the process ended, or was found dead.').exactOptional(),
  isDrained: z.boolean().describe('Whether an operator drains the process.'),
  isThis: z.boolean().describe('Whether this process answers.'),
  numbers: processNumbers.exactOptional(),
});
export type ServerProcess = z.infer<typeof serverProcess>;

// Invitations, with which new players come to a server that is not open to all.

const MOST_PLAYERS = 1000;
const MOST_DAYS = 365;
const USUAL_DAYS = 7;

const invitation = z.object({
  invitation: z.string().describe('The code, such as `7KQ2-M9XA-34HT`.'),
  link: z.string().describe('Opens the page with the code.'),
  players: amount.describe('How many new players it brings in.'),
  used: amount.describe('How many have come.'),
  createdAt: time,
  endsAt: time,
});
export type HostInvitation = z.infer<typeof invitation>;
const invitations = z.object({ invitations: z.array(invitation) });

export const operatorBodies = {
  ...peopleOperatorBodies,
  ...matchOperatorBodies,
  ...networkBodies,
  ...orderOperatorBodies,
  invitation: z.strictObject({
    players: z.int().min(1).max(MOST_PLAYERS).default(1).describe('How many new players it brings in.'),
    days: z.int().min(1).max(MOST_DAYS).default(USUAL_DAYS).describe('How long it holds.'),
  }),
} as const;

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
  penalties: z.string().describe('Where the list of penalties begins.').optional(),
  audit: z.string().describe('Where the list of actions begins.').optional(),
  figures: z.string().describe('Whether figures of rated matches are shown: reading them takes a while.').optional(),
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
  ProcessList: z.object({ processes: z.array(serverProcess) }),
  ...matchOperatorAnswers,
  ...peopleOperatorAnswers,
  ...networkAnswers,
  ...orderOperatorAnswers,
  HostInvitation: invitation,
  InvitationList: invitations,
} as const;

export const operatorParts = {
  MatchCounts: matchCounts,
  TempleCounts: templeCounts,
  NoticeCounts: noticeCounts,
  ReadyState: readiness,
  ProcessNumbers: processNumbers,
  TempleNumbers: templeNumbers,
  ServerProcess: serverProcess,
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
  listProcesses: {
    about: 'the processes that share the data, also those that ended within the last hour',
    token: 'operator',
    answer: 'ProcessList',
  },
  drain: {
    about: 'starts no new matches in any process; the existing ones go on',
    token: 'operator',
    answer: 'Overview',
  },
  stopDraining: {
    about: 'takes players again, in all processes',
    token: 'operator',
    answer: 'Overview',
  },
  drainProcess: {
    about: 'drains one process, by its name or its id',
    token: 'operator',
    answer: 'ProcessList',
    codes: ['no-such-process'],
  },
  stopDrainingProcess: {
    about: 'takes players again, in one process',
    token: 'operator',
    answer: 'ProcessList',
    codes: ['no-such-process'],
  },
  ...matchOperatorRoutes,
  ...tournamentOperatorRoutes,
  ...peopleOperatorRoutes,
  ...orderOperatorRoutes,
  ...networkRoutes,
  listInvitations: {
    about: 'the invitations that still bring players in, the newest first',
    token: 'operator',
    answer: 'InvitationList',
  },
  createInvitation: {
    about: 'makes an invitation for new players',
    token: 'operator',
    body: 'invitation',
    answer: 'HostInvitation',
    codes: ['limit-reached'],
  },
  endInvitation: {
    about: 'ends an invitation; players who came by it stay',
    token: 'operator',
    answer: 'InvitationList',
    codes: ['unknown-invitation'],
  },
} as const satisfies RoutesOf;
