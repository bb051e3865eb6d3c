/** The heartbeat keeps its pace in all events at the table, so that it tells nothing of a hidden window. */
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gamesWithSealed } from '../sealed/hosted.ts';
import { testServer } from '../support/server.ts';
import { PlainStream } from '../support/sockets/plainStream.ts';
import { newPerson, type Person } from '../support/sockets/rawClient.ts';
import { newMatch, PlainPlayer, sitDown } from './play.ts';

const BEATS = 4;
let server: Running;

beforeAll(async () => {
  server = await testServer({ HEARTBEAT_SECONDS: '1' }, { games: gamesWithSealed() });
});
afterAll(() => server?.stop());

/** Comes and goes without a pause, which every viewer is shown, until the promise settles. */
async function comeAndGo(person: Person, match: string, until: Promise<void>): Promise<void> {
  let isOver = false;
  void until.finally(() => (isOver = true));
  while (!isOver) (await PlainPlayer.at(person, match)).stream.close();
}

test('a table at which lines come all the time has its heartbeats at the same times', async () => {
  const [host, onlooker] = [await newPerson(server.address), await newPerson(server.address)];
  const match = await newMatch(host, { game: 'sealed', seats: 4 });
  await sitDown(host, match, 0);
  const began = performance.now();
  const stream = await PlainStream.open(onlooker, match.match);
  const beating = noteBeats(stream, began);
  await comeAndGo(host, match.match, beating.done);
  expectPace(beating.times);
  const kinds = stream.lines.map(({ kind }) => kind).join(' ');
  for (const between of kinds.split('heartbeat').slice(0, BEATS))
    expect(between.match(/table/g)?.length).toBeGreaterThan(3);
  stream.close();
});

interface Beating {
  /** In milliseconds since the stream began. */
  readonly times: readonly number[];
  readonly done: Promise<void>;
}

function noteBeats(stream: PlainStream, began: number): Beating {
  const times: number[] = [];
  const done = stream.until(() => {
    while (times.length < stream.of('heartbeat').length) times.push(performance.now() - began);
    return times.length === BEATS;
  });
  return { times, done };
}

function expectPace(times: readonly number[]): void {
  for (const [i, time] of times.entries()) {
    expect(time, `beat ${i}`).toBeGreaterThan((i + 1) * 1000 - 50);
    expect(time, `beat ${i}`).toBeLessThan((i + 1) * 1000 + 700); // the machine may be busy
  }
}

/** The times of the heartbeats of an onlooker, in milliseconds since the stream began. */
async function beats(shields: number, isPlayed: boolean): Promise<readonly number[]> {
  const people = await Promise.all([0, 1, 2, 3, 4].map(() => newPerson(server.address)));
  const match = await newMatch(people[0]!, { game: 'sealed', seats: 4, options: { shields } });
  const players: PlainPlayer[] = [];
  for (const person of people.slice(0, 4)) {
    await sitDown(person, match, players.length);
    players.push(await PlainPlayer.at(person, match.match));
  }
  const began = performance.now();
  const onlooker = await PlainStream.open(people[4]!, match.match);
  const { times, done } = noteBeats(onlooker, began);
  for (const round of isPlayed ? [0, 1, 2] : [])
    for (const player of players) {
      await player.stream.until(({ seen }) => (seen?.view.hand as number[] | undefined)?.length === 4 - round);
      const hand = player.stream.seen!.view.hand as number[];
      const asked = player.act(`choose ${hand[round % hand.length]}`);
      if (round < 2 || player !== players.at(-1)) await asked;
    }
  await done;
  if (isPlayed && shields > 0) expect(players.some(({ stream }) => stream.legal.includes('pass'))).toBe(true);
  for (const stream of [onlooker, ...players.map((player) => player.stream)]) stream.close();
  return times;
}

test('a quiet table, a busy one and one in a hidden window have the same heartbeats', async () => {
  const all = await Promise.all([beats(0, false), beats(0, true), beats(2, true)]);
  for (const times of all) expectPace(times);
});
