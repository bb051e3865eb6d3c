/** A client that stalls still reads only states that existed, and cannot fill the server's memory. */
import { matchMaker } from '@colyseus/core';
import { Decoder, type Schema } from '@colyseus/schema';
import type { WebSocketClient } from '@colyseus/ws-transport';
import type { MatchSummary } from '@flower-war/protocol';
import { MOST_BUFFERED_BYTES } from '@flower-war/server';
import { expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { BillboardTable, gamesWithBillboard, posterOf } from '../support/billboard.ts';
import { FRAME, newPerson, type RawClient, takeSeat, watch } from '../support/sockets/rawClient.ts';

serveThisFile({ HEARTBEAT_SECONDS: '3600' }, { games: gamesWithBillboard() });

interface PostedTable {
  readonly poster: RawClient;
  readonly slow: RawClient;
  readonly match: MatchSummary;
}

async function newTable(): Promise<PostedTable> {
  const [ana, beto, caro] = await Promise.all([1, 2, 3].map(() => newPerson(house.url)));
  const match = await newMatch(ana!, { game: 'billboard' });
  const poster = await takeSeat(ana!, match, 0);
  (await takeSeat(beto!, match, 1)).close();
  await poster.until(() => poster.privates.some(({ legal }) => legal.length > 0));
  return { poster, slow: await watch(caro!, match), match };
}

let posted = 0;

async function post({ poster }: PostedTable, times: number): Promise<number> {
  const first = poster.privates.at(-1)?.decision ?? 0;
  for (let i = 0; i < times; i++) await poster.request('act', [++posted, first + i, 'post']);
  await poster.settle();
  poster.frames.splice(0, poster.frames.length - 50);
  return first + times - 1;
}

/** The bytes that the server still holds for the slow reader, because its socket takes no more. */
function buffered({ match }: PostedTable): number {
  const { clients } = matchMaker.getLocalRoomById(match.match);
  return Math.max(...[...clients].map((client) => (client as unknown as WebSocketClient).ref.bufferedAmount));
}

/** Posts until the condition holds. Returns the number of posts. */
async function postUntil(table: PostedTable, isEnough: () => boolean): Promise<number> {
  let posts = 0;
  while (!isEnough() && posts < 40_000) posts = await post(table, 20);
  expect(isEnough()).toBe(true);
  return posts;
}

/** Decodes the frames of a client as the SDK does. Returns each text that the client would have shown. */
function textsIn(frames: readonly Buffer[]): string[] {
  const state = new BillboardTable() as Schema & { view: { text: string } };
  const decoder = new Decoder(state);
  const texts: string[] = [];
  for (const frame of frames) {
    if (frame[0] !== FRAME.state && frame[0] !== FRAME.patch) continue;
    decoder.decode(frame.subarray(1));
    texts.push(state.view.text);
  }
  return texts;
}

/** Each post must come in its turn, none changed, skipped or shown twice. */
function expectEachPost(texts: readonly string[]): void {
  expect(texts.flatMap((text, i) => (text === posterOf(i) ? [] : [i]))).toEqual([]);
}

test('patches that queue for a client that stalls are never overwritten', async () => {
  const table = await newTable();
  table.slow.socket.pause();
  await postUntil(table, () => buffered(table) > MOST_BUFFERED_BYTES / 2);
  const posts = await post(table, 20);
  expect(buffered(table)).toBeGreaterThan(0);
  table.slow.socket.resume();
  await table.slow.settle();
  const texts = textsIn(table.slow.frames);
  expectEachPost(texts);
  expect(texts).toHaveLength(posts + 1);
  table.poster.close();
  table.slow.close();
});

test('a client that reads nothing at all is let go before it fills the memory, and comes back to the whole state', async () => {
  const table = await newTable();
  table.slow.socket.pause();
  let most = 0;
  const posts = await postUntil(table, () => {
    most = Math.max(most, buffered(table));
    return matchMaker.getLocalRoomById(table.match.match).clients.length === 1;
  });
  expect(most).toBeGreaterThan(MOST_BUFFERED_BYTES / 2);
  // The frame that passes the limit is the last.
  expect(most).toBeLessThan(MOST_BUFFERED_BYTES + 2 * posterOf(posts).length);
  table.slow.socket.resume();
  await expect.poll(() => table.slow.closeCode).toBeDefined();
  expectEachPost(textsIn(table.slow.frames));
  const again = await watch(await newPerson(house.url), table.match);
  expect(textsIn(again.frames)).toEqual([posterOf(posts)]);
  table.poster.close();
  again.close();
});
