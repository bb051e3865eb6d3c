/** What a move gives away, as its own parts tell it, and so how many taps it is worth. */
import type { LegalMove, MatchSnapshot } from '@flower-war/client';

export interface Stakes {
  /** The player pays for it. */
  readonly isCostly: boolean;
  /** The player pays much, or the last of more than one. */
  readonly isDear: boolean;
  readonly endsTurn: boolean;
  /** The player does nothing, and goes without all other moves. */
  readonly isPass: boolean;
}

/** How games call a move that does nothing. */
const PASSES: ReadonlySet<string> = new Set(['pass', 'done', 'end', 'decline', 'stay']);

export function stakesOf({ verb, costs, endsTurn }: LegalMove): Stakes {
  const prices = pricesIn(costs);
  return { isCostly: prices.length > 0, isDear: isDear(costs), endsTurn: endsTurn === true, isPass: PASSES.has(verb) };
}

/** A price says how much of something the player gives up, or that cards may stand for it. What is left is not a price. */
function pricesIn(costs: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (typeof costs !== 'object' || costs === null) return [];
  return Object.entries(costs).filter(([name, value]) => name !== 'left' && value !== 0 && value !== false);
}

const MUCH = 3;

function isDear(costs: unknown): boolean {
  const { left } = (costs ?? {}) as { readonly left?: unknown };
  return pricesIn(costs).some(([, value]) => typeof value === 'number' && (value >= MUCH || (value > 1 && left === 0)));
}

type Staked = Pick<Stakes, 'isCostly' | 'isDear' | 'endsTurn' | 'isPass'>;

/**
 * Whether a move asks once more. Most people are asked only before what is dear. A cautious one is also asked before each price, and before an
 * end of the turn that leaves moves unplayed.
 */
export function wantsCare(choice: Staked, all: readonly Staked[], isCautious = false): boolean {
  if (all.length < 2) return false; // no choice, no slip
  if (!isCautious) return choice.isDear;
  return choice.isCostly || (choice.isPass && choice.endsTurn && all.some(({ isPass }) => !isPass));
}

/** What a player does several times in a row, each time for the same price. */
const REPEATED: ReadonlySet<string> = new Set(['offer']);

export function timesOf({ verb, costs }: LegalMove): number {
  const { skulls, left, orCards } = (costs ?? {}) as Readonly<Record<string, unknown>>;
  if (!REPEATED.has(verb) || orCards === true || typeof skulls !== 'number' || typeof left !== 'number') return 1;
  return skulls > 0 ? 1 + Math.floor(left / skulls) : 1;
}

/** With one tap a move is played so often at most: a list that is longer is not read. */
const MOST_TIMES = 6;

/** How often a move may be played with one tap, beside once. */
export const severalOf = ({ times }: { readonly times: number }): readonly number[] =>
  Array.from({ length: Math.min(times, MOST_TIMES) - 1 }, (_, more) => more + 2);

/** What the player goes without by a pass. */
export function forgoneBy<C extends Staked>(choice: C, all: readonly C[]): readonly C[] {
  return choice.isPass ? all.filter(({ isPass }) => !isPass) : [];
}

/** With less time than this, no player is asked twice. */
const HURRY_MS = 20_000;

/** Whether enough is left of the time of a decision, if a clock runs; `now` by the clock of this device. */
export const hasTimeToConfirm = (
  { deadline, clockAhead }: Pick<MatchSnapshot, 'deadline' | 'clockAhead'>,
  now: number,
): boolean => deadline === undefined || deadline - clockAhead - now >= HURRY_MS;
