/** A delayed spectator sees what was shown live, in the same order, and nothing of it before its time. */

import { matchMaker } from '@colyseus/core';
import type { FlowerWarClient, LiveMatch, MatchSummary } from '@flower-war/client';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gamesWithSealed } from '../sealed/sealed.ts';
import { person as newPlayer } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import { newPerson, watch } from '../support/sockets/rawClient.ts';

const DELAY = 60;
/** The length of a pause in the middle of a match. */
const PAUSE = 20_000;
const NAMES = ['Ana', 'Beto', 'Fidel', 'Gala'];
/** Added to the clock, so that a minute can pass in a moment. */
let skipped = 0;
const now = () => Date.now() + skipped;
let server: Running;

beforeAll(async () => {
  server = await testServer({}, { games: gamesWithSealed(), now });
});
afterAll(() => server?.stop());

interface Sighting {
  readonly at: number;
  readonly what: unknown;
}

/** All that a viewer sees, except presence, which is always live. */
function sightingsOf(live: LiveMatch): Sighting[] {
  const seen: Sighting[] = [];
  const note = (what: unknown) => {
    if (JSON.stringify(what) !== JSON.stringify(seen.at(-1)?.what)) seen.push({ at: now(), what });
  };
  const look = () => {
    const { behind: _, seats, ...table } = live.table;
    note({ ...table, seats: seats.map(({ kind, name }) => ({ kind, name })) });
  };
  look();
  live.on('change', look);
  live.on('events', note);
  return seen;
}

const what = (seen: readonly Sighting[]) => seen.map((one) => one.what);

const person = (name: string) => newPlayer(server.address, name);

interface Wanted {
  readonly game: string;
  readonly seats: number;
  readonly options?: object;
  readonly table?: object;
}

interface Played {
  readonly summary: MatchSummary;
  readonly live: LiveMatch;
  readonly seen: readonly Sighting[];
  readonly later: LiveMatch;
  readonly seenLater: readonly Sighting[];
  readonly players: readonly LiveMatch[];
}

/** Plays some moves and gives up. The first player also watches the table without a seat. */
async function played(wanted: Wanted): Promise<Played> {
  const { table, ...rest } = wanted;
  const people = await Promise.all(Array.from({ length: wanted.seats }, (_, seat) => person(NAMES[seat]!)));
  const host = people[0]!;
  const summary = await host.create({
    ...rest,
    table: { watching: 'delayed', watchDelaySeconds: DELAY, ...table },
  } as Parameters<FlowerWarClient['create']>[0]);
  const later: LiveMatch = await (await person('Caro')).watch(summary);
  const seenLater = sightingsOf(later);
  const players: LiveMatch[] = [await host.join(summary)];
  const live: LiveMatch = await host.watch(summary);
  const seen = sightingsOf(live);
  for (const one of people.slice(1)) players.push(await one.join(summary));
  await playSome(players, 8);
  await new Promise((resolve) => setTimeout(resolve, 100)); // all that is under way arrives before the pause
  skipped += PAUSE;
  await playSome(players, 8);
  await players[0]!.resign();
  for (const one of players.slice(1)) if (!one.isOver) await one.resign();
  await live.until(({ isOver }) => isOver);
  return { summary, live, seen, later, seenLater, players };
}

/** All players play when asked, until there were so many moves. */
function playSome(players: readonly LiveMatch[], moves: number): Promise<void> {
  return new Promise((done, fail) => {
    let left = moves;
    const play = async (live: LiveMatch) => {
      for (;;) {
        await live.until(({ isOver, legal }) => isOver || legal.length > 0);
        if (live.isOver || left <= 0) return done();
        await live.play(live.legal[left % live.legal.length]!);
        left--;
      }
    };
    for (const live of players) play(live).catch(fail);
  });
}

function close({ live, later, players }: Played): void {
  for (const one of [live, later, ...players]) one.close();
}

/** Moves the clock to the moment at which the first half of the match is due. */
async function tellFirstHalf({ seen, later, seenLater }: Pick<Played, 'seen' | 'later' | 'seenLater'>): Promise<void> {
  skipped += Math.max(0, seen[0]!.at + DELAY * 1000 - now());
  await later.until(() => seenLater.length > 6);
}

const GAMES: readonly (readonly [string, Wanted])[] = [
  ['a game without secrets', { game: 'tieqchieq', seats: 2 }],
  ['hidden windows', { game: 'sealed', seats: 4, options: { shields: 15 } }],
  [
    'hidden windows, and outcomes that are shown late',
    { game: 'sealed', seats: 4, options: { shields: 15 }, table: { reactDelaySeconds: 1 } },
  ],
];

/** A live update needs a moment to arrive, and on a busy machine longer than a delayed one. */
const ON_ITS_WAY_MS = 500;

/** No delayed update may come too early. */
function checkTimes(seen: readonly Sighting[], seenLater: readonly Sighting[]): void {
  for (const [i, { at }] of seenLater.slice(1 - seen.length).entries())
    expect(at).toBeGreaterThanOrEqual(seen[i + 1]!.at - ON_ITS_WAY_MS + DELAY * 1000);
}

test.each(GAMES)(
  '%s: the same tables and events, each a minute later',
  async (_, wanted) => {
    const match = await played(wanted);
    const { seen, later, seenLater } = match;
    expect([later.behind, match.live.behind]).toEqual([DELAY, 0]);
    expect(what(seenLater)).toEqual([expect.objectContaining({ status: 'open', step: 0 })]);
    expect(seen.length).toBeGreaterThan(10);
    await tellFirstHalf(match);
    skipped += PAUSE;
    await later.until(({ isOver }) => isOver);
    expect(what(seenLater).slice(-seen.length)).toEqual(what(seen));
    checkTimes(seen, seenLater);
    close(match);
  },
  30_000,
);

