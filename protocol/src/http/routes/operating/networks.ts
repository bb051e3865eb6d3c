/** Banned networks, bulletins to all connected people, and the audit of what operators did. */
import * as z from 'zod';
import { bulletinText } from '../../../wire/talk.ts';
import { amount, digits, limitOf, name, time } from '../fields.ts';
import type { RoutesOf } from '../route.ts';
import { banDays, banReason } from './people.ts';

const network = z
  .string()
  .trim()
  .min(2)
  .max(49)
  .describe('An address, or a network like `203.0.113.0/24`. One address of IPv6 stands for its /64.');

export const networkBodies = {
  banNetwork: z.strictObject({ network, reason: banReason, days: banDays }),
  unbanNetwork: z.strictObject({ network }),
  bulletin: z.strictObject({ text: bulletinText }),
} as const;

const MOST_LINES = 200;
const USUAL_LINES = 50;

export const auditQuery = z.strictObject({
  before: digits(z.number().min(1)).describe('`next` of the page before.').optional(),
  limit: limitOf(MOST_LINES, USUAL_LINES),
});
export type AuditQuery = z.infer<typeof auditQuery>;

const networkBan = z.object({
  network: z.string().describe('As CIDR.'),
  at: time,
  reason: z.string(),
  until: time.describe('When the ban ends by itself, in milliseconds since 1970.').exactOptional(),
});
export type NetworkBan = z.infer<typeof networkBan>;
const networkBans = z.object({ networks: z.array(networkBan) });

const auditLine = z.object({
  n: amount.describe('Lines are numbered in their order, perhaps with gaps.'),
  at: time,
  operator: z.string().describe("The first letters of the SHA-256 of the operator's token."),
  process: name.describe('The name of the process that was asked.'),
  action: z.string().describe('The id of the route.'),
  about: z.string().describe('The player, match, network or process; empty if the action is about everything.'),
  detail: z.record(z.string(), z.unknown()).describe('What else the operator said.'),
  outcome: z
    .string()
    .describe('`done`, or the code of the refusal. Absent if the process ended before it knew.')
    .exactOptional(),
});
export type AuditLine = z.infer<typeof auditLine>;
const auditLines = z.object({
  lines: z.array(auditLine),
  next: amount.describe('Send it as `before`. It is absent on the last page.').exactOptional(),
});
export type AuditLines = z.infer<typeof auditLines>;

export const networkAnswers = {
  NetworkBanList: networkBans,
  ToldAll: z.object({
    connections: amount.describe(
      'How many connections were told: those of other processes as these counted them a moment ago.',
    ),
  }),
  AuditLines: auditLines,
} as const;

export const networkParts = { NetworkBan: networkBan, AuditLine: auditLine } as const;

export const networkRoutes = {
  listNetworkBans: {
    about: 'the banned networks, the newest first',
    token: 'operator',
    answer: 'NetworkBanList',
  },
  banNetwork: {
    about: 'bans an address or a network from everything but the routes of the host',
    token: 'operator',
    body: 'banNetwork',
    answer: 'NetworkBanList',
    codes: ['bad-network', 'limit-reached'],
  },
  unbanNetwork: {
    about: 'takes the ban of a network back',
    token: 'operator',
    body: 'unbanNetwork',
    answer: 'NetworkBanList',
    codes: ['bad-network'],
  },
  tellAll: {
    about: 'shows a bulletin to all who are connected',
    token: 'operator',
    body: 'bulletin',
    answer: 'ToldAll',
  },
  listAudit: {
    about: 'what operators did, the newest first',
    token: 'operator',
    query: 'audit',
    answer: 'AuditLines',
  },
} as const satisfies RoutesOf;
