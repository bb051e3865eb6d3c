/** Points and the table of a tournament. Pure: both follow from the record alone. */
import { fastChance } from '@flower-war/rules/chance';
import {
  circle,
  type Kind,
  readyPlayers,
  type Round,
  type Settings,
  type Table,
  type Tournament,
  tablesOf,
} from './record.ts';

const TIE_BREAKS = {
  swiss: ['buchholz', 'sonneborn-berger', 'draw'],
  'round-robin': ['sonneborn-berger', 'wins', 'draw'],
  arena: ['wins', 'fewer-matches', 'draw'],
  knockout: ['last-table', 'points', 'seed'],
} as const satisfies Readonly<Record<Kind, readonly string[]>>;

/** What breaks ties, in this order. It is said beforehand. `draw`: by a lot that follows from the seed of the beginning. */
export function tieBreaksOf({ kind, rules }: Settings) {
  const breaks = TIE_BREAKS[kind];
  return rules === undefined ? breaks.filter((one) => one !== 'last-table') : [...breaks];
}

export interface Score {
  readonly player: string;
  points: number;
  wins: number;
  matches: number;
  byes: number;
  /** How often the player has sat in each seat. */
  readonly seats: number[];
  /** How often the player has met whom. */
  readonly met: Map<string, number>;
  /** Whom the player met at the last table. */
  last: readonly string[];
  /** The number of the table at which the player sits now. */
  playing: number | undefined;
  /** When the last table of the player ended. */
  freeAt: number;
}

/** A first place of two is worth two points, and each place above another one two more. Who shares a place shares the points. */
export function pointsFor(places: readonly number[], seat: number): number {
  const place = places[seat] ?? places.length;
  const sharing = places.filter((one) => one === place).length;
  const before = places.filter((one) => one < place).length;
  return 2 * (places.length - before - 1) - (sharing - 1);
}

/** A bye is worth a win of two. At larger tables, where several get one in each round, it is worth the middle of the table. */
const pointsOfBye = (seats: number): number => (seats === 2 ? 2 : seats - 1);

interface Walkover {
  readonly player: string;
  readonly missing: string;
  readonly points: number;
}

/**
 * In a round robin of two seats: who has a bye because the opponent of the round was away. It is a win, as it is for those to whose table that
 * player did not come, so that all who should have met one player have the same of it.
 */
export function walkoversOf({ settings, rounds, order }: Tournament): readonly Walkover[] {
  if (settings.rules === undefined || settings.kind !== 'round-robin' || settings.seats !== 2) return [];
  const points = pointsOfBye(settings.seats);
  return rounds.flatMap(({ byes }, n) =>
    (byes.length === 0 ? [] : circle(order, n)).flatMap((pair) => {
      const player = pair.find((one) => byes.includes(one));
      const missing = pair.find((one) => one !== player);
      return player === undefined || missing === undefined ? [] : [{ player, missing, points }];
    }),
  );
}

/** Each state of a tournament is an object of its own, which never changes. */
function madeOnce<Made>(make: (tournament: Tournament) => Made): (tournament: Tournament) => Made {
  const known = new WeakMap<Tournament, Made>();
  return (tournament) => {
    const made = known.get(tournament) ?? make(tournament);
    known.set(tournament, made);
    return made;
  };
}

/** Asked several times of one state, and each second while nothing happens in an arena, which may have thousands of tables. */
export const scoresOf = madeOnce(countedIn);

function countedIn(tournament: Tournament): ReadonlyMap<string, Score> {
  const { entrants, tables, rounds, settings } = tournament;
  const scores = new Map([...entrants.values()].map(({ player, since }) => [player, newScore(player, since)]));
  for (const { byes } of rounds)
    for (const player of byes) {
      const score = scores.get(player);
      if (score === undefined) continue;
      score.byes++;
      if (settings.kind === 'swiss') score.points += pointsOfBye(settings.seats);
    }
  for (const { player, points } of walkoversOf(tournament)) {
    const score = scores.get(player);
    if (score === undefined) continue;
    score.points += points;
    score.wins++;
  }
  for (const table of tables) for (const seat of table.players.keys()) count(scores, table, seat);
  return scores;
}

function newScore(player: string, freeAt: number): Score {
  const counts = { points: 0, wins: 0, matches: 0, byes: 0, playing: undefined, freeAt };
  return { player, ...counts, seats: [0, 0, 0, 0, 0, 0], met: new Map(), last: [] };
}

