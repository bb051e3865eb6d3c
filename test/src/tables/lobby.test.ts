/** The list of matches: on request, and with live updates. */
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { pack } from 'msgpackr';
import { beforeAll, expect, test } from 'vitest';
import { closing, elsewhere, house, serveThisFile } from '../sdk/house.ts';
import { FRAME, newPerson, type Person, RawClient, takeSeat } from '../support/sockets/rawClient.ts';

let ana: Person;
let beto: Person;

serveThisFile({ MESSAGES_PER_SECOND: '50' });
beforeAll(async () => {
  ana = await newPerson(house.url, 'Ana');
  beto = await newPerson(house.url, 'Beto');
});

const make = async (wanted: object) =>
  (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq', ...wanted })).body;
const listed = async (query: string) => {
  const answer = await fetch(`${house.url}/api/matches?${query}`);
  const { matches } = (await answer.json()) as { matches: MatchSummary[] };
  return matches.map(({ match }) => match);
};

const lobby = async (filter: object) => closing(await elsewhere(beto).lobby(filter));

/** A connection to the lobby without the SDK. */
async function rawLobby(filter: object = {}, who = beto): Promise<RawClient> {
  const { body } = await who.post<SeatedAnswer>('/api/lobby', filter);
  return closing(await RawClient.connect(house.url, body));
}

test('a match appears, changes and vanishes without anybody asking', async () => {
  const live = await lobby({ game: 'tieqchieq', preset: 'tieqchieq-fortress', status: 'open' });
  expect(live.matches).toEqual([]);
  const made = await make({ preset: 'tieqchieq-fortress', table: { clock: { kind: 'turn', seconds: 30 } } });
  const { match } = made;
  await live.until(({ matches }) => matches.length === 1);
  expect(live.matches[0]).toMatchObject({ match, host: 'Ana', clock: 'turn', length: '', free: 2, status: 'open' });

  const client = await takeSeat(ana, made);
  await live.until(({ matches }) => matches[0]?.seats[0]?.present === true);
  expect(live.matches[0]).toMatchObject({ free: 1, seats: [{ kind: 'player', name: 'Ana' }, { kind: 'free' }] });
  await ana.post('/api/me', { name: 'Anacaona' });
  await live.until(({ matches }) => matches[0]?.seats[0]?.name === 'Anacaona');

  client.close();
  await live.until(({ matches }) => matches[0]?.seats[0]?.present === false);
  await ana.post(`/api/matches/${match}/bots`, { bot: 'random' });
  await live.until(({ matches }) => matches.length === 0);
});

test('a match that runs is listed while one of its players is there, and no longer', async () => {
  const live = await lobby({ game: 'tieqchieq', preset: 'tieqchieq-fortress', status: 'running' });
  const made = await make({ preset: 'tieqchieq-fortress', bots: [{ bot: 'random' }] });
  for (let visit = 0; visit < 2; visit++) {
    const client = await takeSeat(ana, made);
    await live.until(({ matches }) => matches.some(({ match }) => match === made.match));
    expect(await listed('status=running&preset=tieqchieq-fortress')).toEqual([made.match]);
    client.close();
    await live.until(({ matches }) => matches.length === 0);
    expect(await listed('status=running&preset=tieqchieq-fortress')).toEqual([]);
  }
});

test('every field of the filter counts, in the list and in the lobby', async () => {
  const days = { clock: { kind: 'days', days: 2 } };
  const four = await make({ game: 'mexica', options: { length: 'short' }, table: days });
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
    const query = String(new URLSearchParams(filter as Record<string, string>));
    expect(await listed(query), query).toEqual(expected);
    const shown = (await lobby(filter)).matches.map(({ match }) => match);
    expect(shown, query).toEqual(expected);
  }
  expect((await fetch(`${house.url}/api/matches?free=0`)).status).toBe(400);
});

test('complaint 18, private tables that are not: of two matches the private one, its code and every secret stay out of lists and of the lobby', async () => {
  const secret = await make({ table: { visibility: 'private' } });
  const client = await rawLobby();
  const shown = await make({});
  await client.until((frames) => frames.some((frame) => frame.includes(shown.match)));
  await client.settle();
  const text = `${await (await fetch(`${house.url}/api/matches`)).text()}${Buffer.concat(client.frames).toString('latin1')}`;
  expect(secret.code).toMatch(/^\w{8}$/);
  expect(text).toContain(shown.match);
  for (const hidden of [secret.match, secret.code!, 'secret', 'link', 'code=', 'asking'])
    expect(text).not.toContain(hidden);
});

