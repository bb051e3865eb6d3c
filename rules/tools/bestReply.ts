/**
 * The most that any player can win of Tieqchieq against `greedy`. Nothing is hidden there, and the choice of `greedy` follows from the position:
 * so the odds of the player who always makes the best move follow from the odds of the positions that come next. They are worked out over
 * and over until they stand still. Tokens at home stay there: positions with more of them are worked out first.
 */
import { PATHS, type Path, TOKENS, X } from '../src/tieqchieq/board.ts';
import { TOSS_ODDS, walk, WIN_ODDS } from '../src/tieqchieq/bot/greedy.ts';
import type { Settings } from '../src/tieqchieq/options.ts';

export interface Wanted {
  readonly options: Settings;
  /** Positions with fewer tokens at home are left out. */
  readonly leastHome: number;
  /** The odds stand still once none sinks by more. */
  readonly within: number;
  /** Told after each group of positions that have the same tokens at home. */
  readonly tell?: (mine: number, theirs: number, rounds: number) => void;
}

/** All positions that have the same tokens at home. By the sides of the player and then of `greedy`: the odds of the player to win. */
interface Layer {
  /** The player is to toss. */
  readonly mine: Float32Array;
  /** `greedy` is to toss. */
  readonly theirs: Float32Array;
}

/** A side is a whole number: a bit for each position of a token on the board, position 1 lowest; and above them how many are at home. */
type Side = number;

const BITS = X - 1;
const ALL_PATHS = 1 << BITS;
const HOME = ALL_PATHS;

export const sideOf = (path: readonly number[], home: number): Side =>
  path.reduce((side, position) => side | bit(position), home * HOME);

const ROLLS = TOSS_ODDS.length;

const bit = (position: number): number => (position === 0 ? 0 : 1 << (position - 1));
const homeOf = (side: Side): number => side >> BITS;

const TOKENS_ON = Int8Array.from({ length: ALL_PATHS }, (_, path) => path.toString(2).replaceAll('0', '').length);
/** How many tokens have left the reserve. */
const come = (side: Side): number => (TOKENS_ON[side & (ALL_PATHS - 1)] ?? 0) + homeOf(side);

/** All sides, by the tokens at home. */
const SIDES = Array.from({ length: TOKENS }, (_, home) => {
  const all = Array.from({ length: ALL_PATHS }, (_, path) => home * HOME + path);
  return Int32Array.from(all.filter((side) => come(side) <= TOKENS)).reverse();
});

/** The place of each side among those with the same tokens at home. */
const PLACES = new Int32Array(TOKENS * HOME);
for (const sides of SIDES) for (const [place, side] of sides.entries()) PLACES[side] = place;

const sidesWith = (home: number): Int32Array => SIDES[home] as Int32Array;

export class BestReply {
  private readonly wanted: Wanted;
  private readonly marks: Path['mark'];
  private readonly destinations: Int32Array;
  private readonly facing: Int32Array;
  private readonly sun: number;
  /** What `greedy` weighs: for each path of the other side, and each way of a token. */
  private readonly worths: Float64Array;
  private readonly layers: Layer[] = [];

  constructor(wanted: Wanted) {
    const { board, surcharge, plusFree, mayPass, stacking } = wanted.options;
    if (!plusFree || mayPass || stacking) throw new Error('only the rules of the presets are known here');
    const [{ mark, facing, destinations }] = PATHS[board];
    this.wanted = wanted;
    this.marks = mark;
    this.destinations = Int32Array.from(destinations[surcharge]);
    this.facing = Int32Array.from(facing, bit);
    this.sun = mark.indexOf('sun');
    this.worths = worthsOf(wanted.options);
    for (let home = 2 * (TOKENS - 1); home >= 2 * wanted.leastHome; home--)
      for (let mine = wanted.leastHome; mine < TOKENS; mine++) {
        const theirs = home - mine;
        if (theirs >= wanted.leastHome && theirs < TOKENS) this.solve(mine, theirs);
      }
  }

  /** The odds of the player to win, before a toss of the player itself or of `greedy`. */
  odds(player: Side, greedy: Side, isPlayer: boolean): number {
    const theirs = homeOf(greedy);
    const layer = this.layers[homeOf(player) * TOKENS + theirs];
    if (layer === undefined) throw new Error('positions with so few tokens at home were left out');
    const place = (PLACES[player] ?? 0) * sidesWith(theirs).length + (PLACES[greedy] ?? 0);
    return (isPlayer ? layer.mine : layer.theirs)[place] ?? 0;
  }

  private solve(mine: number, theirs: number): void {
    const size = sidesWith(mine).length * sidesWith(theirs).length;
    // From a sure victory the odds only sink, so they are never too low, however soon they count as still.
    const layer = { mine: new Float32Array(size).fill(1), theirs: new Float32Array(size).fill(1) };
    this.layers[mine * TOKENS + theirs] = layer;
    let rounds = 1;
    while (this.improve(layer, sidesWith(mine), sidesWith(theirs)) > this.wanted.within) rounds++;
    this.wanted.tell?.(mine, theirs, rounds);
  }

  /** Works all odds of a layer out anew, and tells by how much the odds changed that changed most. */
  private improve(layer: Layer, mine: Int32Array, theirs: Int32Array): number {
    let [place, most] = [0, 0];
    for (const player of mine) {
      const met = this.squaresOf(player);
      for (const greedy of theirs) {
        if ((met & greedy) === 0) {
          const after = this.tossed(false, greedy, player);
          const before = this.tossed(true, player, greedy);
          most = Math.max(
            most,
            Math.abs(after - (layer.theirs[place] ?? 0)),
            Math.abs(before - (layer.mine[place] ?? 0)),
          );
          [layer.theirs[place], layer.mine[place]] = [after, before];
        }
        place++;
      }
    }
    return most;
  }

