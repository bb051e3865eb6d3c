/** What hosts tell each other, each text signed: the open tables of a host, who a person is that goes there, and what became of the person since. */
import * as z from 'zod';
import { printable } from '../../wire/printable.ts';
import { clockKind } from './lobby.ts';
import { digits, gameId, name, presetId, type RoutesOf, seatCount, time } from './route.ts';

/** The most tables that a host tells of. */
export const MOST_SHARED = 100;

const word = /^[a-z0-9-]{1,64}$/;
/** Of what another host says: no date can be later. */
const datable = time.max(8.64e15);
const madeBy = name.describe('The name of the player who has made the table.');

/** A table of another host: what a stranger finds in the lobby there. */
const sharedTable = z.strictObject({
  match: z
    .string()
    .regex(/^[A-Za-z0-9_-]{4,64}$/)
    .describe('The id of the match at its host.'),
  game: gameId.regex(word),
  preset: presetId.regex(word),
  length: z
    .string()
    .regex(/^[a-z0-9-]{0,64}$/)
    .describe('The option `length`; empty if the game has none.'),
  by: madeBy,
  seats: seatCount,
  free: seatCount,
  clock: clockKind,
  approval: z.boolean().describe('Whether its host must let in each player who wants to sit down.'),
  createdAt: time,
});
export type SharedTable = z.infer<typeof sharedTable>;

/** What a host signs. Whatever differs from this in any way is not believed. */
export const announcement = z.strictObject({
  kind: z.literal('flower-war-tables'),
  version: z.literal(1),
  host: z.string().max(300),
  at: time,
  until: time,
  tables: z
    .array(sharedTable.extend({ by: z.union([z.literal(''), printable(40)]), createdAt: datable }))
    .max(MOST_SHARED)
    .refine((tables) => new Set(tables.map(({ match }) => match)).size === tables.length),
});
export type Announcement = z.infer<typeof announcement>;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));

/** The signature is over the bytes of the text as they stand, so that no two programs can read different things out of it. */
export const signedTables = z.strictObject({
  signed: z.string().describe('The text that is signed: JSON, as docs/hosts.md tells it.'),
  signature: hex(64).describe('The Ed25519 signature of the text, in hex.'),
  key: hex(32).describe('The public key, in hex. It is the one that GET /.well-known/flower-war.json has.'),
});
export type SignedTables = z.infer<typeof signedTables>;

// A person who goes from one host to another one.

const origin = z.string().max(300).describe('The address of a host, such as `https://play.example.org`.');
const drawn = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);
/** Another one for each host, so that two hosts cannot join what they know. */
const subject = drawn.describe('Who the person is for that host.');

/** What the host of a person signs, for one other host. Whatever differs from this in any way is not believed. */
export const assertedPerson = z.strictObject({
  kind: z.literal('flower-war-person'),
  version: z.literal(1),
  from: origin,
  to: origin,
  subject,
  name: printable(24),
  at: time,
  until: time,
  nonce: drawn,
});
export type AssertedPerson = z.infer<typeof assertedPerson>;

/** The most news of one answer. */
export const MOST_NEWS = 200;

const aboutPerson = { n: time, subject };
const pieceOfNews = z.union([
  z.strictObject({ ...aboutPerson, what: z.literal('banned'), until: datable.optional() }),
  z.strictObject({ ...aboutPerson, what: z.enum(['unbanned', 'deleted']) }),
]);
export type PieceOfNews = z.infer<typeof pieceOfNews>;

/** What became of the persons for whom a host has vouched to one other host, in the order of `n`. */
export const hostNews = z
  .strictObject({
    kind: z.literal('flower-war-news'),
    version: z.literal(1),
    from: origin,
    to: origin,
    at: time,
    until: time,
    after: time,
    news: z.array(pieceOfNews).max(MOST_NEWS),
    more: z.boolean(),
  })
  .refine(({ after, news }) => news.every(({ n }, place) => n > (news[place - 1]?.n ?? after)));
export type HostNews = z.infer<typeof hostNews>;

export const vouchedFor = z.object({ host: origin, subject, createdAt: time });

const sentAssertion = signedTables
  .extend({ signed: z.string().max(2048).describe('The text that is signed: JSON, as docs/hosts.md tells it.') })
  .describe('What the host of the player has signed, as it is.');

export const hostBodies = {
  vouch: z.strictObject({ host: origin }),
  arrive: z.strictObject({
    assertion: sentAssertion,
    label: printable(40).describe("The player's own name for this device. No other player sees it.").optional(),
  }),
} as const;

export const hostQueries = {
  newsFor: z.strictObject({
    to: origin,
    after: digits(z.number().min(0)).default(0).describe('The `n` of the last news that the host has.'),
  }),
} as const;

const tablesOfHost = z
  .object({
    host: z.string().describe('The address of the host, such as `https://play.example.org`.'),
    tables: z.array(sharedTable).describe('The newest first. Empty also while the host does not answer.'),
  })
  .describe('The open tables of another host.');

export const hostAnswers = {
  SignedTables: signedTables,
  Assertion: signedTables.describe('Who a player is for another host: send it there as it is, within a minute.'),
  SignedNews: signedTables.describe('What became of the players for whom this host has vouched to another one.'),
  TablesElsewhere: z.object({ hosts: z.array(tablesOfHost).describe('Empty if this host lists no other one.') }),
} as const;
export type TablesElsewhere = z.infer<typeof hostAnswers.TablesElsewhere>;

export const hostParts = {
  SharedTable: sharedTable,
  TablesOfHost: tablesOfHost,
  VouchedFor: vouchedFor,
  SentAssertion: sentAssertion,
} as const;

export const hostRoutes = {
  listSharedTables: {
    about: 'the open tables of this host for other hosts, signed; the newest 100',
    answer: 'SignedTables',
    codes: ['not-shared'],
  },
  listElsewhere: {
    about: 'the open tables of the hosts that this one lists',
    answer: 'TablesElsewhere',
  },
  vouch: {
    about: 'says to another host who I am, once and within a minute',
    token: 'must',
    scope: 'account',
    isForPeople: true,
    body: 'vouch',
    answer: 'Assertion',
    limit: 'identity',
    codes: ['not-vouched'],
  },
  arrive: {
    about: 'signs in by what the host of the player says',
    body: 'arrive',
    answer: 'SignedIn',
    limit: 'guests',
    codes: ['arrival-refused', 'invitation-needed', 'banned'],
  },
  listHostNews: {
    about: 'bans and deletions of the players who went to another host, for that host, signed',
    query: 'newsFor',
    answer: 'SignedNews',
    codes: ['not-vouched'],
  },
} as const satisfies RoutesOf;
