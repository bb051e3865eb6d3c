/** The settings of a table, beside the rules. They belong to the match, not to the game. */
import * as z from 'zod';

/**
 * How long a player may think. `turn`: a time for each turn, which begins anew after each throw or draw. `bank`: a
 * store of seconds for the whole match, and `increment` more after each turn. `days`: so many days for each turn; such
 * a match sleeps between moves.
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
  /** `delayed`: spectators see the match `watchDelaySeconds` late. */
  watching: z.enum(['open', 'delayed', 'off']).default('open'),
  watchDelaySeconds: z.int().min(5).max(3600).default(60),
  /** How long a hidden window waits for answers before the clock answers. 0: for ever. */
  reactSeconds: z.int().min(0).max(600).default(20),
  /** How long after a move its outcome is shown, so that a pause reveals no window. */
  reactDelaySeconds: z.int().min(0).max(30).default(0),
  clock: clockSettings.default({ kind: 'none' }),
  /** What happens to a seat whose player is away or too slow; see docs/tables.md. */
  absence: z.enum(['casual', 'fair', 'strict']).default('casual'),
  /** What may be said at the table: anything, ready-made phrases alone, or nothing. */
  talk: z.enum(['free', 'phrases', 'off']).default('free'),
  /** Whether the host must let in each player who wants to sit down. */
  approval: z.boolean().default(false),
  /** How long free seats wait for people before bots take them. 0: for ever. */
  fillSeconds: z.int().min(0).max(3600).default(0),
  /** Whether the result counts for ratings. It counts only if people alone play from beginning to end. */
  rated: z.boolean().default(true),
});
export type TableSettings = z.infer<typeof tableSettings>;
