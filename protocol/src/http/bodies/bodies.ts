/** What crosses HTTP: every body that the server reads and every answer that it gives. */
import { z } from 'zod';
import { commitment, contribution, matchResult } from '../../record/entry/entries.ts';
import { tableSettings } from '../../record/entry/tableSettings.ts';
import { identityBodies } from './identity.ts';
import { asking, lobbyBodies } from './lobby.ts';
import { webhookBodies } from './notices.ts';
import { templeBodies } from './temples.ts';

const id = z.string().min(1).max(64);
const seat = z.int().min(0).max(5);
/** As the game calls it, in any case: `EAST`. */
const seatName = z.string().min(1).max(16);
const optionValue = z.union([z.string().max(64), z.number(), z.boolean()]);
const code = z.string().min(1).max(16);

export const bodies = {
  ...identityBodies,
  ...webhookBodies,
  ...templeBodies,
  create: z.strictObject({
    game: id,
    preset: id.optional(),
    options: z.record(id, optionValue).optional(),
    seats: z.int().min(1).max(6).optional(),
    table: tableSettings.partial().optional(),
    /** Bots that sit down at once; without a seat, on the last free one. */
    bots: z
      .array(z.strictObject({ bot: id, seat: seat.optional() }))
      .max(6)
      .optional(),
  }),
  sit: z.strictObject({ commitment, contribution, seat: z.union([seat, seatName]).optional(), code: code.optional() }),
  watch: z.strictObject({ code: code.optional() }),
  bot: z.strictObject({ bot: id, seat: seat.optional() }),
  ...lobbyBodies,
} as const;

export const seatSummary = z.object({
  seat,
  kind: z.enum(['free', 'player', 'bot']),
  name: z.string(),
  player: id.exactOptional(),
  /** What the game calls this seat. */
  called: z.string(),
  /** Whether any of its connections is alive; a bot always is. */
  present: z.boolean(),
});

export const matchSummary = z.object({
  match: id,
  game: id,
  rulesVersion: z.int(),
  preset: id,
  options: z.record(id, optionValue),
  status: z.enum(['open', 'running', 'ended']),
  seats: z.array(seatSummary),
  table: tableSettings,
  /** Whoever made it; when they leave their seat before the start, whoever of the others sat down first. */
  host: id,
  /** Published before anybody sits down; see docs/record.md. */
  commitment,
  createdAt: z.int(),
  result: matchResult.exactOptional(),
  /** The position of another match that this one goes on from. */
  from: z.object({ match: id, seq: z.int() }).exactOptional(),
  /** Of a private match, and only for those who are in it. */
  code: code.exactOptional(),
  /** Leads others here; only for those who are in it. */
  link: z.string().exactOptional(),
  /** Who waits to be let in; only for the host. */
  asking: z.array(asking).exactOptional(),
  /** The match that this one repeats, and the one that repeats it. */
  rematchOf: id.exactOptional(),
  rematch: id.exactOptional(),
});
export type MatchSummary = z.infer<typeof matchSummary>;

/** A Colyseus seat reservation: connect to it within 15 seconds. */
export const connection = z.object({
  name: z.string(),
  sessionId: z.string(),
  roomId: z.string(),
  processId: z.string(),
  publicAddress: z.string().exactOptional(),
});
export type Connection = z.infer<typeof connection>;

export const seated = z.object({ seat, connection });
export type SeatedAnswer = z.infer<typeof seated>;
export const watching = z.object({ connection });

const optionSpec = z.discriminatedUnion('type', [
  z.object({
    ...{ name: id, type: z.literal('choice'), default: z.string(), values: z.array(z.string()) },
    /** What choosing a value gives other options that are left open. */
    sets: z.record(z.string(), z.record(id, optionValue)).exactOptional(),
  }),
  z.object({ name: id, type: z.literal('flag'), default: z.boolean() }),
  z.object({
    ...{ name: id, type: z.literal('integer'), default: z.int(), min: z.int(), max: z.int() },
    /** Records that were begun when more was allowed may hold values up to this one. */
    recordMax: z.int().exactOptional(),
    step: z.int().exactOptional(),
  }),
]);

export const catalogue = z.object({
  games: z.array(
    z.object({
      id,
      rulesVersion: z.int(),
      seats: z.tuple([z.int(), z.int()]),
      /** What a match has whose maker names no number. */
      usualSeats: z.int(),
      presets: z.array(z.object({ id, options: z.record(id, optionValue) })),
      options: z.array(optionSpec),
      bots: z.array(id),
      /** By the number of seats, what each is called unless options change that. */
      seatNames: z.record(z.string(), z.array(z.string())),
    }),
  ),
});
export type Catalogue = z.infer<typeof catalogue>;

/** The cards of a game, as a screen can print them. */
export const cardList = z.object({
  game: id,
  cards: z.array(
    z.object({ id, title: z.string(), deck: z.string(), timing: z.string(), cost: z.int(), text: z.string() }),
  ),
});
export type CardList = z.infer<typeof cardList>;

export const publishedKeys = z.object({
  keys: z.array(z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), hex: z.string() })),
});
