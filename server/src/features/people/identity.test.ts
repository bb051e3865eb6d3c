import { expect, test } from 'vitest';
import { memoryStore } from '../../store/store.fixture.ts';
import { createIdentity } from './identity.ts';

const DAY = 24 * 60 * 60 * 1000;
const mayEnter = async () => {};
const START = 1_800_000_000_000;

const identity = () =>
  createIdentity(memoryStore().stores, { NAMES_BLOCKED: '', REPORT_DAYS: 30 }, { bots: ['greedy'] });

test('a file of words that is not there is told by its setting', () => {
  const settings = { NAMES_BLOCKED: '/no/such/file', REPORT_DAYS: 30 };
  expect(() => createIdentity(memoryStore().stores, settings)).toThrow(
    'NAMES_BLOCKED=/no/such/file cannot be read (ENOENT)',
  );
});

test('a person of another host comes as a new player where guests need no invitation, or may not come at all', async () => {
  const by = (subject: string) => ({ arrived: { issuer: 'host https://a.example', subject, name: 'Ana' }, mayEnter });
  const under = (SIGN_UP: 'open' | 'invitation' | 'signed-in', { stores } = memoryStore()) =>
    createIdentity(stores, { NAMES_BLOCKED: '', REPORT_DAYS: 30, SIGN_UP });
  const data = memoryStore();
  const { player } = await under('open', data).arrive(by('one'), START);
  expect((await under('signed-in', data).arrive(by('two'), START)).player).not.toBe(player);
  const closed = under('invitation', data);
  await expect(closed.arrive(by('three'), START)).rejects.toMatchObject({ code: 'invitation-needed' });
  expect((await closed.arrive(by('one'), START)).player).toBe(player);
  expect(closed.people.nameOf(player)).toBe('Somebody'); // not read yet: a name is waited for only for a moment
  await closed.people.load([player]);
  expect(closed.people.nameOf(player)).toBe('Ana (a.example)');
  const own = closed.chooseName({ player, name: 'Own' }, START);
  await expect(own).rejects.toMatchObject({ code: 'name-refused', reason: 'named-at-home' });
  expect(closed.people.nameOf(player)).toBe('Ana (a.example)');
});

test('the bot of a person of another host shows that person with the host, and by the newest name', async () => {
  const { arrive, recovery, bots, people } = identity();
  const arrived = { issuer: 'host https://a.example', subject: 'one' };
  const { player } = await arrive({ arrived: { ...arrived, name: 'Ana' }, mayEnter }, START);
  await recovery.renew(player, START);
  const { player: bot } = await bots.make(player, 'Tezcat', START);
  await people.load([bot]);
  expect(people.nameOf(bot)).toBe('Tezcat (bot: Ana (a.example))');
  await arrive({ arrived: { ...arrived, name: 'Itzel' }, mayEnter }, START);
  expect(people.nameOf(bot)).toBe('Tezcat (bot: Itzel (a.example))');
});

test('a sweep lets go of what is over, and of nothing else', async () => {
  const { welcome, recover, recovery, redeemLink, sessions, links, reports, sweep } = identity();
  const { player } = await welcome({ label: 'old' }, START);
  const recoveryCode = await recovery.renew(player, START);
  const later = await recover({ code: recoveryCode, label: 'new', mayEnter }, START + 2 * DAY);
  await reports.add(player, { player, reason: 'other' }, START);
  const { code } = await links.create(later!, START + 90 * DAY);
  await sweep(START + 30 * DAY - 1);
  expect(await reports.by(player)).toHaveLength(1);
  await sweep(START + 90 * DAY + 1);
  expect(await reports.by(player)).toEqual([]);
  expect((await sessions.of(player)).map(({ label }) => label)).toEqual(['new']);
  expect(later !== undefined && (await sessions.has(later))).toBe(true);
  expect(await redeemLink({ code }, START + 90 * DAY + 1)).toMatchObject({ player });
  expect(await redeemLink({ code }, START + 90 * DAY + 1)).toBeUndefined();
});

test('a forgotten player leaves reports without a sender', async () => {
  const { welcome, people, reports, recovery, recover, forget } = identity();
  const [ana, ben] = [await welcome({ name: 'Ana' }, START), await welcome({ name: 'Ben' }, START)];
  const code = await recovery.renew(ana.player, START);
  await reports.add(ana.player, { player: ben.player, reason: 'other' }, START);
  await forget(ana.player);
  await people.load([ana.player, ben.player]);
  expect(people.namesOf([ana.player, ben.player, undefined])).toEqual(['Somebody', 'Ben', undefined]);
  expect(await reports.by(ana.player)).toEqual([]);
  expect(await recover({ code, mayEnter }, START)).toBeUndefined();
});

test('a flood of reports hides no other one for good: those to settle come first', async () => {
  const { welcome, reports } = identity();
  const [ana, ben] = [await welcome({}, START), await welcome({}, START)];
  const about = { player: ben.player, reason: 'abuse' } as const;
  for (const [n, text] of ['one that matters', 'flood', 'flood'].entries())
    await reports.add(ana.player, { ...about, text }, START + n);
  const newest = async () => (await reports.latest(2)).map(({ text, settled = 'open' }) => `${text}: ${settled}`);
  expect(await newest()).toEqual(['flood: open', 'flood: open']);
  for (const { id } of await reports.latest(2)) await reports.settle(id, 'dismissed', null);
  expect(await newest()).toEqual(['one that matters: open', 'flood: dismissed']);
});

test('a code of a banned player leaves no session behind', async () => {
  const data = memoryStore();
  const { welcome, links, redeemLink, sessions } = createIdentity(data.stores, { NAMES_BLOCKED: '', REPORT_DAYS: 30 });
  const claims = await welcome({}, START);
  const { player } = claims;
  const { code } = await links.create(claims, START);
  await data.stores.bans.ban({ player, at: START, reason: '', until: null });
  expect((await redeemLink({ code }, START))?.player).toBe(player); // who is told of the ban
  expect(await sessions.of(player)).toHaveLength(1);
});
