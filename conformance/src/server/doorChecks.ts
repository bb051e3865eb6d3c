/** Who may enter: tokens, codes, commitments, seats, spectators. */
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { WebSocket } from 'ws';
import { Caller } from '../wire/caller.ts';
import { addressOf } from '../wire/connection.ts';
import { type Checking, comeBack, hangUp, newGame, seatBody, sit, toMove, watch } from './table.ts';

const GAME = 'tieqchieq';

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
    const answer = await spectator.request('act', [1, seat.own?.decision ?? 0, seat.own?.legal[0] ?? '']);
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
    socket.on('message', (frame: Buffer) => done(frame[0] === 0x0a));
    socket.on('error', () => done(false));
    socket.on('close', () => done(false));
  });
}
