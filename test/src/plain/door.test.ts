/** Who may come in by the plain door, as what, and until when. */
import type { MatchSummary, StreamLine } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gamesWithSealed } from '../sealed/sealed.ts';
import { testServer } from '../support/server.ts';
import { PlainStream } from '../support/sockets/plainStream.ts';
import { comeBack, newPerson, type Person, send, takeSeat } from '../support/sockets/rawClient.ts';
import { newMatch, PlainPlayer, sitAll, sitDown } from './play.ts';

const OPERATOR_TOKEN = 'a-token-for-tests-only';
const TIEQCHIEQ = { game: 'tieqchieq', options: { startPlayer: 'host' } };
let server: Running;

beforeAll(async () => {
  server = await testServer({ OPERATOR_TOKEN }, { games: gamesWithSealed() });
});
afterAll(() => server?.stop());

const person = () => newPerson(server.address);

/** A match of two whose host holds seat 0 and has a stream. */
async function seated(wanted: object = {}): Promise<{ player: PlainPlayer; match: MatchSummary }> {
  const host = await person();
  const match = await newMatch(host, { ...TIEQCHIEQ, bots: [{ bot: 'random' }], ...wanted });
  await sitDown(host, match, 0);
  return { player: await PlainPlayer.at(host, match.match), match };
}

async function last(stream: PlainStream): Promise<StreamLine> {
  await stream.until(({ isClosed }) => isClosed);
  return stream.lines.at(-1)!;
}

const statusOf = async (who: Person, match: string, query = ''): Promise<number> => {
  const stream = await PlainStream.open(who, match, query);
  stream.close();
  return stream.status;
};

describe('a stream is a way to sit at the table', () => {
  test('it counts as presence, together with sockets', async () => {
    const { player, match } = await seated();
    const isPresent = () => server.services.places.seatsHere(match.match).has(0);
    expect(isPresent()).toBe(true);
    const socket = await comeBack(player.person, match);
    player.stream.close();
    await expect.poll(() => server.services.places.seatsHere(match.match).size).toBe(1);
    expect(isPresent()).toBe(true);
    const again = await PlainPlayer.at(player.person, match.match);
    socket.close();
    await again.stream.settle();
    expect(isPresent()).toBe(true);
    again.stream.close();
    await expect.poll(isPresent).toBe(false);
  });

  test('others see it come and go', async () => {
    const { player, match } = await seated();
    const onlooker = await PlainStream.open(await person(), match.match);
    await onlooker.until(({ seen }) => seen?.table.seats[0]?.present === true);
    player.stream.close();
    await onlooker.until(({ seen }) => seen?.table.seats[0]?.present === false);
    onlooker.close();
  });

  test('the same action by a socket and by a request counts once', async () => {
    const { player, match } = await seated();
    const socket = await comeBack(player.person, match);
    await player.stream.until(({ legal }) => legal.includes('toss'));
    const { decision } = player.stream.seen!.question;
    const first = await player.post('act', { id: 7, decision, move: 'toss' });
    expect(first).toMatchObject({ kind: 'accepted' });
    expect(await socket.request('act', [7, decision, 'toss'])).toEqual({ ...first, repeated: true });
    expect(await player.post('act', { id: 7, decision, move: 'toss' })).toEqual({ ...first, repeated: true });
    expect(await player.post('act', { id: 7, decision, move: 'pass' })).toMatchObject({ code: 'id-reused' });
    const said = await socket.request('say', ['0123456789abcdef', 'hola']);
    expect(await player.post('say', { id: '0123456789abcdef', text: 'hola' })).toEqual({ ...said, repeated: true });
    await player.stream.until((stream) => stream.of('talk').length > 0);
    await player.stream.settle();
    expect(player.stream.of('talk').flatMap(({ lines }) => lines)).toHaveLength(1);
    socket.close();
    player.stream.close();
  });

  test('a refused move has the status of its code, and a later one still counts', async () => {
    const { player, match } = await seated();
    await player.stream.until(({ legal }) => legal.length > 0);
    const act = (body: object) => player.person.post(`/api/matches/${match.match}/act`, body);
    const { decision } = player.stream.seen!.question;
    expect(await act({ id: 1, decision, move: 'nonsense' })).toMatchObject({
      status: 409,
      body: { code: 'bad-notation' },
    });
    expect(await act({ id: 2, decision: 99, move: 'toss' })).toMatchObject({
      status: 409,
      body: { code: 'stale-decision' },
    });
    expect(await act({ id: 3, decision, move: 'toss' })).toMatchObject({ status: 200, body: { kind: 'accepted' } });
    player.stream.close();
  });

  test('the rematch is told to those who stay', async () => {
    const { player, match } = await seated();
    await player.post('resign', { id: 'resign-0123456789' });
    await player.stream.until(({ seen }) => seen?.table.status === 'ended');
    const { body } = await player.person.post<MatchSummary>(`/api/matches/${match.match}/rematch`);
    await player.stream.until((stream) => stream.of('rematch').length > 0);
    expect(player.stream.of('rematch')).toEqual([{ kind: 'rematch', match: body.match }]);
    player.stream.close();
  });
});