function count(scores: ReadonlyMap<string, Score>, { n, players, outcome }: Table, seat: number): void {
  const score = scores.get(players[seat] ?? '');
  if (score === undefined) return;
  score.seats[seat] = (score.seats[seat] ?? 0) + 1;
  score.last = players.filter((other) => other !== score.player);
  for (const other of score.last) score.met.set(other, (score.met.get(other) ?? 0) + 1);
  score.playing = outcome === undefined ? n : undefined;
  if (outcome === undefined) return;
  score.freeAt = Math.max(score.freeAt, outcome.at);
  score.matches++;
  if (outcome.absent.includes(score.player)) return;
  score.points += pointsFor(outcome.places, seat);
  if (outcome.places[seat] === 1 && outcome.places.filter((place) => place === 1).length === 1) score.wins++;
}

export interface Standing {
  readonly player: string;
  readonly rank: number;
  readonly points: number;
  readonly matches: number;
  readonly byes: number;
  /** In the order of `tieBreaksOf`, without the draw; more is better. */
  readonly tieBreaks: readonly number[];
  readonly hasWithdrawn: boolean;
}

/**
 * The best first. The draw decides at last, so no two players share a rank. All rounds of a tournament are shown with this one table; that of
 * hundreds of players takes some 15 ms to make.
 */
export const standingsOf = madeOnce(ordered);

function ordered(tournament: Tournament): readonly Standing[] {
  const { entrants, began, settings } = tournament;
  const scores = scoresOf(tournament);
  const keys = KEYS[settings.kind](tournament, scores);
  const lots = lotsOf(tournament);
  const plays = new Set(tournament.order);
  return [...scores.values()]
    .filter(({ player }) => began === undefined || plays.has(player))
    .map((score) => ({ score, key: keys(score), lot: lots.get(score.player) ?? 0 }))
    .toSorted((a, b) => compare(b.key, a.key) || a.lot - b.lot)
    .map(({ score, key }, n) => ({
      player: score.player,
      rank: n + 1,
      points: score.points,
      matches: score.matches,
      byes: score.byes,
      tieBreaks: key.slice(1),
      hasWithdrawn: entrants.get(score.player)?.hasWithdrawn ?? true,
    }));
}

/** Each player's lot: the lower one goes first. It follows from the seed of the beginning and the order of entering. */
function lotsOf({ entrants, began }: Tournament): ReadonlyMap<string, number> {
  const lot = (n: number) => (began === undefined ? n : fastChance(began.seed + n).die(0x7fff_ffff));
  return new Map([...entrants.values()].map(({ player, n }) => [player, lot(n)]));
}

type Scores = ReadonlyMap<string, Score>;
type Keys = (tournament: Tournament, scores: Scores) => (score: Score) => readonly number[];

const KEYS: Readonly<Record<Kind, Keys>> = {
  swiss: (tournament, scores) => {
    const beaten = sonnebornBerger(tournament, scores);
    return (score) => [score.points, buchholz(score, scores), beaten.get(score.player) ?? 0];
  },
  'round-robin': (tournament, scores) => {
    const beaten = sonnebornBerger(tournament, scores);
    return (score) => [score.points, beaten.get(score.player) ?? 0, score.wins];
  },
  arena: () => (score) => [score.points, score.wins, -score.matches],
  knockout: (tournament) => {
    const lasted = roundsLasted(tournament);
    const seeds = new Map(tournament.order.map((player, n) => [player, -n]));
    const behind = leftBehind(tournament);
    return ({ player, points }) => {
      const [round, place, seed] = [lasted, behind, seeds].map((of) => of.get(player) ?? 0) as [number, number, number];
      return tournament.settings.rules === undefined ? [round, points, seed] : [round, place, points, seed];
    };
  },
};

/** How many players each left behind at the last table of theirs that has ended: the final orders those who played it. */
function leftBehind({ tables }: Tournament): ReadonlyMap<string, number> {
  const counts = tables.flatMap(({ players, outcome }) => {
    if (outcome === undefined) return [];
    const placeOf = (player: string, seat: number) =>
      outcome.absent.includes(player) ? players.length + 1 : (outcome.places[seat] ?? 0);
    const places = players.map(placeOf);
    return players.map((player, seat) => {
      const own = placeOf(player, seat);
      return [player, places.filter((place) => place > own).length] as const;
    });
  });
  return new Map(counts);
}

/** The points of all whom the player has met, each as often as they met. */
function buchholz({ met }: Score, scores: Scores): number {
  return [...met].reduce((sum, [other, times]) => sum + times * (scores.get(other)?.points ?? 0), 0);
}

