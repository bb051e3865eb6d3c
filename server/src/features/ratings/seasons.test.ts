/** The ladders of seasons, against a second program that knows only who won when, and the rules of Glicko-2. */
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { memoryStore } from '../../store/store.fixture.ts';
import { titlesOf, Tournaments } from '../tournaments/tournaments.ts';
import { EDITION, endMatch } from './endedMatch.fixture.ts';
import { FEWEST_MATCHES, Ratings, seasonAt, seasonBefore, timesOf } from './ratings.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const START = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

test(`each moment lies in its season, and seasons follow each other without a gap (SEED=${seed})`, () => {
  const chance = fastChance(seed);
  for (const kind of ['quarter', 'month'] as const)
    for (let n = 0; n < 500; n++) {
      const at = START + chance.die(4000 * DAY);
      const season = seasonAt(at, kind)!;
      const { from, to } = timesOf(season);
      expect(from <= at && at < to, season).toBe(true);
      expect([seasonAt(from, kind), seasonAt(to - 1, kind)]).toEqual([season, season]);
      expect(timesOf(seasonAt(to, kind)!).from).toBe(to);
      expect(timesOf(seasonBefore(season)).to).toBe(from);
    }
  expect([seasonAt(Date.UTC(2026, 10, 27), 'quarter'), seasonAt(Date.UTC(2026, 8, 1), 'month')]).toEqual([
    '2026-q4',
    '2026-09',
  ]);
  expect(seasonAt(START, 'off')).toBeUndefined();
});

interface Own {
  mu: number;
  phi: number;
  sigma: number;
  at: number;
  matches: number;
}

const SCALE = 173.7178;
const TAU = 0.5;

/** Glicko-2 as its paper says it, for one match of two: `score` is 1 for the winner and 0 for the loser. */
function next(own: Own, other: Own, score: number, at: number): Own {
  const aged = ({ phi, sigma, at: last }: Own) =>
    Math.min(350 / SCALE, Math.sqrt(phi ** 2 + (sigma ** 2 * (at - last)) / (7 * DAY)));
  const [phi, phiOther] = [aged(own), aged(other)];
  const g = 1 / Math.sqrt(1 + (3 * phiOther ** 2) / Math.PI ** 2);
  const e = 1 / (1 + Math.exp(-g * (own.mu - other.mu)));
  const v = 1 / (g ** 2 * e * (1 - e));
  const delta = v * g * (score - e);
  const a = Math.log(own.sigma ** 2);
  const f = (x: number) =>
    (Math.exp(x) * (delta ** 2 - phi ** 2 - v - Math.exp(x))) / (2 * (phi ** 2 + v + Math.exp(x)) ** 2) -
    (x - a) / TAU ** 2;
  let [low, high] = [a - 10, a + 10]; // f falls, so the root is found by halves
  for (let n = 0; n < 200; n++) {
    const middle = (low + high) / 2;
    if (f(middle) > 0) low = middle;
    else high = middle;
  }
  const sigma = Math.exp(low / 2);
  const star = phi ** 2 + sigma ** 2;
  const after = 1 / Math.sqrt(1 / star + 1 / v);
  return { mu: own.mu + after ** 2 * g * (score - e), phi: after, sigma, at, matches: own.matches + 1 };
}

/** Random matches of one year, some of them at the very edge of a season. */
async function played(seasons: 'quarter' | 'month') {
  const { journal, stores } = memoryStore();
  const chance = fastChance(seed);
  const people = Array.from({ length: 6 }, (_, n) => `p-${n}`);
  for (const player of people.slice(0, 5)) await stores.people.add({ player, name: player, createdAt: 1 });
  const report = (problem: string) => expect.fail(problem);
  const ratings = new Ratings({
    journal,
    table: stores.ratings,
    keeps: 'known',
    seasons,
    mayWrite: () => true,
    report,
  });
  const all: { readonly winner: string; readonly loser: string; readonly at: number }[] = [];
  let at = START;
  for (let n = 0; n < 120; n++) {
    const edge = timesOf(seasonAt(at, seasons)!).to;
    at = n % 20 === 19 ? edge : at + chance.die(5 * DAY);
    const [winner = '', loser = ''] = chance.shuffle(people);
    all.push({ winner, loser, at });
    await endMatch(journal, { match: `M${n}`, players: [winner, loser], at });
  }
  await ratings.catchUp();
  return { stores, all, people, last: at };
}

