import { type Chance, fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import type { Sums } from '../../store/matchAccounts.ts';
import { accountOf, EDITION, playRated } from '../../store/ratedMatch.fixture.ts';
import { known, memoryStore } from '../../store/store.fixture.ts';
import { ENOUGH_MATCHES, meanOf, Skill, type SkillPage } from './skill.ts';

const sumsOf = (values: readonly number[], within = 0): Sums => ({
  sum: values.reduce((sum, x) => sum + x, 0),
  squares: values.reduce((sum, x) => sum + x * x, 0),
  sampled: values.length * within ** 2,
});

test('[the interval] is that of Student: ten matches, worked out by hand', () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => n * 1000);
  // The spread is 9 166 667, the error of the mean 957.4, and 2.262 of them hold 95 %.
  expect(meanOf(sumsOf(values), 10)).toEqual({ value: 5500, within: 2163 });
});

test('matches that are alike by chance are no surer than what was sampled in them', () => {
  const alike = Array.from({ length: 25 }, () => -1000);
  expect(meanOf(sumsOf(alike), 25)).toEqual({ value: -1000, within: 0 });
  // The half interval of one match is 500: of the mean a fifth, by Student 2.06 / 1.96 of it.
  expect(meanOf(sumsOf(alike, 500), 25)).toEqual({ value: -1000, within: 106 });
});

/** A sum of many: nearly normal. */
function strayed(chance: Chance): number {
  return Array.from({ length: 8 }, () => chance.die(200_001) - 100_001).reduce((sum, x) => sum + x, 0);
}

test.each([10, 40])('of %d matches each, 95 of 100 intervals hold the truth', (matches) => {
  const chance = fastChance(matches);
  const TRIES = 4000;
  let held = 0;
  for (let n = 0; n < TRIES; n++) {
    const { value, within } = meanOf(sumsOf(Array.from({ length: matches }, () => 12_000 + strayed(chance))), matches);
    if (Math.abs(value - 12_000) <= within) held++;
  }
  expect(held / TRIES).toBeGreaterThan(0.94);
  expect(held / TRIES).toBeLessThan(0.96);
});

/** What the choices of each player give, and by how much this strays from match to match. */
type Played = Readonly<Record<string, { readonly own: number; readonly strays?: number; readonly matches?: number }>>;

async function office(players: Played) {
  const store = memoryStore();
  const { matchAccounts: accounts, people } = store.stores;
  await known(store, ...Object.keys(players));
  let ended = 0;
  for (const [player, { own, strays = 0, matches = ENOUGH_MATCHES }] of Object.entries(players))
    for (let n = 0; n < matches; n++) {
      const match = `M${++ended}`;
      await playRated(store.stores, match, { n: ended, players: [player] });
      await accounts.keep(accountOf(match, [own + (n % 2 === 0 ? strays : -strays)]));
    }
  let now = 0;
  const skill = new Skill({ accounts, people, now: () => now });
  const names = async () => (await skill.page(EDITION, { limit: 9 })).players.map(({ name }) => name);
  const pass = (ms: number) => {
    now += ms;
  };
  return { ...store, skill, names, pass };
}

test('the table is in the order of what each player surely reaches, against the mean of all', async () => {
  const { skill, names } = await office({
    steady: { own: -3000, strays: 10 },
    wild: { own: -2000, strays: 90_000 },
    poor: { own: -50_000, strays: 10 },
    lately: { own: 0, matches: ENOUGH_MATCHES - 1 },
  });
  expect(await names()).toEqual(['steady', 'poor', 'wild']);
  const [steady] = (await skill.page(EDITION, { limit: 1 })).players;
  const all = Math.round((10 * (-3000 - 2000 - 50_000)) / 39);
  expect(steady?.skill).toEqual({ value: -3000 - all, within: 8 });
  expect(await skill.of('lately')).toEqual([{ ...EDITION, matches: 9, enough: 10 }]);
  expect(await skill.of('steady')).toMatchObject([{ matches: 10, own: { value: -3000, within: 8 }, all }]);
});

test('pages follow each other, also between equal players', async () => {
  const { skill } = await office({ a: { own: -5 }, b: { own: -5 }, c: { own: -5 }, d: { own: -4 } });
  const told: string[] = [];
  for (let before: SkillPage['before'], isLast = false; !isLast; ) {
    const page = await skill.page(EDITION, { limit: 1, ...(before && { before }) });
    told.push(...page.players.map(({ name }) => name));
    before = page.next;
    isLast = before === undefined;
  }
  expect(told).toEqual(['d', 'c', 'b', 'a']);
});

test('who was deleted is left out at once; what ends later comes within a minute', async () => {
  const { stores, skill, names, pass } = await office({ a: { own: -5 }, b: { own: -9 } });
  expect(await names()).toEqual(['a', 'b']);
  await stores.accounts.forget('a');
  await stores.people.rename('b', 'Ben');
  expect(await names()).toEqual(['Ben']);
  expect((await skill.of('b'))[0]).toMatchObject({ all: -7 });
  pass(60_000);
  expect((await skill.of('b'))[0]).toMatchObject({ all: -9 });
});

test('a table that could not be read is read again', async () => {
  const { database, names } = await office({ a: { own: -5 } });
  database.exec('ALTER TABLE ratings RENAME TO gone');
  await expect(names()).rejects.toThrow();
  database.exec('ALTER TABLE gone RENAME TO ratings');
  expect(await names()).toEqual(['a']);
});