test.each(GAMES)(
  '%s: the same from the record alone, for who comes when it is played out',
  async (_, wanted) => {
    const match = await played(wanted);
    const { seen, summary } = match;
    match.later.close();
    const isOpen = async () => (await matchMaker.query({})).some(({ roomId }) => roomId === `${summary.match}-watch`);
    await expect.poll(isOpen).toBe(false);
    const later: LiveMatch = await (await person('Dani')).watch(summary);
    const seenLater = sightingsOf(later);
    expect(later.step).toBe(0);
    await tellFirstHalf({ ...match, later, seenLater });
    skipped += PAUSE;
    await later.until(({ isOver }) => isOver);
    expect(what(seenLater).slice(-seen.length)).toEqual(what(seen));
    checkTimes(seen, seenLater);
    later.close();
    close(match);
  },
  30_000,
);

test('who joins in the middle gets the position of then, and then the rest', async () => {
  const match = await played({ game: 'tieqchieq', seats: 2 });
  const { seen, later } = match;
  await tellFirstHalf(match);
  const newcomer: LiveMatch = await (await person('Dani')).watch(match.summary);
  const seenNew = sightingsOf(newcomer);
  expect(newcomer.step).toBeGreaterThan(3);
  expect(newcomer.step).toBeLessThan(match.live.step);
  skipped += PAUSE;
  await newcomer.until(({ isOver }) => isOver);
  await later.until(({ isOver }) => isOver);
  const rest = what(seen).slice(-seenNew.length + 1);
  expect(what(seenNew).slice(1)).toEqual(rest);
  expect(what(seen)).toContainEqual(what(seenNew)[0]);
  newcomer.close();
  close(match);
});

test('it stays at its end, also for who comes back a day later; with nobody there the room is gone', async () => {
  const match = await played({ game: 'tieqchieq', seats: 2 });
  const { match: id } = match.summary;
  close(match);
  const isOpen = async () => (await matchMaker.query({})).some(({ roomId }) => roomId.startsWith(id));
  await expect.poll(isOpen).toBe(false);
  skipped += 86_400_000;
  const client = await newPerson(server.address, 'Eve');
  const late = await watch(client, match.summary);
  expect((await matchMaker.query({})).map(({ roomId }) => roomId)).toContain(`${id}-watch`);
  const again = await person('Eve');
  const live: LiveMatch = await again.watch(match.summary);
  expect({ ...live.table, behind: 0, seats: [] }).toEqual({ ...match.live.table, behind: 0, seats: [] });
  live.close();
  late.close();
  await expect.poll(isOpen).toBe(false);
});

test('frames, not only what a client makes of them: nothing is sent before its time, and no private part ever', async () => {
  const eve = await newPerson(server.address, 'Eve');
  const host = await person('Ana');
  const table = { watching: 'delayed', watchDelaySeconds: 5 } as const;
  const summary = await host.create({ game: 'tieqchieq', table });
  const raw = await watch(eve, summary);
  const players: LiveMatch[] = [await host.join(summary), await (await person('Beto')).join(summary)];
  await raw.settle();
  const before = raw.frames.length;
  await playSome(players, 6);
  skipped += 4000;
  for (let ping = 0; ping < 5; ping++)
    await new Promise((resolve) => setTimeout(resolve, 120)).then(() => raw.settle());
  expect(raw.frames.length - before).toBe(5); // only the pings came
  skipped += 4000;
  await raw.until(() => raw.messages('events').length > 0);
  expect(raw.privates).toEqual([]);
  expect(await raw.request('act', [1, 1, 'toss'])).toMatchObject({ code: 'not-seated' });
  raw.close();
  for (const player of players) player.close();
});

test('spectators of a delayed table talk to each other, and see at once who is there', async () => {
  const host = await person('Ana');
  const summary = await host.create({ game: 'tieqchieq', table: { watching: 'delayed', watchDelaySeconds: 5 } });
  const seats: LiveMatch[] = [await host.join(summary), await (await person('Beto')).join(summary)];
  const [caro, dani]: LiveMatch[] = [
    await (await person('Caro')).watch(summary),
    await (await person('Dani')).watch(summary),
  ];
  expect(await caro!.say('who wins?')).toEqual({ kind: 'accepted', step: 1 });
  await dani!.until(() => dani!.lines.length > 0);
  expect(dani!.lines).toMatchObject([{ n: 1, name: 'Caro', text: 'who wins?' }]);
  expect(seats.flatMap((player) => player.lines)).toEqual([]);
  skipped += 10_000;
  await caro!.until(({ table }) => table.seats.every(({ present }) => present));
  seats[1]!.close();
  await caro!.until(({ table }) => table.seats.some(({ present }) => !present));
  for (const one of [...seats, caro!, dani!]) one.close();
});

test('who gives a seat back looks on later like everybody', async () => {
  const host = await person('Ana');
  const summary = await host.create({ game: 'tieqchieq', table: { watching: 'delayed' } });
  const seat: LiveMatch = await host.join(summary);
  const live: LiveMatch = await host.watch(summary);
  expect(live.behind).toBe(0);
  await host.leave(summary.match);
  await live.until(({ behind }) => behind === 60);
  seat.close();
  live.close();
});
