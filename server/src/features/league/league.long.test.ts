/** A league on a real store, with matches that its bots play to the end: built-in ones, and one of a stranger in a cell. */
import { courseOf, tableSettings } from '@flower-war/protocol';
import { verify } from '@flower-war/protocol/verify';
import { at, engine, type Seat } from '@flower-war/rules';
import { luckBySeat } from '@flower-war/rules/account';
import { afterAll, afterEach, expect, test } from 'vitest';
import { chosenOptions, type GuestBot, hostedGames, hosting } from '../../base/hostedGames.ts';
import { LEAGUE } from '../../base/ids.ts';
import { guest, HONEST, moving, newCells } from '../../matches/cells/guests.fixture.ts';
import { newTable, playOne, runningMatch } from '../../matches/table.fixture.ts';
import { memoryStore, type TestStore } from '../../store/store.fixture.ts';
import { Accounts } from '../replay/accounts.ts';
import { League } from './league.ts';

const { cells, clock } = newCells();
afterAll(() => cells.close());
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
const PATIENT = { timeout: 60_000, interval: 20 };
const EDITION = { game: 'tieqchieq', preset: 'tieqchieq' };

/** A process of a server whose league has some bots of Tieqchieq and those of strangers. */
function processOn(
  store: TestStore,
  guestBots: readonly GuestBot[],
  { perDay = 100, now = 1_000_000, owner = 'me', builtIn = ['greedy'] } = {},
) {
  const { game, bots, ...hosted } = hostedGames({ guestBots }).get('tieqchieq')!;
  const playing = [...builtIn, ...guestBots.map(({ name }) => name)];
  const own = Object.fromEntries(Object.entries(bots).filter(([name]) => playing.includes(name)));
  const games = hosting([{ ...hosted, game, bots: own }], engine);
  const problems: unknown[] = [];
  const report = (problem: string, fields: object) => problems.push({ problem, ...fields });
  const accounts = new Accounts({
    journal: store.journal,
    store: store.stores.matchAccounts,
    mayWrite: () => true,
    isCounting: false,
    report,
  });
  const table = newTable({
    games,
    store: store.journal,
    cells,
    now,
    owner,
    onShown: (match) => league.noteShown(match),
    league: { mayPlay: () => league.mayPlay, onLostTurn: (match, seat) => league.noteLostTurn(match, seat) },
  });
  const { matches } = table;
  const league: League = new League({
    perDay,
    store: store.stores.league,
    games,
    journal: store.journal,
    matches,
    accounts,
    now: () => table.now,
    report,
  });
  const stop = async () => {
    clearInterval(matches['timer']);
    await matches.giveUpAll();
    await accounts.close();
  };
  open.push(stop);
  const settled = async () => (await store.stores.league.of(EDITION, 99)).filter(({ state }) => state !== 'playing');
  /** Looks after the league, as the server does every second, until this many matches are settled. */
  const until = async (count: number) => {
    const look = async () => {
      table.now++;
      await league.tend();
      return settled();
    };
    await expect.poll(look, PATIENT).toHaveLength(count);
    return settled();
  };
  const length = async () => {
    const row = await store.stores.league.playing();
    return row === undefined ? 0 : ((await store.journal.tail(row.match))?.seq ?? 0);
  };
  return { league, table, matches, until, settled, length, problems, stop };
}

async function recordOf({ journal }: TestStore, match: string): Promise<readonly Record<string, unknown>[]> {
  const lines = (await journal.read(match))?.lines ?? [];
  expect(await verify(lines.map((line) => `${line}\n`).join(''), engine)).toMatchObject({ ok: true });
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** What the record alone says of a match. */
async function toldBy({ journal }: TestStore, match: string) {
  const read = await courseOf(`${(await journal.read(match))?.lines.join('\n')}\n`, engine);
  if (!read.ok) throw new Error(read.why);
  return { winners: read.course.result.winners, luck: luckBySeat(read.course) ?? [] };
}

test('plays each pair in turn, and each match has a record that verifies and names its bots', async () => {
  const store = memoryStore();
  const { until, league, problems } = processOn(store, [guest(HONEST)], {
    perDay: 3,
    builtIn: ['easy', 'greedy'],
  });
  const played = await until(3);
  expect(played.map(({ bot0, bot1, state }) => `${bot0} ${bot1} ${state}`)).toEqual([
    'easy greedy counted',
    'easy stranger counted',
    'greedy stranger counted',
  ]);
  for (const { match, bot0, bot1, result, account } of played) {
    const entries = await recordOf(store, match);
    expect(entries[0]).toMatchObject({ host: LEAGUE, preset: 'tieqchieq', table: { visibility: 'public' } });
    expect(entries.flatMap(({ kind, bot }) => (kind === 'seated' ? [bot] : []))).toEqual([bot0, bot1]);
    const { winners, luck } = await toldBy(store, match);
    expect(result).toBe(winners.includes(0) ? 2_000_000 : 0);
    expect(account).toBe(result! - at(luck, 0) + at(luck, 1)); // as `npm run do -- strength` counts it
    expect(account).not.toBe(result);
  }
  await league.tend();
  expect(await store.stores.league.playing()).toBeUndefined(); // three a day
  const { bots, newest } = await league.of('tieqchieq');
  expect(bots.map(({ bot, version, matches: count }) => [bot, version, count])).toEqual([
    ['easy', '1', 2],
    ['greedy', '1', 2],
    ['stranger', 'abc', 2],
  ]);
  expect(newest).toHaveLength(3);
  expect(problems).toEqual([]);
});

test('stops while people play, and after a restart goes on with the same match', async () => {
  const store = memoryStore();
  const builtIn = ['easy', 'greedy'];
  const first = processOn(store, [], { builtIn });
  await first.league.tend();
  await expect.poll(first.length, PATIENT).toBeGreaterThan(5);
  const match = await runningMatch(first.table);
  await expect.poll(() => first.matches.ifAwake(match.id)).toBeDefined();
  await playOne(match, first.table.now);
  await new Promise((resolve) => setTimeout(resolve, 100)); // a move that was under way is made
  const stood = await first.length();
  await first.league.tend();
  await new Promise((resolve) => setTimeout(resolve, 1200)); // a bot looks again once a second
  expect(await first.length()).toBe(stood);
  await first.stop();

  const { match: same } = (await store.stores.league.playing())!;
  const second = processOn(store, [], { now: first.table.now, owner: 'other', builtIn });
  await store.journal.release(same, 'me');
  second.league.isHurried = true;
  await second.matches.wake();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await second.length()).toBe(stood);
  second.league.isHurried = false;
  const [settled] = await second.until(1);
  expect(settled).toMatchObject({ match: same, state: 'counted' });
  await recordOf(store, same);
});

