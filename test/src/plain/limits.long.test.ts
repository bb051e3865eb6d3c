/** Readers who stall, vanish or come in a flood, players in a hurry, and the end of the server. */
import { type IncomingMessage, request } from 'node:http';
import type { MatchSummary } from '@flower-war/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Line } from '../lab/line.ts';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { gamesWithBillboard } from '../support/billboard.ts';
import { metricsOf } from '../support/server.ts';
import { newMatch, PlainPlayer, PlainStream, sitAll } from '../support/sockets/plainStream.ts';
import { newPerson, type Person } from '../support/sockets/rawClient.ts';

/** Two players, of whom the second comes by this address. */
async function seated(url = house.url) {
  const people = [await newPerson(house.url), await newPerson(url)];
  const match = await newMatch(people[0]!, { game: 'billboard' });
  const [near, far] = (await sitAll(match, people)) as readonly [PlainPlayer, PlainPlayer];
  for (const { stream } of [near, far]) closing(stream);
  return { near, far, match: match.match };
}

describe('while one reader or player does too much', () => {
  /** So much may wait for a reader, beside one line and what the line needs on its way. */
  const MOST_WAITING = 1024 * 1024 + 64 * 1024;
  const A_SECOND = 50;
  let second = 0;

  serveThisFile(
    { HEARTBEAT_SECONDS: '3600', MESSAGES_PER_SECOND: String(A_SECOND) },
    { games: gamesWithBillboard(), now: () => 1_795_000_000_000 + second * 1000 },
  );

  test('a reader who stalls is cut before it fills the memory, and comes back to the whole state', async () => {
    const { near, far, match } = await seated();
    const poster = [near, far].find(({ stream }) => stream.legal.length > 0) ?? near;
    await poster.stream.until(({ legal }) => legal.length > 0);
    const caro = await newPerson(house.url);
    const slow = await PlainStream.open(caro, match);
    await slow.until(({ seen }) => seen !== undefined);
    slow.response.pause();
    let most = 0;
    let posts = 0;
    while (!slow.isCut && posts < 60_000) {
      second++; // the pace allows this many a second
      for (let i = 0; i < A_SECOND; i++, posts++) await poster.act('post');
      most = Math.max(most, slow.waiting);
    }
    expect(slow.isCut).toBe(true);
    expect(most).toBeGreaterThan(100_000);
    expect(most).toBeLessThan(MOST_WAITING);
    const step = slow.seen!.step;
    slow.close();
    const again = closing(await PlainStream.open(caro, match, `?from=${step}`));
    await again.until(({ lines }) => lines.length > 0);
    expect(again.lines[0]!.kind).toBe('state');
    await poster.stream.settle();
    await again.settle();
    expect(again.seen!.view).toEqual(poster.stream.seen!.view);
  }, 300_000);

  async function flood(person: Person, match: string, times: number): Promise<readonly number[]> {
    const path = `/api/matches/${match}/act`;
    const body = JSON.stringify({ id: 1, decision: 999, move: 'toss' });
    const headers = { authorization: `Bearer ${person.session.token}` };
    const asked = Array.from({ length: times }, () => fetch(house.url + path, { method: 'POST', headers, body }));
    const answers = await Promise.all(asked);
    for (const answer of answers) if (answer.status === 429) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    return answers.map(({ status }) => status);
  }

  test('a player may act as often as on one socket, over all requests together', async () => {
    const { near, far, match } = await seated();
    second++;
    const statuses = await flood(near.person, match, A_SECOND + 20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(A_SECOND);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(await flood(far.person, match, 1)).toEqual([409]);
    second++;
    expect(await flood(near.person, match, 1)).toEqual([409]);
  });

  test('when the server stops, each stream says so and ends', async () => {
    const { near, far } = await seated();
    const stopping = house.stop();
    for (const { stream } of [near, far]) {
      await stream.until(({ isClosed }) => isClosed);
      expect(stream.lines.at(-1)).toMatchObject({ kind: 'closed', code: 'unavailable', reason: 'stopping' });
    }
    await stopping;
  });
});

describe('a reader who vanishes without closing the connection', () => {
  /** The third heartbeat finds the two before it unanswered. The rest is for a busy machine. */
  const NOTICED_WITHIN_MS = 3000 + 3000;
  let line: Line;

  serveThisFile({ HEARTBEAT_SECONDS: '1' }, { games: gamesWithBillboard() });
  beforeAll(async () => {
    line = await Line.to(house.url);
  });
  afterAll(() => line?.close());

  const beats = (stream: PlainStream, count: number) => stream.until((one) => one.of('heartbeat').length >= count);
  const seatsHere = (match: string) => house.server.services.places.seatsHere(match);

  test('without a word of the player, the seat is absent after three heartbeats, and present again after a word', async () => {
    const { near, far, match } = await seated(line.url);
    for (const player of [near, far]) answerHeartbeats(player);
    await beats(far.stream, 4);
    expect(seatsHere(match)).toEqual(new Set([0, 1]));
    line.freeze();
    const began = performance.now();
    await near.stream.until(({ seen }) => seen?.table.seats[1]?.present === false);
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(1000);
    expect(took).toBeLessThan(NOTICED_WITHIN_MS);
    expect(seatsHere(match)).toEqual(new Set([0]));
    line.heal();
    await near.stream.until(({ seen }) => seen?.table.seats[1]?.present === true);
    await far.stream.until(({ seen }) => seen?.table.seats[1]?.present === true);
    expect(far.stream.isClosed).toBe(false);
    expect(seatsHere(match)).toEqual(new Set([0, 1]));
  });

  test('a move is a word, too', async () => {
    const { near, match } = await seated(line.url);
    await near.stream.until(() => !seatsHere(match).has(0));
    await near.act('no such move');
    expect(seatsHere(match).has(0)).toBe(true);
    await near.stream.until(({ seen }) => seen?.table.seats[0]?.present === true);
  });

  test('a silent stream that ends leaves the other connections of its seat alone', async () => {
    const { near, match } = await seated(line.url);
    await near.stream.until(() => !seatsHere(match).has(0));
    const again = await PlainPlayer.at(near.person, match);
    closing(again.stream);
    expect(seatsHere(match).has(0)).toBe(true);
    near.stream.close();
    await expect.poll(() => seatsHere(match).has(0)).toBe(true);
    answerHeartbeats(again);
    await beats(again.stream, 4);
    expect(seatsHere(match).has(0)).toBe(true);
  });

  test('is cut off when bytes have waited for it in the server during two heartbeats', async () => {
    const { near, match } = await seated(line.url);
    await near.stream.until(({ legal }) => legal.length > 0);
    const slow = closing(await PlainStream.open(await newPerson(house.url), match));
    slow.response.pause();
    while (slow.waiting === 0) await near.act('post');
    expect(slow.isCut).toBe(false);
    await expect.poll(() => slow.isCut, { timeout: NOTICED_WITHIN_MS }).toBe(true);
  }, 120_000);
});

/** Answers each heartbeat from now on, as clients should. */
function answerHeartbeats({ person, match, stream }: PlainPlayer): void {
  let answered = stream.of('heartbeat').length;
  const answer = () => {
    for (; answered < stream.of('heartbeat').length; answered++)
      person.post(`/api/matches/${match}/here`).catch(() => {}); // the connection may be gone
    return false;
  };
  stream.until(answer).catch(() => {});
}

describe('a flood of streams', () => {
  const MOST = 500;
  /** One player may have this many at one match. */
  const EACH = 10;
  let match: MatchSummary;
  let crowd: readonly Person[];

  serveThisFile({ HEARTBEAT_SECONDS: '3600', MOST_STREAMS: String(MOST), TRUST_PROXY: '1' });
  beforeAll(async () => {
    crowd = await Promise.all(Array.from({ length: (2 * MOST) / EACH }, () => newPerson(house.url)));
    match = await newMatch(crowd[0] as Person, { game: 'tieqchieq', seats: 2 });
  });

  /** As a proxy passes it on, from one of its clients. */
  async function streamFrom(person: Person, address: string) {
    const headers = { authorization: `Bearer ${person.session.token}`, 'x-forwarded-for': address };
    const asked = request(`${house.url}/api/matches/${match.match}/stream`, { headers, agent: false });
    closing({ close: () => asked.destroy() });
    const stream = { lines: [] as string[], isOver: false };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.on('error', reject).on('response', resolve).end();
    });
    asked.removeAllListeners('error').on('error', () => {});
    expect(response.statusCode).toBe(200);
    response.setEncoding('utf8').on('data', (text: string) => stream.lines.push(...text.split('\n').filter(Boolean)));
    response.on('error', () => {}).on('close', () => (stream.isOver = true));
    await expect.poll(() => stream.lines.length, { interval: 1 }).toBeGreaterThan(0);
    return stream;
  }

  async function connections(): Promise<number> {
    return Number(/^flower_war_connections (\d+)/m.exec(await metricsOf(house.url))?.[1] ?? 0);
  }

  test.each<[string, (index: number) => string]>([
    ['one address', () => '203.0.113.7'],
    ['a thousand addresses of four networks', (i) => `198.51.${i % 4}.${Math.floor(i / 4)}`],
  ])('from %s, twice as many as there are places, takes no place of an honest reader', async (_, from) => {
    await expect.poll(connections).toBe(0);
    const early = await streamFrom(await newPerson(house.url), '192.0.2.1');
    const streams: Awaited<ReturnType<typeof streamFrom>>[] = [];
    for (const person of crowd) {
      const { length } = streams;
      streams.push(
        ...(await Promise.all(Array.from({ length: EACH }, (_, i) => streamFrom(person, from(length + i))))),
      );
    }
    const late = await streamFrom(await newPerson(house.url), '192.0.3.1');
    const more = await Promise.all(crowd.slice(0, 5).map((person, i) => streamFrom(person, from(i))));
    for (const honest of [early, late]) {
      expect(honest.isOver).toBe(false);
      expect(honest.lines.at(-1)).not.toContain('too-many');
    }
    expect(await connections()).toBeLessThanOrEqual(MOST);
    const ended = [...streams, ...more].filter(({ isOver }) => isOver);
    expect(ended.length).toBeGreaterThanOrEqual(streams.length + more.length + 2 - MOST);
    for (const { lines } of ended) expect(lines.at(-1)).toContain('"reason":"streams"');
  });
});
