/** Who may enter a match, and what a seat may ask there. */
import { randomBytes } from 'node:crypto';
import type { Answer, Code, MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { WebSocket } from 'ws';
import type { Report } from '../report.ts';
import { Caller } from '../wire/caller.ts';
import { addressOf, Connection } from '../wire/connection.ts';
import { FRAME } from '../wire/frames.ts';

const GAME = 'tieqchieq';

/** Tokens, codes, commitments, seats, spectators. */
export async function checkDoors(checking: Checking): Promise<void> {
  const { url, report } = checking;
  const guest = () => Caller.guest(url, report);
  const check = (name: string, body: () => Promise<void>) => report.run(name, body);

  await check('a request without a token, or with a wrong one, is refused', async () => {
    const stranger = new Caller(url, report);
    await stranger.refused('GET /api/me', 'unauthorized');
    await stranger.refused('GET /api/me', 'unauthorized', undefined, 'wrong');
    const { token = '' } = (await guest()).session ?? {};
    await stranger.refused('GET /api/me', 'unauthorized', undefined, `${token.slice(0, -4)}AAAA`);
  });
  await check('a match that does not exist is refused', async () => {
    const player = await guest();
    await player.refused('GET /api/matches/00000000', 'no-such-match');
    await player.refused('POST /api/matches', 'unknown-game', { game: 'no-such-game' });
  });
  await check('a body that is malformed, or has an unknown field, is refused', async () => {
    const player = await guest();
    await player.refused('POST /api/matches', 'bad-request', '{"game":', player.session?.token);
    await player.refused('POST /api/matches', 'bad-request', { game: GAME, unknown: 1 }, player.session?.token);
    await player.refused('POST /api/matches', 'bad-request', { game: 7 }, player.session?.token);
  });
  await check('a bot account sits only where the table allows it, and its token does what its scopes say', async () => {
    const owner = await guest();
    const { player: bot } = await owner.must<{ player: string }>('POST /api/me/bots', { name: 'Checked' });
    const wanted = { name: 'kit', scopes: ['bot', 'read', 'play'], days: 1, bot };
    const { secret } = await owner.must<{ secret: string }>('POST /api/me/tokens', wanted);
    await owner.refused('POST /api/me/tokens', 'bot-scopes', { ...wanted, scopes: ['read'] });
    for (const [call, code, body] of [
      ['POST /api/me', 'scope-missing', { name: 'Free' }],
      ['POST /api/matches', 'scope-missing', { game: GAME }],
      ['POST /api/puzzles/none/answers', 'bots-not-allowed', { move: 'none' }],
    ] as const)
      await owner.refused(call, code, body, secret);
    const sit = async (table: object) => {
      const match = await owner.must<MatchSummary>('POST /api/matches', { game: GAME, seats: 2, table });
      return [`POST /api/matches/${match.match}/seat`, await seatBody(owner, match)] as const;
    };
    const [closed, closedBody] = await sit({});
    await owner.refused(closed, 'bots-not-allowed', closedBody, secret);
    const [open, openBody] = await sit({ programs: 'allowed', rated: false });
    const seated = await owner.call<SeatedAnswer>(open, openBody, secret);
    if (seated.status !== 200) throw new Error(`the bot gets no seat: ${JSON.stringify(seated.body)}`);
  });
  await check('a seat is given once, and a player who sits again comes back to the same seat', async () => {
    const game = await newGame(checking, GAME);
    const [host] = game.callers as [Caller];
    const body = await seatBody(host, game.match);
    const again = await host.must<SeatedAnswer>(`POST /api/matches/${game.match.match}/seat`, body);
    if (again.seat !== game.seats[0]?.seat) throw new Error(`seat ${again.seat} instead of ${game.seats[0]?.seat}`);
    const third = await guest();
    const told = await third.call(`POST /api/matches/${game.match.match}/seat`, await seatBody(third, game.match));
    if (told.status === 200) throw new Error('a third player got a seat at a table for two');
    await third.refused(`POST /api/matches/${game.match.match}/connect`, 'not-seated', undefined, third.session?.token);
    hangUp(game);
  });
  await check('a seat needs the commitment of the match', async () => {
    const host = await guest();
    const { match } = await host.must<MatchSummary>('POST /api/matches', { game: GAME, seats: 2 });
    const wrong = { commitment: '00'.repeat(32), contribution: '11'.repeat(16) };
    const told = await host.call(`POST /api/matches/${match}/seat`, wrong);
    if (told.status === 200) throw new Error('a wrong commitment was taken');
    await host.refused(`POST /api/matches/${match}/seat`, 'bad-request', {}, host.session?.token);
  });
  await check('a private match is in no list, and needs its code', async () => {
    const host = await guest();
    const made = await host.must<MatchSummary>('POST /api/matches', {
      game: GAME,
      seats: 2,
      table: { visibility: 'private' },
    });
    const match = await host.must<MatchSummary>(`GET /api/matches/${made.match}`);
    const other = await guest();
    const { matches } = await other.must<{ readonly matches: readonly MatchSummary[] }>('GET /api/matches');
    if (matches.some((one) => one.match === match.match)) throw new Error('the list names it');
    if ((await other.must<MatchSummary>(`GET /api/matches/${match.match}`)).code !== undefined)
      throw new Error('its code is shown to a stranger');
    const path = `POST /api/matches/${match.match}/seat`;
    const body = await seatBody(other, match);
    await other.refused(path, 'wrong-code', body, other.session?.token);
    await other.refused(path, 'wrong-code', { ...body, code: 'AAAAAA' }, other.session?.token);
    const seat = await sit(other, { ...match, code: match.code ?? made.code ?? '' });
    hangUp({ seats: [seat] });
  });
  await check('a spectator sees the table, and may not move', async () => {
    const game = await newGame(checking, GAME);
    const spectator = await watch(await guest(), game.match);
    const seat = await toMove(game);
    const answer = await spectator.request('act', moveOf(seat));
    if (answer.kind !== 'rejected') throw new Error(`its move was ${answer.kind}`);
    if (spectator.table?.step !== seat.table?.step) throw new Error('it sees another step than a player');
    hangUp({ seats: [...game.seats, spectator] });
  });
  await check('a match without watching lets no spectator in', async () => {
    const game = await newGame(checking, GAME, { table: { watching: 'off' } });
    const other = await guest();
    await other.refused(`POST /api/matches/${game.match.match}/watch`, 'watching-off', {}, other.session?.token);
    hangUp(game);
  });
  await check('the place that an answer names can be used once, and only there', async () => {
    const game = await newGame(checking, GAME);
    const [host] = game.callers as [Caller];
    const { connection } = await host.must<SeatedAnswer>(`POST /api/matches/${game.match.match}/connect`);
    if (await opens(addressOf(url, { ...connection, sessionId: 'made-up' })))
      throw new Error('a made-up session got in');
    if (!(await opens(addressOf(url, connection)))) throw new Error('the place that was given did not open');
    if (await opens(addressOf(url, connection))) throw new Error('the place could be used twice');
    (await comeBack(host, game.match)).drop();
    hangUp(game);
  });
}

/** Whether the server lets a socket in, as far as its first frame. */
function opens(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    const done = (isIn: boolean) => {
      clearTimeout(late);
      resolve(isIn);
      socket.terminate();
    };
    const late = setTimeout(() => done(false), 5000);
    socket.on('message', (frame: Buffer) => done(frame[0] === FRAME.join));
    socket.on('error', () => done(false));
    socket.on('close', () => done(false));
  });
}

