/** What a client may ask in a room, and the one answer that it gets. */
import { z } from 'zod';
import { slot, templeId } from '../temple/payloads.ts';
import type { Refusal } from './errors.ts';
import { phraseId, spokenText } from './talk.ts';

/** Made by the client, fresh for every action: a repeat of the same action gets the same answer and is not played twice. */
export const actionId = z.union([z.int().min(0).max(0xffffffff), z.string().min(1).max(36)]);
export type ActionId = z.infer<typeof actionId>;

export const notation = z.string().min(1).max(120);
const decision = z.int().min(0).max(0xffffffff);

/** Which hidden windows a player wants to be asked in: all, only those in which the seat is attacked, or none. */
export const asks = z.enum(['all', 'attacks', 'none']);
export type Asks = z.infer<typeof asks>;

/** What the people at a table may agree on. */
export const agreementKind = z.enum(['takeback', 'abort', 'pause', 'resume']);
export type AgreementKind = z.infer<typeof agreementKind>;
/** Of a pause; a vacation is a long one. */
export const pauseMinutes = z.int().min(1).max(43_200);

const beads = { temple: templeId, slot, n: z.int().min(1).max(0xffffffff) };

/** What somebody at the table says of beads in a temple. */
export const beadWord = z.discriminatedUnion('what', [
  /** They were taken out of the temple: refused ones, or ones that wait. */
  z.strictObject({ what: z.literal('returned'), ...beads }),
  /** So many in so short a time: they are meant. */
  z.strictObject({ what: z.literal('confirmed'), temple: templeId }),
  /** Beads of nobody, in the temple on the table, are this seat's. */
  z.strictObject({ what: z.literal('claimed'), ...beads }),
  /** From now on this seat offers on the screen; or with the temple again. */
  z.strictObject({ what: z.literal('by-hand'), temple: templeId, is: z.boolean() }),
  z.strictObject({ what: z.literal('disputed'), temple: templeId, slot }),
  /** The host ends the dispute. */
  z.strictObject({ what: z.literal('settled'), ...beads, as: z.enum(['counts', 'returned']) }),
]);
export type BeadWord = z.infer<typeof beadWord>;

/** Tuples, because they are sent for every move: `act [id, decision, move]`, `resign [id]`, `asks [id, what]`. */
export const actions = {
  /** Play a move, in notation, in answer to the decision that the last `private` message named. */
  act: z.tuple([actionId, decision, notation]),
  /** Leave the match for good. */
  resign: z.tuple([actionId]),
  /** Say, for the rest of the match, what this seat wants to be asked; the fallback of the rules answers the rest. */
  asks: z.tuple([actionId, asks]),
  /** Offer something to the others: it comes about when every person who plays has accepted. A pause names its minutes. */
  offer: z.union([
    z.tuple([actionId, agreementKind.exclude(['pause'])]),
    z.tuple([actionId, z.literal('pause'), pauseMinutes]),
  ]),
  /** Accept the offer that is open, or decline it, which ends it; whoever offered takes it back by declining. */
  reply: z.tuple([actionId, z.boolean()]),
  /** Take the seat back from the bot that stands in. Coming back with a new connection does the same. */
  back: z.tuple([actionId]),
  /** Say what is to be done about beads in a temple at this table. */
  beads: z.tuple([actionId, beadWord]),
  /** Say something: players to players, spectators to spectators. */
  say: z.tuple([actionId, spokenText]),
  /** Say one of the ready-made phrases. */
  phrase: z.tuple([actionId, phraseId]),
  /** The host lets nobody hear this player any more, or takes that back. */
  silence: z.tuple([actionId, z.string().min(1).max(64), z.boolean()]),
} as const;

export type ActionName = keyof typeof actions;
export type Action<N extends ActionName> = z.infer<(typeof actions)[N]>;

/** Exactly one for every action. `step` of something said is the `n` of its line. `repeated`: the action was accepted and shown before, so that nothing new comes of it. `retry`: the outcome is not known; send the same action, with the same id, again. */
export type Answer =
  | { readonly kind: 'accepted'; readonly step: number; readonly repeated?: true }
  | ({ readonly kind: 'rejected' } & Refusal)
  | { readonly kind: 'retry' };

/** What a seat alone learns: sent in the same flush as the public change, and only when it changed. */
export interface Private {
  /** The step of the public table that this belongs to: when it is ahead of the table, wait for the patch that follows. */
  readonly table: number;
  /** The seat's own step: `table`, and one for each change that only this seat saw. */
  readonly step: number;
  readonly seat: number;
  /** Names the open decision; absent when this seat has nothing to decide. */
  readonly decision?: number;
  /** The legal moves in notation; empty when this seat has nothing to decide. */
  readonly legal: readonly string[];
  /** The fields of the view in which this seat sees more than a spectator. */
  readonly view: Readonly<Record<string, unknown>>;
  /** When the clock answers for this seat, in milliseconds since 1970; only in a hidden window that asks it. */
  readonly until?: number;
  /** What this seat wants to be asked; absent while that is `all`. */
  readonly asks?: Asks;
}