test.for(['quarter', 'month'] as const)(`the ladders and titles of a %s (SEED=${seed})`, async (kind) => {
  const { stores, all, people, last } = await played(kind);
  const second = new Map<string, Map<string, Own>>();
  for (const { winner, loser, at } of all) {
    const season = seasonAt(at, kind)!;
    const table = second.get(season) ?? new Map<string, Own>();
    second.set(season, table);
    const own = (player: string) => table.get(player) ?? { mu: 0, phi: 350 / SCALE, sigma: 0.06, at, matches: 0 };
    const [won, lost] = [own(winner), own(loser)];
    table.set(winner, next(won, lost, 1, at)).set(loser, next(lost, won, 0, at));
    table.delete('p-5'); // of whom nothing is kept, so each match is the first one
  }
  const titles = new Map<string, string[]>(people.map((player) => [player, []]));
  expect(second.size).toBeGreaterThan(3);
  for (const [season, table] of second) {
    const expected = [...table]
      .filter(([, { matches }]) => matches >= FEWEST_MATCHES)
      .map(([player, { mu, phi }]) => ({ player, points: 1500 + SCALE * (mu - 2 * phi) }))
      .toSorted((a, b) => b.points - a.points);
    const asked = { ...EDITION, season, fewest: FEWEST_MATCHES, limit: 100 };
    const ladder = await stores.ratings.ladder(asked);
    expect(ladder.map(({ player }) => player)).toEqual(expected.map(({ player }) => player));
    for (const [n, { rating, deviation }] of ladder.entries())
      expect(rating - 2 * deviation).toBeCloseTo(expected[n]!.points, 3);
    if (timesOf(season).to > last) continue;
    for (const [n, { player }] of expected.slice(0, 3).entries()) titles.get(player)?.unshift(`${season} ${n + 1}`);
  }
  const holding = { tournaments: new Tournaments(stores), ratingTable: stores.ratings, now: () => last };
  for (const player of people) {
    const held = await titlesOf(holding, player);
    expect(held.map((one) => one.kind === 'season' && `${one.season} ${one.place}`)).toEqual(titles.get(player));
  }
  await stores.accounts.forget('p-0');
  expect(await stores.ratings.seasonsOf('p-0')).toEqual([]);
});

test('players with equal points share a place', async () => {
  const { stores } = memoryStore();
  for (const player of ['a', 'b', 'c']) await stores.people.add({ player, name: player, createdAt: 1 });
  const rating = (player: string, points: number) => ({
    player,
    rating: points + 100,
    deviation: 50,
    volatility: 0.06,
    matches: 5,
    at: 1,
  });
  const ratings = [rating('a', 1400), rating('b', 1400), rating('c', 1300)];
  const settled = { ...EDITION, match: 'M', at: 1, changes: [], ratings, keeps: 'known' } as const;
  await stores.ratings.settle(1, { ...settled, season: { season: '2026-q1', ratings } });
  const placesUpTo = async (last: number) => {
    const asked = { fewest: 5, last, limit: 9 };
    const places = await Promise.all(['a', 'b', 'c'].map((player) => stores.ratings.placesOf({ player, ...asked })));
    return places.map(([one]) => one?.place);
  };
  expect(await placesUpTo(3)).toEqual([1, 1, 3]);
  expect(await placesUpTo(1)).toEqual([1, 1, 2]);
});