  /** The squares of a side, as the other side counts them. */
  private squaresOf(side: Side): number {
    let squares = 0;
    for (let position = 1; position < X; position++) if (side & bit(position)) squares |= this.facing[position] ?? 0;
    return squares;
  }

  // In what follows a seat moves: the player or `greedy`. Its own side comes before the other one.

  /** By roll: the move that is chosen so far, of which the odds and the number of equally good ones are known. */
  private readonly most = new Float64Array(ROLLS);
  private readonly sums = new Float64Array(ROLLS);
  private readonly counts = new Int32Array(ROLLS);

  /** For each roll the player makes the move with the best odds; `greedy` that of most worth, and luck decides between equal ones. */
  private tossed(isPlayer: boolean, own: Side, other: Side): number {
    const { most, sums, counts } = this;
    most.fill(Number.NEGATIVE_INFINITY);
    counts.fill(0);
    for (let from = come(own) < TOKENS ? 0 : 1; from < X; from++) {
      if (from > 0 && (own & (1 << (from - 1))) === 0) continue;
      for (let roll = 1; roll < ROLLS; roll++) {
        const to = this.destinations[from * ROLLS + roll] ?? 0;
        if (to === 0 || !this.mayGo(own, other, to)) continue;
        const worth = isPlayer ? this.gone(true, own, other, from, to) : this.worth(other, from, to);
        if (worth < (most[roll] ?? 0)) continue;
        const isBetter = worth > (most[roll] ?? 0);
        most[roll] = worth;
        const odds = isPlayer ? worth : this.gone(false, own, other, from, to);
        sums[roll] = isBetter ? odds : (sums[roll] ?? 0) + odds;
        counts[roll] = isBetter ? 1 : (counts[roll] ?? 0) + 1;
      }
    }
    const ended = this.ended(isPlayer, own, other);
    let sum = 0;
    for (let roll = 0; roll < ROLLS; roll++) {
      const count = counts[roll] ?? 0;
      sum += (TOSS_ODDS[roll] ?? 0) * (count === 0 ? ended : (sums[roll] ?? 0) / count);
    }
    return sum;
  }

  private worth(other: Side, from: number, to: number): number {
    return this.worths[wayOf(other & (ALL_PATHS - 1), from, to)] ?? 0;
  }

  private mayGo(own: Side, other: Side, to: number): boolean {
    if (to === X) return true;
    return (own & (1 << (to - 1))) === 0 && (to !== this.sun || (other & (this.facing[to] ?? 0)) === 0);
  }

  private gone(isPlayer: boolean, own: Side, other: Side, from: number, to: number): number {
    const beaten = other & (this.facing[to] ?? 0);
    if (beaten === 0) return this.settled(isPlayer, own, other, from, to);
    const won = this.settled(isPlayer, own, other & ~beaten, from, to);
    return WIN_ODDS * won + (1 - WIN_ODDS) * this.ended(isPlayer, own & ~bit(from), other);
  }

  private settled(isPlayer: boolean, own: Side, other: Side, from: number, to: number): number {
    const left = own & ~bit(from);
    if (to === X) {
      if (homeOf(own) + 1 === TOKENS) return isPlayer ? 1 : 0;
      return this.ended(isPlayer, left + HOME, other);
    }
    const there = left | bit(to);
    const mark = this.marks[to];
    if (mark === 'ring' || mark === 'sun') return this.next(isPlayer, there, other, isPlayer);
    const stays = this.ended(isPlayer, there, other);
    if (mark !== 'plus' || !this.mayGo(there, other, to + 1)) return stays;
    const steps = this.gone(isPlayer, there, other, to, to + 1);
    if (isPlayer) return Math.max(stays, steps);
    // It is worth nothing nowhere, so luck need not decide.
    return this.worth(other, to, to + 1) > 0 ? steps : stays;
  }

  private ended(isPlayer: boolean, own: Side, other: Side): number {
    return this.next(isPlayer, own, other, !isPlayer);
  }

  private next(isPlayer: boolean, own: Side, other: Side, isPlayerNext: boolean): number {
    return isPlayer ? this.odds(own, other, isPlayerNext) : this.odds(other, own, isPlayerNext);
  }
}

/** A token goes at most so far at once. */
const FURTHEST = 4;
const WAYS = X * FURTHEST;

const wayOf = (other: number, from: number, to: number): number => other * WAYS + from * FURTHEST + (to - from - 1);

/** As `greedy` itself weighs each way; both sides see the board alike. */
function worthsOf({ board, surcharge }: Settings): Float64Array {
  const [mine, foe] = PATHS[board];
  const worths = new Float64Array(ALL_PATHS * WAYS);
  for (let other = 0; other < ALL_PATHS; other++) {
    if (come(other) > TOKENS) continue;
    const enemies: number[] = [];
    for (let position = 1; position < X; position++) if ((other & bit(position)) !== 0) enemies.push(position);
    const here = { mine, foe, enemies, surcharge };
    for (let from = 0; from < X; from++)
      for (let to = from + 1; to <= Math.min(X, from + FURTHEST); to++)
        worths[wayOf(other, from, to)] = walk(here, from, to);
  }
  return worths;
}
