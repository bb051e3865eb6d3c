/** The messages between a temple and the bridge: version 1 of a contract with people who own hardware. */
import * as z from 'zod';
import { lastBead, MOST_COUNT, slot, sums, tally, templeId, verdict, why } from './beads.ts';

export const TEMPLE_VERSION = 1;

const count = z.int().min(0).max(MOST_COUNT);
const version = z.literal(TEMPLE_VERSION);

/**
 * The running totals, which are the only source of sacrifices. Unknown fields are ignored, here and in all payloads.
 */
export const odometer = z.object({
  v: version,
  epoch: z.int().min(1).max(MOST_COUNT),
  war: count,
  rain: count,
  boot: count.optional(),
  seq: count.optional(),
  up: count.optional(),
  rssi: z.int().optional(),
  /** Slot, ordinal and age in milliseconds of the last beads. It is empty if the device does not know their ages. */
  recent: z
    .array(z.tuple([slot, count, z.int().min(0).max(MOST_COUNT)]))
    .max(8)
    .optional(),
});
export type Odometer = z.infer<typeof odometer>;

export const availability = z.enum(['online', 'offline']);
export type Availability = z.infer<typeof availability>;

const word = z.string().max(64);

export const flashKind = z
  .enum(['wal', 'none'])
  .describe('`wal`: counts are in flash before they are published; `none`: a new epoch at every boot.');

export const info = z.object({
  v: version,
  id: templeId.optional(),
  /** For example `templo/1.0`. */
  proto: word.optional(),
  fw: word.optional(),
  hw: word.optional(),
  mac: word.optional(),
  flash: flashKind.optional(),
  /** For example `leds:12` and `display`. */
  ui: z.array(word).max(16).optional(),
  configRev: count.optional(),
});
export type Info = z.infer<typeof info>;

/** What became of the beads: for each slot, applied + held + refused == sensed. */
export const ack = z.object({
  v: version,
  rev: z.int().min(0),
  epoch: z.int().min(0).max(MOST_COUNT),
  /** The totals that the server has seen. */
  through: tally,
  sensed: sums,
  applied: sums,
  held: sums,
  refused: sums,
  last: lastBead.optional(),
  seat: z.int().min(0).max(5).optional(),
  match: word.optional(),
});
export type Ack = z.infer<typeof ack>;

/**
 * What has just become of beads, for programs that act on it. It is sent once, when the ledger has changed: who missed it
 * reads the ledger.
 */
export const verdictTold = z.object({
  v: version,
  /** The revision of the ledger. */
  rev: z.int().min(0),
  slot,
  verdict,
  why: why.optional(),
  /** How many beads. */
  count: z.int().min(1),
});
export type VerdictTold = z.infer<typeof verdictTold>;

export const matchPhase = z.enum(['waiting', 'move', 'offer', 'play', 'over']);
export type MatchPhase = z.infer<typeof matchPhase>;

/**
 * What the lights of a temple show. Dim them when it is older than `ttl` seconds. Without a match, `match` is absent.
 */
export const matchTold = z.object({
  v: version,
  rev: z.int().min(0),
  ttl: z.int().min(1),
  match: word.optional(),
  phase: matchPhase,
  turn: z.object({ seat: z.int().min(0).max(5), name: word }).optional(),
  /** Their names, by seat. */
  players: z.array(word).max(6).optional(),
  yourTurn: z.boolean(),
  mayOffer: z.object({ war: z.boolean(), rain: z.boolean() }),
  deadlineMs: z.int().min(0).optional(),
  counts: tally,
  apocalypse: z.object({ ending: word, left: z.int().min(0), of: z.int().min(0), forestalled: z.boolean() }).optional(),
});
export type MatchTold = z.infer<typeof matchTold>;

/** The names of the slots. */
export const deviceSlotNames = z.object({ war: word, rain: word });

/** The settings that a device should have. It says in `info` which revision it has taken. */
export const wanted = z.object({
  v: version,
  rev: z.int().min(0),
  name: word.optional(),
  debounceMs: z.int().min(0).max(1000).optional(),
  /** In percent. */
  light: z.int().min(0).max(100).optional(),
  /** The slots were wired the other way round. */
  swapped: z.boolean().optional(),
  /** The names of the slots. */
  names: deviceSlotNames.optional(),
});
export type WantedState = z.infer<typeof wanted>;

const light = z.int().min(0).max(100);

/** What the house wants of a temple. The light level counts for a temple that has an owner. */
export const wish = z.object({ identify: z.literal(true).optional(), light: light.optional() });
export type Wish = z.infer<typeof wish>;

const transaction = z.string().min(1).max(64);

export const command = z.discriminatedUnion('op', [
  z.object({ op: z.literal('identify'), transaction }),
  z.object({ op: z.literal('report'), transaction }),
  z.object({
    op: z.literal('show_code'),
    transaction,
    code: z.string().min(1).max(16),
    /** In seconds. */
    time: z.int().min(1).max(600),
  }),
]);
export type DeviceCommand = z.infer<typeof command>;

export const commandResult = z.object({ transaction, status: z.enum(['ok', 'error']), error: word.optional() });
export type CommandResult = z.infer<typeof commandResult>;

export const bridgeState = z.object({
  state: availability,
  proto: z.array(z.int()).max(8),
  version: word,
  instance: word,
});
export type BridgeStatus = z.infer<typeof bridgeState>;

export const verb = z.enum(['permit_pair', 'temples/list', 'temple/forget']);
export type Verb = z.infer<typeof verb>;

const requestOf = <T extends z.ZodRawShape>(shape: T) => z.object({ transaction: transaction.optional(), ...shape });
export const requests = {
  /** The temple shows its code for `time` seconds. */
  permit_pair: requestOf({ temple: templeId, time: z.int().min(1).max(120).optional() }),
  'temples/list': requestOf({ after: templeId.optional() }),
  'temple/forget': requestOf({ temple: templeId }),
} as const satisfies Record<Verb, z.ZodType>;

export const response = z.object({
  status: z.enum(['ok', 'error']),
  data: z.record(z.string(), z.unknown()).optional(),
  error: z.string().max(256).optional(),
  transaction: transaction.optional(),
});
export type Response = z.infer<typeof response>;
