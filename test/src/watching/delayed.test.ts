/** A delayed spectator sees what was shown live, in the same order, and nothing of it before its time. */
import { matchMaker } from '@colyseus/core';
import type { LiveMatch, MatchSummary } from '@flower-war/client';
import { expect, test } from 'vitest';
import { type AnyLive, closing, house, pair, person, serveThisFile } from '../sdk/house.ts';
import { gamesWithSealed } from '../sealed/sealed.ts';
import { newPerson, watch } from '../support/sockets/rawClient.ts';

const DELAY = 60;
/** The length of a pause in the middle of a match. */
const PAUSE = 20_000;
const NAMES = ['Ana', 'Beto', 'Fidel', 'Gala'];
/** Added to the clock, so that a minute can pass in a moment. */
let skipped = 0;
const now = () => Date.now() + skipped;

serveThisFile({}, { games: gamesWithSealed(), now });

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

/** A new player watches the match, until the test ends. */
const watchedBy = async (name: string, match: MatchSummary): Promise<AnyLive> =>
  closing(await (await person(name)).watch(match));

interface MatchWish {
  readonly game: string;
  readonly seats: number;
  readonly options?: object;
  readonly table?: object;
}

/** Plays some moves and gives up. The first player also watches the table without a seat. */
async function played({ table, ...wanted }: MatchWish) {
  const people = await Promise.all(Array.from({ length: wanted.seats }, (_, seat) => person(NAMES[seat]!)));
  const host = people[0]!;
  const delayed = { watching: 'delayed', watchDelaySeconds: DELAY, ...table } as const;
  const summary = await host.create<string>({ ...wanted, options: { ...wanted.options }, table: delayed });
  const later = await watchedBy('Caro', summary);
  const seenLater = sightingsOf(later);
  const players: LiveMatch[] = [closing(await host.join(summary))];
  const live: LiveMatch = closing(await host.watch(summary));
  const seen = sightingsOf(live);
  for (const one of people.slice(1)) players.push(closing(await one.join(summary)));
  await playSome(players, 8);
  await new Promise((resolve) => setTimeout(resolve, 100)); // all that is under way arrives before the pause
  skipped += PAUSE;
  await playSome(players, 8);
  await players[0]!.resign();
  for (const one of players.slice(1)) if (!one.isOver) await one.resign();
  await live.until(({ isOver }) => isOver);
  return { summary, live, seen, later, seenLater, players };
}

type Played = Awaited<ReturnType<typeof played>>;

/** All players play when asked, until this many moves were made. */
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

/** Moves the clock to the moment at which the first half of the match is due. */
async function tellFirstHalf({ seen, later, seenLater }: Pick<Played, 'seen' | 'later' | 'seenLater'>): Promise<void> {
  skipped += Math.max(0, seen[0]!.at + DELAY * 1000 - now());
  await later.until(() => seenLater.length > 6);
}

/** Moves the clock to the end of the match. All must have come later by the delay, as it was shown live. */
async function tellTheRest({ seen, later, seenLater }: Pick<Played, 'seen' | 'later' | 'seenLater'>): Promise<void> {
  skipped += PAUSE;
  await later.until(({ isOver }) => isOver);
  expect(what(seenLater).slice(-seen.length)).toEqual(what(seen));
  for (const [i, { at }] of seenLater.slice(1 - seen.length).entries())
    expect(at).toBeGreaterThanOrEqual(seen[i + 1]!.at - ON_ITS_WAY_MS + DELAY * 1000);
}

/** A live update needs a moment to arrive, and on a busy machine longer than a delayed one. */
const ON_ITS_WAY_MS = 500;

const HIDDEN = { game: 'sealed', seats: 4, options: { shields: 15 } };
const GAMES: readonly (readonly [string, MatchWish])[] = [
  ['a game without secrets', { game: 'tieqchieq', seats: 2 }],
  ['hidden windows', HIDDEN],
  ['outcomes that are shown late', { ...HIDDEN, table: { reactDelaySeconds: 1 } }],
];

test.each(GAMES)('%s: the same tables and events, each a minute later', { timeout: 30_000 }, async (_, wanted) => {
  const match = await played(wanted);
  const { seen, later, seenLater } = match;
  expect([later.behind, match.live.behind]).toEqual([DELAY, 0]);
  expect(what(seenLater)).toEqual([expect.objectContaining({ status: 'open', step: 0 })]);
  expect(seen.length).toBeGreaterThan(10);
  await tellFirstHalf(match);
  await tellTheRest(match);
});

const isRoomOpen = async (name: string) => (await matchMaker.query({})).some(({ roomId }) => roomId === name);

test.each(GAMES)(
  '%s: the same from the record alone, for a spectator who comes when the match is over',
  { timeout: 30_000 },
  async (_, wanted) => {
    const { seen, summary, later: before } = await played(wanted);
    before.close();
    await expect.poll(() => isRoomOpen(`${summary.match}-watch`)).toBe(false);
    const later = await watchedBy('Dani', summary);
    const seenLater = sightingsOf(later);
    expect(later.step).toBe(0);
    await tellFirstHalf({ seen, later, seenLater });
    await tellTheRest({ seen, later, seenLater });
  },
);

