/** What the operator sees of the processes that share the data, and how processes are drained. */
import * as z from 'zod';
import { amount, name, time } from '../fields.ts';
import type { RoutesOf } from '../route.ts';

export const readiness = z
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

export const processAnswers = {
  ProcessList: z.object({ processes: z.array(serverProcess) }),
} as const;

export const processParts = {
  ReadyState: readiness,
  ProcessNumbers: processNumbers,
  TempleNumbers: templeNumbers,
  ServerProcess: serverProcess,
} as const;

export const processRoutes = {
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
} as const satisfies RoutesOf;
