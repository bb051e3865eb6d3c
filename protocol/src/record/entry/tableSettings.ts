/** What a table decides beside the rules. It belongs to the match, not to the game. */
import { z } from 'zod';

/**
 * How long somebody may think. `turn`: so long for each turn, and anew after each throw or draw. `bank`: a store of seconds
 * for the whole match, and `increment` more whenever a turn is done. `days`: so many days for each turn; such a match sleeps
 * meanwhile.
 */
export const clockSettings = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('turn'), seconds: z.int().min(5).max(3600) }),
  z.strictObject({
    kind: z.literal('bank'),
    seconds: z.int().min(10).max(86_400),
    increment: z.int().min(0).max(600).default(0),
  }),
  z.strictObject({ kind: z.literal('days'), days: z.int().min(1).max(30) }),
]);
export type ClockSettings = z.infer<typeof clockSettings>;

export const tableSettings = z.strictObject({
  visibility: z.enum(['public', 'private']).default('public'),
  /** `delayed`: who looks on sees the match `watchDelaySeconds` behind. */
  watching: z.enum(['open', 'delayed', 'off']).default('open'),
  watchDelaySeconds: z.int().min(5).max(3600).default(60),
  /** How long a hidden window asks before the clock answers in it; 0 for ever. */
  reactSeconds: z.int().min(0).max(600).default(20),
  /** How long after a move its outcome is shown, so that a pause tells nobody of a window. */
  reactDelaySeconds: z.int().min(0).max(30).default(0),
  clock: clockSettings.default({ kind: 'none' }),
  /** What becomes of a seat whose player is away or too slow; see docs/tables.md. */
  absence: z.enum(['casual', 'fair', 'strict']).default('casual'),
  /** What may be said at the table: anything, ready-made phrases alone, or nothing. */
  talk: z.enum(['free', 'phrases', 'off']).default('free'),
  /** The host lets in each who wants to sit down. */
  approval: z.boolean().default(false),
  /** How long free seats wait for people before bots take them; 0 for ever. */
  fillSeconds: z.int().min(0).max(3600).default(0),
  /** Whether the result counts for ratings, where only people play from beginning to end. */
  rated: z.boolean().default(true),
});
export type TableSettings = z.infer<typeof tableSettings>;