/** What a seat may ask, and what it is answered. */
export async function checkActions(checking: Checking): Promise<void> {
  const check = (name: string, body: (game: Game) => Promise<void>) =>
    checking.report.run(name, async () => {
      const game = await newGame(checking, GAME);
      await body(game);
      hangUp(game);
    });

  await check('an illegal move is refused, and changes nothing', async (game) => {
    const seat = await toMove(game);
    for (const move of ['fly away', 'stay', '', 'x'.repeat(121)])
      if (!seat.own?.legal.includes(move)) await refused(seat, ['act', [1, seat.own?.decision ?? 0, move]]);
  });
  await check('a move of the seat whose turn it is not is refused', async (game) => {
    const seat = await toMove(game);
    const other = game.seats.find((one) => one !== seat) as Connection;
    await refused(other, ['act', [1, 0, seat.own?.legal[0]]], 'stale-decision');
    await refused(other, ['act', moveOf(seat)]);
  });
  await check('a move that answers a decision of before is refused as stale', async (game) => {
    const seat = await toMove(game);
    const [first, second] = [moveOf(seat, 1), moveOf(seat, 2)];
    accepted(await seat.request('act', first));
    await refused(seat, ['act', second], 'stale-decision');
  });
  await check('a repeated action gets the same answer, and is not played twice', async (game) => {
    const seat = await toMove(game);
    const action = moveOf(seat, 77);
    const first = accepted(await seat.request('act', action));
    const [step, messages] = [seat.step, seat.messages.length];
    const second = accepted(await seat.request('act', action));
    await seat.settle();
    if (second.repeated !== true || second.step !== first.step) throw new Error(`answered ${JSON.stringify(second)}`);
    if (seat.step !== step || seat.messages.length !== messages) throw new Error('the repeat changed something');
    await refused(seat, ['act', [77, action[1], 'another move']], 'id-reused');
  });
  await check('an action id that was used before a loss is known after it', async (game) => {
    const seat = await toMove(game);
    const action = moveOf(seat, 78);
    seat.send('act', action);
    seat.drop();
    const caller = game.callers[game.seats.indexOf(seat)] as Caller;
    const back = await comeBack(caller, game.match);
    const answer = accepted(await back.request('act', action));
    const again = accepted(await back.request('act', action));
    if (again.repeated !== true || again.step !== answer.step) throw new Error(`answered ${JSON.stringify(again)}`);
    back.drop();
  });
  await check('an unknown action, or one of another form, is refused with one answer', async (game) => {
    const [seat] = game.seats as [Connection];
    for (const [name, payload] of ODD) await refused(seat, [name, payload]);
  });
  await check('malformed frames disturb no other connection', async (game) => {
    const chance = fastChance(checking.seed);
    const bad = await comeBack(game.callers[0] as Caller, game.match);
    for (let count = 0; count < 60 && !bad.isClosed; count++) {
      const bytes = Buffer.from(Array.from({ length: chance.die(40) }, () => chance.die(256) - 1));
      if (((bytes[0] ?? 0) & 0x1f) !== 0x0c) bad.socket.send(bytes);
    }
    bad.drop();
    for (const seat of game.seats) await seat.settle();
    const seat = await toMove(game);
    accepted(await seat.request('act', moveOf(seat)));
  });
  await check('two connections of one seat are told the same, and each may act', async (game) => {
    const first = await toMove(game);
    const caller = game.callers[game.seats.indexOf(first)] as Caller;
    const second = await comeBack(caller, game.match);
    if (JSON.stringify(second.own) !== JSON.stringify(first.own)) throw new Error('the second is told something else');
    accepted(await second.request('act', moveOf(second)));
    await first.settle();
    if (first.step !== second.step) throw new Error(`one is at step ${first.step}, the other at ${second.step}`);
    second.drop();
    await first.settle();
  });
  await check('a player who comes back is told all of the present', async (game) => {
    const seat = await toMove(game);
    const index = game.seats.indexOf(seat);
    seat.drop();
    const other = game.seats[1 - index] as Connection;
    await other.until('the absence to show', () => other.table?.seats[index]?.present === false);
    const back = await comeBack(game.callers[index] as Caller, game.match);
    await other.until('the presence to show', () => other.table?.seats[index]?.present === true);
    if (back.step !== seat.step || JSON.stringify(back.own) !== JSON.stringify(seat.own))
      throw new Error(`told ${JSON.stringify(back.own)} instead of ${JSON.stringify(seat.own)}`);
    back.drop();
  });
  await check('players and spectators do not hear each other', async (game) => {
    const [seat, other] = game.seats as [Connection, Connection];
    const spectator = await watch(await Caller.guest(checking.url, checking.report), game.match);
    accepted(await seat.request('phrase', ['conformance-phrase-1', 'hello']));
    await other.until('the phrase', () => other.messages.some(({ name }) => name === 2));
    await spectator.settle();
    if (spectator.messages.some(({ name }) => name === 2)) throw new Error('a spectator heard a player');
    spectator.drop();
  });
  await check('a player who resigns ends the match of two', async (game) => {
    const [seat, other] = game.seats as [Connection, Connection];
    accepted(await seat.request('resign', ['conformance-resign-1']));
    await other.until('the end', () => other.isOver);
    if (!other.table?.result.winners.includes(other.seat ?? -1)) throw new Error('the other player did not win');
  });
}

