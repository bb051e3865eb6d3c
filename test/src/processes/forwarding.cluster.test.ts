/** Any process answers any request: players of one match who each talk to another process. */
import { randomBytes } from 'node:crypto';
import type { MatchSummary } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { newMatch, PlainPlayer, PlainStream, sitDown } from '../support/sockets/plainStream.ts';
import { asking, newGuest } from '../support/api.ts';
import { Receiver } from '../support/receivers.ts';
import { newPerson, send } from '../support/sockets/rawClient.ts';
import { withHouse } from '../lab/house.ts';

const OPERATOR_TOKEN = 'a-token-for-tests-only';
const SHORT = { game: 'tieqchieq', options: { turnCap: 12 } } as const;

withHouse('three processes', [['one', 'two', 'three'], { OPERATOR_TOKEN, WEBHOOKS: 'any' }], (house) => {
  const at = (name: string) => house().at(name);
  const plain = (name: string) => newPerson(at(name));

  test('a webhook counts at another process at once, although nothing tells it of the webhook', async () => {
    const receiver = await Receiver.open();
    const [one, two] = [asking(() => at('one')), asking(() => at('two'))];
    const { token } = await newGuest(one);
    await one('POST /api/me/webhooks', { token, body: { url: receiver.url } });
    const wanted = { game: 'tieqchieq', bots: [{ bot: 'greedy' }] };
    const { body: match } = await two<MatchSummary>('POST /api/matches', { token, body: wanted });
    const sit = { commitment: match.commitment, contribution: randomBytes(16).toString('hex') };
    expect(await two(`POST /api/matches/${match.match}/seat`, { token, body: sit })).toMatchObject({ status: 200 });
    expect(await house().ownerOf(match.match)).toBe('two');
    await expect.poll(() => receiver.of(match.match).map(({ kind }) => kind), { timeout: 8000 }).toContain('started');
    receiver.close();
  });

  test('the plain door plays, talks, hears and looks back at the wrong process', async () => {
    const [host, guest] = [await plain('one'), await plain('two')];
    const match = await newMatch(host, { ...SHORT, table: { watching: 'open' } });
    await sitDown(host, match, 0);
    await sitDown(guest, match, 1);
    expect(await house().ownerOf(match.match)).toBe('one');
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

  test('lonely players who look for a match at three processes at once get one table', async () => {
    for (let round = 0; round < 3; round++) {
      const seekers = await Promise.all(['one', 'two', 'three'].map(plain));
      const wish = { game: 'flower-war', seats: 3 };
      const found = await Promise.all(seekers.map((who) => who.post<{ match: string }>('/api/quick', wish)));
      expect(found.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(found.map(({ body }) => body.match)).size).toBe(1);
      const ended = `/api/operator/matches/${found[0]!.body.match}/end`;
      await send(at('one'), ended, {}, OPERATOR_TOKEN);
      await expect.poll(async () => (await fetch(`${at('two')}/api/matches/${found[0]!.body.match}`)).status).toBe(200);
    }
  });

  test('what does not exist stays so: a foreign id makes no owner', async () => {
    const stranger = await plain('two');
    const { status } = await stranger.post('/api/matches/NOSUCHMATCH/connect');
    expect([status, await house().ownerOf('NOSUCHMATCH')]).toEqual([404, undefined]);
    const wish = await stranger.post('/api/quick', { game: 'no-such-game' });
    expect([wish.status, await house().ownerOf('search no-such-game')]).toEqual([404, undefined]);
  });

  test('a request with the headers of processes is like any other at the public address', async () => {
    const host = await plain('one');
    const match = await newMatch(host, SHORT);
    const hostile = {
      'x-flower-war-token': '0'.repeat(64),
      'x-flower-war-caller': '127.0.0.1',
      'x-flower-war-not-mine': '1',
    };
    const [key] = await house().ask("SELECT value FROM keys WHERE name = 'peers'");
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
});

withHouse('two processes with limits', [['one', 'two'], { LIMITS: '1' }], (house) => {
  test('a request that is passed on is charged once, to its caller, at the first process', async () => {
    const [one, two] = [asking(() => house().at('one')), asking(() => house().at('two'))];
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
    expect(isAsMany(await house().forwarded('two'))).toBe(true);
  });
});
