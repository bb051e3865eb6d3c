import { expect, test } from 'vitest';
import { memoryStore } from '../store.fixture.ts';

const HOME = 'host https://home.example';
const VISITOR = 'p-visitor';
const DAY = 24 * 60 * 60 * 1000;

/** A visitor. The host at home bans and lets in again, in any order. */
async function visiting() {
  const { stores } = memoryStore();
  const by = { issuer: HOME, subject: 'one' };
  const newcomer = { player: VISITOR, name: 'Ana', createdAt: 1 };
  await stores.visitors.enter({ ...by, name: 'Ana' }, { session: 's', label: '', at: 1, most: 1 }, newcomer);
  let n = 0;
  const tell = (what: 'banned' | 'unbanned', until: number | null = null) => {
    const news = { ...by, n: ++n, what, until, penalty: `home ${n}` };
    return stores.visitors.hear({ ...news, text: '', note: 'at home', now: 2, barredUntil: 0 });
  };
  const ban = (until: number | null) => {
    const row = {
      penalty: `here ${++n}`,
      player: VISITOR,
      kind: 'ban',
      reason: 'other',
      text: '',
      giver: null,
    } as const;
    return stores.penalties.give({ ...row, at: 2, until, neutralName: 'Guest', note: 'here', replaces: true });
  };
  const isOut = (now: number) => stores.bans.has(VISITOR, now);
  const told = async (now: number) => (await stores.penalties.standing(VISITOR, 'ban', now))?.until;
  return { stores, tell, ban, isOut, told };
}

test('a ban of the operator stands beside that of the host at home: neither ends the other', async () => {
  const { tell, ban, isOut, told } = await visiting();
  await tell('banned');
  expect(await ban(DAY)).toBeUndefined();
  expect([await isOut(2 * DAY), await told(3)]).toEqual([true, null]);
  await tell('unbanned');
  expect([await isOut(DAY - 1), await isOut(DAY), await told(3)]).toEqual([true, false, DAY]);
});

test('a ban of the operator takes the place of one before, and lifting it lifts all', async () => {
  const { stores, tell, ban, isOut, told } = await visiting();
  await tell('banned', 5 * DAY);
  await ban(null);
  await ban(DAY);
  expect([await isOut(5 * DAY - 1), await isOut(5 * DAY), await told(3)]).toEqual([true, false, 5 * DAY]);
  await stores.penalties.liftBan(VISITOR, 3);
  expect([await isOut(4), await told(4)]).toEqual([false, undefined]);
});

test('of a player who is deleted the audit keeps what was done, and nothing that was said', async () => {
  const { stores } = await visiting();
  const line = { at: 2, operator: 'op', process: 'one', action: 'banPlayer', detail: '{"text":"Ana is Anahí"}' };
  for (const about of [VISITOR, 'p-other']) await stores.audit.begin({ ...line, about });
  await stores.accounts.forget(VISITOR);
  expect((await stores.audit.page({ limit: 9 })).map(({ about, action, detail }) => [about, action, detail])).toEqual([
    ['p-other', 'banPlayer', line.detail],
    [VISITOR, 'banPlayer', '{}'],
  ]);
});
