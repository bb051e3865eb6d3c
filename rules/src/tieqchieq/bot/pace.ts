/**
 * How far a token has come. Squares that few rolls reach count more: a bot that counts all squares alike spends such rolls
 * elsewhere, and its tokens wait in front of the enemy's land until they are beaten.
 */
import { destination, PATHS, type Path, type Surcharge, X } from '../board.ts';

/** How often four coins show 0..4 heads. */
export const ROLL_ODDS: readonly number[] = [1, 4, 6, 4, 1].map((ways) => ways / 16);

/** Tosses weigh more than squares, since a token that waits is in the way of others and in danger. */
const WAITING = 1.5;

type Paces = ReadonlyMap<Path, readonly number[]>;

const PACES: Readonly<Record<Surcharge, Paces>> = { exact: paces('exact'), spendUpTo: paces('spendUpTo') };

/** In squares, by position, from 0 in the reserve to 15 at the goal. */
export const paceOn = (path: Path, surcharge: Surcharge): readonly number[] => PACES[surcharge].get(path) ?? [];

function paces(surcharge: Surcharge): Paces {
  const paths = Object.values(PATHS).flat();
  return new Map(paths.map((path) => [path, paceOf(path, surcharge)]));
}

function paceOf(path: Path, surcharge: Surcharge): readonly number[] {
  const tosses = tossesLeft(path, surcharge);
  const all = tosses[0] ?? 1;
  return tosses.map((left, position) => position + WAITING * (X * (1 - left / all) - position));
}

/** The tosses that a token needs alone, by position. It waits until a roll fits. */
function tossesLeft(path: Path, surcharge: Surcharge): readonly number[] {
  const left = Array.from({ length: X + 1 }, () => 0);
  for (let from = X - 1; from >= 0; from--) {
    const ways = ROLL_ODDS.map((odds, roll) => ({ odds, to: destination(path, surcharge, from, roll) }));
    const usable = ways.filter(({ to }) => to > 0);
    const odds = usable.reduce((sum, way) => sum + way.odds, 0);
    left[from] = (1 + usable.reduce((sum, way) => sum + way.odds * (left[way.to] ?? 0), 0)) / odds;
  }
  return left;
}
