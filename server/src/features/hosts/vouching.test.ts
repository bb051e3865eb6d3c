/** What this host says of its players to others: to whom, in what order, and for how long. */
import { join } from 'node:path';
import { assertedPerson, hostNews, signedTables } from '@flower-war/protocol';
import { signerOf } from '@flower-war/protocol/hosting';
import { expect, test } from 'vitest';
import { readConfig } from '../../base/config.ts';
import { backUp, restore } from '../../store/data-folder/backup.ts';
import { openDatabase } from '../../store/data-folder/database.ts';
import { inThisThread } from '../../store/engine/sqlite/sqlite.ts';
import { openStores, operations } from '../../store/operations.ts';
import { memoryStore, temporaryFolder } from '../../store/store.fixture.ts';
import { isSigned } from './signed.ts';
import { Vouching } from './vouching.ts';

const [A, B, C] = ['https://a.example', 'https://b.example', 'https://c.example'];
const DAY = 86_400_000;

type Kept = Pick<ReturnType<typeof memoryStore>, 'stores'>;

function vouching(settings: Readonly<Record<string, string>> = {}, { stores } = memoryStore() as Kept) {
  const clock = { now: 1_795_000_000_000 };
  const config = readConfig({ PUBLIC_URL: A, HOSTS: [A, B, C].join(','), ...settings });
  const { abroad: store, people } = stores;
  const now = () => clock.now;
  const own = new Vouching({ config, store, people, signer: signerOf('a1'.repeat(32)), now, wall: now });
  const add = async (player: string) => {
    await stores.people.add({ player, name: `Name of ${player}`, createdAt: clock.now });
    await stores.recovery.keep({ player, prefix: player, hash: player, createdAt: clock.now });
    return player;
  };
  const subjectOf = async (player: string, host = B) =>
    assertedPerson.parse(JSON.parse((await own.vouch(player, host)).signed)).subject;
  const news = async (to = B, after = 0) => {
    clock.now += 1000;
    const sent = signedTables.parse(await own.news(to, after));
    expect(isSigned(sent)).toBe(true);
    return hostNews.parse(JSON.parse(sent.signed));
  };
  const ban = (player: string, until: number | null = null) =>
    stores.bans.ban({ player, at: clock.now, reason: 'secret', until });
  return { stores, clock, own, add, subjectOf, news, ban };
}

test('news tell what is, once, in order, and to each host of its own subjects alone', async () => {
  const { stores, clock, own, add, subjectOf, news, ban } = vouching();
  await add('p-1');
  await add('p-2');
  const [atB, atC, other] = [await subjectOf('p-1'), await subjectOf('p-1', C), await subjectOf('p-2')];
  expect(new Set([atB, atC, other]).size).toBe(3);
  expect((await news()).news).toEqual([]);
  const until = clock.now + DAY;
  await ban('p-1', until);
  const first = await news();
  expect(first).toMatchObject({ from: A, to: B, after: 0, more: false });
  expect(first.news).toEqual([{ n: expect.any(Number), subject: atB, what: 'banned', until }]);
  expect((await news()).news).toEqual(first.news);
  const { n } = first.news[0]!;
  expect((await news(B, n)).news).toEqual([]);
  expect((await news(C)).news).toMatchObject([{ subject: atC, what: 'banned' }]);
  await ban('p-1');
  expect((await news(B, n)).news).toEqual([{ n: expect.any(Number), subject: atB, what: 'banned' }]);
  await stores.bans.lift('p-1');
  await stores.accounts.forget('p-2');
  const last = await news(B, n);
  expect(last.news.map(({ subject, what }) => [subject, what]).toSorted()).toEqual(
    [
      [atB, 'unbanned'],
      [other, 'deleted'],
    ].toSorted(),
  );
  expect(JSON.stringify(last)).not.toMatch(/secret|p-1|p-2|Name/);
  expect(await own.of('p-2')).toEqual([]);
});

test('a ban that ends by the clock is told as lifted', async () => {
  const { clock, add, subjectOf, news, ban } = vouching();
  await subjectOf(await add('p-1'));
  await ban('p-1', clock.now + DAY);
  const { n } = (await news()).news[0]!;
  clock.now += DAY;
  expect((await news(B, n)).news).toMatchObject([{ what: 'unbanned' }]);
});

