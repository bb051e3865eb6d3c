/** Who may come in by the plain door, as what, and until when. */
import type { MatchSummary, StreamLine } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { gamesWithSealed } from '../sealed/sealed.ts';
import { newMatch, PlainPlayer, PlainStream, sitAll, sitDown } from '../support/sockets/plainStream.ts';
import { comeBack, newPerson, type Person, send, takeSeat } from '../support/sockets/rawClient.ts';

const OPERATOR_TOKEN = 'a-token-for-tests-only';
const TIEQCHIEQ = { game: 'tieqchieq', options: { startPlayer: 'host' } };

serveThisFile({ OPERATOR_TOKEN }, { games: gamesWithSealed() });

const person = () => newPerson(house.url);

/** A match of two whose host holds seat 0 and has a stream. */
async function seated(wanted: object = {}): Promise<{ player: PlainPlayer; match: MatchSummary }> {
  const host = await person();
  const match = await newMatch(host, { ...TIEQCHIEQ, bots: [{ bot: 'random' }], ...wanted });
  await sitDown(host, match, 0);
  const player = await PlainPlayer.at(host, match.match);
  closing(player.stream);
  return { player, match };
}

const open = async (who: Person, { match }: MatchSummary) => closing(await PlainStream.open(who, match));

async function last(stream: PlainStream): Promise<StreamLine> {
  await stream.until(({ isClosed }) => isClosed);
  return stream.lines.at(-1)!;
}

const statusOf = async (who: Person, match: string, query = ''): Promise<number> => {
  const stream = await PlainStream.open(who, match, query);
  stream.close();
  return stream.status;
};

const seatsHere = ({ match }: MatchSummary) => house.server.services.places.seatsHere(match);

describe('a stream is a way to sit at the table', () => {
  test('it counts as presence, together with sockets, and others see it come and go', async () => {
    const { player, match } = await seated();
    const onlooker = await open(await person(), match);
    await onlooker.until(({ seen }) => seen?.table.seats[0]?.present === true);
    const socket = await comeBack(player.person, match);
    player.stream.close();
    await socket.settle();
    expect(seatsHere(match).has(0)).toBe(true);
    const again = await PlainPlayer.at(player.person, match.match);
    socket.close();
    await again.stream.settle();
    expect(seatsHere(match).has(0)).toBe(true);
    again.stream.close();
    await expect.poll(() => seatsHere(match).has(0)).toBe(false);
    await onlooker.until(({ seen }) => seen?.table.seats[0]?.present === false);
  });

  test('the same action by a socket and by a request counts once', async () => {
    const { player, match } = await seated();
    const socket = closing(await comeBack(player.person, match));
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
  });

  test('a refused move has the status of its code, and a later one still counts', async () => {
    const { player, match } = await seated();
    await player.stream.until(({ legal }) => legal.length > 0);
    const { decision } = player.stream.seen!.question;
    const act = async (id: number, about: number | undefined, move: string) => {
      const body = { id, decision: about, move };
      return player.person.post(`/api/matches/${match.match}/act`, body);
    };
    expect(await act(1, decision, 'nonsense')).toMatchObject({ status: 409, body: { code: 'bad-notation' } });
    expect(await act(2, 99, 'toss')).toMatchObject({ status: 409, body: { code: 'stale-decision' } });
    expect(await act(3, decision, 'toss')).toMatchObject({ status: 200, body: { kind: 'accepted' } });
  });

  test('in a pause the match waits for no answer, and asks again after it', async () => {
    const { player, match } = await seated();
    const { stream } = player;
    const shows = (isPaused: boolean) => stream.until(({ seen }) => (seen?.table.pausedUntil !== 0) === isPaused);
    await stream.until(({ legal }) => legal.length > 0);
    const from = stream.seen!;
    const { awaited, ...kept } = from.question;
    expect(awaited).toBe(true);
    await player.post('offer', { id: 'pause-0123456789', what: 'pause', minutes: 1 });
    await shows(true);
    const late = await open(player.person, match);
    await late.until(({ seen }) => seen !== undefined);
    expect([stream.seen?.question, late.seen?.question]).toEqual([kept, kept]);
    await player.post('offer', { id: 'resume-0123456789', what: 'resume' });
    await shows(false);
    await late.until(({ seen }) => seen?.step === stream.seen?.step);
    const back = closing(await PlainStream.open(player.person, match.match, `?from=${from.step}`, from));
    await back.until((one) => one.of('table').length > 0);
    const lines = (one: PlainStream) => one.of('step').map(({ step, awaited: is, legal }) => [step, is, legal]);
    expect(lines(back)).toEqual(lines(stream).filter(([step]) => Number(step) > from.step));
    for (const one of [stream, late, back]) expect(one.seen?.question).toEqual(from.question);
  });

  test('the rematch is told to those who stay', async () => {
    const { player, match } = await seated();
    await player.post('resign', { id: 'resign-0123456789' });
    await player.stream.until(({ seen }) => seen?.table.status === 'ended');
    const { body } = await player.person.post<MatchSummary>(`/api/matches/${match.match}/rematch`);
    await player.stream.until((stream) => stream.of('rematch').length > 0);
    expect(player.stream.of('rematch')).toEqual([{ kind: 'rematch', match: body.match }]);
  });
});

