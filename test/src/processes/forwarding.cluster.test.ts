/** Any process answers any request: players of one match who each talk to another process. */
import { randomBytes } from 'node:crypto';
import { type MatchSummary, verify } from '@flower-war/protocol';
import { engine, fastChance } from '@flower-war/rules';
import { noPostgres } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMatch, PlainPlayer, sitDown } from '../plain/play.ts';
import { playOn } from '../sdk/house.ts';
import { asking, newGuest } from '../support/api.ts';
import { person } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';
import { PlainStream } from '../support/sockets/plainStream.ts';
import { newPerson, send } from '../support/sockets/rawClient.ts';
import { House } from '../lab/house.ts';

const SHORT = { game: 'tieqchieq', options: { turnCap: 12 } } as const;

describe.skipIf(noPostgres)(`three processes${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let all: House;
  beforeAll(async () => {
    all = await House.open(['one', 'two', 'three'], { OPERATOR_TOKEN: 'a-token-for-tests-only', WEBHOOKS: 'any' });
  }, 120_000);
  afterAll(() => all?.stop());

  const at = (name: string) => all.at(name);
  const plain = (name: string) => newPerson(at(name));

  test('people at three processes play a whole match, and a fourth watches', async () => {
    const [ana, ben, eve] = await Promise.all([
      person(at('one'), 'Ana'),
      person(at('two'), 'Ben'),
      person(at('three'), 'Eve'),
    ]);
    const match = await ana.create(SHORT);
    const lives = [await ben.join(match), await eve.join(match)];
    const watching = await ana.watch(match);
    await Promise.all(lives.map(playOn));
    await watching.until(({ isOver }) => isOver);
    for (const live of lives) await live.until(({ table }) => table.status === 'ended');
    expect(lives[0]!.table).toEqual(lives[1]!.table);
    expect(watching.table).toEqual(lives[0]!.table);
    expect(await verify(await eve.history.record(match.match), engine)).toMatchObject({
      ok: true,
      contributors: [0, 1],
    });
    for (const live of [...lives, watching]) live.close();
  });

  test('a webhook counts at another process at once, although nothing tells it of the webhook', async () => {
    const receiver = await Receiver.open();
    const [one, two] = [asking(() => at('one')), asking(() => at('two'))];
    const { token } = await newGuest(one);
    await one('POST /api/me/webhooks', { token, body: { url: receiver.url } });
    const wanted = { game: 'tieqchieq', bots: [{ bot: 'greedy' }] };
    const { body: match } = await two<MatchSummary>('POST /api/matches', { token, body: wanted });
    const sit = { commitment: match.commitment, contribution: randomBytes(16).toString('hex') };
    expect(await two(`POST /api/matches/${match.match}/seat`, { token, body: sit })).toMatchObject({ status: 200 });
    expect(await all.ownerOf(match.match)).toBe('two');
    await expect.poll(() => receiver.of(match.match).map(({ kind }) => kind), { timeout: 8000 }).toContain('started');
    receiver.close();
  });

  test('the plain door plays, talks, hears and looks back at the wrong process', async () => {
    const [host, guest] = [await plain('one'), await plain('two')];
    const match = await newMatch(host, { ...SHORT, table: { watching: 'open' } });
    await sitDown(host, match, 0);
    await sitDown(guest, match, 1);
    expect(await all.ownerOf(match.match)).toBe('one');
    const [near, far] = [await PlainPlayer.at(host, match.match), await PlainPlayer.at(guest, match.match)];
    const onlooker = await PlainStream.open(await plain('three'), match.match);
    expect(await far.post('here', {})).toEqual({ streams: 1 });
    expect(await far.post('say', { id: 'hello', text: 'hello from two' })).toMatchObject({ kind: 'accepted' });
    const said = (stream: PlainStream) => stream.of('talk').some(({ lines }) => lines.some((one) => 'text' in one));
    await near.stream.until(said);
    const chance = fastChance(7);
    await Promise.all([near.playOut(chance), far.playOut(chance)]);
    await onlooker.until(({ seen }) => seen?.table.status === 'ended');
    expect(far.stream.seen?.view).toEqual(near.stream.seen?.view);
    const ask = asking(() => at('three'));
    const token = host.session.token;
    const { body } = await ask<{ steps: object[] }>(`GET /api/matches/${match.match}/steps?limit=200`, { token });
    expect(body.steps.length).toBeGreaterThan(3);
    for (const stream of [near.stream, far.stream, onlooker]) stream.close();
  });

  test('the steps of a running match, its presence and its waiting players are told by its owner', async () => {
    const [host, guest] = [await plain('one'), await plain('two')];
    const match = await newMatch(host, { game: 'tieqchieq', table: { approval: true } });
    await sitDown(host, match, 0);
    const commitment = { commitment: match.commitment, contribution: randomBytes(16).toString('hex') };
    const sit = () => guest.post<{ code?: string }>(`/api/matches/${match.match}/seat`, commitment);
    expect((await sit()).body.code).toBe('awaiting-approval');
    const stream = await PlainStream.open(host, match.match);
    const ask = asking(() => at('three'));
    const token = host.session.token;
    const seen = await ask<{ asking: object[]; seats: object[] }>(`GET /api/matches/${match.match}`, { token });
    expect(seen.body.asking).toEqual([expect.objectContaining({ player: guest.session.player })]);
    expect(seen.body.seats[0]).toMatchObject({ present: true });
    const admit = { player: guest.session.player };
    expect((await send(at('three'), `/api/matches/${match.match}/admit`, admit, token)).status).toBe(200);
    expect((await sit()).status).toBe(200);
    const steps = await ask<{ steps: object[] }>(`GET /api/matches/${match.match}/steps`, { token });
    expect(steps.body.steps.length).toBeGreaterThan(0);
    stream.close();
  });

  test('two who ask for a rematch at two processes get the same one', async () => {
    const [host, guest] = [await plain('one'), await plain('two')];
    const match = await newMatch(host, { ...SHORT, bots: [] });
    await sitDown(host, match);
    await sitDown(guest, match);
    const token = 'a-token-for-tests-only';
    expect((await send(at('three'), `/api/operator/matches/${match.match}/end`, {}, token)).status).toBe(200);
    const again = (who: typeof host) => who.post<{ match: string }>(`/api/matches/${match.match}/rematch`);
    const both = await Promise.all([again(host), again(guest)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0].body.match).toBe(both[1].body.match);
  });

  test('lonely players who look for a match at three processes at once get one table', async () => {
    for (let round = 0; round < 5; round++) {
      const seekers = await Promise.all(['one', 'two', 'three'].map(plain));
      const wish = { game: 'flower-war', seats: 3 };
      const found = await Promise.all(seekers.map((who) => who.post<{ match: string }>('/api/quick', wish)));
      expect(found.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(found.map(({ body }) => body.match)).size).toBe(1);
      const ended = `/api/operator/matches/${found[0]!.body.match}/end`;
      await send(at('one'), ended, {}, 'a-token-for-tests-only');
      await expect.poll(async () => (await fetch(`${at('two')}/api/matches/${found[0]!.body.match}`)).status).toBe(200);
    }
  });

  test('a player who sits at a table of another process can be deleted', async () => {
    const [one, two] = [await plain('one'), await plain('two')];
    const match = await newMatch(one, { game: 'tieqchieq' });
    const own = await newMatch(two, { game: 'tieqchieq' });
    for (const table of [match, own]) await sitDown(two, table);
    expect([await all.ownerOf(match.match), await all.ownerOf(own.match)]).toEqual(['one', 'two']);
    const headers = { authorization: `Bearer ${two.session.token}` };
    expect((await fetch(`${at('two')}/api/me`, { method: 'DELETE', headers })).status).toBe(200);
    for (const { match: id } of [match, own]) {
      const seen = (await (await fetch(`${at('three')}/api/matches/${id}`)).json()) as MatchSummary;
      expect(seen.seats.map(({ kind }) => kind)).toEqual(['free', 'free']);
    }
  });

  test('what does not exist stays so: a foreign id makes no owner', async () => {
    const stranger = await plain('two');
    const { status } = await stranger.post('/api/matches/NOSUCHMATCH/connect');
    expect([status, await all.ownerOf('NOSUCHMATCH')]).toEqual([404, undefined]);
    const wish = await stranger.post('/api/quick', { game: 'no-such-game' });
    expect([wish.status, await all.ownerOf('search no-such-game')]).toEqual([404, undefined]);
  });

  test('a request with the headers of processes is like any other at the public address', async () => {
    const host = await plain('one');
    const match = await newMatch(host, SHORT);
    const hostile = {
      'x-flower-war-token': '0'.repeat(64),
      'x-flower-war-caller': '127.0.0.1',
      'x-flower-war-not-mine': '1',
    };
    const [key] = await all.ask("SELECT value FROM keys WHERE name = 'peers'");
    for (const token of [hostile['x-flower-war-token'], String(key?.['value'])]) {
      const headers = { ...hostile, 'x-flower-war-token': token };
      const path = `/api/matches/${match.match}`;
      expect((await fetch(`${at('two')}${path}/connect`, { method: 'POST', headers })).status).toBe(401);
      expect((await fetch(`${at('two')}/metrics`, { headers })).status).toBe(401);
      expect((await fetch(`${at('two')}/api/operator`, { headers })).status).toBe(401);
      const answer = await fetch(at('two') + path, { headers });
      expect([answer.status, [...answer.headers.keys()].filter((name) => name.startsWith('x-flower-war'))]).toEqual([
        200,
        [],
      ]);
    }
  });

  test('the addresses of processes tell a stranger nothing', async () => {
    const rows = await all.ask('SELECT address FROM processes WHERE ended_at IS NULL');
    expect(rows).toHaveLength(3);
    for (const { address } of rows)
      for (const path of ['/', '/health/live', '/metrics', '/api/games']) {
        const { status, headers } = await fetch(`${String(address)}${path}`);
        expect([status, [...headers.keys()].filter((name) => name.startsWith('x-'))]).toEqual([403, []]);
      }
  });
});

describe.skipIf(noPostgres)('two processes with limits', () => {
  let all: House;
  beforeAll(async () => {
    all = await House.open(['one', 'two'], { LIMITS: '1' });
  }, 120_000);
  afterAll(() => all?.stop());

  test('a request that is passed on is charged once, to its caller, at the first process', async () => {
    const [one, two] = [asking(() => all.at('one')), asking(() => all.at('two'))];
    const { token } = await newGuest(one);
    const { body: match } = await one<{ match: string }>('POST /api/matches', { token, body: { game: 'tieqchieq' } });
    const others = async (ask: typeof one, from: string) => {
      const { token: own } = await newGuest(one);
      let asked = 0;
      for (; asked < 1000; asked++) {
        const { status } = await ask(`POST /api/matches/${match.match}/connect`, { token: own, from });
        if (status === 429) break;
        expect(status).toBe(409);
      }
      return asked;
    };
    const atOwner = await others(one, '198.51.100.1');
    expect(atOwner).toBeGreaterThan(5);
    // Had the owner counted too, or had it taken the other process for the caller, there would be fewer by half. While the
    // test asks, some requests are forgiven.
    const isAsMany = (asked: number) => Math.abs(asked - atOwner) < atOwner / 5;
    expect(isAsMany(await others(two, '198.51.100.2'))).toBe(true);
    expect(isAsMany(await others(one, '198.51.100.3'))).toBe(true);
    expect(isAsMany(await all.forwarded('two'))).toBe(true);
  }, 120_000);
});
