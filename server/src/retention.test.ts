import { expect, test } from 'vitest';
import { toldNowhere } from './announcing/announcements.ts';
import { readConfig } from './base/config.ts';
import { LocalTurns } from './base/scheduling.ts';
import { createIdentity } from './features/people/identity.ts';
import { Hall, TempleHomes, Unreached } from './features/temples/templeHomes.ts';
import { Temples } from './features/temples/temples.ts';
import type { Entry } from './features/tournaments/record.ts';
import { settingsOf } from './features/tournaments/tournament.fixture.ts';
import { Tournaments } from './features/tournaments/tournaments.ts';
import { firstEntry } from './store/journal/firstEntry.fixture.ts';
import type { Index } from './store/journal/journal.ts';
import { memoryStore } from './store/store.fixture.ts';
import { letGo } from './upkeep.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RUNNING: Index = { status: 'running', visibility: 'private', game: 'x', createdAt: 0, summary: '{}' };

function housekeeping(settings: Readonly<Record<string, string>>) {
  const config = readConfig(settings);
  const { journal, stores } = memoryStore();
  const identity = createIdentity(stores, config);
  let now = 0;
  const temples = new Temples({
    journal,
    now: () => now,
    matches: { open: async () => undefined, release: async () => {} },
    owner: 'one',
    nameOf: () => '',
    onPresence: () => {},
    note: () => {},
    report: () => {},
  });
  temples.stop();
  const mayClaim = async () => {};
  const hall = new Hall({ journal, owner: 'one', mayClaim, hasHandedOver: () => false });
  const call = () => Promise.reject(new Unreached('there is no other process'));
  const homes = new TempleHomes({ temples, hall, journal, owner: 'one', now: () => now, call });
  return {
    stores,
    services: {
      announcements: toldNowhere,
      config,
      journal,
      people: identity.people,
      identity,
      temples,
      tournaments: new Tournaments(stores),
      turns: new LocalTurns(),
      homes,
      now: () => now,
    },
    afterDays: (days: number) => {
      now = days * DAY_MS;
    },
    add: (match: string, index: Partial<Index>, players: readonly string[] = []) =>
      journal.append(
        firstEntry(match, {
          line: JSON.stringify({ at: now }),
          players,
          index: { ...RUNNING, createdAt: now, ...index },
        }),
      ),
  };
}

test('everything is kept for ever unless the host chooses otherwise', async () => {
  const { services, afterDays, add } = housekeeping({});
  await add('A', { status: 'ended' });
  await services.identity.welcome({}, 0);
  afterDays(9999);
  expect(await letGo(services)).toEqual({ matches: 0, guests: 0 });
  expect(await services.journal.read('A')).toBeDefined();
});

test('matches go that many days after their end, more than one batch of them, and no other', async () => {
  const { services, afterDays, add } = housekeeping({ KEEP_MATCHES_DAYS: '30' });
  for (let n = 0; n < 120; n++) await add(`old ${n}`, { status: 'ended' });
  await add('running', { status: 'running' });
  await add('open', { status: 'open' });
  afterDays(10);
  await add('young', { status: 'ended' });
  afterDays(29.9);
  expect((await letGo(services)).matches).toBe(0);
  afterDays(30.1);
  expect((await letGo(services)).matches).toBe(120);
  expect(await services.journal.counts()).toEqual({ open: 1, running: 1, ended: 1 });
});

