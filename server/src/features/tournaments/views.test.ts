/** Hundreds of players ask for one tournament: what they see alike is built once, and again when it is another. */
import { fastChance } from '@flower-war/rules';
import { afterEach, expect, test, vi } from 'vitest';
import { memoryStore } from '../../store/store.fixture.ts';
import { People } from '../people/people.ts';
import { type Entry, fold } from './record.ts';
import { standingsOf } from './standings.ts';
import { playedOut, settingsOf } from './tournament.fixture.ts';
import { Tournaments } from './tournaments.ts';
import { kept, parts, shown } from './views.ts';

afterEach(() => void vi.useRealTimers());

const WON = { kind: 'played', at: 2, how: 'played', places: [1, 2], absent: [] } as const;

/** A round is paired, neighbours with each other. */
async function running(players: number) {
  const { stores } = memoryStore();
  const names = Array.from({ length: players }, (_, n) => `p${n}`);
  for (const player of names) await stores.people.add({ player, name: `Name of ${player}`, createdAt: 1 });
  const tables = Array.from({ length: players / 2 }, (_, n) => names.slice(2 * n, 2 * n + 2));
  const entries: Entry[] = [
    { kind: 'created', at: 0, by: null, settings: settingsOf({ rounds: 3 }) },
    ...names.map((player) => ({ kind: 'entered', at: 0, player }) as const),
    { kind: 'began', at: 0, seed: 3, order: names },
    { kind: 'paired', at: 1, seed: 3, round: 1, tables, byes: [] },
  ];
  const about = { maker: null, status: 'running', visibility: 'public', game: 'x', code: null } as const;
  const row = { ...about, tournament: `t-${players}`, createdAt: 0, startsAt: 0, endedAt: null };
  const services = { people: new People(stores), tournaments: new Tournaments(stores), now: () => 3 };
  let kept = { row, tournament: fold(entries), length: entries.length };
  const look = (player?: string) => parts(services, kept, { player });
  const add = (entry: Entry) => {
    kept = { row, tournament: fold([entry], kept.tournament), length: kept.length + 1 };
  };
  return { services, look, add, whole: () => shown(services, kept, { player: 'p0' }) };
}

test('all who ask see one object, and each player their own part', async () => {
  const { look, whole } = await running(8);
  const [one, other, stranger] = [await look('p0'), await look('p2'), await look()];
  expect([other.alike === one.alike, stranger.alike === one.alike, stranger.own]).toEqual([true, true, {}]);
  expect(one.own.mine?.match).not.toBe(other.own.mine?.match);
  expect(await whole()).toEqual({ ...one.alike, ...one.own });
});

test('the table of a tournament is worked out once for all its rounds, and again after each entry', () => {
  const names = ['p0', 'p1'];
  const tournament = fold([
    { kind: 'created', at: 0, by: null, settings: settingsOf({ rounds: 3 }) },
    ...names.map((player) => ({ kind: 'entered', at: 0, player }) as const),
    { kind: 'began', at: 0, seed: 3, order: names },
    { kind: 'paired', at: 1, seed: 3, round: 1, tables: [names], byes: [] },
  ]);
  expect(standingsOf(tournament)).toBe(standingsOf(tournament));
  const [first] = standingsOf(fold([{ ...WON, table: 0 }], tournament));
  expect([first?.player, first?.points, standingsOf(tournament)[0]?.points]).toEqual(['p0', 2, 0]);
});

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

test(`in a round robin of two seats the tables and walkovers of a player add up to the points (SEED=${seed})`, async () => {
  const { stores } = memoryStore();
  const services = { people: new People(stores), tournaments: new Tournaments(stores), now: () => 3 };
  const about = { maker: null, status: 'ended', visibility: 'public', game: 'x', code: null } as const;
  const row = { ...about, tournament: 't-all', createdAt: 0, startsAt: 0, endedAt: 1 };
  const chance = fastChance(seed);
  let given = 0;
  for (let players = 3; players <= 12; players++) {
    const { tournament, entries } = playedOut(settingsOf({ kind: 'round-robin' }), { chance, players });
    const { alike } = await parts(services, { row, tournament, length: entries.length }, { tables: 'all' });
    const { standings, tables, walkovers = [] } = alike;
    given += walkovers.length;
    const got = new Map(standings.map(({ player }) => [player, 0]));
    for (const { player, points = 0 } of [...tables.flatMap(({ seats }) => seats), ...walkovers])
      got.set(player, got.get(player)! + points);
    expect([...got]).toEqual(standings.map(({ player, points }) => [player, points]));
  }
  expect(given).toBeGreaterThan(0);
});

test('a name that has changed is shown at once, and so is the end of a table of a small tournament', async () => {
  const { services, look, add } = await running(8);
  const nameIn = async () => (await look()).alike.standings.find(({ player }) => player === 'p1')?.name;
  expect(await nameIn()).toBe('Name of p1');
  services.people.note('p1', 'Beto');
  expect(await nameIn()).toBe('Beto');
  add({ ...WON, table: 0 });
  expect((await look()).alike.tables[0]?.outcome).toBe('played');
});

test('the end of a table of a large tournament is shown within half a second, and all else at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { look, add } = await running(60);
  const before = (await look()).alike;
  add({ ...WON, table: 0 });
  expect((await look('p0')).alike).toBe(before);
  expect((await look('p0')).own.mine?.match).toBeUndefined();
  vi.advanceTimersByTime(500);
  expect((await look()).alike.tables[0]?.outcome).toBe('played');
  for (const [kind, field] of [
    ['paused', { isPaused: true }],
    ['resumed', { isPaused: false }],
  ] as const) {
    add({ kind, at: 3 });
    expect((await look()).alike).toMatchObject(field);
  }
  add({ kind: 'withdrew', at: 4, player: 'p3' });
  expect((await look()).alike.standings.find(({ player }) => player === 'p3')?.state).toBe('withdrawn');
  add({ kind: 'ended', at: 5, why: 'host' });
  expect((await look()).alike).toMatchObject({ status: 'ended', why: 'host' });
});

test('the export of a player holds all tournaments of the player, also those that no list shows any more', async () => {
  const { stores } = memoryStore();
  const tournaments = new Tournaments(stores);
  for (const player of ['ana', 'ben']) await stores.people.add({ player, name: player, createdAt: 1 });
  const all = 120;
  for (let n = 0; n < all; n++) {
    const [tournament, maker] = [`t-${n}`, n === 0 ? 'ana' : 'ben'];
    const made: Entry = { kind: 'created', at: n, by: maker, settings: settingsOf({ name: `Cup ${n}` }) };
    const row = { tournament, maker, visibility: 'public', game: 'x', createdAt: n, startsAt: n, dueAt: n } as const;
    await stores.tournaments.create({ ...row, code: null }, JSON.stringify(made), all);
    const entered: Entry = { kind: 'entered', at: n, player: 'ana' };
    const entry = { n: 1, entry: JSON.stringify(entered), status: 'open', at: n, dueAt: n, player: 'ana' } as const;
    await stores.tournaments.append({ tournament, ...entry });
  }
  const held = await kept({ tournaments }, 'ana');
  expect(held).toHaveLength(all);
  expect(held.at(-1)).toEqual({ tournament: 't-0', name: 'Cup 0', status: 'open', isMaker: true });
  expect(held[0]).toEqual({ tournament: 't-119', name: 'Cup 119', status: 'open', isMaker: false });
});