/** Twice the points of the players who are left behind, and once the points of players who share the place. */
function sonnebornBerger(tournament: Tournament, scores: Scores): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { player, missing } of walkoversOf(tournament))
    sums.set(player, (sums.get(player) ?? 0) + 2 * (scores.get(missing)?.points ?? 0));
  for (const { players, outcome } of tournament.tables)
    for (const [seat, player] of players.entries()) {
      if (outcome === undefined || outcome.absent.includes(player)) continue;
      const place = outcome.places[seat] ?? 0;
      for (const [other, opponent] of players.entries()) {
        const worth = 1 + Math.sign((outcome.places[other] ?? 0) - place);
        if (other !== seat) sums.set(player, (sums.get(player) ?? 0) + worth * (scores.get(opponent)?.points ?? 0));
      }
    }
  return sums;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const n = a.findIndex((value, at) => value !== b[at]);
  return n < 0 ? 0 : (a[n] ?? 0) - (b[n] ?? 0);
}

// Knockout: who goes on.

/**
 * How many tables a knockout has with this many players left, and how many go on from each. With two seats the first round leaves a power of two;
 * with more the best half of a table goes on, and the last table of a round lets on as many as it takes to fill the final table.
 */
export function knockoutPlan(left: number, seats: number): { readonly goOn: readonly number[]; readonly byes: number } {
  const out = seats - Math.floor(seats / 2);
  const tooMany = seats === 2 ? left - 2 ** Math.ceil(Math.log2(left) - 1) : left - seats;
  if (left <= seats) return { goOn: left === seats ? [1] : [], byes: 0 };
  const count = Math.min(Math.floor(left / seats), Math.ceil(tooMany / out));
  const goOn = Array.from({ length: count }, (_, n) => seats - Math.min(out, tooMany - n * out));
  return { goOn, byes: left - count * seats };
}

/**
 * The players of the next round of a knockout, the strongest first. All tables of the last one have ended. Where players of a final with more
 * than two seats have left, those who are next in the standings take their places.
 */
export function survivorsOf(tournament: Tournament): readonly string[] {
  const left = stillIn(tournament);
  const missing = tournament.settings.seats - left.length;
  if (left.length < 2 || missing <= 0) return left;
  const ready = new Set(readyPlayers(tournament));
  const next = standingsOf(tournament).filter(({ player }) => ready.has(player) && !left.includes(player));
  const seated = new Set([...left, ...next.slice(0, missing).map(({ player }) => player)]);
  return tournament.order.filter((player) => seated.has(player));
}

/** The players that no round of a knockout has put out, the strongest first. */
function stillIn(tournament: Tournament): readonly string[] {
  const { rounds, order, entrants } = tournament;
  const lots = lotsOf(tournament);
  const left = rounds.reduce<ReadonlySet<string>>((_, round, n) => {
    const tables = tablesOf(tournament, n + 1);
    return new Set([...round.byes, ...goOnFrom(tournament, { round, tables, lots })]);
  }, new Set(order));
  return order.filter((player) => left.has(player) && entrants.get(player)?.hasWithdrawn === false);
}

interface Played {
  readonly round: Round;
  readonly tables: readonly Table[];
  readonly lots: ReadonlyMap<string, number>;
}

/** A shared place is decided by the draw. A player who did not come never goes on. */
function goOnFrom({ settings }: Tournament, { round, tables, lots }: Played): readonly string[] {
  const left = round.byes.length + tables.reduce((sum, { players }) => sum + players.length, 0);
  const { goOn } = knockoutPlan(left, settings.seats);
  return tables.flatMap(({ players, outcome }, n) => {
    if (outcome === undefined) return [];
    const placeOf = (player: string) => outcome.places[players.indexOf(player)] ?? players.length;
    return players
      .filter((player) => !outcome.absent.includes(player))
      .toSorted((a, b) => placeOf(a) - placeOf(b) || (lots.get(a) ?? 0) - (lots.get(b) ?? 0))
      .slice(0, goOn[n] ?? 1);
  });
}

/** In which round each player was last, and one more for the players who went on from the last one. */
function roundsLasted(tournament: Tournament): ReadonlyMap<string, number> {
  const { rounds } = tournament;
  const lasted = new Map<string, number>();
  for (const [n, { byes }] of rounds.entries())
    for (const player of [...byes, ...tablesOf(tournament, n + 1).flatMap(({ players }) => players)])
      lasted.set(player, n + 1);
  for (const player of stillIn(tournament)) lasted.set(player, rounds.length + 1);
  return lasted;
}