test('guests go who have not come back, unless they chose a name, have another way back, or are needed somewhere', async () => {
  const { services, stores, afterDays, add } = housekeeping({ KEEP_GUESTS_DAYS: '10' });
  const { people, identity } = services;
  const guest = () => identity.welcome({}, services.now());
  const [idle, playing, watched, named] = [await guest(), await guest(), await guest(), await guest()];
  const [back, keeper, bound, maker] = [await guest(), await guest(), await guest(), await guest()];
  await add('running', {}, [playing.player]);
  await add('over', { status: 'ended' }, [watched.player]);
  await identity.recovery.renew(named.player, services.now());
  const { player } = keeper;
  const row = { passkey: 'k', player, credential: 'c', publicKey: '', counter: 0, transports: '[]', name: '' };
  await stores.passkeys.add({ ...row, createdAt: services.now() }, 1);
  await stores.subjects.bind({ issuer: 'i', subject: 's', player: bound.player, createdAt: services.now() });
  for (let n = 0; n < 120; n++) await guest();
  afterDays(9);
  await identity.sessions.use(back, services.now());
  const made = await identity.programs.make(maker, { name: 'bot', scopes: ['read'], days: 30 }, services.now());
  await identity.programs.read(made.secret, services.now());
  const late = await guest();
  afterDays(10.1);
  const forgotten: string[] = [];
  identity.onForget((player) => forgotten.push(player));
  expect((await letGo(services)).guests).toBe(122);
  expect([forgotten.length, forgotten.includes(idle.player)]).toEqual([122, true]);
  const gone = async ({ player }: { player: string }) => !(await people.isKnown(player));
  for (const one of [idle, watched]) expect(await gone(one)).toBe(true);
  for (const one of [playing, named, back, keeper, bound, maker, late]) expect(await gone(one)).toBe(false);
  expect(await identity.sessions.has(idle)).toBe(false);
  afterDays(25);
  expect((await letGo(services)).guests).toBe(3);
  expect((await letGo(services)).guests).toBe(0);
});

test('the time in which no server was there counts for no guest', async () => {
  const { services, stores, afterDays } = housekeeping({ KEEP_GUESTS_DAYS: '10' });
  const { identity, people } = services;
  const early = await identity.welcome({}, 0);
  const later = await identity.welcome({}, 8 * DAY_MS);
  await stores.alive.beat({ last: 8 * DAY_MS, now: 60 * DAY_MS, isFirst: true }); // longer than guests are kept
  afterDays(60);
  expect((await letGo(services)).guests).toBe(0);
  afterDays(63);
  expect((await letGo(services)).guests).toBe(1);
  expect([await people.isKnown(early.player), await people.isKnown(later.player)]).toEqual([false, true]);
});

test('a guest stays while a bot of theirs plays', async () => {
  const { services, afterDays, add } = housekeeping({ KEEP_GUESTS_DAYS: '10' });
  const { identity, journal, people } = services;
  const { player } = await identity.welcome({}, 0);
  const bot = await identity.bots.make(player, 'Tezcat', 0);
  await add('running', {}, [bot.player]);
  afterDays(11);
  expect((await letGo(services)).guests).toBe(0);
  await journal.forgetMatch('running');
  expect((await letGo(services)).guests).toBe(1);
  expect(await people.isKnown(bot.player)).toBe(false);
});

test('a guest who has made or entered a tournament stays until it has ended', async () => {
  const { services, stores, afterDays } = housekeeping({ KEEP_GUESTS_DAYS: '10' });
  const { tournaments, identity } = services;
  const [maker, player] = [await identity.welcome({}, 0), await identity.welcome({}, 0)];
  const times = { createdAt: 0, startsAt: 40 * DAY_MS, dueAt: 40 * DAY_MS };
  const row = {
    tournament: 't-a',
    maker: maker.player,
    visibility: 'public',
    game: 'x',
    code: null,
    ...times,
  } as const;
  const entry: Entry = { kind: 'created', at: 0, by: maker.player, settings: settingsOf(times) };
  await stores.tournaments.create(row, JSON.stringify(entry), 1);
  await tournaments.add('t-a', () => ({ kind: 'entered', at: 0, player: player.player }));
  afterDays(39);
  expect((await letGo(services)).guests).toBe(0);
  await tournaments.add('t-a', () => ({ kind: 'ended', at: 1, why: 'too-few' }));
  expect((await letGo(services)).guests).toBe(2);
});

test('the temple of a guest who goes is nobody’s', async () => {
  const { services, afterDays } = housekeeping({ KEEP_GUESTS_DAYS: '10' });
  const { player } = await services.identity.welcome({}, 0);
  await services.temples.of('templo-7f3a').claim(player, 'printed');
  expect(await services.journal.temples({ owner: player, limit: 9 })).toHaveLength(1);
  afterDays(11);
  expect((await letGo(services)).guests).toBe(1);
  expect(await services.journal.temples({ owner: player, limit: 9 })).toEqual([]);
  expect(services.temples.of('templo-7f3a').state.owner).toBeUndefined();
});
