/**
 * A bounded number of places that many want. While there is room, each newcomer gets one. When there is none, the group that
 * holds most gives one up: so a few addresses never hold everything, and a newcomer who has nothing always gets in.
 */

/** Whose a place is, from the widest group to the narrowest: a network, an address, a player. */
export type Whose = readonly string[];

type Place<T> = readonly [holder: T, whose: Whose];

export class FairShares<T> {
  private readonly most: number;
  /** The oldest first. */
  private readonly places = new Map<T, Whose>();

  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.places.size;
  }

  /**
   * Gives a place, and says which holder must give way for it; nothing while there is room. When it is the newcomer itself,
   * it has got no place.
   */
  take(holder: T, whose: Whose): T | undefined {
    if (this.places.has(holder) || this.places.size < this.most) return this.put(holder, whose);
    const loser = givesWay([...this.places], whose);
    if (loser === undefined) return holder;
    this.places.delete(loser[0]);
    this.put(holder, whose);
    return loser[0];
  }

  release(holder: T): void {
    this.places.delete(holder);
  }

  private put(holder: T, whose: Whose): undefined {
    this.places.set(holder, whose);
  }
}

/** At most so many of the items, in their order: of each group as many as of any other, as far as it has them. */
export function fairly<T>(items: readonly T[], most: number, whoseOf: (item: T) => Whose): readonly T[] {
  if (items.length <= most) return items;
  const places = items.map((item): Place<T> => [item, whoseOf(item)]);
  const chosen = new Set(inTurns(places, 0).slice(0, most));
  return places.filter((place) => chosen.has(place)).map(([item]) => item);
}

/** Nothing if the newcomer has as much as its neighbours have, at every level. */
function givesWay<T>(places: readonly Place<T>[], newcomer: Whose): Place<T> | undefined {
  let rivals = places;
  for (const [level, name] of newcomer.entries()) {
    const groups = grouped(rivals, level);
    const [own, largest] = [groups.get(name), largestOf(groups)];
    if (own === undefined || own.length + 1 < largest.length) return oldestOf(largest, level + 1);
    rivals = own;
  }
  return undefined;
}

/** In the largest of its groups, at every level. */
function oldestOf<T>(places: readonly Place<T>[], level: number): Place<T> | undefined {
  const isDeeper = places.some(([, whose]) => whose.length > level);
  return isDeeper ? oldestOf(largestOf(grouped(places, level)), level + 1) : places[0];
}

/** Of equal ones, that of the oldest place. */
function largestOf<T>(groups: ReadonlyMap<string, readonly Place<T>[]>): readonly Place<T>[] {
  return [...groups.values()].reduce((largest, group) => (group.length > largest.length ? group : largest), []);
}

function inTurns<T>(places: readonly Place<T>[], level: number): readonly Place<T>[] {
  if (!places.some(([, whose]) => whose.length > level)) return places;
  const queues = [...grouped(places, level).values()].map((group) => inTurns(group, level + 1));
  const longest = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue.slice(turn, turn + 1))).flat();
}

function grouped<T>(places: readonly Place<T>[], level: number): ReadonlyMap<string, readonly Place<T>[]> {
  return Map.groupBy(places, ([, whose]) => whose[level] ?? '');
}
