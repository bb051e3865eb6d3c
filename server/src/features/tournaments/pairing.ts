/**
 * Who plays whom. Pure: the same tournament and seed give the same tables. The criteria come in this order: no two players are seated together
 * whom a block keeps apart, and no player gets a second bye; as few as possible meet again; they have as equal points as possible; they change seats;
 * chance decides the rest.
 */
import { type Chance, fastChance } from '@flower-war/rules/chance';
import { anyTable, groupsOf, seatedIn } from './groups.ts';
import { heaviestMatching } from './matching.ts';
import { circle, openTables, readyPlayers, type Tournament } from './record.ts';
import { knockoutPlan, type Score, scoresOf, survivorsOf } from './standings.ts';

export interface Paired {
  /** The players of each table, by seat. */
  readonly tables: readonly (readonly string[])[];
  readonly byes: readonly string[];
}

export interface Drawing {
  readonly now: number;
  readonly seed: number;
  /** Whether a block keeps two players apart. */
  readonly areApart: (a: string, b: string) => boolean;
}

/** The next round. Without tables if there are too few players for one. */
export function nextRound(tournament: Tournament, drawing: Drawing): Paired {
  switch (tournament.settings.kind) {
    case 'swiss':
      return swissRound(tournament, drawing);
    case 'round-robin':
      return roundRobin(tournament, drawing);
    case 'knockout':
      return knockout(tournament, drawing);
    case 'arena':
      return arena(tournament, drawing);
  }
}

// The weights of the criteria for two seats. Each is more than all that the ones after it can add up to with 512 players.

const FORBIDDEN = 2 ** 47;
const AGAIN = 2 ** 36;
const UNEQUAL = 2 ** 20;
const SAME_SEAT = 2 ** 10;
const LOTS = 4;
const MOST_MET = 7;
const MOST_APART = 15;

type Cost = (a: Score, b: Score) => number;

/** What each criterion says of a pair, as one number: the less the better. */
function costOf({ areApart }: Pick<Drawing, 'areApart'>): Cost {
  return (a, b) =>
    (areApart(a.player, b.player) ? FORBIDDEN : 0) +
    AGAIN * Math.min(MOST_MET, a.met.get(b.player) ?? 0) +
    UNEQUAL * Math.min(MOST_APART, Math.abs(a.points - b.points)) ** 2 +
    SAME_SEAT * clashes(a, b);
}

/** How many of the two will have sat in one seat two times more often than in the other, if they are seated well. */
function clashes(a: Score, b: Score): number {
  const [first, second] = [leaning(a), leaning(b)];
  const uneven = (x: number, y: number) => (Math.abs(x) >= 2 ? 1 : 0) + (Math.abs(y) >= 2 ? 1 : 0);
  return Math.min(uneven(first + 1, second - 1), uneven(first - 1, second + 1));
}

const leaning = ({ seats }: Score): number => (seats[0] ?? 0) - (seats[1] ?? 0);

interface Pairing {
  readonly scores: readonly Score[];
  readonly cost: Cost;
  /** What it costs that a player sits out. Absent if the number is even. */
  readonly out?: (score: Score) => number;
  readonly chance: Chance;
}

/** The cheapest pairs of all. */
function pairs({ scores, cost, out, chance }: Pairing): { pairs: (readonly [Score, Score])[]; out: Score[] } {
  const count = scores.length + (scores.length % 2);
  const costs = (a: Score | undefined, b: Score | undefined) =>
    a === undefined || b === undefined ? (out?.((a ?? b) as Score) ?? 0) : cost(a, b);
  const most = 2 * FORBIDDEN;
  const partners = heaviestMatching(count, (a, b) => most - costs(scores[a], scores[b]) - chance.die(LOTS));
  const found: { pairs: (readonly [Score, Score])[]; out: Score[] } = { pairs: [], out: [] };
  for (const [n, score] of scores.entries()) {
    const other = scores[partners[n] ?? -1];
    if (other === undefined) found.out.push(score);
    else if (n < (partners[n] ?? 0)) found.pairs.push([score, other]);
  }
  return found;
}

/** The stronger tables first. */
const byPoints = (a: readonly Score[], b: readonly Score[]) => sumOf(b) - sumOf(a);
const sumOf = (scores: readonly Score[]) => scores.reduce((sum, { points }) => sum + points, 0);

