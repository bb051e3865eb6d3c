/** A room that closes is gone at once, although places in it were reserved and not taken: they would be held for 15 seconds. */
import { setTimeout as pause } from 'node:timers/promises';
import { CloseCode, matchMaker } from '@colyseus/core';
import type { SeatedAnswer } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { newPerson, type Person, takeSeat } from '../support/sockets/rawClient.ts';

const SOON_MS = 8000;

serveThisFile();

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

test('who comes back meanwhile comes to a fresh room', async () => {
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