/** An action: the first move of those that the seat may play. */
const moveOf = ({ own }: Connection, id = 1) => [id, own?.decision, own?.legal[0]];

const ODD: readonly (readonly [name: string, payload: unknown])[] = [
  ['no-such-action', [1]],
  ['__proto__', [1]],
  ['act', undefined],
  ['act', 7],
  ['act', [1]],
  ['act', ['x'.repeat(37), 1, 'toss']],
  ['act', { id: 1 }],
  ['offer', ['an-id-of-some-length', 'the moon']],
];

function accepted(answer: Answer): Extract<Answer, { kind: 'accepted' }> {
  if (answer.kind !== 'accepted') throw new Error(`answered ${JSON.stringify(answer)}`);
  return answer;
}

/** Throws unless the action is refused, with this code if one is named, and nothing has changed. */
async function refused(seat: Connection, [name, payload]: readonly [string, unknown], code?: Code): Promise<void> {
  const step = seat.step;
  const answer = await seat.request(name, payload);
  await seat.settle();
  const isRight = answer.kind === 'rejected' && (code === undefined || answer.code === code);
  if (!isRight)
    throw new Error(`${name} ${JSON.stringify(payload)?.slice(0, 60)} is answered ${JSON.stringify(answer)}`);
  if (seat.step !== step) throw new Error('a refused action changed something');
}

