/** Which match is worth watching: by what its list, its ratings and its spectators tell, and the same in each process. */
import type { TableSettings } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { hostedGames } from '../../base/hostedGames.ts';
import type { Match } from '../../match/match.ts';
import { newTable, openedMatch, playOne } from '../../matches/table.fixture.ts';
import { memoryStore } from '../../store/store.fixture.ts';
import { Channel } from './channel.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const MINUTE = 60_000;

async function studio() {
  const { database, journal, stores } = memoryStore();
  const table = newTable({ store: journal, botDelayMs: 60_000 });
  const { engineOf } = hostedGames();
  const newChannel = () => new Channel({ journal, ratings: stores.ratings, engineOf, now: () => table.now });
  const [channel, other] = [newChannel(), newChannel()];
  /** The moment is a whole slot later, so that what was written before counts. */
  const find = async (on?: string) => {
    table.now = (Math.floor(table.now / 5000) + 1) * 5000;
    const found = await channel.find(on);
    expect(await other.find(on)).toBe(found);
    return found;
  };
  /** `bot …` sits down as a bot. */
  const begin = async (players: readonly string[], settings: Partial<TableSettings> = {}, game = 'tieqchieq') => {
    const match = await openedMatch(table, { settings, game });
    for (const [seat, player] of players.entries()) {
      const [isBot] = player.split(' ');
      const who = { by: 'player', player, contribution: `0${seat}`.repeat(16) } as const;
      await match.sit(isBot === 'bot' ? { by: 'bot', bot: 'random' } : who, seat, table.now);
    }
    return match;
  };
  let endings = 0;
  const rate = async (
    match: { readonly position: { readonly created: { game: string; preset: string } } },
    all: object,
  ) => {
    const { game, preset } = match.position.created;
    const ratings = Object.entries(all).map(([player, rating]) => ({
      player,
      rating: rating as number,
      deviation: 60,
      volatility: 0.06,
      matches: 20,
      at: 1,
    }));
    const settled = { game, preset, match: `R${endings}`, at: 1, changes: [], ratings, keeps: 'all' } as const;
    await stores.ratings.settle(++endings, settled);
  };
  const damage = (match: string) =>
    database.prepare("UPDATE entries SET line = '{' WHERE match = ? AND seq = 2").run(match);
  return { table, find, begin, rate, damage };
}

test('people come before bots, known and even players before others, and what has fallen asleep comes last', async () => {
  const { table, find, begin, rate } = await studio();
  expect(await find()).toBeUndefined();
  const bots = await begin(['bot a', 'bot b']);
  expect(await find()).toBe(bots.id);
  const people = await begin(['ana', 'beto']);
  expect(await find()).toBe(people.id);
  const masters = await begin(['caro', 'dani']);
  await rate(masters, { ana: 1700, beto: 1200, caro: 1850, dani: 1800 });
  expect(await find()).toBe(masters.id);
  table.now += 6 * MINUTE;
  await playOne(people, table.now);
  expect(await find()).toBe(people.id);
});

test('a match whose end is near comes before one that is as good', async () => {
  const { find, begin, table } = await studio();
  const isNear = ({ table: { view } }: Match) => (view as { readonly apocalypse: boolean }).apocalypse;
  const both = [await begin(['ana', 'beto'], {}, 'flower-war'), await begin(['ana', 'beto'], {}, 'flower-war')];
  const later = both.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]!; // of two that are equal the other one is told
  expect(await find()).not.toBe(later.id);
  for (let n = 0; n < 5000 && !isNear(later); n++) await playOne(later, table.now);
  expect(isNear(later)).toBe(true);
  expect(await find()).toBe(later.id);
});

test('a record that cannot be read keeps no other match from being shown', async () => {
  const { find, begin, damage } = await studio();
  const [people, bots] = [await begin(['ana', 'beto']), await begin(['bot a', 'bot b'])];
  damage(people.id);
  expect([await find(), await find(people.id)]).toEqual([bots.id, bots.id]);
});

test('it stays with a match until it has ended, unless another one is far better', async () => {
  const { table, find, begin, rate } = await studio();
  const people = await begin(['ana', 'beto']);
  const others = await begin(['caro', 'dani']);
  await rate(people, { ana: 1500, beto: 1500, caro: 1600, dani: 1600 });
  expect(await find()).toBe(others.id);
  expect(await find(people.id)).toBe(people.id);
  const bots = await begin(['bot a', 'bot b']);
  expect(await find(bots.id)).toBe(others.id); // far better
  await people.resign(0, ['x'], table.now);
  expect(await find(people.id)).toBe(others.id);
  await others.resign(0, ['x'], table.now);
  await bots.abort('operator', table.now);
  expect(await find(others.id)).toBeUndefined();
  expect(await find('no-match')).toBeUndefined();
});

test('of a delayed match the channel knows what spectators have seen: not its start too soon, and not its end', async () => {
  const { table, find, begin } = await studio();
  const delayed = await begin(['ana', 'beto'], { watching: 'delayed', watchDelaySeconds: 120 });
  expect(await find()).toBeUndefined();
  table.now += 2 * MINUTE;
  expect(await find()).toBe(delayed.id);
  await delayed.resign(0, ['x'], table.now);
  const bots = await begin(['bot a', 'bot b']);
  expect(await find(delayed.id)).toBe(delayed.id);
  table.now += 2 * MINUTE;
  expect(await find(delayed.id)).toBe(bots.id);
});

test(`private matches, closed ones and those by days are never told, whatever is asked (SEED=${seed})`, async () => {
  const { find, begin, table } = await studio();
  const chance = fastChance(seed);
  const open = new Set<string>();
  const all: string[] = [];
  for (let n = 0; n < 24; n++) {
    const settings: Partial<TableSettings> = {
      visibility: chance.pick(['public', 'private']),
      watching: chance.pick(['open', 'off']),
      ...(chance.coin() && { clock: { kind: 'days', days: 2 } }),
    };
    const match = await begin(
      chance.pick([
        ['ana', 'beto'],
        ['caro', 'bot b'],
      ]),
      settings,
    );
    const isOpen = settings.visibility === 'public' && settings.watching === 'open' && settings.clock === undefined;
    if (isOpen) open.add(match.id);
    all.push(match.id);
    if (chance.die(4) === 1) {
      await match.resign(0, ['x'], table.now);
      open.delete(match.id);
    }
    const found = await find(chance.coin() ? chance.pick(all) : undefined);
    expect(found === undefined ? open.size === 0 : open.has(found), `${found}`).toBe(true);
  }
});