describe('who may see', () => {
  test('a private match needs its code, except from those in it', async () => {
    const { player, match } = await seated({ table: { visibility: 'private' } });
    const eve = await person();
    expect(await statusOf(eve, match.match)).toBe(403);
    expect(await statusOf(eve, match.match, '?code=WRONG')).toBe(403);
    expect(await statusOf(eve, match.match, `?code=${match.code}`)).toBe(200);
    const say = (query: string) =>
      eve.post(`/api/matches/${match.match}/say${query}`, { id: '0123456789abcdef', text: 'hola' });
    expect(await say('')).toMatchObject({ status: 403, body: { code: 'wrong-code' } });
    expect(await say(`?code=${match.code}`)).toMatchObject({ status: 200 });
    expect(await statusOf(player.person, match.match)).toBe(200);
    player.stream.close();
  });

  test('a spectator is refused where watching is off', async () => {
    const { player, match } = await seated({ table: { watching: 'off' } });
    expect(await statusOf(await person(), match.match)).toBe(403);
    player.stream.close();
  });

  test('a spectator of a delayed match sees it late, and cannot act', async () => {
    const { player, match } = await seated({ table: { watching: 'delayed', watchDelaySeconds: 60 } });
    const eve = await person();
    const late = await PlainStream.open(eve, match.match);
    await late.until(({ seen }) => seen !== undefined);
    expect(late.seen).toMatchObject({ step: 0, table: { status: 'open', behind: 60 }, view: {} });
    await player.stream.until(({ legal }) => legal.length > 0);
    await player.act('toss');
    await late.settle();
    expect(late.of('step')).toEqual([]);
    const act = { id: 1, decision: 1, move: 'toss' };
    expect(await eve.post(`/api/matches/${match.match}/act`, act)).toMatchObject({ body: { code: 'not-seated' } });
    for (const stream of [late, player.stream]) stream.close();
  });

  test.each(['open', 'delayed'])('a player who gives the seat back is sent away: watching %s', async (watching) => {
    const { player, match } = await seated({ bots: [], table: { watching } });
    await player.person.post(`/api/matches/${match.match}/leave`);
    expect(await last(player.stream)).toMatchObject({ kind: 'closed', code: 'not-seated' });
    const beto = await person();
    await sitDown(beto, match, 0);
    const next = await PlainPlayer.at(beto, match.match);
    expect(next.stream.of('state')[0]).toMatchObject({ seat: 0 });
    next.stream.close();
  });

  test('a banned player is sent away, and stays out until the ban is lifted', async () => {
    const { player, match } = await seated();
    const { player: id } = player.person.session;
    await send(server.address, `/api/operator/players/${id}/ban`, {}, OPERATOR_TOKEN);
    expect(await last(player.stream)).toMatchObject({ kind: 'closed', code: 'banned' });
    expect(await statusOf(player.person, match.match)).toBe(403);
    expect(await player.post('act', { id: 1, decision: 1, move: 'toss' })).toMatchObject({ code: 'banned' });
    await send(server.address, `/api/operator/players/${id}/unban`, {}, OPERATOR_TOKEN);
    expect(await statusOf(player.person, match.match)).toBe(200);
  });

  test('signing out everywhere ends the stream', async () => {
    const { player, match } = await seated();
    await player.person.post('/api/sign-out/everywhere');
    expect(await last(player.stream)).toMatchObject({ kind: 'closed', code: 'unauthorized' });
    expect(await statusOf(player.person, match.match)).toBe(401);
  });

  test('of too many streams the oldest ends', async () => {
    const { player, match } = await seated();
    const others = await Promise.all(Array.from({ length: 10 }, () => PlainStream.open(player.person, match.match)));
    expect(await last(player.stream)).toMatchObject({ kind: 'closed', code: 'too-many' });
    await Promise.all(others.map((one) => one.settle()));
    expect(others.filter(({ isClosed }) => !isClosed)).toHaveLength(10);
    for (const one of others) one.close();
  });
});

test('an answer waits while a hidden window is open, and so does its repeat', async () => {
  const people = await Promise.all([0, 1, 2, 3].map(person));
  const match = await newMatch(people[0]!, { game: 'sealed', seats: 4, options: { shields: 2 } });
  const players = await sitAll(match, people);
  const choose = async (player: PlainPlayer, round: number): Promise<string> => {
    await player.stream.until(({ seen }) => (seen?.view.hand as number[] | undefined)?.length === 4 - round);
    const hand = player.stream.seen!.view.hand as number[];
    return `choose ${hand[round % hand.length]}`;
  };
  for (let round = 0; round < 3; round++)
    for (const player of players.slice(0, round < 2 ? 4 : 3)) await player.act(await choose(player, round));
  const [, shielded, , mover] = players as readonly [PlainPlayer, PlainPlayer, PlainPlayer, PlainPlayer];
  const { decision } = mover.stream.seen!.question;
  const move = await choose(mover, 2);
  await Promise.all(players.map(({ stream }) => stream.settle()));
  const before = players.map(({ stream }) => stream.lines.length);
  let answers = 0;
  const asking = [1, 2].map(() => mover.post('act', { id: 4711, decision, move }).finally(() => answers++));
  await shielded.stream.until(({ legal }) => legal.includes('pass'));
  await Promise.all(players.map(({ stream }) => stream.settle()));
  expect(answers).toBe(0);
  for (const seat of [0, 2, 3]) expect(players[seat]!.stream.lines).toHaveLength(before[seat]!);
  await shielded.act('pass');
  const [first, second] = await Promise.all(asking);
  await mover.stream.settle();
  expect(mover.stream.of('step')).toContainEqual(expect.objectContaining({ step: (first as { step: number }).step }));
  expect(second).toEqual(first);
  for (const { stream } of players) stream.close();
});