// Matches to check with: people who sign in, make matches and sit down.

export interface Checking {
  readonly url: string;
  readonly report: Report;
  readonly seed: number;
}

/** A match that all its players have entered. */
export interface Game {
  readonly match: MatchSummary;
  readonly callers: readonly Caller[];
  /** One for each caller, in the order of the seats. */
  readonly seats: readonly Connection[];
}

/** Two people at a table, the first one its host. */
export async function newGame({ url, report }: Checking, game: string, wish: object = {}): Promise<Game> {
  const callers = [await Caller.guest(url, report), await Caller.guest(url, report)];
  const [host] = callers as [Caller];
  const match = await host.must<MatchSummary>('POST /api/matches', { game, seats: 2, ...wish });
  const seats: Connection[] = [];
  for (const caller of callers) seats.push(await sit(caller, match));
  for (const seat of seats) await seat.until('the start', () => seat.table?.status === 'running');
  return { match, callers, seats };
}

async function seatBody(caller: Caller, { match }: MatchSummary): Promise<object> {
  const { commitment } = await caller.must<MatchSummary>(`GET /api/matches/${match}`);
  return { commitment, contribution: randomBytes(16).toString('hex') };
}

async function sit(caller: Caller, match: MatchSummary): Promise<Connection> {
  const code = match.code === undefined ? {} : { code: match.code };
  const body = { ...(await seatBody(caller, match)), ...code };
  return enter(caller, await caller.must<SeatedAnswer>(`POST /api/matches/${match.match}/seat`, body));
}

/** Another connection to the seat of this player. */
async function comeBack(caller: Caller, { match }: MatchSummary): Promise<Connection> {
  return enter(caller, await caller.must<SeatedAnswer>(`POST /api/matches/${match}/connect`));
}

export async function watch(caller: Caller, { match }: MatchSummary): Promise<Connection> {
  return enter(caller, await caller.must<SeatedAnswer>(`POST /api/matches/${match}/watch`));
}

function enter(
  { url, report }: Caller,
  { seat, connection }: Partial<SeatedAnswer> & Pick<SeatedAnswer, 'connection'>,
) {
  return Connection.open({ url, report, seat, connection });
}

export function hangUp({ seats }: Pick<Game, 'seats'>): void {
  for (const seat of seats) seat.drop();
}

/** Waits until a seat is to move. */
async function toMove({ seats }: Game): Promise<Connection> {
  const found = () => seats.find(({ own, isShown }) => isShown && own?.decision !== undefined);
  for (let tries = 0; tries < 200 && found() === undefined; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const seat = found();
  if (seat === undefined) throw new Error('no seat is to move');
  return seat;
}
