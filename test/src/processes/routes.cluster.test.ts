/** Every route whose path names a match or a temple is answered by the owner, or needs no process but the one that is asked. */
import { randomBytes } from 'node:crypto';
import { CALLS, type MatchSummary, NAMED_BY, parametersOf, type RouteId } from '@flower-war/protocol';
import { beforeAll, expect, test } from 'vitest';
import { newMatch, sitDown } from '../support/sockets/plainStream.ts';
import { ALL_ROUTES, callRoute } from '../support/api.ts';
import { newPerson, type Person, send } from '../support/sockets/rawClient.ts';
import { withHouse } from '../lab/house.ts';

const OPERATOR_TOKEN = 'a-token-for-tests-only';
const named = ALL_ROUTES.filter((route) => parametersOf(route).some((name) => name === 'match' || name === 'temple'));

/** They read records of ended matches, and nothing else. A test below asks for them while the owner cannot answer. */
const STORED: readonly RouteId[] = ['getRecord', 'getAccount', 'continueMatch'];

test('every route that names a match or a temple says which process owns it, or is known to need none', () => {
  const free = named.filter(({ ownedBy }) => ownedBy === undefined).map(({ id }) => id);
  expect(free.toSorted()).toEqual(STORED.toSorted());
  for (const { id, ownedBy } of named) if (ownedBy !== undefined) expect(NAMED_BY[ownedBy], id).not.toBe('game');
});

test('what changes something claims it', () => {
  const looking = ALL_ROUTES.filter(({ claims }) => claims === 'nothing').map(({ id }) => id);
  expect(looking.toSorted()).toEqual(['getMatch', 'isHere', 'listSteps']);
});

withHouse('two processes', [['owner', 'other'], { OPERATOR_TOKEN }], (house) => {
  let host: Person;
  let match: MatchSummary;
  let ended: MatchSummary;

  beforeAll(async () => {
    host = await newPerson(house().at('owner'));
    [match, ended] = [await newMatch(host, { game: 'tieqchieq' }), await newMatch(host, { game: 'tieqchieq' })];
    await sitDown(host, match);
    await sitDown(host, ended);
    await sitDown(await newPerson(house().at('owner')), ended);
    await send(house().at('owner'), `/api/operator/matches/${ended.match}/end`, {}, OPERATOR_TOKEN);
  });

  const ofMatches = named.filter(({ ownedBy, id }) => ownedBy === 'match' && CALLS[id].includes('{match}'));

  test.each(ofMatches.map((route) => [route.id, route] as const))(
    '%s is passed on to the owner',
    async (_id, route) => {
      const before = await house().forwarded('other');
      const token = route.token === 'operator' ? OPERATOR_TOKEN : host.session.token;
      const call = { authorization: `Bearer ${token}`, body: { never: 1 }, named: { match: match.match } };
      const answer = await callRoute(house().at('other'), route, call);
      await answer.body?.cancel();
      await expect.poll(() => house().forwarded('other')).toBe(before + 1);
      expect(answer.status).toBeLessThan(500);
    },
  );

  test('records are read, accounted for and continued although their owner cannot be asked', async () => {
    const owner = house().process('owner');
    owner.signal('SIGSTOP');
    try {
      const headers = { authorization: `Bearer ${host.session.token}` };
      const record = await fetch(`${house().at('other')}/api/matches/${ended.match}/record`, { headers });
      const lines = (await record.text()).trim().split('\n');
      expect([record.status, lines.length]).toEqual([200, 5]);
      const account = await fetch(`${house().at('other')}/api/matches/${ended.match}/account`, { headers });
      expect(await account.json()).toMatchObject({ code: 'no-account', reason: 'aborted' });
      const path = `/api/matches/${ended.match}/continue`;
      const seq = lines.findIndex((line) => line.includes('"kind":"started"'));
      const { status } = await send(house().at('other'), path, { seq }, host.session.token);
      expect(status).toBe(200);
    } finally {
      owner.signal('SIGCONT');
    }
  });

  test('the match of an owner that is gone is unavailable for a moment, says so, and goes on with all that was accepted', async () => {
    const guest = await newPerson(house().at('other'));
    const left = await newMatch(host, { game: 'tieqchieq' });
    await sitDown(host, left);
    const commit = { commitment: left.commitment, contribution: randomBytes(16).toString('hex') };
    await house().process('owner').end('SIGKILL');
    const path = `${house().at('other')}/api/matches/${left.match}/seat`;
    const headers = { authorization: `Bearer ${guest.session.token}` };
    const sit = () => fetch(path, { method: 'POST', headers, body: JSON.stringify(commit) });
    const first = await sit();
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    const killedAt = performance.now();
    await expect.poll(async () => (await sit()).status, { interval: 200, timeout: 15_000 }).toBe(200);
    expect(performance.now() - killedAt).toBeLessThan(12_000);
    expect(await house().ownerOf(left.match)).toBe('other');
    const seen = (await (await fetch(`${house().at('other')}/api/matches/${left.match}`)).json()) as MatchSummary;
    expect(seen.seats.map(({ player }) => player)).toEqual([host.session.player, guest.session.player]);
  });
});
