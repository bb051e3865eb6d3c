/** A reader who vanishes without closing the connection: the seat becomes absent, as with a socket. */
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gamesWithBillboard } from '../support/billboard.ts';
import { testServer } from '../support/server.ts';
import { PlainStream } from '../support/sockets/plainStream.ts';
import { newPerson } from '../support/sockets/rawClient.ts';
import { Line } from '../lab/line.ts';
import { answerHeartbeats, newMatch, PlainPlayer, sitAll } from './play.ts';

/** The third heartbeat finds the two before it unanswered. The rest is for a busy machine. */
const NOTICED_WITHIN_MS = 3000 + 3000;
let server: Running;
let proxy: Line;

beforeAll(async () => {
  server = await testServer({ HEARTBEAT_SECONDS: '1' }, { games: gamesWithBillboard() });
  proxy = await Line.to(server.address);
});
afterAll(async () => {
  proxy?.close();
  await server?.stop();
});

interface Seats {
  /** Comes through the proxy. */
  readonly far: PlainPlayer;
  readonly near: PlainPlayer;
  readonly match: string;
}

async function seated(): Promise<Seats> {
  const [near, far] = [await newPerson(server.address), await newPerson(proxy.url)];
  const match = await newMatch(near, { game: 'billboard' });
  const [first, second] = (await sitAll(match, [near, far])) as readonly [PlainPlayer, PlainPlayer];
  return { near: first, far: second, match: match.match };
}

const beats = (stream: PlainStream, count: number) => stream.until((one) => one.of('heartbeat').length >= count);
const seatsHere = (match: string) => server.services.places.seatsHere(match);

test('without a word of the player, the seat is absent after three heartbeats, and present again after a word', async () => {
  const { near, far, match } = await seated();
  for (const player of [near, far]) answerHeartbeats(player);
  await beats(far.stream, 4);
  expect(seatsHere(match)).toEqual(new Set([0, 1]));
  proxy.freeze();
  const began = performance.now();
  await near.stream.until(({ seen }) => seen?.table.seats[1]?.present === false);
  const took = performance.now() - began;
  expect(took).toBeGreaterThan(1000);
  expect(took).toBeLessThan(NOTICED_WITHIN_MS);
  expect(seatsHere(match)).toEqual(new Set([0]));
  proxy.heal();
  await near.stream.until(({ seen }) => seen?.table.seats[1]?.present === true);
  await far.stream.until(({ seen }) => seen?.table.seats[1]?.present === true);
  expect(far.stream.isClosed).toBe(false);
  expect(seatsHere(match)).toEqual(new Set([0, 1]));
  for (const { stream } of [near, far]) stream.close();
});

test('a move is a word, too', async () => {
  const { near, far, match } = await seated();
  await near.stream.until(() => !seatsHere(match).has(0));
  await near.act('no such move');
  expect(seatsHere(match).has(0)).toBe(true);
  await near.stream.until(({ seen }) => seen?.table.seats[0]?.present === true);
  for (const { stream } of [near, far]) stream.close();
});

test('a silent stream that ends leaves the other connections of its seat alone', async () => {
  const { near, far, match } = await seated();
  await near.stream.until(() => !seatsHere(match).has(0));
  const again = await PlainPlayer.at(near.person, match);
  expect(seatsHere(match).has(0)).toBe(true);
  near.stream.close();
  await expect.poll(() => server.services.places.seatsHere(match).has(0)).toBe(true);
  answerHeartbeats(again);
  await beats(again.stream, 4);
  expect(seatsHere(match).has(0)).toBe(true);
  for (const { stream } of [again, far]) stream.close();
});

test('a reader for whom bytes wait in the server during two heartbeats is cut off', async () => {
  const { near, far, match } = await seated();
  await near.stream.until(({ legal }) => legal.length > 0);
  const slow = await PlainStream.open(await newPerson(server.address), match);
  slow.response.pause();
  while (slow.waiting === 0) await near.act('post');
  expect(slow.isCut).toBe(false);
  await expect.poll(() => slow.isCut, { timeout: NOTICED_WITHIN_MS }).toBe(true);
  for (const { stream } of [near, far]) stream.close();
  slow.close();
}, 60_000);
