/** The list of matches: on request, and with live updates. */
import { FlowerWarClient, type LiveLobby } from '@flower-war/client';
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { pack } from 'msgpackr';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';
import { FRAME, newPerson, type Person, RawClient, takeSeat } from '../support/sockets/rawClient.ts';

let server: Running;
let ana: Person;
let beto: Person;
const open: { close(): unknown }[] = [];

beforeAll(async () => {
  server = await testServer({ MESSAGES_PER_SECOND: '50' });
  ana = await newPerson(server.address, 'Ana');
  beto = await newPerson(server.address, 'Beto');
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});
afterAll(() => server?.stop());

const make = async (wanted: object, who = ana) =>
  (await who.post<MatchSummary>('/api/matches', { game: 'tieqchieq', ...wanted })).body;
const listed = async (query: string) => {
  const { matches } = (await (await fetch(`${server.address}/api/matches?${query}`)).json()) as {
    matches: MatchSummary[];
  };
  return matches.map(({ match }) => match);
};

async function lobby(filter: object): Promise<LiveLobby> {
  const client = new FlowerWarClient({ url: server.address, session: beto.session });
  const live = await client.lobby(filter);
  open.push(live);
  return live;
}

function until(live: LiveLobby, condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = live.on('change', () => check());
    const check = () => {
      if (!condition()) return;
      stop();
      resolve();
    };
    check();
  });
}

test('a match appears, changes and vanishes without anybody asking', async () => {
  const live = await lobby({ game: 'tieqchieq', preset: 'tieqchieq-fortress', status: 'open' });
  expect(live.matches).toEqual([]);
  const { match } = await make({ preset: 'tieqchieq-fortress', table: { clock: { kind: 'turn', seconds: 30 } } });
  await until(live, () => live.matches.length === 1);
  expect(live.matches[0]).toMatchObject({ match, host: 'Ana', clock: 'turn', length: '', free: 2, status: 'open' });

  const summary = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
  const client = await takeSeat(ana, { ...summary, match, commitment: await commitmentOf(match) });
  await until(live, () => live.matches[0]?.seats[0]?.present === true);
  expect(live.matches[0]).toMatchObject({ free: 1, seats: [{ kind: 'player', name: 'Ana' }, { kind: 'free' }] });
  await ana.post('/api/me', { name: 'Anacaona' });
  await until(live, () => live.matches[0]?.seats[0]?.name === 'Anacaona');

  client.close();
  await until(live, () => live.matches[0]?.seats[0]?.present === false);
  await ana.post(`/api/matches/${match}/bots`, { bot: 'random' });
  await until(live, () => live.matches.length === 0);
});

test('a match that runs is listed while one of its players is there, and no longer', async () => {
  const live = await lobby({ game: 'tieqchieq', preset: 'tieqchieq-fortress', status: 'running' });
  const { match, commitment } = await make({ preset: 'tieqchieq-fortress', bots: [{ bot: 'random' }] });
  const summary = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
  for (let visit = 0; visit < 2; visit++) {
    const client = await takeSeat(ana, { ...summary, match, commitment });
    await until(live, () => live.matches.some((entry) => entry.match === match));
    expect(await listed('status=running&preset=tieqchieq-fortress')).toEqual([match]);
    client.close();
    await until(live, () => live.matches.length === 0);
    expect(await listed('status=running&preset=tieqchieq-fortress')).toEqual([]);
  }
});

async function commitmentOf(match: string): Promise<string> {
  return ((await (await fetch(`${server.address}/api/matches/${match}`)).json()) as MatchSummary).commitment;
}

test('every field of the filter counts, in the list and in the lobby', async () => {
  const four = await make({
    game: 'mexica',
    options: { length: 'short' },
    table: { clock: { kind: 'days', days: 2 } },
  });
  const early = await make({ game: 'mexica', preset: 'flower-war-early', seats: 2, bots: [{ bot: 'random' }] });
  const cases: readonly [object, readonly string[]][] = [
    [{ game: 'mexica' }, [early.match, four.match]],
    [{ game: 'mexica', preset: 'flower-war-early' }, [early.match]],
    [{ game: 'mexica', length: 'short' }, [four.match]],
    [{ game: 'mexica', length: 'standard' }, [early.match]],
    [{ game: 'mexica', free: 1 }, [early.match, four.match]],
    [{ game: 'mexica', free: 2 }, [four.match]],
    [{ game: 'mexica', clock: 'days' }, [four.match]],
    [{ game: 'mexica', clock: 'none' }, [early.match]],
    [{ game: 'mexica', status: 'running' }, []],
  ];
  for (const [filter, expected] of cases) {
    const query = new URLSearchParams(
      Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
    );
    expect(await listed(query.toString()), query.toString()).toEqual(expected);
    const live = await lobby(filter);
    expect(
      live.matches.map(({ match }) => match),
      query.toString(),
    ).toEqual(expected);
    live.close();
  }
  expect((await fetch(`${server.address}/api/matches?free=0`)).status).toBe(400);
});

