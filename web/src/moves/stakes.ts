/** What a move gives away, as its own parts tell it. Such moves are worth a second tap. */
import type { LegalMove } from '@flower-war/client';

export interface Stakes {
  /** The player pays for it. */
  readonly isCostly: boolean;
  readonly endsTurn: boolean;
  /** The player does nothing, and goes without all other moves. */
  readonly isPass: boolean;
}

/** How games call a move that does nothing. */
const PASSES: ReadonlySet<string> = new Set(['pass', 'done', 'decline', 'stay']);

export function stakesOf({ verb, costs, endsTurn }: LegalMove): Stakes {
  return { isCostly: isPrice(costs), endsTurn: endsTurn === true, isPass: PASSES.has(verb) };
}

/** A price says how much of something the player gives up, or that cards may stand for it. What is left is no price. */
function isPrice(costs: unknown): boolean {
  if (typeof costs !== 'object' || costs === null) return false;
  return Object.entries(costs).some(([name, value]) => name !== 'left' && value !== 0 && value !== false);
}

type Staked = Pick<Stakes, 'isCostly' | 'endsTurn' | 'isPass'>;

/** Whether a slip of the finger would cost something: the price, or the moves that were still to be played in this turn. */
export function wantsCare(choice: Staked, all: readonly Staked[]): boolean {
  if (all.length < 2) return false; // no choice, no slip
  return choice.isCostly || (choice.isPass && choice.endsTurn && all.some(({ isPass }) => !isPass));
}

/** What the player goes without by a pass. */
export function forgoneBy<C extends Staked>(choice: C, all: readonly C[]): readonly C[] {
  return choice.isPass ? all.filter(({ isPass }) => !isPass) : [];
}

/** With less time than this, no player is asked twice. */
const HURRY_MS = 20_000;

/** `left`: the time until the clock answers; absent if no clock runs. */
export const hasTimeToConfirm = (left: number | undefined): boolean => left === undefined || left >= HURRY_MS;
