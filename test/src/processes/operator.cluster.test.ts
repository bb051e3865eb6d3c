/** The operator asks one process, and what is meant lives in the other one: it happens there, with one line in the audit. */
import type {
  AuditLine,
  AuditLines,
  GivenPenalty,
  MatchSummary,
  PersonalData,
  SeatedAnswer,
} from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { newMatch, PlainStream, sitDown } from '../support/sockets/plainStream.ts';
import { OPERATOR_TOKEN, operatorOf } from '../support/api.ts';
import { ChildServer, metricsOf } from '../support/server.ts';
import { newPerson, type Person, send, takeSeat } from '../support/sockets/rawClient.ts';
import { withHouse } from '../lab/house.ts';

const SHORT = { game: 'tieqchieq' } as const;

withHouse('the operator of two processes', [['here', 'there'], { OPERATOR_TOKEN }], (house) => {
  const ask = operatorOf(() => house().at('here'));
  let newest: number;

  beforeEach(async () => {
    [newest = 0] = (await lines()).map(({ n }) => n);
  });

  const lines = async () => (await ask<AuditLines>('GET /audit')).body.lines;
  /** All that the operator did since the test began. */
  const done = async (): Promise<readonly Pick<AuditLine, 'action' | 'about' | 'outcome' | 'process'>[]> =>
    (await lines())
      .filter(({ n }) => n > newest)
      .map(({ action, about, outcome = 'unknown', process }) => ({ action, about, outcome, process }));

  const there = () => newPerson(house().at('there'));
  /** A match of the other process, and a connection to it. */
  async function tableOf(...people: readonly Person[]) {
    const match = await newMatch(people[0] as Person, SHORT);
    const seats = [];
    for (const person of people) seats.push(await takeSeat(person, match));
    expect(await house().ownerOf(match.match)).toBe('there');
    return { match: match.match, seats };
  }
  const summaryOf = async (match: string) =>
    (await (await fetch(`${house().at('here')}/api/matches/${match}`)).json()) as MatchSummary;

  test('finds no second process of a name: it says so and ends, but one that was killed may start again', async () => {
    const settings = { DATABASE_URL: house().database, DATA_DIR: house().folder, PROCESS_NAME: 'there' };
    const second = new ChildServer(await freePort(), settings);
    second.isHeard = false;
    await expect(second.start()).rejects.toThrow('ended with code 1');
    expect(second.complained).toContain('PROCESS_NAME is there, and another process of this name is running.');
    expect((await fetch(`${house().process('there').url}/health/ready`)).status).toBe(200);
    await house().process('there').end('SIGKILL');
    await house().process('there').start();
    expect((await fetch(`${house().process('there').url}/health/ready`)).status).toBe(200);
  });

  test('bans a network: who is connected from there is sent away, and let in again later', async () => {
    const ana = await there();
    const match = await newMatch(ana, SHORT);
    await sitDown(ana, match);
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const { connection } = (await ana.post<SeatedAnswer>(`/api/matches/${match.match}/connect`)).body;
    const { processId, roomId, sessionId } = connection;
    const url = `${house().at('there').replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`;
    const socket = new WebSocket(url, { headers: from });
    await new Promise((resolve) => socket.once('message', resolve));
    const isClosed = new Promise((resolve) => socket.once('close', resolve));
    const status = async () => (await fetch(`${house().at('there')}/api/games`, { headers: from })).status;
    expect(await status()).toBe(200);
    const network = '203.0.113.0/24';
    await ask('POST /networks/ban', { body: { network } });
    await isClosed;
    await expect.poll(status).toBe(403);
    await ask('POST /networks/unban', { body: { network } });
    await expect.poll(status).toBe(200);
    const line = { about: network, outcome: 'done', process: 'here' };
    expect(await done()).toEqual([
      { action: 'unbanNetwork', ...line },
      { action: 'banNetwork', ...line },
    ]);
  });

  test('a moderator of one process mutes, renames and bans a player at a table of the other one', async () => {
    const [ana, mod] = [await there(), await newPerson(house().at('here'), 'Tona')];
    const { match, seats } = await tableOf(ana, await there());
    const { player } = ana.session;
    await ask(`POST /players/${mod.session.player}/moderator`, { body: { rights: ['mute', 'ban', 'rename'] } });
    const give = (kind: string) =>
      mod.post<GivenPenalty>(`/api/order/players/${player}/penalties`, { kind, reason: 'abuse', days: 1 });
    expect(await seats[0]!.request('say', [1, 'hello'])).toMatchObject({ kind: 'accepted' });
    const { penalty } = (await give('mute')).body;
    expect(await seats[0]!.request('say', [2, 'again'])).toMatchObject({ code: 'muted', penalty });
    await ana.post('/api/me', { name: 'Loud One' });
    const name = async () => (await summaryOf(match)).seats[0]?.name;
    await expect.poll(name).toBe('Loud One');
    await give('rename');
    await expect.poll(name).toBe(`Guest ${player.slice(-4)}`);
    expect((await give('ban')).status).toBe(200);
    await expect.poll(() => seats[0]!.closeCode, { timeout: 8000 }).toBeDefined();
    expect(await done()).toMatchObject([
      { action: 'penalize', about: player, outcome: 'done', process: 'here' },
      { action: 'penalize' },
      { action: 'penalize' },
      { action: 'appointModerator' },
    ]);
    // Two acts at once, in two processes: one of them counts.
    const ben = (await newPerson(house().at('here'))).session.player;
    const twice = ['here', 'there'].map((where) => {
      const path = `/api/order/players/${ben}/penalties`;
      return send<GivenPenalty>(house().at(where), path, { kind: 'mute', reason: 'spam', days: 1 }, mod.session.token);
    });
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([200, 409]);
    seats[1]!.close();
  });

  test('shows a bulletin to all, and says how many they are', async () => {
    const { match, seats } = await tableOf(await there());
    const near = await newPerson(house().at('here'));
    const own = await newMatch(near, SHORT);
    const seat = await takeSeat(near, own);
    const stream = await PlainStream.open(near, match);
    const text = 'We restart in five minutes.';
    const connections = async () => (await ask<{ connections: number }>('GET ')).body.connections;
    await expect.poll(connections).toBe(3);
    expect((await ask('POST /bulletin', { body: { text } })).body).toEqual({ connections: 3 });
    for (const one of [seat, seats[0]!]) await expect.poll(() => one.messages('bulletin').length).toBe(1);
    await stream.until((one) => one.of('bulletin').length > 0);
    expect(await done()).toEqual([{ action: 'tellAll', about: '', outcome: 'done', process: 'here' }]);
    for (const one of [seat, seats[0]!, stream]) one.close();
  });

  test('exports and deletes a person with seats in both processes', async () => {
    const [ana, near] = [await there(), await newPerson(house().at('here'))];
    const { match, seats } = await tableOf(ana);
    const own = await newMatch(near, SHORT);
    await sitDown(ana, own);
    expect(await house().ownerOf(own.match)).toBe('here');
    const running = await tableOf(ana, await there());
    const { player } = ana.session;
    const { body } = await ask<PersonalData>(`GET /people/${player}/export`);
    expect(body.matches.toSorted()).toEqual([match, own.match, running.match].toSorted());
    expect(await ask(`DELETE /people/${player}`)).toEqual({ status: 200, body: { deleted: true } });
    for (const id of [match, own.match]) expect((await summaryOf(id)).seats[0]).toMatchObject({ kind: 'free' });
    await expect.poll(() => seats[0]!.closeCode).toBeDefined();
    await expect.poll(() => running.seats[0]!.closeCode).toBeDefined();
    expect((await ask(`GET /people/${player}`)).status).toBe(404);
    const line = { about: player, outcome: 'done', process: 'here' };
    expect(await done()).toEqual([
      { action: 'deletePerson', ...line },
      { action: 'exportPerson', ...line },
    ]);
    running.seats[1]!.close();
  });

  test('leaves a line in the audit also with a body that says nothing, and one without the token leaves none', async () => {
    const { match, seats } = await tableOf(await there());
    const path = `POST /matches/${match}/kick`;
    expect((await ask(path, { body: { never: 1 } })).status).toBe(400);
    expect((await ask(path, { body: { player: 7 }, token: 'another' })).status).toBe(401);
    expect((await ask(path, { body: '{' })).status).toBe(400);
    const line = { action: 'kickFromMatch', about: match, outcome: 'bad-request' };
    // A body that no process can read is refused where it came.
    expect(await done()).toEqual([
      { ...line, process: 'here' },
      { ...line, process: 'there' },
    ]);
    const metrics = await metricsOf(house().process('here').url);
    expect(metrics).toContain('flower_war_requests_total{route="kickFromMatch",code="bad-request"} 2');
    seats[0]!.close();
  });

  test('deletes a person whose seat has moved to another process', async () => {
    const ana = await there();
    const { match, seats } = await tableOf(ana);
    await ask('POST /processes/there/drain');
    await expect.poll(() => house().ownerOf(match)).not.toBe('there');
    expect((await ask(`DELETE /people/${ana.session.player}`)).status).toBe(200);
    expect((await summaryOf(match)).seats[0]).toMatchObject({ kind: 'free' });
    await ask('POST /processes/there/undrain');
    await expect.poll(async () => (await fetch(`${house().at('there')}/health/ready`)).status).toBe(200);
    expect((await done()).map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
    seats[0]!.close();
  });

  test('keeps a kicked spectator out of a match that has moved to another process', async () => {
    const [ana, near] = [await there(), await newPerson(house().at('here'))];
    const { match, seats } = await tableOf(ana);
    const stream = await PlainStream.open(near, match);
    const { player } = near.session;
    expect((await ask(`POST /matches/${match}/kick`, { body: { player } })).status).toBe(200);
    await stream.until(({ isClosed }) => isClosed);
    await ask('POST /processes/there/drain');
    await expect.poll(() => house().ownerOf(match)).toBe('here');
    await expect.poll(() => near.post(`/api/matches/${match}/watch`)).toMatchObject({ body: { code: 'kicked' } });
    await ask('POST /processes/there/undrain');
    await expect.poll(async () => (await fetch(`${house().at('there')}/health/ready`)).status).toBe(200);
    seats[0]!.close();
  });

  test('refuses to delete a person while the process of a seat does not answer, and does it later', async () => {
    const ana = await there();
    const { match, seats } = await tableOf(ana);
    const { player } = ana.session;
    const away = house().process('there');
    away.signal('SIGSTOP');
    const refused = await ask(`DELETE /people/${player}`).finally(() => away.signal('SIGCONT'));
    expect(refused.status).toBe(503);
    expect((await ask(`GET /people/${player}`)).status).toBe(200);
    expect(await done()).toEqual([{ action: 'deletePerson', about: player, outcome: 'unavailable', process: 'here' }]);
    await expect.poll(async () => (await ask(`DELETE /people/${player}`)).status).toBe(200);
    expect((await summaryOf(match)).seats[0]).toMatchObject({ kind: 'free' });
    seats[0]!.close();
  });
});