test('a spectator who joins in the middle gets the position of then, and then the rest', async () => {
  const match = await played({ game: 'tieqchieq', seats: 2 });
  const { seen, later } = match;
  await tellFirstHalf(match);
  const newcomer = await watchedBy('Dani', match.summary);
  const seenNew = sightingsOf(newcomer);
  expect(newcomer.step).toBeGreaterThan(3);
  expect(newcomer.step).toBeLessThan(match.live.step);
  skipped += PAUSE;
  for (const one of [newcomer, later]) await one.until(({ isOver }) => isOver);
  expect(what(seenNew).slice(1)).toEqual(what(seen).slice(-seenNew.length + 1));
  expect(what(seen)).toContainEqual(what(seenNew)[0]);
});

test('a spectator who opens the delayed view of a match that runs sees its past, and then what happens', async () => {
  const { ana, match, live, other } = await pair({ table: { watching: 'delayed', watchDelaySeconds: DELAY } });
  const seen = sightingsOf(closing(await ana.watch(match)));
  for (const part of [0, 1]) {
    await playSome([live, other], 8);
    await new Promise((resolve) => setTimeout(resolve, 100)); // all that is under way arrives before the pause
    skipped += part === 0 ? PAUSE : DELAY * 1000 - PAUSE / 2;
  }
  const later = await watchedBy('Dani', match);
  const seenLater = sightingsOf(later);
  expect(later.step).toBeGreaterThan(3);
  expect(later.step).toBeLessThan(live.step);
  await playSome([live, other], 4);
  await live.resign();
  await live.until(({ isOver }) => isOver);
  skipped += DELAY * 1000;
  await later.until(({ isOver }) => isOver);
  expect(what(seen)).toContainEqual(what(seenLater)[0]);
  expect(what(seenLater).slice(1)).toEqual(what(seen).slice(-seenLater.length + 1));
});

test('it stays at its end, also for a spectator who comes a day later; with nobody there the room is gone', async () => {
  const { live, later, players, summary } = await played({ game: 'tieqchieq', seats: 2 });
  const { match: id } = summary;
  for (const one of [live, later, ...players]) one.close();
  const isOpen = async () => (await matchMaker.query({})).some(({ roomId }) => roomId.startsWith(id));
  await expect.poll(isOpen).toBe(false);
  skipped += 86_400_000;
  const late = await watchedBy('Eve', summary);
  expect(await isRoomOpen(`${id}-watch`)).toBe(true);
  expect({ ...late.table, behind: 0, seats: [] }).toEqual({ ...live.table, behind: 0, seats: [] });
  late.close();
  await expect.poll(isOpen).toBe(false);
});

const DELAYED = { table: { watching: 'delayed', watchDelaySeconds: DELAY } };

test('frames, not only what a client makes of them: nothing is sent before its time, and no private part ever', async () => {
  const { match, live, other } = await pair(DELAYED);
  const raw = closing(await watch(await newPerson(house.url, 'Eve'), match));
  await raw.settle();
  const before = raw.frames.length;
  await playSome([live, other], 6);
  skipped += 0.7 * DELAY * 1000;
  for (let ping = 0; ping < 5; ping++)
    await new Promise((resolve) => setTimeout(resolve, 120)).then(() => raw.settle());
  expect(raw.frames.length - before).toBe(5); // only the pings came
  skipped += DELAY * 1000;
  await raw.until(() => raw.messages('events').length > 0);
  expect(raw.privates).toEqual([]);
  expect(await raw.request('act', [1, 1, 'toss'])).toMatchObject({ code: 'not-seated' });
});

test('spectators of a delayed table are told the rematch once they have seen the end, and not before', async () => {
  const { match, live, other, ana } = await pair(DELAYED);
  const caro = await watchedBy('Caro', match);
  await live.resign();
  await other.until(({ isOver }) => isOver);
  const next = closing(await ana.rematch(match));
  const dani = await watchedBy('Dani', match);
  await caro.say('not yet'); // all that was sent before has come
  expect([caro, dani].map(({ rematchId }) => rematchId)).toEqual([undefined, undefined]);
  skipped += DELAY * 1000;
  const eve = await watchedBy('Eve', match);
  await expect.poll(() => [caro, dani, eve].map(({ rematchId }) => rematchId)).toEqual([next.id, next.id, next.id]);
});

test('spectators of a delayed table talk to each other, and see at once who is there', async () => {
  const { match, live, other } = await pair(DELAYED);
  const [caro, dani] = [await watchedBy('Caro', match), await watchedBy('Dani', match)];
  expect(await caro.say('who wins?')).toEqual({ kind: 'accepted', step: 1 });
  await dani.until(() => dani.lines.length > 0);
  expect(dani.lines).toMatchObject([{ n: 1, name: 'Caro', text: 'who wins?' }]);
  expect([live, other].flatMap(({ lines }) => lines)).toEqual([]);
  skipped += DELAY * 1000;
  await caro.until(({ table }) => table.seats.every(({ present }) => present));
  other.close();
  await caro.until(({ table }) => table.seats.some(({ present }) => !present));
});

test('a player who gives a seat back watches with the delay, like everybody', async () => {
  const host = await person('Ana');
  const summary = await host.create({ game: 'tieqchieq', table: { watching: 'delayed' } });
  closing(await host.join(summary));
  const live: LiveMatch = closing(await host.watch(summary));
  expect(live.behind).toBe(0);
  await host.leave(summary.match);
  await live.until(({ behind }) => behind === 60);
});
