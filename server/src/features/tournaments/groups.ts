/** Tables of three to six, by search, and who sits in which seat. Pure, as pairing is. */
import type { Chance } from '@flower-war/rules/chance';
import type { Score } from './standings.ts';

const MOST_PASSES = 200;

/**
 * Whole tables. It begins with neighbours in the given order, and exchanges two players as long as that makes it cheaper: at the end no
 * exchange of two does.
 */
export function groupsOf(
  scores: readonly Score[],
  seats: number,
  cost: (a: Score, b: Score) => number,
): readonly (readonly Score[])[] {
  const count = scores.length;
  const costs = Float64Array.from({ length: count * count }, (_, at) => {
    const [a, b] = [scores[Math.floor(at / count)], scores[at % count]];
    return a === undefined || b === undefined || a === b ? 0 : cost(a, b);
  });
  const sitting = Int32Array.from({ length: count }, (_, n) => n);
  for (let pass = 0; pass < MOST_PASSES && improve(sitting, costs, seats); pass++);
  return Array.from({ length: count / seats }, (_, table) =>
    [...sitting.subarray(table * seats, (table + 1) * seats)].flatMap((n) => scores[n] ?? []),
  );
}

/** One pass over all exchanges. Whether any was made. */
function improve(sitting: Int32Array, costs: Float64Array, seats: number): boolean {
  let isBetter = false;
  for (let a = 0; a < sitting.length; a++)
    for (let b = (Math.floor(a / seats) + 1) * seats; b < sitting.length; b++) {
      if (gain({ sitting, costs, seats }, a, b) <= 0) continue;
      [sitting[a], sitting[b]] = [sitting[b] as number, sitting[a] as number];
      isBetter = true;
    }
  return isBetter;
}

/** How much cheaper all is if two exchange their places. */
function gain(
  { sitting, costs, seats }: { readonly sitting: Int32Array; readonly costs: Float64Array; readonly seats: number },
  a: number,
  b: number,
): number {
  const count = sitting.length;
  const [x, y] = [(sitting[a] as number) * count, (sitting[b] as number) * count];
  let sum = 0;
  for (const [place, own, other] of [
    [a, x, y],
    [b, y, x],
  ] as const) {
    const first = Math.floor(place / seats) * seats;
    for (let n = first; n < first + seats; n++) {
      if (n === place) continue;
      const mate = sitting[n] as number;
      sum += (costs[own + mate] as number) - (costs[other + mate] as number);
    }
  }
  return sum;
}

/** The most players that are tried. Only with thousands of blocks among the waiting players it takes more. */
const MOST_TRIED = 5000;

/** One table, of players who have waited as long as possible. */
export function anyTable(
  waiting: readonly Score[],
  seats: number,
  areApart: (a: Score, b: Score) => boolean,
): readonly (readonly Score[])[] {
  let tried = 0;
  const completed = (table: readonly Score[], others: readonly Score[]): readonly Score[] | undefined => {
    if (table.length === seats) return table;
    for (const [n, next] of others.entries()) {
      if (table.length + others.length - n < seats || tried++ > MOST_TRIED) return undefined;
      const rest = others.slice(n + 1).filter((other) => !areApart(next, other));
      const found = completed([...table, next], rest);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const table = completed([], waiting);
  return table === undefined ? [] : [table];
}

/** The players by seat, so that each sits where they have sat least. Chance decides the rest. */
export function seatedIn(scores: readonly Score[], chance: Chance): readonly string[] {
  const shuffled = chance.shuffle(scores);
  let best: { readonly order: readonly Score[]; readonly cost: number } | undefined;
  for (const order of ordersOf(shuffled)) {
    const cost = order.reduce((sum, { seats }, seat) => sum + unevenness(seats, seat, scores.length), 0);
    if (best === undefined || cost < best.cost) best = { order, cost };
  }
  return best?.order.map(({ player }) => player) ?? [];
}

/** How unevenly a player would then have sat in the seats of a table. */
function unevenness(seats: readonly number[], seat: number, count: number): number {
  return seats.slice(0, count).reduce((sum, times, n) => sum + (times + (n === seat ? 1 : 0)) ** 2, 0);
}

function* ordersOf<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length <= 1) yield items;
  for (const [n, first] of items.entries()) {
    if (items.length <= 1) return;
    for (const rest of ordersOf(items.toSpliced(n, 1))) yield [first, ...rest];
  }
}