describe('who may see', () => {
  test('a private match needs its code, except from those in it; where watching is off, nobody watches', async () => {
    const { player, match } = await seated({ table: { visibility: 'private' } });
    const eve = await person();
    const { match: unwatched } = await seated({ table: { watching: 'off' } });
    expect(await statusOf(eve, unwatched.match)).toBe(403);
    expect(await statusOf(eve, match.match)).toBe(403);
    expect(await statusOf(eve, match.match, '?code=WRONG')).toBe(403);
    expect(await statusOf(eve, match.match, `?code=${match.code}`)).toBe(200);
    const say = (query: string) =>
      eve.post(`/api/matches/${match.match}/say${query}`, { id: '0123456789abcdef', text: 'hola' });
    expect(await say('')).toMatchObject({ status: 403, body: { code: 'wrong-code' } });
    expect(await say(`?code=${match.code}`)).toMatchObject({ status: 200 });
    expect(await statusOf(player.person, match.match)).toBe(200);
  });

  test('a spectator of a delayed match sees it late, and cannot act', async () => {
    const { player, match } = await seated({ table: { watching: 'delayed', watchDelaySeconds: 60 } });
    const eve = await person();
    const late = await open(eve, match);
    await late.until(({ seen }) => seen !== undefined);
    expect(late.seen).toMatchObject({ step: 0, table: { status: 'open', behind: 60 }, view: {} });
    await player.stream.until(({ legal }) => legal.length > 0);
    await player.act('toss');
    await late.settle();
    expect(late.of('step')).toEqual([]);
    const act = { id: 1, decision: 1, move: 'toss' };
    expect(await eve.post(`/api/matches/${match.match}/act`, act)).toMatchObject({ body: { code: 'not-seated' } });
  });

  test.each(['open', 'delayed'])('a player who gives the seat back is sent away: watching %s', async (watching) => {
    const { player, match } = await seated({ bots: [], table: { watching } });
    await player.person.post(`/api/matches/${match.match}/leave`);
    expect(await last(player.stream)).toMatchObject({ kind: 'closed', code: 'not-seated' });
    const beto = await person();
    await sitDown(beto, match, 0);
    const { stream } = await PlainPlayer.at(beto, match.match);
    expect(closing(stream).of('state')[0]).toMatchObject({ seat: 0 });
  });

  test('a banned player is sent away, and stays out until the ban is lifted', async () => {
    const { player, match } = await seated();
    const { player: id } = player.person.session;
    await send(house.url, `/api/operator/players/${id}/ban`, {}, OPERATOR_TOKEN);
    expect(await last(player.stream)).toMatchObject({ kind: 'closed', code: 'banned' });
    expect(await statusOf(player.person, match.match)).toBe(403);
    expect(await player.post('act', { id: 1, decision: 1, move: 'toss' })).toMatchObject({ code: 'banned' });
    await send(house.url, `/api/operator/players/${id}/unban`, {}, OPERATOR_TOKEN);
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
    const others = await Promise.all(Array.from({ length: 10 }, () => open(player.person, match)));
    const message = expect.stringContaining('at most ten of one match');
    expect(await last(player.stream)).toMatchObject({ kind: 'closed', code: 'too-many', message });
    await Promise.all(others.map((one) => one.settle()));
    expect(others.filter(({ isClosed }) => !isClosed)).toHaveLength(10);
  });
});

