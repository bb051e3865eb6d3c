/** What hosts tell each other: the open tables of each, which it signs, and those of all hosts that one of them lists. */
import * as z from 'zod';
import { printable } from '../../wire/printable.ts';
import { clockKind } from './lobby.ts';
import { gameId, name, presetId, type RoutesOf, seatCount, time } from './route.ts';

/** The most tables that a host tells of. */
export const MOST_SHARED = 100;

const word = /^[a-z0-9-]{1,64}$/;
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
    .array(sharedTable.extend({ by: z.union([z.literal(''), printable(40)]) }))
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

const tablesOfHost = z
  .object({
    host: z.string().describe('The address of the host, such as `https://play.example.org`.'),
    tables: z.array(sharedTable).describe('The newest first. Empty also while the host does not answer.'),
  })
  .describe('The open tables of another host.');

export const hostAnswers = {
  SignedTables: signedTables,
  TablesElsewhere: z.object({ hosts: z.array(tablesOfHost).describe('Empty if this host lists no other one.') }),
} as const;
export type TablesElsewhere = z.infer<typeof hostAnswers.TablesElsewhere>;

export const hostParts = { SharedTable: sharedTable, TablesOfHost: tablesOfHost } as const;

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
} as const satisfies RoutesOf;