function swissRound(tournament: Tournament, drawing: Drawing): Paired {
  const { seats } = tournament.settings;
  const chance = fastChance(drawing.seed);
  const all = scoresOf(tournament);
  const scores = chance.shuffle(readyPlayers(tournament)).flatMap((player) => all.get(player) ?? []);
  if (scores.length < seats) return { tables: [], byes: [] };
  const cost = costOf(drawing);
  if (seats > 2) return largeTables(scores, { seats, cost, chance });
  const least = Math.min(...scores.map(({ points }) => points));
  const out = ({ byes, points }: Score) =>
    FORBIDDEN * Math.min(1, byes) + UNEQUAL * Math.min(MOST_APART, points - least) ** 2;
  const found = pairs({ scores, cost, out, chance });
  const tables = found.pairs.toSorted(byPoints).map((pair) => seatedIn(pair, chance));
  return { tables, byes: found.out.map(({ player }) => player) };
}

/** Those who are too many for full tables get a bye: who had the fewest, and of them who has the fewest points. */
function largeTables(
  scores: readonly Score[],
  { seats, cost, chance }: { readonly seats: number; readonly cost: Cost; readonly chance: Chance },
): Paired {
  const free = scores.length % seats;
  const byes = scores.toSorted((a, b) => a.byes - b.byes || a.points - b.points).slice(0, free);
  const playing = scores.filter((score) => !byes.includes(score)).toSorted((a, b) => b.points - a.points);
  const tables = groupsOf(playing, seats, cost);
  return {
    tables: tables.toSorted(byPoints).map((table) => seatedIn(table, chance)),
    byes: byes.map(({ player }) => player),
  };
}

/** Two seats: the circle method. More: players who have met least, by search. Who is away leaves the others at the table a bye. */
function roundRobin(tournament: Tournament, { seed, areApart }: Drawing): Paired {
  const { order, rounds, settings } = tournament;
  const ready = new Set(readyPlayers(tournament));
  if (settings.seats > 2) {
    const chance = fastChance(seed);
    const scores = scoresOf(tournament);
    const playing = chance.shuffle([...ready]).flatMap((player) => scores.get(player) ?? []);
    if (playing.length < settings.seats) return { tables: [], byes: [] };
    const cost: Cost = (a, b) => (areApart(a.player, b.player) ? FORBIDDEN : 0) + again(a, b);
    return largeTables(playing, { seats: settings.seats, cost, chance });
  }
  const found = circle(order, rounds.length).map((pair) => pair.filter((player) => ready.has(player)));
  return {
    tables: found.filter((pair) => pair.length === 2).map((pair) => seatedByPlaces(pair, order)),
    byes: found.flatMap((pair) => (pair.length === 1 ? pair : [])),
  };
}

/**
 * The stronger one sits first if their places in the order are an odd number apart, else the other one. So over all rounds each player sits in both
 * seats equally often, or once more in one of them if the number of matches is odd.
 */
function seatedByPlaces(pair: readonly string[], order: readonly string[]): readonly string[] {
  const [one = 0, other = 0] = pair.map((player) => order.indexOf(player));
  const isOdd = Math.abs(one - other) % 2 === 1;
  return one < other === isOdd ? pair : pair.toReversed();
}

/** More than the squares add up to: players who have not met yet meet first, so that a round robin comes to its end. */
const MET = 1000;

/** Squares: it is better that two pairs meet twice than that one pair meets three times. */
const again: Cost = (a, b) => {
  const times = a.met.get(b.player) ?? 0;
  return times === 0 ? 0 : MET + times ** 2;
};

/**
 * Byes for the strongest. Of the others the strongest meets the weakest, and so on; at larger tables in the way of a snake. Two players
 * with a block between them change places with players of their own strength.
 */