test('a host that came from a backup tells anew how things stand: it may have told otherwise since', async () => {
  const [folder, file] = [temporaryFolder(), join(temporaryFolder(), 'copy')];
  const started = async (work: (host: ReturnType<typeof vouching>) => Promise<void>) => {
    const engine = inThisThread(openDatabase(folder, 'process'), operations);
    await work(vouching({}, { stores: openStores(engine) }));
    await engine.close();
  };
  let [subjects, last]: [readonly string[], number] = [[], 0];
  await started(async ({ add, subjectOf, ban, news }) => {
    subjects = [await subjectOf(await add('p-1')), await subjectOf(await add('p-2'))];
    await ban('p-2');
    await news();
  });
  await backUp({ folder, file, force: false });
  await started(async ({ stores, clock, ban, news }) => {
    clock.now += DAY;
    await ban('p-1');
    await stores.bans.lift('p-2');
    last = (await news()).news.at(-1)!.n;
  });
  await restore({ folder, file, force: true });
  await started(async ({ clock, news }) => {
    clock.now += 2 * DAY;
    const told = (await news(B, last)).news.map(({ subject, what }) => [subject, what]);
    expect(new Map(told as [string, string][])).toEqual(
      new Map([
        [subjects[0], 'unbanned'],
        [subjects[1], 'banned'],
      ]),
    );
  });
});

test('a banned player gets no assertion, and no two assertions have one nonce', async () => {
  const { own, add, subjectOf, ban } = vouching();
  await add('p-1');
  const nonces = new Set<string>();
  for (let n = 0; n < 50; n++) nonces.add(JSON.parse((await own.vouch('p-1', B)).signed).nonce);
  expect(nonces.size).toBe(50);
  const subject = await subjectOf('p-1');
  await ban('p-1');
  await expect(own.vouch('p-1', B)).rejects.toMatchObject({ code: 'banned' });
  await expect(own.vouch('p-none', B)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await subjectOf(await add('p-2'))).not.toBe(subject);
});

test('many news come page by page, and a clock that was set back takes none of them back', async () => {
  const { stores, clock, add, subjectOf, news } = vouching();
  const subjects: string[] = [];
  for (let n = 0; n < 620; n++) subjects.push(await subjectOf(await add(`p-${n}`)));
  for (let n = 0; n < 610; n++) await stores.accounts.forget(`p-${n}`);
  const heard: string[] = [];
  let after = 0;
  for (let more = true, pages = 0; more; pages++) {
    const page = await news(B, after);
    heard.push(...page.news.map(({ subject }) => subject));
    after = page.news.at(-1)?.n ?? after;
    more = page.more;
    expect(pages).toBeLessThan(5);
  }
  expect(heard.toSorted()).toEqual(subjects.slice(0, 610).toSorted());
  clock.now -= DAY;
  await stores.accounts.forget('p-610');
  clock.now += 2000;
  const { news: late } = await news(B, after);
  expect(late.map(({ subject }) => subject)).toEqual([subjects[610]]);
  expect(late[0]!.n).toBeGreaterThan(after);
});

test('a deletion is told for ninety days, from when it could be told, and then nothing of it is left', async () => {
  const { stores, clock, own, add, subjectOf, news } = vouching();
  await subjectOf(await add('p-1'));
  await stores.accounts.forget('p-1');
  clock.now += 89 * DAY;
  await own.sweep(); // no host has asked until now
  expect((await news()).news).toMatchObject([{ what: 'deleted' }]);
  clock.now += 89 * DAY;
  await own.sweep();
  expect((await news()).news).toHaveLength(1);
  clock.now += 2 * DAY;
  await own.sweep();
  expect((await news()).news).toEqual([]);
});

test('without a public address, and for a host that is not listed, nothing is said', async () => {
  const { own, add } = vouching({ PUBLIC_URL: '' });
  await add('p-1');
  await expect(own.vouch('p-1', B)).rejects.toMatchObject({ code: 'not-vouched', reason: 'address' });
  const listed = vouching();
  for (const host of ['https://evil.example', A, 'https://b.example/', 'B'])
    await expect(listed.own.news(host, 0)).rejects.toMatchObject({ code: 'not-vouched', reason: 'host' });
});
