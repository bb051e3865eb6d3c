/** Rooms end when nothing holds them, whatever visitors do at the door: places that they reserve and never take, or leave before they are let in. */
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CloseCode, matchMaker } from '@colyseus/core';
import type { SeatedAnswer } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { opening, placeOf } from '../fuzz/wire.ts';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { comeBack, FRAME, newPerson, type Person, send, takeSeat, watch } from '../support/sockets/rawClient.ts';

const SOON_MS = 8000;
const VISITS = 30;
const OPERATOR_TOKEN = 'a-token-for-tests-only';

// On a disk, so that a look into the store takes a moment.
serveThisFile({
  JOURNAL: 'sqlite',
  DATA_DIR: mkdtempSync(join(tmpdir(), 'rooms-')),
  DURABILITY: 'process',
  OPERATOR_TOKEN,
});

/** The address at which the player may come to the match once more. */
async function placeAt(match: string, player: Person): Promise<string> {
  const { connection } = (await player.post<SeatedAnswer>(`/api/matches/${match}/connect`)).body;
  return `${house.url.replace('http', 'ws')}/${connection.processId}/${connection.roomId}?sessionId=${connection.sessionId}`;
}

/** Closes the room of the match, as when another process owns it. Returns whether it is gone soon. */
async function close(match: string): Promise<boolean> {
  const gone = matchMaker.getLocalRoomById(match).disconnect(CloseCode.MAY_TRY_RECONNECT);
  return Promise.race([gone.then(() => true), pause(SOON_MS, false)]);
}

test('a place that was reserved and not taken holds up no room', async () => {
  const ana = await newPerson(house.url);
  const match = await newMatch(ana, { game: 'tieqchieq' });
  const client = await takeSeat(ana, match);
  const place = await placeAt(match.match, ana);
  expect(await close(match.match)).toBe(true);
  const refused = new WebSocket(place);
  expect(await new Promise((resolve) => refused.once('error', ({ message }) => resolve(message)))).toContain('404');
  client.close();
});

test('a player who comes back meanwhile comes to a fresh room', async () => {
  const [ana, ben] = [await newPerson(house.url), await newPerson(house.url)];
  const match = await newMatch(ana, { game: 'tieqchieq' });
  const first = await takeSeat(ana, match);
  await placeAt(match.match, ana);
  const before = matchMaker.getLocalRoomById(match.match);
  const [isGone, second] = await Promise.all([close(match.match), takeSeat(ben, match)]);
  expect(isGone).toBe(true);
  expect(matchMaker.getLocalRoomById(match.match)).not.toBe(before);
  first.close();
  second.close();
});

test('visitors who hang up while the store is asked about them leave no room open', async () => {
  const [ana, ben] = [await newPerson(house.url), await newPerson(house.url)];
  const act = (what: string, body = {}) =>
    send(house.url, `/api/operator/players/${ben.session.player}/${what}`, body, OPERATOR_TOKEN);
  await act('ban', { days: 1, reason: 'spam' });
  await act('unban');
  const places: SeatedAnswer[] = [];
  for (let n = 0; n < VISITS; n++) {
    const { match } = await newMatch(ana, { game: 'tieqchieq', table: { watching: 'delayed' } });
    places.push((await ben.post<SeatedAnswer>(`/api/matches/${match}/watch`)).body);
  }
  await Promise.all(places.map(hangUpAt));
  const open = () => places.filter(({ connection }) => matchMaker.getLocalRoomById(connection.roomId));
  await expect.poll(open).toEqual([]);
});

test('a room whose match was given up lets no viewer in, although no watcher of the match was told', async () => {
  const [ana, ben] = [await newPerson(house.url), await newPerson(house.url)];
  const match = await newMatch(ana, { game: 'tieqchieq' });
  const first = await takeSeat(ana, match);
  await house.server.services.matches.giveUpAll();
  expect(await ben.post(`/api/matches/${match.match}/watch`)).toMatchObject({ body: { code: 'unavailable' } });
  await expect.poll(() => first.closeCode).toBe(CloseCode.MAY_TRY_RECONNECT);
  const second = await watch(ben, match);
  const third = await comeBack(ana, match);
  await second.until((frames) => frames.some((frame) => frame[0] === FRAME.patch)); // Ana is shown as present again
  for (const client of [second, third]) client.close();
});

test('a room that ended after it was found for a request over HTTP refuses it, and shows no table that stands still', async () => {
  const ana = await newPerson(house.url);
  const match = await newMatch(ana, { game: 'tieqchieq', table: { watching: 'delayed' } });
  const client = await watch(await newPerson(house.url), match);
  const roomId = `${match.match}-watch`;
  const room = matchMaker.getLocalRoomById(roomId) as unknown as {
    keepOpen(job: () => Promise<void>): Promise<void>;
  };
  client.close();
  await expect.poll(() => matchMaker.getLocalRoomById(roomId)).toBe(undefined);
  await expect(room.keepOpen(async () => {})).rejects.toMatchObject({ code: 'unavailable' });
});

test('an act over HTTP leaves a room without sockets all the time that it waits for its players', async () => {
  const ana = await newPerson(house.url);
  const match = await newMatch(ana, { game: 'tieqchieq' });
  const client = await takeSeat(ana, match);
  const room = matchMaker.getLocalRoomById(match.match) as unknown as {
    readonly _autoDisposeTimeout?: { readonly _idleTimeout: number };
  };
  const waitMs = () => room._autoDisposeTimeout?._idleTimeout;
  client.close();
  await expect.poll(waitMs).toBeGreaterThan(1000);
  const before = waitMs();
  const said = { id: '0123456789abcdef', text: 'hola' };
  expect(await ana.post(`/api/matches/${match.match}/say`, said)).toMatchObject({ status: 200 });
  expect(waitMs()).toBe(before);
});

/** Asks for the socket, and hangs up without waiting for the answer. */
async function hangUpAt({ connection: { processId, roomId, sessionId } }: SeatedAnswer): Promise<void> {
  const socket = connect(placeOf(house.url));
  socket.resume().end(opening(`/${processId}/${roomId}?sessionId=${sessionId}`));
  await new Promise((resolve) => socket.once('close', resolve));
}