test('a lobby connection may send nothing: a request is refused, a flood is closed', async () => {
  const client = await rawLobby();
  expect(await client.request('act', [1, 0, 'toss'])).toMatchObject({ kind: 'rejected', code: 'unknown-action' });
  client.socket.send(Buffer.from([FRAME.data, 0xa3, ...Buffer.from('act'), ...pack([1])]));
  client.socket.send(Buffer.from([99, 1, 2, 3]));
  await client.settle();
  expect(client.closeCode).toBeUndefined();
  const closed = new Promise((resolve) => client.socket.once('close', resolve));
  for (let sent = 0; sent < 400; sent++) client.sendRequest('act');
  await closed;
});

test('two players who look for the same share a room, and the order of the fields does not matter', async () => {
  const enter = async (filter: object) => (await beto.post<SeatedAnswer>('/api/lobby', filter)).body.connection.roomId;
  const one = await enter({ game: 'mexica', status: 'open' });
  expect(await enter({ status: 'open', game: 'mexica' })).toBe(one);
  expect(await enter({ status: 'open' })).not.toBe(one);
  expect((await beto.post('/api/lobby', { game: 'nope' })).body).toMatchObject({ code: 'unknown-game' });
  expect((await beto.post('/api/lobby', { game: 'mexica', length: 'nope' })).body).toMatchObject({
    code: 'bad-options',
  });
});

test('of places that a player reserved at once ten connections come in, and the others are told why', async () => {
  const caro = await newPerson(house.url);
  const ask = () => caro.post<SeatedAnswer>('/api/lobby', { game: 'mexica' });
  const reserved = await Promise.all(Array.from({ length: 13 }, ask));
  const coming = reserved.map(({ body }) => RawClient.connect(house.url, body).then(closing));
  const come = (await Promise.allSettled(coming)).filter(({ status }) => status === 'fulfilled');
  expect(come).toHaveLength(10);
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'limit-reached', reason: 'lobbies' } });
});

test('a player who signs out everywhere loses the lobby too', async () => {
  const caro = await newPerson(house.url);
  const client = await rawLobby({}, caro);
  const closed = new Promise((resolve) => client.socket.once('close', resolve));
  await caro.post('/api/sign-out/everywhere');
  await closed;
  expect((await caro.post('/api/lobby', {})).status).toBe(401);
});

test('a comer gets each match once: the whole list first, and then only what changed', async () => {
  const wanted = { game: 'mexica', table: { clock: { kind: 'days', days: 3 } } };
  const known = [await make(wanted), await make(wanted)];
  const filter = { game: 'mexica', clock: 'days' }; // no other test has a room for it
  const comer = await rawLobby(filter);
  const added = await make(wanted);
  await comer.until((frames) => frames.some((frame) => frame.includes(added.match)));
  await comer.settle();
  // The name of a match stands in the map and in its entry.
  for (const match of known) expect(timesIn(comer, match)).toEqual([2, 0]);
  expect(timesIn(comer, added)).toEqual([0, 2]);
  const later = await rawLobby(filter);
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
  const began = performance.now();
  const ask = async (filter: object) => ({ ...(await beto.post<object>('/api/lobby', filter)), at: performance.now() });
  const answers = await Promise.all(filters.map(ask));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused[0]).toMatchObject({ status: 503, body: { code: 'too-many-lobbies' } });
  // A list that no connection comes for ends after a while, and makes room.
  const soon = answers.filter(({ status, at }) => status === 200 && at - began < 10_000);
  expect(soon.length).toBeLessThanOrEqual(100);
  expect((await beto.post('/api/lobby', filters[0])).status).toBe(200);
});

/** How often each frame of the state names a match. */
function timesIn({ frames }: RawClient, { match }: MatchSummary): readonly number[] {
  const shown = frames.filter((frame) => frame[0] === FRAME.state || frame[0] === FRAME.patch);
  return shown.map((frame) => frame.toString('latin1').split(match).length - 1);
}
