/** What crosses HTTP: every body that the server reads and every answer that it gives. */
import { z } from 'zod';
import { identityBodies } from './identity.ts';
import { webhookBodies } from './notices.ts';
import { commitment, contribution, matchResult } from './record.ts';
import { tableSettings } from './tableSettings.ts';

const id = z.string().min(1).max(64);
const seat = z.int().min(0).max(5);
const optionValue = z.union([z.string().max(64), z.number(), z.boolean()]);
const code = z.string().min(1).max(16);

export const bodies = {
  ...identityBodies,
  ...webhookBodies,
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
  sit: z.strictObject({ commitment, contribution, seat: seat.optional(), code: code.optional() }),
  watch: z.strictObject({ code: code.optional() }),
  bot: z.strictObject({ bot: id, seat: seat.optional() }),
  quick: z.strictObject({ game: id, preset: id.optional() }),
} as const;

export const listQuery = z.strictObject({
  status: z.enum(['open', 'running', 'ended']).optional(),
  game: id.optional(),
});

export const seatSummary = z.object({
  seat,
  kind: z.enum(['free', 'player', 'bot']),
  name: z.string(),
  player: id.exactOptional(),
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
  host: id,
  /** Published before anybody sits down; see docs/record.md. */
  commitment,
  createdAt: z.int(),
  result: matchResult.exactOptional(),
  /** The position of another match that this one goes on from. */
  from: z.object({ match: id, seq: z.int() }).exactOptional(),
  /** Of a private match, and only for those who are in it. */
  code: code.exactOptional(),
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