test('a bot that always throws loses its turns: its matches do not count, and its pair rests', async () => {
  const store = memoryStore();
  const { until, league } = processOn(store, [guest(moving('throw 1;'), 'broken')]);
  for (const { state, bot0, lost0, lost1, account } of await until(4)) {
    expect([state, account]).toEqual(['void', null]);
    const [own, other] = bot0 === 'broken' ? [lost0, lost1] : [lost1, lost0];
    expect([own > 3, other]).toEqual([true, 0]);
  }
  await league.tend();
  expect(await store.stores.league.playing()).toBeUndefined();
  const [broken, greedy] = (await league.of('tieqchieq')).bots;
  expect(broken).toMatchObject({ bot: 'broken', matches: 0, voided: 4, lost: expect.any(Number) });
  expect(greedy).toMatchObject({ bot: 'greedy', voided: 4, lost: 0 });
  clock.now += 60_001;
});

test.each<[string, readonly GuestBot[]]>([
  ['is removed', []],
  ['has a changed file', [{ ...guest(HONEST), version: 'def' }]],
])('a match whose bot %s counts for neither, and is played out', async (_, after) => {
  const store = memoryStore();
  const first = processOn(store, [guest(HONEST)], { perDay: 1 });
  await first.league.tend();
  await expect.poll(first.length, PATIENT).toBeGreaterThan(3);
  await first.stop();
  const { match } = (await store.stores.league.playing())!;
  await store.journal.release(match, 'me');
  const second = processOn(store, after, { perDay: 1, owner: 'other' });
  const [voided] = await second.until(1);
  expect(voided).toMatchObject({ match, bot1: 'stranger', version1: 'abc', state: 'void', account: null });
  await second.matches.wake();
  await expect.poll(async () => (await store.journal.index(match))?.index.status, PATIENT).toBe('ended');
  await recordOf(store, match);
  const { bots } = await second.league.of('tieqchieq');
  expect(bots.filter(({ bot }) => bot === 'stranger').map(({ version, plays }) => `${version} ${plays}`)).toEqual([
    'abc false',
    ...after.map(({ version }) => `${version} true`),
  ]);
});

test('a match that a person has joined counts for neither, nor one that has not ended within a day', async () => {
  const store = memoryStore();
  const { league, table, matches, settled } = processOn(store, [], { builtIn: ['easy', 'greedy'], perDay: 9 });
  const made = {
    match: 'JOINEDXY',
    ...EDITION,
    at: table.now,
    bot0: 'easy',
    version0: '1',
    bot1: 'greedy',
    version1: '1',
  };
  await store.stores.league.begin(made);
  const wanted = {
    ...chosenOptions(hostedGames().get('tieqchieq')!, {}),
    game: 'tieqchieq',
    seats: 2,
    table: tableSettings.parse({}),
    host: LEAGUE,
  };
  const match = (await matches.open(await matches.create({ ...wanted, id: made.match })))!;
  for (const [seat, player] of ['p-ana', 'p-ben'].entries())
    await match.sit({ by: 'player', player, contribution: '00'.repeat(16) }, seat as Seat, table.now);
  await league.tend(); // people play
  expect(await settled()).toEqual([]);
  await match.resign(0, [1], table.now);
  await expect.poll(async () => (await store.journal.index(match.id))?.index.status, PATIENT).toBe('ended');
  table.now += 100_000;
  await league.tend();
  expect(await settled()).toMatchObject([{ match: match.id, state: 'void' }]);

  await store.stores.league.begin({ ...made, match: 'STUCKXYZ', at: table.now });
  await matches.create({ ...wanted, id: 'STUCKXYZ' });
  table.now += 86_400_000;
  await league.tend();
  expect(await settled()).toMatchObject([{}, { match: 'STUCKXYZ', state: 'void' }]);
});

test('a league that is off begins nothing', async () => {
  const store = memoryStore();
  const { league } = processOn(store, [], { perDay: 0 });
  await league.tend();
  expect(await store.stores.league.playing()).toBeUndefined();
  expect(await league.of('tieqchieq')).toMatchObject({ perDay: 0, pairs: [], newest: [] });
});
