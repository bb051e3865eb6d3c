/** The account of a match: from the server as from its record, of ended matches alone, for those who may read the record. */
import { courseOf, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { accountOf } from '@flower-war/rules/account';
import { expect, test } from 'vitest';
import { duel, house, pair, person, playOn, serveThisFile } from '../sdk/house.ts';
import { asking } from '../support/api.ts';

const ask = asking(() => house.url);

const OPERATOR_TOKEN = 'a-token-for-tests-only';

serveThisFile({ OPERATOR_TOKEN });

const accountIn = async (record: string) => {
  const found = await courseOf(record, engine);
  if (!found.ok) throw new Error(found.why);
  return accountOf(found.course);
};

test('an account is that of the record, and the same for all who ask', async () => {
  const { ana, match, live, other } = await pair({ options: { turnCap: 6 } });
  await Promise.all([playOn(live), playOn(other)]);
  const record = await ana.history.record(match.match);
  expect(await verify(record, engine)).toMatchObject({ ok: true });
  const [one, stranger] = [await ana.history.account(match), await (await person('Eve')).history.account(match.match)];
  expect(one).toEqual(await accountIn(record));
  expect(stranger).toEqual(one);
  expect(one.seats).toHaveLength(2);
  const response = await fetch(`${house.url}/api/matches/${match.match}/account`);
  expect(response.headers.get('cache-control')).toBe('public, no-cache');
});

test('an account is there only after the end', async () => {
  const { ana, match, live, other } = await pair();
  const path = `GET /api/matches/${match.match}/account` as const;
  expect(await ask(path, { token: ana.session?.token })).toMatchObject({ status: 409, body: { code: 'not-over' } });
  await expect(ana.history.account(match)).rejects.toMatchObject({ code: 'not-over' });
  const [running] = live.legal.length > 0 ? [live] : [other];
  await running.play(running.legal[0]!);
  expect(await ask(path)).toMatchObject({ status: 409, body: { code: 'not-over' } });
  expect(await house.server.services.journal.tail(match.match)).toBeDefined();
  await live.resign();
  await expect.poll(async () => (await ana.match(match.match)).status).toBe('ended');
  expect((await ana.history.account(match)).seats.map(({ result }) => result).toSorted()).toEqual([0, 1_000_000]);
});

test('the account of a private match is for those who took part', async () => {
  const [ana, ben, eve] = [await person('Ana'), await person('Ben'), await person('Eve')];
  const match = await duel({ people: [ana, ben], table: { visibility: 'private' } });
  for (const player of [ana, ben]) expect((await player.history.account(match)).preset).toBe('tieqchieq');
  await expect(eve.history.account(match)).rejects.toMatchObject({ code: 'forbidden', status: 403 });
  expect(await ask(`GET /api/matches/${match.match}/account`)).toMatchObject({ status: 403 });
  const response = await fetch(`${house.url}/api/matches/${match.match}/account`, {
    headers: { authorization: `Bearer ${ana.session?.token}` },
  });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, null]);
});

test('a match without an account says why', async () => {
  expect(await ask('GET /api/matches/NONE/account')).toMatchObject({ status: 404, body: { code: 'no-such-match' } });
  const { ana, match } = await pair();
  const ended = await ask(`POST /api/operator/matches/${match.match}/end`, { token: OPERATOR_TOKEN });
  expect(ended.status).toBe(200);
  const refused = { code: 'no-account', reason: 'aborted', status: 409 };
  await expect(ana.history.account(match)).rejects.toMatchObject(refused);
});

test('a caller who waits no more is told so', async () => {
  const match = await duel({ people: [await person('Ana'), await person('Ben')] });
  const impatient = (await person('Eve')).with({ signal: AbortSignal.abort(new Error('enough')) });
  await expect(impatient.history.account(match)).rejects.toThrow('enough');
});
