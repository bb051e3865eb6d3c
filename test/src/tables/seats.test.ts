/** Before the start of a match: which players may sit where, who decides it, and who is the host. */
import { randomBytes } from 'node:crypto';
import { FlowerWarClient } from '@flower-war/client';
import type { Catalogue, MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testServer } from '../support/server.ts';
import { FRAME, isPrivate, newPerson, type Person, takeSeat } from '../support/sockets/rawClient.ts';

let server: Running;
let [ana, beto, caro] = [] as unknown as [Person, Person, Person];

beforeAll(async () => {
  server = await testServer({ PUBLIC_URL: 'https://play.example' });
  ana = await newPerson(server.address, 'Ana');
  beto = await newPerson(server.address, 'Beto');
  caro = await newPerson(server.address, 'Caro');
});
afterAll(() => server?.stop());

const make = async (wanted: object) =>
  (await ana.post<MatchSummary>('/api/matches', { game: 'mexica', ...wanted })).body;
const clientOf = ({ session }: Person) => new FlowerWarClient({ url: server.address, session });
const summaryFor = (person: Person, { match }: MatchSummary) => clientOf(person).match(match);

async function sit(person: Person, match: MatchSummary, more: object = {}) {
  const body = { commitment: match.commitment, contribution: randomBytes(16).toString('hex'), ...more };
  const told = await person.post<{ seat: number; code?: string; reason?: string }>(
    `/api/matches/${match.match}/seat`,
    body,
  );
  return told.body.code ?? told.body.seat;
}

const ask = async (person: Person, { match }: MatchSummary, what: string, body: object) =>
  (await person.post<MatchSummary & { code?: string }>(`/api/matches/${match}/${what}`, body)).body;

test('the catalogue names the seats of each game, for each number of them', async () => {
  const { games } = (await (await fetch(`${server.address}/api/games`)).json()) as Catalogue;
  const names = Object.fromEntries(games.map(({ id, seatNames }) => [id, seatNames]));
  expect(names['mexica']).toEqual({
    2: ['EAST', 'WEST'],
    3: ['EAST', 'NORTH', 'WEST'],
    4: ['EAST', 'NORTH', 'WEST', 'SOUTH'],
  });
  expect(names['flower-war']?.[6]).toEqual(['EAST', 'NORTH', 'SOUTH', 'CENTER', 'ZENITH', 'WEST']);
  expect(names['tieqchieq']).toEqual({ 2: ['RED', 'YELLOW'] });
  expect(names['space-aztecs']?.[3]).toEqual(['1', '2', '3']);
});

test('the catalogue names the habits of each game', async () => {
  const { games } = (await (await fetch(`${server.address}/api/games`)).json()) as Catalogue;
  const habits = Object.fromEntries(games.map((game) => [game.id, game.habits]));
  expect(habits['tieqchieq']).toEqual([
    { name: 'toss', pace: 'usual', isForWindows: false },
    { name: 'single', pace: 'usual', isForWindows: false },
    { name: 'bonus', pace: 'brisk', isForWindows: false },
  ]);
  expect(habits['mexica']).toContainEqual({ name: 'replies', pace: 'brisk', isForWindows: true });
  expect(habits['space-aztecs']).toEqual([]);
});

test('a seat is taken by its name, under the options of the match, and is that seat in the game', async () => {
  const match = await make({ options: { turnOrder: 'ENSW' } });
  expect(match.seats.map(({ called }) => called)).toEqual(['EAST', 'NORTH', 'SOUTH', 'WEST']);
  expect(await sit(beto, match, { seat: 'south' })).toBe(2);
  expect(await sit(caro, match, { seat: 'SOUTH' })).toBe('seat-taken');
  expect(await sit(caro, match, { seat: 'ZENITH' })).toBe('no-such-seat');
  expect(await sit(caro, match, { seat: 0 })).toBe(0);
  const live = await clientOf(beto).join({ match: match.match, game: 'mexica' });
  await clientOf(ana).addBot(match.match, 'random');
  await clientOf(ana).addBot(match.match, 'random');
  await live.until(({ table }) => table.status !== 'open');
  expect(live.view.tribes[live.seat!]?.compass).toBe('south');
  live.close();
});

test('with approval the host sees who asks, and only whom the host admits sits down', async () => {
  const match = await make({ table: { approval: true } });
  expect(await sit(beto, match)).toBe('awaiting-approval');
  expect(await sit(caro, match)).toBe('awaiting-approval');
  const asking = [beto, caro].map(({ session: { player, name } }) => ({ player, name }));
  expect((await summaryFor(ana, match)).asking).toEqual(asking);
  expect((await summaryFor(beto, match)).asking).toBeUndefined();
  expect(await ask(beto, match, 'admit', { player: beto.session.player })).toMatchObject({ code: 'forbidden' });
  expect(await ask(ana, match, 'admit', { player: 'p-nobody' })).toMatchObject({ code: 'no-such-player' });

  expect((await ask(ana, match, 'admit', { player: beto.session.player })).asking).toEqual([asking[1]]);
  expect((await ask(ana, match, 'dismiss', { player: caro.session.player })).asking).toEqual([]);
  expect(await sit(beto, match)).toBe(0);
  expect(await sit(caro, match)).toBe('not-admitted');
  expect(await sit(ana, match)).toBe(1); // the host need not ask
  expect((await ask(ana, match, 'admit', { player: caro.session.player })).asking).toEqual([]);
  expect(await sit(caro, match)).toBe(2);
});

