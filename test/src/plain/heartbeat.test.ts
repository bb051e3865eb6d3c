/** The heartbeat keeps its pace in all events at the table, so that it tells nothing of a hidden window. */
import { beforeAll, expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { gamesWithSealed } from '../sealed/sealed.ts';
import { newMatch, PlainPlayer, PlainStream, sitAll, sitDown } from '../support/sockets/plainStream.ts';
import { newPerson, type Person } from '../support/sockets/rawClient.ts';

const BEATS = 4;
/** A table at which nothing happens: its heartbeats come as late as the machine makes all others. */
let quiet: string;

serveThisFile({ HEARTBEAT_SECONDS: '1' }, { games: gamesWithSealed() });
beforeAll(async () => {
  quiet = (await newMatch(await newPerson(house.url), { game: 'sealed', seats: 4 })).match;
});

/** Comes and goes without a pause, which every viewer is shown, until the promise settles. */
async function comeAndGo(person: Person, match: string, until: Promise<void>): Promise<void> {
  let isOver = false;
  void until.finally(() => (isOver = true));
  while (!isOver) (await PlainPlayer.at(person, match)).stream.close();
}

test('a table at which lines come all the time has its heartbeats at the same times', async () => {
  const [host, onlooker] = [await newPerson(house.url), await newPerson(house.url)];
  const match = await newMatch(host, { game: 'sealed', seats: 4 });
  await sitDown(host, match, 0);
  const { stream, done } = await beating(onlooker, match.match);
  await comeAndGo(host, match.match, done);
  const kinds = stream.lines.map(({ kind }) => kind).join(' ');
  for (const between of kinds.split('heartbeat').slice(0, BEATS))
    expect(between.match(/table/g)?.length).toBeGreaterThan(0);
  stream.close();
});

/** Watches two tables since the same moment, until the heartbeats of the one came when those of the quiet one did. */
async function beating(onlooker: Person, match: string) {
  const began = performance.now();
  const [stream, beside] = await Promise.all([match, quiet].map((id) => PlainStream.open(onlooker, id)));
  const done = Promise.all([stream!, beside!].map(beatsOf)).then(([times, usual]) => {
    beside?.close();
    for (const [i, time] of times!.entries()) {
      expect(time - began, `beat ${i}`).toBeGreaterThan((i + 1) * 1000 - 50);
      expect(Math.abs(time - usual![i]!), `beat ${i}`).toBeLessThan(500);
    }
  });
  return { stream: stream!, done };
}

async function beatsOf(stream: PlainStream): Promise<readonly number[]> {
  const times: number[] = [];
  await stream.until(() => {
    while (times.length < stream.of('heartbeat').length) times.push(performance.now());
    return times.length >= BEATS;
  });
  return times;
}

async function watchBeats(shields: number, isPlayed: boolean): Promise<void> {
  const people = await Promise.all([0, 1, 2, 3, 4].map(() => newPerson(house.url)));
  const match = await newMatch(people[0]!, { game: 'sealed', seats: 4, options: { shields } });
  const players = await sitAll(match, people.slice(0, 4));
  const { stream: onlooker, done } = await beating(people[4]!, match.match);
  for (const round of isPlayed ? [0, 1, 2] : [])
    for (const player of players) {
      const asked = player.act(await player.cardOf(round));
      if (round < 2 || player !== players.at(-1)) await asked;
    }
  await done;
  if (isPlayed && shields > 0) expect(players.some(({ stream }) => stream.legal.includes('pass'))).toBe(true);
  for (const stream of [onlooker, ...players.map((player) => player.stream)]) stream.close();
}

test('a quiet table, a busy one and one in a hidden window have the same heartbeats', async () => {
  await Promise.all([watchBeats(0, false), watchBeats(0, true), watchBeats(2, true)]);
});
