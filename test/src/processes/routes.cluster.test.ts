/** Every route whose path names a match or a temple is answered by the owner, or needs no process but the one that is asked. */
import { randomBytes } from 'node:crypto';
import {
  CALLS,
  type MatchSummary,
  methodOf,
  NAMED_BY,
  OPERATOR_ROUTES,
  parametersOf,
  pathOf,
  ROUTES,
  type Route,
  type RouteId,
} from '@flower-war/protocol';
import { noPostgres } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMatch, sitDown } from '../plain/play.ts';
import { newPerson, type Person, send } from '../support/sockets/rawClient.ts';
import { House } from '../lab/house.ts';

const OPERATOR_TOKEN = 'a-token-for-tests-only';
const TABLE = [...ROUTES, ...OPERATOR_ROUTES];
const named = TABLE.filter((route) => parametersOf(route).some((name) => name === 'match' || name === 'temple'));

/** They read records of ended matches, and nothing else. A test below asks for them while the owner cannot answer. */
const STORED: readonly RouteId[] = ['getRecord', 'continueMatch'];

test('every route that names a match or a temple says which process owns it, or is known to need none', () => {
  const free = named.filter(({ ownedBy }) => ownedBy === undefined).map(({ id }) => id);
  expect(free.toSorted()).toEqual(STORED.toSorted());
  for (const { id, ownedBy } of named) if (ownedBy !== undefined) expect(NAMED_BY[ownedBy], id).not.toBe('game');
});

test('what changes something claims it', () => {
  const looking = TABLE.filter(({ claims }) => claims === 'nothing').map(({ id }) => id);
  expect(looking.toSorted()).toEqual(['getMatch', 'isHere', 'listSteps']);
});

describe.skipIf(noPostgres)(`two processes${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let all: House;
  let host: Person;
  let match: MatchSummary;
  let ended: MatchSummary;

  beforeAll(async () => {
    all = await House.open(['owner', 'other'], { OPERATOR_TOKEN });
    host = await newPerson(all.at('owner'));
    [match, ended] = [await newMatch(host, { game: 'tieqchieq' }), await newMatch(host, { game: 'tieqchieq' })];
    await sitDown(host, match);
    await sitDown(host, ended);
    await sitDown(await newPerson(all.at('owner')), ended);
    await send(all.at('owner'), `/api/operator/matches/${ended.match}/end`, {}, OPERATOR_TOKEN);
  }, 120_000);
  afterAll(() => all?.stop());

  const ask = (route: Pick<Route, 'call'>, token: string, body: unknown = {}) => {
    const path = pathOf(route)
      .replace('{match}', match.match)
      .replace(/\{\w+\}/, 'none');
    const method = methodOf(route);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return fetch(all.at('other') + path, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
  };

  const ofMatches = named.filter(({ ownedBy, id }) => ownedBy === 'match' && CALLS[id].includes('{match}'));

  test.each(ofMatches.map((route) => [route.id, route] as const))(
    '%s is passed on to the owner',
    async (_id, route) => {
      const before = await all.forwarded('other');
      const answer = await ask(route, route.token === 'operator' ? OPERATOR_TOKEN : host.session.token, { never: 1 });
      await answer.body?.cancel();
      await expect.poll(() => all.forwarded('other')).toBe(before + 1);
      expect(answer.status).toBeLessThan(500);
    },
  );

  test('records are read and continued although their owner cannot be asked', async () => {
    const owner = all.process('owner');
    owner.signal('SIGSTOP');
    try {
      const headers = { authorization: `Bearer ${host.session.token}` };
      const record = await fetch(`${all.at('other')}/api/matches/${ended.match}/record`, { headers });
      const lines = (await record.text()).trim().split('\n');
      expect([record.status, lines.length]).toEqual([200, 5]);
      const path = `/api/matches/${ended.match}/continue`;
      const seq = lines.findIndex((line) => line.includes('"kind":"started"'));
      const { status } = await send(all.at('other'), path, { seq }, host.session.token);
      expect(status).toBe(200);
    } finally {
      owner.signal('SIGCONT');
    }
  });
});

describe.skipIf(noPostgres)('an owner that is gone', () => {
  let all: House;
  beforeAll(async () => {
    all = await House.open(['one', 'two']);
  }, 120_000);
  afterAll(() => all?.stop());

  test('its match is unavailable for a moment, says so, and goes on elsewhere with all that was accepted', async () => {
    const [host, guest] = [await newPerson(all.at('one')), await newPerson(all.at('two'))];
    const match = await newMatch(host, { game: 'tieqchieq' });
    await sitDown(host, match);
    const commit = { commitment: match.commitment, contribution: randomBytes(16).toString('hex') };
    await new Promise((resolve) => setTimeout(resolve, 4000)); // a process judges others only after some seconds of its own
    await all.process('one').end('SIGKILL');
    const path = `${all.at('two')}/api/matches/${match.match}/seat`;
    const headers = { authorization: `Bearer ${guest.session.token}` };
    const sit = () => fetch(path, { method: 'POST', headers, body: JSON.stringify(commit) });
    const first = await sit();
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    const killedAt = performance.now();
    await expect.poll(async () => (await sit()).status, { interval: 200, timeout: 15_000 }).toBe(200);
    expect(performance.now() - killedAt).toBeLessThan(6000);
    expect(await all.ownerOf(match.match)).toBe('two');
    const seen = (await (await fetch(`${all.at('two')}/api/matches/${match.match}`)).json()) as MatchSummary;
    expect(seen.seats.map(({ player }) => player)).toEqual([host.session.player, guest.session.player]);
  });
});