function knockout(tournament: Tournament, { seed, areApart }: Drawing): Paired {
  const { seats } = tournament.settings;
  const left = survivorsOf(tournament);
  const { goOn, byes } = knockoutPlan(left.length, seats);
  if (goOn.length === 0) return { tables: [], byes: [] };
  const scores = scoresOf(tournament);
  const tables: Score[][] = goOn.map(() => []);
  const laps = new Map<Score, number>();
  for (const [n, player] of left.slice(byes).entries()) {
    const lap = Math.floor(n / tables.length);
    const place = n % tables.length;
    const score = scores.get(player);
    if (score === undefined) continue;
    tables[lap % 2 === 0 ? place : tables.length - 1 - place]?.push(score);
    laps.set(score, lap);
  }
  const chance = fastChance(seed);
  const cost: Cost = (a, b) => (areApart(a.player, b.player) ? FORBIDDEN : 0) + (laps.get(a) === laps.get(b) ? 1 : 0);
  const mixed = groupsOf(tables.flat(), seats, cost);
  return { tables: mixed.map((table) => seatedIn(table, chance)), byes: left.slice(0, byes) };
}

/** How long an arena lets players wait for others, that it may choose among them. */
const GATHERING_MS = 5000;
/** How long players who met last wait for others who play now, before they meet again. */
const PATIENCE_MS = 30_000;

export function waitingIn(tournament: Tournament): readonly Score[] {
  const scores = scoresOf(tournament);
  return readyPlayers(tournament).flatMap((player) => {
    const score = scores.get(player);
    return score === undefined || score.playing !== undefined ? [] : score;
  });
}

/** Whether an arena has enough players who wait, and one of them has waited for a while. */
export function isGathered(tournament: Tournament, now: number): boolean {
  const waiting = waitingIn(tournament);
  const isLong = waiting.some(({ freeAt }) => freeAt + GATHERING_MS <= now);
  return isLong && waiting.length >= tournament.settings.seats;
}

/**
 * Players who met last meet again only where those who wait have no other table, and not at once while others play: one of them may soon be free.
 */
function arena(tournament: Tournament, drawing: Drawing): Paired {
  if (!isGathered(tournament, drawing.now)) return { tables: [], byes: [] };
  const chance = fastChance(drawing.seed);
  const waiting = chance.shuffle(waitingIn(tournament)).toSorted((a, b) => a.freeAt - b.freeAt);
  const patience = openTables(tournament).length === 0 ? GATHERING_MS : PATIENCE_MS;
  const patient = waiting.filter(({ freeAt }) => freeAt + patience <= drawing.now);
  const areBlocked = (a: Score, b: Score) => drawing.areApart(a.player, b.player);
  const haveJustMet = (a: Score, b: Score) => a.last.includes(b.player) || b.last.includes(a.player);
  const asked = { seats: tournament.settings.seats, chance };
  const others = allowed({ ...asked, waiting, areApart: (a, b) => areBlocked(a, b) || haveJustMet(a, b) });
  const tables = others.length > 0 ? others : allowed({ ...asked, waiting: patient, areApart: areBlocked });
  return { tables: tables.toSorted(byPoints).map((table) => seatedIn(table, chance)), byes: [] };
}

interface Waiting {
  /** The players who have waited longest first. */
  readonly waiting: readonly Score[];
  readonly seats: number;
  readonly areApart: (a: Score, b: Score) => boolean;
  readonly chance: Chance;
}

/** The best tables that a search finds, or else any: none only if there is none. */
function allowed({ waiting, seats, areApart, chance }: Waiting): readonly (readonly Score[])[] {
  const ranked = costOf({ areApart: () => false });
  const cost: Cost = (a, b) => (areApart(a, b) ? FORBIDDEN : ranked(a, b));
  const found =
    seats === 2
      ? pairs({ scores: waiting, cost, out: (score) => UNEQUAL * waiting.toReversed().indexOf(score), chance }).pairs
      : groupsOf(fullest(waiting, seats), seats, cost);
  const tables = found.filter((table) => table.every((a) => table.every((b) => a === b || !areApart(a, b))));
  return tables.length > 0 ? tables : anyTable(waiting, seats, areApart);
}

/** As many of the players who wait longest as fill whole tables, the most points first. */
function fullest(waiting: readonly Score[], seats: number): readonly Score[] {
  return waiting.slice(0, waiting.length - (waiting.length % seats)).toSorted((a, b) => b.points - a.points);
}

/** The strongest first: by rating, and those without one by chance. */
export function seeded(players: readonly string[], ratings: ReadonlyMap<string, number>, seed: number) {
  const rating = (player: string) => ratings.get(player) ?? 0;
  return fastChance(seed)
    .shuffle(players)
    .toSorted((a, b) => rating(b) - rating(a));
}