test('an answer waits while a hidden window is open, and so does its repeat', async () => {
  const people = await Promise.all([0, 1, 2, 3].map(person));
  const match = await newMatch(people[0]!, { game: 'sealed', seats: 4, options: { shields: 2 } });
  const players = await sitAll(match, people);
  for (const { stream } of players) closing(stream);
  for (let round = 0; round < 3; round++)
    for (const player of players.slice(0, round < 2 ? 4 : 3)) await player.act(await player.cardOf(round));
  const [, shielded, , mover] = players as readonly [PlainPlayer, PlainPlayer, PlainPlayer, PlainPlayer];
  const { decision } = mover.stream.seen!.question;
  const move = await mover.cardOf(2);
  const settled = () => Promise.all(players.map(({ stream }) => stream.settle()));
  await settled();
  const before = players.map(({ stream }) => stream.lines.length);
  let answers = 0;
  const asking = [1, 2].map(() => mover.post('act', { id: 4711, decision, move }).finally(() => answers++));
  await shielded.stream.until(({ legal }) => legal.includes('pass'));
  await settled();
  expect(answers).toBe(0);
  for (const seat of [0, 2, 3]) expect(players[seat]!.stream.lines).toHaveLength(before[seat]!);
  await shielded.act('pass');
  const [first, second] = await Promise.all(asking);
  await mover.stream.settle();
  expect(mover.stream.of('step')).toContainEqual(expect.objectContaining({ step: (first as { step: number }).step }));
  expect(second).toEqual(first);
});

describe('hostile requests', () => {
  test('a query that says something else is refused', async () => {
    const { player, match } = await seated();
    const froms = ['-1', 'x', '1.5', '1&from=2', '99999999999999999999'].map((from) => `?from=${from}`);
    for (const query of [...froms, '?peek=1', `?code=${'x'.repeat(99)}`])
      expect(await statusOf(player.person, match.match, query), query).toBe(400);
  });

  test('no token, a wrong one, no such match, HEAD', async () => {
    const { player, match } = await seated();
    const path = `${house.url}/api/matches/${match.match}/stream`;
    expect((await fetch(path)).status).toBe(401);
    expect((await fetch(path, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
    expect(await statusOf(player.person, 'NOSUCH')).toBe(404);
    const headers = { authorization: `Bearer ${player.person.session.token}` };
    const head = await fetch(path, { method: 'HEAD', headers });
    expect(head.headers.get('content-type')).toContain('application/x-ndjson');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  const MOVES: readonly (readonly [string, unknown, number])[] = [
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
  ];
  const OTHERS: readonly (readonly [string, object])[] = [
    ['offer', { id: 'offer-0123456789ab', what: 'pause' }],
    ['offer', { id: 'offer-0123456789ab', what: 'abort', minutes: 5 }],
    ['beads', { id: 'beads-0123456789ab', said: { what: 'eaten' } }],
    ['say', { id: 'say-0123456789abcd', text: 'two\nlines' }],
    ['phrase', { id: 'phrase-0123456789a', phrase: 'curse' }],
    ['silence', { id: 'silence-0123456789', player: '', is: 'yes' }],
    ['habits', { id: 'habits-0123456789a', keeps: 'lazy' }],
  ];

  test('a malformed action is refused, and nothing happens', async () => {
    const { player, match } = await seated();
    await player.stream.until(({ legal }) => legal.length > 0);
    const before = player.stream.lines.length;
    for (const [what, body, status] of MOVES)
      expect((await player.person.post(`/api/matches/${match.match}/act`, body)).status, what).toBe(status);
    for (const [action, body] of OTHERS)
      expect(await player.post(action, body), JSON.stringify(body)).toMatchObject({ code: 'bad-request' });
    await player.stream.settle();
    expect(player.stream.lines.length).toBe(before);
  });

  test('a reader who goes away while the stream opens leaves nothing behind', async () => {
    const { player, match } = await seated();
    for (let i = 0; i < 20; i++) await statusOf(player.person, match.match, '?from=0');
    await player.stream.settle();
    await expect.poll(() => seatsHere(match).size).toBe(1);
    player.stream.close();
    await expect.poll(() => seatsHere(match).size).toBe(0);
  });

  test('a room opens for a request alone, and closes again', async () => {
    const host = await person();
    const match = await newMatch(host, { ...TIEQCHIEQ, bots: [{ bot: 'random' }] });
    (await takeSeat(host, match, 0)).close();
    const act = { id: 1, decision: 1, move: 'toss' };
    await expect.poll(async () => (await host.post(`/api/matches/${match.match}/act`, act)).status).toBe(200);
    const isAwake = () => house.server.services.matches.awake.includes(match.match);
    await expect.poll(isAwake, { timeout: 20_000 }).toBe(false);
  });
});
