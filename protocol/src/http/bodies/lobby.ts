/** Finding a game: what somebody looks for, and what a host decides about who comes. */
import { z } from 'zod';

const id = z.string().min(1).max(64);
const seatCount = z.int().min(1).max(6);

export const clockKind = z.enum(['none', 'turn', 'bank', 'days']);
export type ClockKind = z.infer<typeof clockKind>;

const filterFields = {
  game: id.optional(),
  /** The edition. */
  preset: id.optional(),
  /** The option `length`, of games that have one. */
  length: id.optional(),
  status: z.enum(['open', 'running', 'ended']).optional(),
  clock: clockKind.optional(),
};

/** Which public matches a list shows; what is left out does not matter. */
export const lobbyFilter = z.strictObject({
  ...filterFields,
  /** At least so many free seats. */
  free: seatCount.optional(),
});
export type LobbyFilter = z.infer<typeof lobbyFilter>;

/** The same as a query, where everything is text. */
export const listQuery = z.strictObject({ ...filterFields, free: z.coerce.number().int().min(1).max(6).optional() });

export const lobbyBodies = {
  lobby: lobbyFilter,
  quick: z.strictObject({ game: id, preset: id.optional(), seats: seatCount.optional(), clock: clockKind.optional() }),
  admission: z.strictObject({ player: id }),
  remove: z.strictObject({ seat: z.int().min(0).max(5) }),
} as const;
export type QuickWish = z.infer<typeof lobbyBodies.quick>;

/** Who waits for the host to let them in. */
export const asking = z.object({ player: id, name: z.string() });