test('the SDK waits for the host, tells once that it does, and can give up', async () => {
  const match = await make({ table: { approval: true } });
  const [waits, host] = [clientOf(beto), clientOf(ana)];
  let told = 0;
  const joining = waits.join(match as MatchSummary & { game: 'mexica' }, { onWaiting: () => told++ });
  while ((await host.match(match.match)).asking?.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await host.admit(match.match, beto.session.player);
  const live = await joining;
  expect([live.seat, told]).toEqual([0, 1]);
  live.close();
  const given = clientOf(caro).join(match as MatchSummary & { game: 'mexica' }, { onWaiting: (giveUp) => giveUp() });
  await expect(given).rejects.toMatchObject({ code: 'awaiting-approval' });
});

test('the host takes a seat back from a bot, and from a player, who does not sit down again', async () => {
  const match = await make({ bots: [{ bot: 'random', seat: 3 }] });
  expect(await sit(beto, match)).toBe(0);
  expect(await ask(beto, match, 'remove', { seat: 3 })).toMatchObject({ code: 'forbidden' });
  expect(await ask(ana, match, 'remove', { seat: 1 })).toMatchObject({ code: 'seat-free' });
  await ask(ana, match, 'remove', { seat: 3 });
  const { seats } = await ask(ana, match, 'remove', { seat: 0 });
  expect(seats.map(({ kind }) => kind)).toEqual(['free', 'free', 'free', 'free']);
  expect(await sit(beto, match)).toBe('not-admitted');
});

test('whose seat was taken back sees and does nothing of it any more', async () => {
  const match = await make({ game: 'tieqchieq', options: { startPlayer: 'host' } });
  const removed = await takeSeat(beto, match);
  const late = (await beto.post<SeatedAnswer>(`/api/matches/${match.match}/connect`)).body; // a place not used yet
  const closed = new Promise((resolve) => removed.socket.once('close', resolve));
  await ask(ana, match, 'remove', { seat: 0 });
  await closed;
  const again = await framesUntilClosed(late);
  const other = await takeSeat(caro, match, 0);
  await ask(ana, match, 'bots', { bot: 'random' });
  await other.until(() => other.privates.some(({ legal }) => legal.length > 0));
  expect(removed.privates.flatMap(({ legal }) => legal)).toEqual([]);
  expect(again.some((frame) => isPrivate(frame))).toBe(false);
  expect((await beto.post(`/api/matches/${match.match}/connect`)).body).toMatchObject({ code: 'not-seated' });
  other.close();
});

/** All frames of a connection until the server closes it. */
function framesUntilClosed({ connection }: SeatedAnswer): Promise<readonly Buffer[]> {
  const { processId, roomId, sessionId } = connection;
  const address = `${server.address.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`;
  const socket = new WebSocket(address);
  const frames: Buffer[] = [];
  socket.on('error', () => {});
  socket.on('message', (frame: Buffer) => {
    frames.push(frame);
    socket.send(Buffer.from([FRAME.join]));
  });
  return new Promise((resolve) => socket.once('close', () => resolve(frames)));
}

test('when the host leaves, whoever sat down first is the host, and can do what a host does', async () => {
  const match = await make({ game: 'flower-war', seats: 6 });
  const hostNow = async () => (await summaryFor(ana, match)).host;
  for (const person of [beto, ana, caro]) await sit(person, match);
  expect(await hostNow()).toBe(ana.session.player);
  await clientOf(ana).leave(match.match);
  expect(await hostNow()).toBe(beto.session.player);
  expect(await ask(ana, match, 'bots', { bot: 'random' })).toMatchObject({ code: 'forbidden' });
  expect((await ask(beto, match, 'bots', { bot: 'random' })).seats[5]?.kind).toBe('bot');
  await sit(ana, match);
  await clientOf(beto).leave(match.match);
  expect(await hostNow()).toBe(caro.session.player); // Ana came back after Caro
  await clientOf(caro).leave(match.match);
  await clientOf(ana).leave(match.match);
  expect(await hostNow()).toBe(ana.session.player);
});

test('the link of a private match brings friends in; strangers never see it', async () => {
  const match = await make({ table: { visibility: 'private' } });
  expect(match.link).toBe(`https://play.example/?match=${match.match}&code=${match.code}`);
  const stranger = await summaryFor(beto, match);
  expect([stranger.link, stranger.code]).toEqual([undefined, undefined]);
  const live = await clientOf(beto).joinByLink(match.link!);
  expect(live.seat).toBe(0);
  expect((await summaryFor(beto, match)).link).toBe(match.link);
  await expect(clientOf(caro).joinByLink(`/?match=${match.match}`)).rejects.toMatchObject({ code: 'wrong-code' });
  await expect(clientOf(caro).joinByLink('https://play.example/')).rejects.toThrow('names none');
  live.close();
});