const REFUSED: readonly (readonly [string, number, string])[] = [
  ['?from=-1', 400, 'bad-request'],
  ['?from=x', 400, 'bad-request'],
  ['?from=1.5', 400, 'bad-request'],
  ['?from=1&from=2', 400, 'bad-request'],
  ['?from=99999999999999999999', 400, 'bad-request'],
  ['?peek=1', 400, 'bad-request'],
  [`?code=${'x'.repeat(99)}`, 400, 'bad-request'],
];

describe('hostile requests', () => {
  test.each(REFUSED)('the query %s: %i', async (query, status) => {
    const { player, match } = await seated();
    expect(await statusOf(player.person, match.match, query)).toBe(status);
    player.stream.close();
  });

  test('no token, a wrong one, no such match, HEAD', async () => {
    const { player, match } = await seated();
    const path = `${server.address}/api/matches/${match.match}/stream`;
    expect((await fetch(path)).status).toBe(401);
    expect((await fetch(path, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
    expect(await statusOf(player.person, 'NOSUCH')).toBe(404);
    const headers = { authorization: `Bearer ${player.person.session.token}` };
    const head = await fetch(path, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      expect.stringContaining('application/x-ndjson'),
      '',
    ]);
    player.stream.close();
  });

  test.each<[string, unknown, number]>([
    ['nothing', {}, 400],
    ['a list, as on the socket', [1, 1, 'toss'], 400],
    ['an unknown field', { id: 1, decision: 1, move: 'toss', seat: 1 }, 400],
    ['wrong types', { id: {}, decision: '1', move: 7 }, 400],
    ['a long id', { id: 'x'.repeat(37), decision: 1, move: 'toss' }, 400],
    ['a long move', { id: 1, decision: 1, move: 'x'.repeat(121) }, 400],
    ['a huge body', { id: 1, decision: 1, move: 'x'.repeat(9000) }, 413],
    ['a prototype', JSON.parse('{"__proto__":{"id":1},"constructor":1}'), 400],
    ['text', 'toss', 400],
    ['null', null, 400],
  ])('act with %s: nothing happens', async (_, body, status) => {
    const { player, match } = await seated();
    await player.stream.until(({ legal }) => legal.length > 0);
    const before = player.stream.lines.length;
    expect((await player.person.post(`/api/matches/${match.match}/act`, body)).status).toBe(status);
    await player.stream.settle();
    expect(player.stream.lines.length).toBe(before);
    player.stream.close();
  });

  test.each<[string, object]>([
    ['offer', { id: 'offer-0123456789ab', what: 'pause' }],
    ['offer', { id: 'offer-0123456789ab', what: 'abort', minutes: 5 }],
    ['beads', { id: 'beads-0123456789ab', said: { what: 'eaten' } }],
    ['say', { id: 'say-0123456789abcd', text: 'two\nlines' }],
    ['phrase', { id: 'phrase-0123456789a', phrase: 'curse' }],
    ['silence', { id: 'silence-0123456789', player: '', is: 'yes' }],
    ['habits', { id: 'habits-0123456789a', keeps: 'lazy' }],
  ])('%s %j is refused', async (action, body) => {
    const { player } = await seated();
    expect(await player.post(action, body)).toMatchObject({ code: 'bad-request' });
    player.stream.close();
  });

  test('a reader who goes away while the stream opens leaves nothing behind', async () => {
    const { player, match } = await seated();
    for (let i = 0; i < 20; i++) {
      const gone = await PlainStream.open(player.person, match.match, '?from=0');
      gone.close();
    }
    await player.stream.settle();
    await expect.poll(() => server.services.places.seatsHere(match.match).size).toBe(1);
    player.stream.close();
    await expect.poll(() => server.services.places.seatsHere(match.match).size).toBe(0);
  });

  test('a room opens for a request alone, and closes again', async () => {
    const host = await person();
    const match = await newMatch(host, { ...TIEQCHIEQ, bots: [{ bot: 'random' }] });
    (await takeSeat(host, match, 0)).close();
    const act = { id: 1, decision: 1, move: 'toss' };
    await expect.poll(async () => (await host.post(`/api/matches/${match.match}/act`, act)).status).toBe(200);
    await expect.poll(() => server.services.matches.awake.includes(match.match), { timeout: 20_000 }).toBe(false);
  });
});