test('complaint 18, private tables that are not: of two matches the private one, its code and every secret stay out of lists and of the lobby', async () => {
  const secret = await make({ table: { visibility: 'private' } });
  const { body: place } = await beto.post<SeatedAnswer>('/api/lobby', {});
  const client = await RawClient.connect(server.address, place);
  open.push(client);
  const shown = await make({});
  await client.until((frames) => frames.some((frame) => frame.includes(shown.match)));
  await client.settle();
  const text = `${await (await fetch(`${server.address}/api/matches`)).text()}${Buffer.concat(client.frames).toString('latin1')}`;
  expect(secret.code).toMatch(/^\w{8}$/);
  expect(text).toContain(shown.match);
  for (const hidden of [secret.match, secret.code!, 'secret', 'link', 'code=', 'asking'])
    expect(text).not.toContain(hidden);
});

test('a lobby connection may send nothing: a request is refused, a flood is closed', async () => {
  const { body: place } = await beto.post<SeatedAnswer>('/api/lobby', {});
  const client = await RawClient.connect(server.address, place);
  expect(await client.request('act', [1, 0, 'toss'])).toMatchObject({ kind: 'rejected', code: 'unknown-action' });
  client.socket.send(Buffer.from([FRAME.data, 0xa3, ...Buffer.from('act'), ...pack([1])]));
  client.socket.send(Buffer.from([99, 1, 2, 3]));
  await client.settle();
  expect(client.closeCode).toBeUndefined();
  const closed = new Promise((resolve) => client.socket.once('close', resolve));
  for (let sent = 0; sent < 400; sent++) client.sendRequest('act');
  await closed;
});

test('two who look for the same share a room, and the order of the fields does not matter', async () => {
  const enter = async (filter: object) => (await beto.post<SeatedAnswer>('/api/lobby', filter)).body.connection.roomId;
  const one = await enter({ game: 'mexica', status: 'open' });
  expect(await enter({ status: 'open', game: 'mexica' })).toBe(one);
  expect(await enter({ status: 'open' })).not.toBe(one);
  expect((await beto.post('/api/lobby', { game: 'nope' })).body).toMatchObject({ code: 'unknown-game' });
  expect((await beto.post('/api/lobby', { game: 'mexica', length: 'nope' })).body).toMatchObject({
    code: 'bad-options',
  });
});

test('who signs out everywhere loses the lobby too', async () => {
  const caro = await newPerson(server.address);
  const { body: place } = await caro.post<SeatedAnswer>('/api/lobby', {});
  const client = await RawClient.connect(server.address, place);
  const closed = new Promise((resolve) => client.socket.once('close', resolve));
  await caro.post('/api/sign-out/everywhere');
  await closed;
  expect((await caro.post('/api/lobby', {})).status).toBe(401);
});

test('a comer gets each match once: the whole list first, and then only what changed', async () => {
  const wanted = { game: 'mexica', table: { clock: { kind: 'days', days: 3 } } };
  const known = [await make(wanted), await make(wanted)];
  const filter = { game: 'mexica', clock: 'days' }; // no other test has a room for it
  const { body } = await beto.post<SeatedAnswer>('/api/lobby', filter);
  const comer = await RawClient.connect(server.address, body);
  open.push(comer);
  const added = await make(wanted);
  await comer.until((frames) => frames.some((frame) => frame.includes(added.match)));
  await comer.settle();
  // The name of a match stands in the map and in its entry.
  for (const match of known) expect(timesIn(comer, match)).toEqual([2, 0]);
  expect(timesIn(comer, added)).toEqual([0, 2]);
  const later = await RawClient.connect(server.address, (await beto.post<SeatedAnswer>('/api/lobby', filter)).body);
  open.push(later);
  await later.settle();
  for (const match of [...known, added]) expect(timesIn(later, match)).toEqual([2]);
});

test('beyond a hundred different lists there is a clear refusal, and those there are go on', async () => {
  const filters = ['tieqchieq', 'mexica', 'flower-war', 'space-aztecs'].flatMap((game) =>
    [1, 2, 3, 4, 5, 6].flatMap((free) =>
      ['none', 'turn', 'bank', 'days'].flatMap((clock) =>
        ['open', 'running'].map((status) => ({ game, free, clock, status })),
      ),
    ),
  );
  const answers = await Promise.all(filters.map((filter) => beto.post<object>('/api/lobby', filter)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused[0]).toMatchObject({ status: 503, body: { code: 'too-many-lobbies' } });
  expect(answers.length - refused.length).toBeLessThanOrEqual(100);
  expect((await beto.post('/api/lobby', filters[0])).status).toBe(200);
});

/** How often each frame of the state names a match. */
function timesIn({ frames }: RawClient, { match }: MatchSummary): readonly number[] {
  const shown = frames.filter((frame) => frame[0] === FRAME.state || frame[0] === FRAME.patch);
  return shown.map((frame) => frame.toString('latin1').split(match).length - 1);
}
