/** What a client may ask in a room, and the one answer that it gets. */
import * as z from 'zod';
import { slot, templeId } from '../temple/beads.ts';
import { type Asks, actionId, agreementKind, asks, keeps, notation, pauseMinutes } from './actionFields.ts';
import type { Refusal } from './errors.ts';
import type { REQUESTS } from './messages.ts';
import { phraseId, spokenText } from './talk.ts';

export const decision = z.int().min(0).max(0xffffffff);

/** What becomes of disputed beads. */
export const settledAs = z.enum(['counts', 'returned']);

const beads = { temple: templeId, slot, n: z.int().min(1).max(0xffffffff) };

/** What a player at the table says about beads in a temple. */
export const beadWord = z.discriminatedUnion('what', [
  /** The player took these beads out of the temple; they had been refused, or they waited. */
  z.strictObject({ what: z.literal('returned'), ...beads }),
  /** The player really dropped this many beads in so short a time. */
  z.strictObject({ what: z.literal('confirmed'), temple: templeId }),
  /** This seat owns these beads, which lie in the temple on the table without an owner. */
  z.strictObject({ what: z.literal('claimed'), ...beads }),
  /** From now on this seat makes its offerings on the screen; with `is: false`, with the temple again. */
  z.strictObject({ what: z.literal('by-hand'), temple: templeId, is: z.boolean() }),
  z.strictObject({ what: z.literal('disputed'), temple: templeId, slot }),
  /** The host settles the dispute. */
  z.strictObject({ what: z.literal('settled'), ...beads, as: settledAs }),
]);
export type BeadWord = z.infer<typeof beadWord>;

/** Tuples, because clients send one for every move: `act [id, decision, move]`, `resign [id]`, `asks [id, what]`. */
export const actions = {
  /** Play a move, in notation, in answer to the decision that the last `private` message named. */
  act: z.tuple([actionId, decision, notation]),
  /** Leave the match for good. */
  resign: z.tuple([actionId]),
  /**
   * Say, for the rest of the match, in which hidden windows to ask this seat. The rules answer the others by their
   * fallback.
   */
  asks: z.tuple([actionId, asks]),
  /** Offer an agreement. It takes effect when every person who plays has accepted. A pause names its minutes. */
  offer: z.union([
    z.tuple([actionId, agreementKind.exclude(['pause'])]),
    z.tuple([actionId, z.literal('pause'), pauseMinutes]),
  ]),
  /** Accept or decline the open offer. Declining ends it, also when the player who made the offer declines. */
  reply: z.tuple([actionId, z.boolean()]),
  /** Take the seat back from the bot that stands in. Coming back with a new connection does the same. */
  back: z.tuple([actionId]),
  /** Say something about beads in a temple at this table. */
  beads: z.tuple([actionId, beadWord]),
  /** Say something: players to players, spectators to spectators. */
  say: z.tuple([actionId, spokenText]),
  /** Say one of the ready-made phrases. */
  phrase: z.tuple([actionId, phraseId]),
  /** The host silences this player, so that no other player or spectator hears them, or takes that back. */
  silence: z.tuple([actionId, z.string().min(1).max(64), z.boolean()]),
  /**
   * Say, for the rest of the match, which questions habits answer for this seat. The match then plays these moves by itself, and does not
   * ask.
   */
  habits: z.tuple([actionId, keeps]),
} as const satisfies Readonly<Record<(typeof REQUESTS)[number], unknown>>;

export type ActionName = keyof typeof actions;
export type Action<N extends ActionName> = z.infer<(typeof actions)[N]>;

/**
 * Each action gets exactly one answer. For something said, `step` is the `n` of its line. `repeated`: the server
 * accepted and showed this action before, so nothing new follows. `retry`: the outcome is not known; send the same
 * action, with the same id, again.
 */
export type Answer<Reason extends string = string> =
  | { readonly kind: 'accepted'; readonly step: number; readonly repeated?: true }
  | ({ readonly kind: 'rejected' } & Refusal<Reason>)
  | { readonly kind: 'retry' };

/**
 * What only one seat may know. The server sends it together with the public change, and only when it changed; on the
 * socket as a PrivateMessage.
 */
export interface Private {
  /** The step of the public table that this belongs to. If it is ahead of the table, wait for the next patch. */
  readonly table: number;
  /** The seat's own step: `table`, plus one for each change that only this seat saw. */
  readonly step: number;
  readonly seat: number;
  /** Names the open decision; absent when this seat has nothing to decide. */
  readonly decision?: number;
  /** The legal moves in notation; empty when this seat has nothing to decide. */
  readonly legal: readonly string[];
  /** The fields of the view in which this seat sees more than a spectator. */
  readonly view: Readonly<Record<string, unknown>>;
  /**
   * When the clock answers for this seat, in milliseconds since 1970. Present only in a hidden window that asks the
   * seat.
   */
  readonly until?: number;
  /** In which hidden windows this seat wants to be asked; absent while that is `all`. */
  readonly asks?: Asks;
  /** The habits that answer for this seat; absent while it has none. */
  readonly habits?: readonly string[];
  /** The seat may take its last move back alone, by `offer` of an `undo`. */
  readonly undo?: true;
}
