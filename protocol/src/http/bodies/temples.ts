/** Temples over HTTP: every body and every answer. Their routes are in templeRoutes.ts. */
import { z } from 'zod';
import { info, lastBead, slot, sums, templeId, wanted, why } from '../../temple/payloads.ts';
import { printable } from '../../wire/printable.ts';

const id = z.string().min(1).max(64);
const seat = z.int().min(0).max(5);
const slotName = printable(32);

export const templeBodies = {
  /** Printed on the temple, or shown by it; case, spaces and dashes do not matter. */
  claimTemple: z.strictObject({ temple: templeId, code: z.string().min(1).max(64) }),
  showCode: z.strictObject({ temple: templeId }),
  giveTemple: z.strictObject({ player: id }),
  /** `seat`: the one that the owner holds there; `table`: all seats, as the one temple on the table. */
  bindTemple: z.strictObject({ match: id, to: z.enum(['seat', 'table']) }),
  /** Beads that the owner took out of the temple while it counted for no match. */
  returnBeads: z.strictObject({ slot, n: z.int().min(1).max(0xffffffff) }),
  /** What is left out stays as it was. */
  setTemple: z.strictObject({
    name: printable(32).exactOptional(),
    /** In percent. */
    light: z.int().min(0).max(100).exactOptional(),
    debounceMs: z.int().min(0).max(1000).exactOptional(),
    /** The slots were wired the other way round. */
    swapped: z.boolean().exactOptional(),
    /** What the slots are called. */
    names: z.strictObject({ war: slotName, rain: slotName }).exactOptional(),
  }),
} as const;
export type TempleSettings = z.infer<typeof templeBodies.setTemple>;
export type BindTo = z.infer<typeof templeBodies.bindTemple>['to'];

export const templeLogQuery = z.strictObject({
  /** `next` of the page before. */
  before: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

const ledger = {
  /** For each slot, applied + held + refused == sensed. */
  ...{ sensed: sums, applied: sums, held: sums, refused: sums },
};

export const ownTemple = z.object({
  temple: templeId,
  name: z.string(),
  /** It was heard of within 75 seconds, and has not said that it goes. */
  online: z.boolean(),
  /** What it says of itself, since the server started. */
  device: info.omit({ v: true, id: true, mac: true }).exactOptional(),
  ledger: z.object({
    ...ledger,
    /** Of the refused ones, those that are still in the temple. */
    toTake: sums,
    last: lastBead.exactOptional(),
  }),
  /** The held beads, in the order in which they came; `seat`: whose they are, at a temple on a table. */
  waiting: z.array(z.object({ slot, n: z.int(), why, seat: seat.exactOptional() })),
  /** The match for which it counts; without a seat it is the one temple on the table. */
  bound: z.object({ match: id, seat: seat.exactOptional() }).exactOptional(),
  /** What its device is wanted to be; `rev` is told as `configRev` by a device that has taken it. */
  settings: wanted.omit({ v: true }),
  /** Two devices seem to share this name: all that it counts waits for the owner's confirmation. */
  quarantined: z.boolean(),
});
export type OwnTemple = z.infer<typeof ownTemple>;
export const ownTemples = z.object({ temples: z.array(ownTemple) });

/** It shows six characters until then, in milliseconds since 1970. */
export const codeShown = z.object({ until: z.int() });
export type CodeShown = z.infer<typeof codeShown>;

export const knock = z.object({
  knock: id,
  /** To be dropped into the temple, one bead after another. */
  order: z.array(slot),
  until: z.int(),
});
export type Knock = z.infer<typeof knock>;

/** `over`: the time ran out, another knock took its place, or it is none of the caller's. */
export const knockState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting'), order: z.array(slot), until: z.int() }),
  z.object({ state: z.literal('claimed'), temple: templeId }),
  z.object({ state: z.literal('over') }),
]);
export type KnockState = z.infer<typeof knockState>;

export const templeReleased = z.object({ released: z.literal(true) });
export const templeIdentified = z.object({ identified: z.literal(true) });

const totals = { epoch: z.int(), war: z.int(), rain: z.int() };
const at = { seq: z.int(), at: z.int() };

export const templeLog = z.object({
  /** The newest first, from the caller's claim on. */
  entries: z.array(
    z.discriminatedUnion('kind', [
      z.object({ ...at, kind: z.literal('claimed'), how: z.enum(['printed', 'shown', 'knock', 'given']) }),
      z.object({ ...at, kind: z.literal('based'), ...totals }),
      z.object({ ...at, kind: z.literal('counted'), ...totals, doubtful: z.literal(true).exactOptional() }),
      z.object({ ...at, kind: z.literal('returned'), slot, n: z.int() }),
      z.object({ ...at, kind: z.literal('confirmed') }),
      z.object({ ...at, kind: z.literal('bound'), match: id, seat: seat.exactOptional() }),
      /** What it had counted by then. */
      z.object({ ...at, kind: z.literal('unbound'), ...ledger }),
      z.object({ ...at, kind: z.literal('wanted') }),
    ]),
  ),
  next: z.int().exactOptional(),
});
export type TempleLog = z.infer<typeof templeLog>;
