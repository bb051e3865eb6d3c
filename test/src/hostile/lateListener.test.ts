/** A client that is slow to say that it listens gets one whole picture, and nothing from before it. */
import { afterPrivate, NOTHING_TOLD, type PrivateMessage, type SeatedAnswer } from '@flower-war/protocol';
import { unpack } from 'msgpackr';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { FRAME, isPrivate, newPerson, type RawClient, takeSeat } from '../support/sockets/rawClient.ts';

serveThisFile();

/** Plays one move for the seat that is asked. */
async function playOne(clients: readonly RawClient[], id: number): Promise<void> {
  for (const client of clients) {
    const { decision, legal } = client.privates.at(-1) ?? { legal: [] };
    if (decision === undefined) continue;
    expect(await client.request('act', [id, decision, legal[0]])).toMatchObject({ kind: 'accepted' });
    for (const one of clients) await one.settle();
    return;
  }
}

test('its first private part belongs to the state that it gets, however much was played before it listened', async () => {
  const [ana, ben] = [await newPerson(house.url), await newPerson(house.url)];
  const match = await newMatch(ana, { game: 'tieqchieq' });
  const clients = [await takeSeat(ana, match), await takeSeat(ben, match)];
  await clients[0]?.until(() => clients.some(({ privates }) => privates.at(-1)?.decision !== undefined));
  const { connection } = (await ana.post<SeatedAnswer>(`/api/matches/${match.match}/connect`)).body;
  const frames: Buffer[] = [];
  const { processId, roomId, sessionId } = connection;
  const socket = new WebSocket(`${house.url.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`);
  await new Promise((resolve) => socket.once('message', resolve));
  socket.on('message', (frame: Buffer) => frames.push(frame));
  for (let id = 1; id <= 8; id++) await playOne(clients, id);
  socket.send(Buffer.from([FRAME.request, 1, 0xa7, ...Buffer.from('nothing')]));
  socket.send(Buffer.from([FRAME.join]));
  socket.send(Buffer.from([FRAME.ping]));
  const has = (kind: number) => frames.some((frame) => frame[0] === kind);
  while (!has(FRAME.ping) || !has(FRAME.response)) await new Promise(setImmediate);
  const kinds = frames.map((frame) => frame[0]).filter((kind) => kind !== FRAME.response);
  expect(kinds).toEqual([FRAME.state, FRAME.data, FRAME.ping]);
  const told = frames.filter(isPrivate).map((frame) => unpack(frame.subarray(2)) as PrivateMessage);
  const [own] = told.map((message) => afterPrivate(NOTHING_TOLD, message, 0).shown);
  // A change that is none for this seat moves the numbers alone.
  const { table = 0, step = 0, ...newest } = clients[0]?.privates.at(-1) ?? {};
  expect(own).toMatchObject(newest);
  expect([told.length, (own?.step ?? 0) - (own?.table ?? 0)]).toEqual([1, step - table]);
  socket.terminate();
  for (const client of clients) client.close();
});
