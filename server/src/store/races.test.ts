/** What several processes do to the same rows at the same time. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { manyProcesses } from './engine/manyProcesses.fixture.ts';
import { noPostgres } from './engine/postgres/postgres.fixture.ts';
import { firstEntry } from './journal/firstEntry.fixture.ts';
import { SharedTurns } from './openData.ts';
import type { Stores } from './operations.ts';

const LONG = { now: 0, forMs: 60_000 };

describe.skipIf(noPostgres)(`processes at the same rows${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  const { everywhere, one, ask, url } = manyProcesses();
  const person = (player: string) => ({ player, name: player, createdAt: 1 });
  const session = (id: string) => ({ session: id, label: '', at: 5, most: 9 });

  describe('a lease', () => {
    const hold = async ({ leases }: Stores, process: string, terms = LONG) =>
      (await leases.hold({ name: 'house', process }, terms)) ? process : undefined;

    test('is of one process, which may renew it and leave it to another', async () => {
      const holders = (await everywhere(3, ({ stores, process }) => hold(stores, `${process}`))).filter(Boolean);
      expect(new Set(holders).size).toBe(1);
      expect(holders).toHaveLength(3);
      const [holder = ''] = holders;
      await one().stores.leases.release({ name: 'house', process: 'another' });
      expect(await hold(one().stores, 'another')).toBeUndefined();
      await one().stores.leases.release({ name: 'house', process: holder });
      expect(await hold(one().stores, 'another')).toBe('another');
    });

    test('that has run out is taken over by one', async () => {
      await hold(one().stores, 'dead', { now: 0, forMs: -1 });
      const holders = await everywhere(1, ({ stores, process }) => hold(stores, `${process}`));
      expect(holders.filter(Boolean)).toHaveLength(1);
      expect(await hold(one().stores, 'dead')).toBeUndefined();
    });

    test('of a process that was declared dead is taken over, and of no other', async () => {
      const { processes } = one().stores;
      const usual = { name: '', address: '', now: 1, mayBury: false, isFirst: false, isAlone: false, quietUntil: 0 };
      for (const process of ['p1', 'p10']) await processes.renew({ ...usual, process });
      await hold(one().stores, 'p10 turn');
      await processes.end('p1', 1);
      expect(await hold(one().stores, 'p2 turn')).toBeUndefined();
      await processes.end('p10', 1);
      expect(await hold(one().stores, 'p2 turn')).toBe('p2 turn');
    });
  });

  test('turns: what one job read has not changed when it writes', async () => {
    const turns = Array.from({ length: 4 }, (_, process) => new SharedTurns(one(process).stores.leases, `p${process}`));
    const count = async () => Number((await ask("SELECT value FROM keys WHERE name = 'count'"))[0]?.value ?? 0);
    await everywhere(6, ({ stores, process }) =>
      turns[process]!.run('counting', async () => stores.keyRing.put('count', String((await count()) + 1))),
    );
    expect(await count()).toBe(24);
    expect(await ask('SELECT * FROM leases')).toEqual([]);
  });

  test('turns: a job that fails ends its turn', async () => {
    const turns = new SharedTurns(one().stores.leases, 'p0');
    const failing = turns.run('a', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await new SharedTurns(one(1).stores.leases, 'p1').run('a', async () => 5)).toBe(5);
  });

  test('turns: the next one begins soon after the store was away at the end of one', async () => {
    const { leases } = one().stores;
    let isAway = true;
    const release: Stores['leases']['release'] = (lease) =>
      isAway ? Promise.reject(new Error('the store is away')) : leases.release(lease);
    expect(await new SharedTurns({ ...leases, release }, 'p0').run('a', async () => 4)).toBe(4);
    expect(await ask('SELECT count(*)::int AS n FROM leases')).toEqual([{ n: 1 }]);
    isAway = false;
    await expect.poll(() => ask('SELECT * FROM leases')).toEqual([]);
  });

  test('an invitation and a challenge count once, and a person of a provider is one player, also in the same moment', async () => {
    const { stores } = one();
    await stores.invitations.create({ invitation: 'I', players: 5, createdAt: 1, endsAt: 9 }, 1);
    await stores.signIns.begin({ key: 'k', kind: 'passkey', player: '', detail: 'd', endsAt: 9 });
    const come = async ({ accounts, signIns }: Stores) => {
      const id = randomUUID();
      const isIn = await accounts.open(person(id), { ...session(id), player: id }, 'I');
      const taken = await signIns.take({ key: 'k', kind: 'passkey', player: '' }, 5);
      const by = { issuer: 'i', subject: 's', ...(isIn && { guest: { player: id, session: id } }) };
      const newcomer = person(`new-${id}`);
      return { isIn, taken, player: await accounts.enterBy(by, session(`by-${id}`), newcomer) };
    };
    const came = await everywhere(4, (process) => come(process.stores));
    expect(came.filter(({ isIn }) => isIn)).toHaveLength(5);
    expect(came.filter(({ taken }) => taken === 'd')).toHaveLength(1);
    expect(new Set(came.map(({ player }) => JSON.stringify(player))).size).toBe(1);
    expect(await ask('SELECT count(*)::int AS n FROM subjects')).toEqual([{ n: 1 }]);
    expect((await ask('SELECT count(*)::int AS n FROM people'))[0]?.n).toBeLessThanOrEqual(6);
  });

  test('a code that is given to a program makes one token, which ends as soon as the code comes again', async () => {
    const { stores } = one();
    await stores.people.add(person('g'));
    await stores.sessions.open({ ...session('of g'), player: 'g' });
    const proof = { client: 'c', redirect: 'r', challenge: 'x' };
    const detail = JSON.stringify({ ...proof, session: 'of g', name: 'n', scopes: '["read"]', forMs: 9, most: 2 });
    await stores.signIns.begin({ key: 'code', kind: 'grant', player: 'g', detail, endsAt: 9 });
    const came = await everywhere(3, (each) => {
      const token = randomUUID();
      return each.stores.accounts.exchange({ ...proof, code: 'code', token, hash: token, now: 5 });
    });
    expect(came.filter(({ made }) => made !== undefined)).toHaveLength(1);
    expect(came.filter(({ ended }) => ended?.player === 'g')).toHaveLength(1);
    expect(await stores.programTokens.of('g', 5)).toEqual([]);
  });

  test('a code that links a device signs in one device, and none after a sign-out', async () => {
    const { stores } = one();
    await stores.people.add(person('p'));
    await stores.sessions.open({ ...session('own'), player: 'p' });
    const link = { player: 'p', session: 'own', hash: 'h', endsAt: 9 };
    await stores.links.keep(link);
    const redeemed = await everywhere(3, (each, n) =>
      each.stores.accounts.redeem('h', session(`${each.process} ${n}`)),
    );
    expect(redeemed.filter((player) => player !== undefined)).toEqual(['p']);
    expect(await stores.sessions.of('p')).toHaveLength(2);
    await stores.links.keep(link);
    await stores.accounts.signOut('p');
    expect(await stores.accounts.redeem('h', session('late'))).toBeUndefined();
  });

  test('no code and no token that a device makes at this moment outlives the sign-out of all devices', async () => {
    const players = Array.from({ length: 25 }, (_, n) => `p-${n}`);
    const token = { name: 'n', scopes: '["read"]', createdAt: 1, endsAt: 9, code: null };
    for (const player of players) {
      const own = { player, session: `own ${player}` };
      const link = { ...own, hash: player, endsAt: 9 };
      const made = { ...token, player, token: player, hash: player };
      await one().stores.people.add(person(player));
      await one().stores.sessions.open({ ...session(own.session), player });
      await Promise.all([
        one(1).stores.accounts.signOut(player),
        one(2).stores.links.keep(link),
        one(3).stores.programTokens.make(own, made, 9),
      ]);
      expect(await one().stores.links.keep(link)).toBe(false);
      expect(await one().stores.programTokens.make(own, made, 9)).toBe('unknown');
    }
    expect(await ask('SELECT player FROM links UNION ALL SELECT player FROM program_tokens')).toEqual([]);
  });

  test('a recovery code that was replaced opens no session, however late it is used', async () => {
    const { stores } = one();
    await stores.people.add(person('p'));
    const row = (hash: string) => ({ player: 'p', prefix: 'P', hash, createdAt: 1 });
    const own = (id: string) => ({ ...session(id), player: 'p' });
    await stores.recovery.keep(row('old'));
    await Promise.all([
      stores.recovery.keep(row('new')).then(() => stores.accounts.signOut('p')),
      ...['a', 'b', 'c'].map((id, n) => one(n + 1).stores.accounts.recover(row('old'), own(id))),
    ]);
    expect(await stores.accounts.recover(row('old'), own('d'))).toBe(false);
    expect(await stores.sessions.of('p')).toEqual([]);
    expect(await stores.accounts.recover(row('new'), own('e'))).toBe(true);
  });

  test('a webhook that is removed at this moment gets no notice, and the entries are appended', async () => {
    const { stores } = one();
    await stores.people.add(person('p'));
    const hook = {
      webhook: 'w',
      player: 'p',
      url: 'u',
      host: 'h',
      events: '[]',
      secret: 's',
      form: 'signed',
      wishes: '{}',
      only_match: null,
      proof: null,
      at: 1,
    };
    await stores.webhooks.add(hook, 5);
    const removing = new pg.Client({ connectionString: url() });
    await removing.connect();
    await removing.query("BEGIN; DELETE FROM webhooks WHERE webhook = 'w'");
    const notices = [{ notice: 'n', webhook: 'w', match: 'A', kind: 'turn', at: 1, body: '{}' }];
    const appending = stores.records.append([{ ...firstEntry('A'), notices }, firstEntry('B')]);
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    await expect.poll(async () => (await ask(waiting)).length).toBe(1);
    await removing.query('COMMIT');
    const newNotices = await appending;
    expect(newNotices).toEqual([0, 0]);
    await removing.end();
  });

  test('of a player who is deleted nothing is left, although others write at that moment', async () => {
    const players = Array.from({ length: 25 }, (_, n) => `p-${n}`);
    for (const player of [...players, 'other']) await one().stores.people.add(person(player));
    const jobs: ((stores: Stores, player: string) => Promise<unknown>)[] = [
      ({ accounts }, player) => accounts.forget(player),
      ({ talk }, player) =>
        talk.say({ match: 'A', audience: 'players', at: 1, player, words: { text: 'x' }, action: '1' }),
      ({ links }, player) => links.keep({ player, session: player, hash: player, endsAt: 9 }),
      ({ recovery }, player) => recovery.keep({ player, prefix: 'P', hash: 'h', createdAt: 1 }),
      ({ sessions }, player) => sessions.open({ ...session(player), player }),
      ({ accounts }, player) => accounts.rename(person(player), { player, prefix: 'P', hash: 'h', createdAt: 1 }),
      ({ talk }, player) => talk.silence('A', player, true),
      ({ reports }, reporter) => reports.add({ ...REPORT, reporter, lines: null }, LIMIT),
      ({ reports }, player) =>
        reports.add({ ...REPORT, reporter: 'other', lines: JSON.stringify([{ player, text: 'x' }]) }, LIMIT),
      ({ ties }, player) => ties.tie({ player, other: 'other', kind: 'follow', at: 1 }, 9),
      ({ ties }, other) => ties.tie({ player: 'other', other, kind: 'block', at: 1 }, 999),
      ({ ties }, player) => ties.show(player, true),
      ({ dump }, player) => dump.name(player, true),
      ({ challenges }, player) =>
        challenges.put({ challenge: player, player, other: 'other', wish: '{}', at: 1, endsAt: 9 }, 9, []),
      ({ penalties }, player) => penalties.give({ ...BAN, player, penalty: player }),
      ({ ratings }, player) => ratings.settle(Number(player.slice(2)) + 1, settledFor(player)),
    ];
    for (const player of players) await Promise.all(jobs.map((job, n) => job(one(n % 4).stores, player)));
    for (const table of [
      'people',
      'links',
      'recovery_codes',
      'sessions',
      'silenced',
      'ratings',
      'ties',
      'shown_online',
      'named_players',
      'challenges',
      'bans',
      'penalties',
    ])
      expect([table, await ask(`SELECT * FROM ${table} WHERE player <> 'other'`)]).toEqual([table, []]);
    expect(await ask("SELECT * FROM ties WHERE other <> 'other'")).toEqual([]);
    expect(await ask('SELECT * FROM talk WHERE player IS NOT NULL OR text IS NOT NULL')).toEqual([]);
    expect(await ask("SELECT * FROM reports WHERE reporter <> 'other'")).toEqual([]);
    expect(await ask("SELECT lines FROM reports WHERE lines LIKE '%p-%'")).toEqual([]);
  });
});

const REPORT = { at: 5, player: null, match: null, reason: 'other', text: '' };
const BAN = {
  kind: 'ban',
  reason: 'other',
  text: '',
  note: '',
  giver: null,
  at: 1,
  until: null,
  neutralName: '',
  replaces: false,
} as const;
const LIMIT = { most: 999, after: 0 };

function settledFor(player: string) {
  const rating = { player, rating: 1600, deviation: 90, volatility: 0.06, matches: 1, at: 5 };
  return { game: 'x', preset: 'y', match: player, at: 5, changes: [], ratings: [rating], keeps: 'known' } as const;
}
