/** The parts of actions that records keep. */
import * as z from 'zod';

/**
 * The client makes a fresh id for each action. A repeat with the same id gets the same answer and is not played twice.
 */
export const actionId = z.union([z.int().min(0).max(0xffffffff), z.string().min(1).max(36)]);
export type ActionId = z.infer<typeof actionId>;

export const notation = z.string().min(1).max(120);

/** Which hidden windows a player wants to be asked in: all, only those in which the seat is attacked, or none. */
export const asks = z.enum(['all', 'attacks', 'none']);
export type Asks = z.infer<typeof asks>;

/**
 * Which questions habits answer for a seat. `usual`: those that leave no choice worth making; `brisk`: also those to which most players
 * give the same answer; `swift`: also choices that win matches, where a long match has too many of them; `none`; or the names of habits of
 * the game.
 */
export const pace = z.enum(['none', 'usual', 'brisk', 'swift']);
export type Pace = z.infer<typeof pace>;
export const keeps = z.union([pace, z.array(z.string().min(1).max(32)).max(32)]);
export type Keeps = z.infer<typeof keeps>;

/** What the people at a table may agree on. An `undo` asks no other player: it takes back what one may take back alone. */
export const agreementKind = z.enum(['takeback', 'abort', 'pause', 'resume', 'undo']);
export type AgreementKind = z.infer<typeof agreementKind>;
/** How long a pause lasts. A vacation is a long pause. */
export const pauseMinutes = z.int().min(1).max(43_200);
