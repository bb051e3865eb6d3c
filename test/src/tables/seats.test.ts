/** Before the start of a match: what a server tells of its games, who may sit where, who decides it, and who is the host. */
import { randomBytes } from 'node:crypto';
import type { Catalogue, MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { closing, elsewhere, house, serveThisFile } from '../sdk/house.ts';
import { FRAME, isPrivate, newPerson, type Person, takeSeat } from '../support/sockets/rawClient.ts';

let ana: Person;
let beto: Person;
let caro: Person;

serveThisFile({ PUBLIC_URL: 'https://play.example' });
beforeAll(async () => {
  ana = await newPerson(house.url, 'Ana');
  beto = await newPerson(house.url, 'Beto');
  caro = await newPerson(house.url, 'Caro');
});

const make = async (wanted: object) =>
  (await ana.post<MatchSummary>('/api/matches', { game: 'mexica', ...wanted })).body;
const summaryFor = (person: Person, { match }: MatchSummary) => elsewhere(person).match(match);

async function sit(person: Person, match: MatchSummary, more: object = {}) {
  const body = { commitment: match.commitment, contribution: randomBytes(16).toString('hex'), ...more };
  const told = await person.post<{ seat: number; code?: string }>(`/api/matches/${match.match}/seat`, body);
  return told.body.code ?? told.body.seat;
}

const ask = async (person: Person, { match }: MatchSummary, what: string, body: object) =>
  (await person.post<MatchSummary & { code?: string }>(`/api/matches/${match}/${what}`, body)).body;

test('the catalogue names the seats of each game, for each number of them, and the habits', async () => {
  const { games } = (await (await fetch(`${house.url}/api/games`)).json()) as Catalogue;
  const names = Object.fromEntries(games.map(({ id, seatNames }) => [id, seatNames]));
  expect(names['mexica']).toEqual({
    2: ['EAST', 'WEST'],
    3: ['EAST', 'NORTH', 'WEST'],
    4: ['EAST', 'NORTH', 'WEST', 'SOUTH'],
  });
  expect(names['flower-war']?.[6]).toEqual(['EAST', 'NORTH', 'SOUTH', 'CENTER', 'ZENITH', 'WEST']);
  expect(names['tieqchieq']).toEqual({ 2: ['RED', 'YELLOW'] });
  expect(names['space-aztecs']?.[3]).toEqual(['1', '2', '3']);
  const habits = Object.fromEntries(games.map((game) => [game.id, game.habits]));
  expect(habits['tieqchieq']).toEqual([
    { name: 'toss', pace: 'usual', isForWindows: false },
    { name: 'single', pace: 'usual', isForWindows: false },
    { name: 'bonus', pace: 'brisk', isForWindows: false },
  ]);
  expect(habits['mexica']).toContainEqual({ name: 'replies', pace: 'brisk', isForWindows: true });
  expect(habits['space-aztecs']).toEqual([]);
});

test('a client can print the cards of a game', async () => {
  const client = elsewhere(ana);
  const cards = await client.cards('flower-war');
  expect(cards.find(({ id }) => id === 'W10')).toEqual({
    id: 'W10',
    title: 'Dart Thrower',
    deck: 'war',
    timing: 'action',
    cost: 1,
    text: 'ATTACK CHOSEN (maxDist 4) > IF WON: GAIN 1 from HERE',
    face: {
      kind: 'card',
      effects: [
        { kind: 'attack', target: 'chosen', roll: 0, stake: 0, within: 4 },
        expect.objectContaining({ kind: 'if-won' }),
      ],
    },
  });
  expect(await client.cards('tieqchieq')).toEqual([]);
  await expect(client.cards('chess')).rejects.toMatchObject({ code: 'unknown-game' });
});

test('[SA-25] the first player can be any seat at the table, and no other', async () => {
  const client = elsewhere(ana);
  const wanted = { game: 'space-aztecs', seats: 3, options: { startPlayer: 'seat-2' }, bots: [] };
  expect((await client.create(wanted)).options).toMatchObject({ startPlayer: 'seat-2' });
  const noSuchSeat = { ...wanted, options: { startPlayer: 'seat-3' } };
  await expect(client.create(noSuchSeat)).rejects.toMatchObject({ code: 'bad-options', reason: 'startPlayer' });
});

test('a seat is taken by its name, under the options of the match, and is that seat in the game', async () => {
  const match = await make({ options: { turnOrder: 'ENSW' } });
  expect(match.seats.map(({ called }) => called)).toEqual(['EAST', 'NORTH', 'SOUTH', 'WEST']);
  expect(await sit(beto, match, { seat: 'south' })).toBe(2);
  expect(await sit(caro, match, { seat: 'SOUTH' })).toBe('seat-taken');
  expect(await sit(caro, match, { seat: 'ZENITH' })).toBe('no-such-seat');
  expect(await sit(caro, match, { seat: 0 })).toBe(0);
  const live = closing(await elsewhere(beto).join({ match: match.match, game: 'mexica' }));
  await elsewhere(ana).addBot(match.match, 'random');
  await elsewhere(ana).addBot(match.match, 'random');
  await live.until(({ table }) => table.status !== 'open');
  expect(live.view.tribes[live.seat!]?.compass).toBe('south');
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

test('neither with a request that comes together with that of the host', async () => {
  for (let round = 0; round < 10; round++) {
    const match = await make({});
    await sit(beto, match);
    const taking = ask(ana, match, 'remove', { seat: 0 });
    await Promise.all([taking, ...Array.from({ length: 5 }, () => sit(beto, match))]);
    expect((await summaryFor(ana, match)).seats.map(({ kind }) => kind)).toEqual(['free', 'free', 'free', 'free']);
  }
});

test('a player whose seat was taken back sees and does nothing of it any more', async () => {
  const match = await make({ game: 'tieqchieq', options: { startPlayer: 'host' } });
  const removed = await takeSeat(beto, match);
  const late = (await beto.post<SeatedAnswer>(`/api/matches/${match.match}/connect`)).body; // a place not used yet
  const closed = new Promise((resolve) => removed.socket.once('close', resolve));
  await ask(ana, match, 'remove', { seat: 0 });
  await closed;
  const again = await framesUntilClosed(late);
  const other = closing(await takeSeat(caro, match, 0));
  await ask(ana, match, 'bots', { bot: 'random' });
  await other.until(() => other.privates.some(({ legal }) => legal.length > 0));
  expect(removed.privates.flatMap(({ legal }) => legal)).toEqual([]);
  expect(again.some((frame) => isPrivate(frame))).toBe(false);
  expect((await beto.post(`/api/matches/${match.match}/connect`)).body).toMatchObject({ code: 'not-seated' });
});

/** All frames of a connection until the server closes it. */
function framesUntilClosed({ connection }: SeatedAnswer): Promise<readonly Buffer[]> {
  const { processId, roomId, sessionId } = connection;
  const address = `${house.url.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`;
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
  await elsewhere(ana).leave(match.match);
  expect(await hostNow()).toBe(beto.session.player);
  expect(await ask(ana, match, 'bots', { bot: 'random' })).toMatchObject({ code: 'forbidden' });
  expect((await ask(beto, match, 'bots', { bot: 'random' })).seats[5]?.kind).toBe('bot');
  await sit(ana, match);
  await elsewhere(beto).leave(match.match);
  expect(await hostNow()).toBe(caro.session.player); // Ana came back after Caro
  await elsewhere(caro).leave(match.match);
  await elsewhere(ana).leave(match.match);
  expect(await hostNow()).toBe(ana.session.player);
});

test('a table that needs its host, or at which no player waits, ends when the host is deleted; the others go on', async () => {
  const dora = await newPerson(house.url, 'Dora');
  const made = async (table: object, ...sitting: readonly Person[]) => {
    const wanted = { game: 'mexica', table, bots: [{ bot: 'random' }] };
    const match = (await dora.post<MatchSummary>('/api/matches', wanted)).body;
    for (const one of sitting) {
      await sit(one, match); // the host must agree to some
      await ask(dora, match, 'admit', { player: one.session.player });
      expect(await sit(one, match)).toBeTypeOf('number');
    }
    return match;
  };
  const needed = await made({ approval: true }, beto);
  const left = await made({ approval: true }, beto, dora);
  const lonely = [await made({}), await made({}, dora)];
  const joined = await made({}, beto);
  await elsewhere(dora).account.deleteMe();
  const statusOf = async (match: MatchSummary) => (await summaryFor(beto, match)).status;
  for (const match of [needed, ...lonely]) expect(await statusOf(match)).toBe('ended');
  expect((await summaryFor(beto, needed)).result?.reason).toBe('abandoned');
  expect((await summaryFor(beto, left)).host).toBe(beto.session.player);
  for (const match of [left, joined]) expect(await statusOf(match)).toBe('open');
  expect(await sit(caro, joined)).toBeTypeOf('number');
});

test('the link of a private match brings friends in; strangers never see it', async () => {
  const match = await make({ table: { visibility: 'private' } });
  expect(match.link).toBe(`https://play.example/?match=${match.match}&code=${match.code}`);
  const stranger = await summaryFor(beto, match);
  expect([stranger.link, stranger.code]).toEqual([undefined, undefined]);
  const live = closing(await elsewhere(beto).joinByLink(match.link!));
  expect([live.game, live.seat]).toEqual(['mexica', 0]);
  expect((await summaryFor(beto, match)).link).toBe(match.link);
  await expect(elsewhere(caro).joinByLink(`/?match=${match.match}`)).rejects.toMatchObject({ code: 'wrong-code' });
  await expect(elsewhere(caro).joinByLink('https://play.example/')).rejects.toThrow('names none');
  const typed = match.code!.replace(/.{4}/, '$&-').toLowerCase();
  expect(closing(await elsewhere(caro).join(match.match, { code: typed })).seat).toBe(1);
});

test('a player who waits for an own turn holds up no other at the table', async () => {
  const match = await make({ seats: 3 });
  const busy = Promise.withResolvers<void>();
  onTestFinished(() => busy.resolve());
  const turn = house.server.services.turns.run(`player ${beto.session.player}`, () => busy.promise);
  const late = sit(beto, match);
  await summaryFor(beto, match); // meanwhile the server has begun with it
  expect(await sit(caro, match)).toBe(0);
  busy.resolve();
  await turn;
  expect(await late).toBe(1);
});
