/** Clocks, absence and agreements over real sockets. Only the test moves the clock. */
import type { FlowerWarClient, LiveMatch, MatchSummary } from '@flower-war/client';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { person as personAt } from '../support/people.ts';
import { testServer } from '../support/server.ts';

const MINUTE = 60_000;
let now = 1_760_000_000_000;
let server: Running;

beforeAll(async () => {
  server = await testServer({}, { now: () => now });
});
afterAll(() => server?.stop());

const person = (name: string) => personAt(server.address, name);

interface Seated {
  readonly match: MatchSummary;
  readonly people: readonly FlowerWarClient[];
  readonly lives: readonly LiveMatch[];
}

async function table(settings: object): Promise<Seated> {
  const people = [await person('Ana'), await person('Beto')];
  const match = await people[0]!.create({ game: 'tieqchieq', seats: 2, table: settings });
  const lives: LiveMatch[] = [];
  for (const one of people) lives.push(await one.join(match));
  for (const live of lives) await live.until(({ table: { status } }) => status === 'running');
  return { match, people, lives };
}

/** Moves the clock of the server, which then does what is due. */
async function pass(milliseconds: number, { match }: Seated): Promise<void> {
  now += milliseconds;
  await (await server.services.matches.open(match.match))?.tend(now);
}

async function untilAsked(lives: readonly LiveMatch[]): Promise<{ asked: LiveMatch; other: LiveMatch }> {
  await Promise.race(lives.map((live) => live.until(({ legal }) => legal.length > 0)));
  const asked = lives.find(({ legal }) => legal.length > 0)!;
  return { asked, other: lives.find((live) => live !== asked)! };
}

/**
 * Plays until the condition holds. A player whose clock answered without a toss is asked again only after the others.
 */
async function playUntil(live: LiveMatch, holds: (live: LiveMatch) => boolean): Promise<void> {
  for (;;) {
    await live.until((one) => holds(one) || one.legal.length > 0);
    if (holds(live)) return;
    await live.play(live.legal[0]!);
  }
}

describe('a clock', () => {
  test('is shown to everybody, and answers for who is too slow; then a bot stands in until the player is back', async () => {
    const seated = await table({ clock: { kind: 'turn', seconds: 30 }, absence: 'casual' });
    const { asked, other } = await untilAsked(seated.lives);
    expect(asked.deadline).toBe(now + 30_000);
    expect(other.table.clocks[asked.seat!]?.deadline).toBe(asked.deadline);
    await pass(30_000, seated);
    await playUntil(other, ({ table: { seats } }) => seats[asked.seat!]?.bot === 'greedy');
    await asked.until(({ isStoodInFor }) => isStoodInFor);
    expect(await asked.back()).toMatchObject({ kind: 'accepted' });
    await other.until(({ table: { seats } }) => seats[asked.seat!]?.bot === '');
  });

  test('complaint 13, a clock that is gamed by reconnecting: runs on while the player is gone, and is neither refilled nor stopped by coming back', async () => {
    const seated = await table({ clock: { kind: 'bank', seconds: 100 }, absence: 'fair' });
    const { asked } = await untilAsked(seated.lives);
    const { deadline } = asked;
    for (let times = 0; times < 5; times++) {
      const again = await seated.people[asked.seat!]!.join(seated.match);
      await pass(5000, seated);
      expect(again.deadline).toBe(deadline);
      again.close();
    }
    asked.close();
    await pass(5000, seated);
    expect((await seated.people[asked.seat!]!.join(seated.match)).deadline).toBe(deadline);
  });
});

describe('absence without a clock', () => {
  test('complaint 14, quarrels about who leaves: at a table of two a bot stands in for who has gone, and the seat is theirs again when they come back', async () => {
    const seated = await table({ absence: 'casual' });
    const { asked, other } = await untilAsked(seated.lives);
    const player = seated.people[asked.seat!]!;
    asked.close();
    await other.until(({ table: { seats } }) => seats[asked.seat!]?.present === false);
    await pass(MINUTE, seated);
    await other.until(({ table: { seats } }) => seats[asked.seat!]?.bot === 'greedy');
    const back = await player.join(seated.match);
    await back.until(({ table: { seats } }) => seats[asked.seat!]?.bot === '' && seats[asked.seat!]?.present === true);
  });

  test('complaint 6, board and phone evict each other: five connections to one seat for two hours evict nobody, and one of them is enough to be there', async () => {
    const seated = await table({ absence: 'strict' });
    const { asked, other } = await untilAsked(seated.lives);
    const player = seated.people[asked.seat!]!;
    const more: LiveMatch[] = [];
    for (let i = 0; i < 4; i++) more.push(await player.join(seated.match));
    await pass(60 * MINUTE, seated);
    expect([asked, ...more].every(({ isConnected }) => isConnected)).toBe(true);
    for (const live of [asked, ...more.slice(1)]) live.close();
    await pass(60 * MINUTE, seated);
    expect(other.table.status).toBe('running');
  });

  test('somebody else may take a seat that has been kept long enough, and its player loses it for good', async () => {
    const seated = await table({ absence: 'casual' });
    const { asked, other } = await untilAsked(seated.lives);
    const seat = asked.seat!;
    const player = seated.people[seat]!;
    asked.close();
    await other.until(({ table: { seats } }) => seats[seat]?.present === false);
    await pass(MINUTE, seated);
    await other.until(({ table: { seats } }) => seats[seat]?.bot === 'greedy');
    const newcomer = await person('Caro');
    await expect(newcomer.join(seated.match, { seat })).rejects.toMatchObject({ code: 'seat-kept' });
    await pass(2 * MINUTE, seated);
    const joined = await newcomer.join(seated.match, { seat });
    await other.until(({ table: { seats } }) => seats[seat]?.name === 'Caro' && seats[seat]?.bot === '');
    expect(joined.seat).toBe(seat);
    await expect(player.join(seated.match)).rejects.toMatchObject({ code: 'already-started' });
  });
});

test('whoever has given a seat back sees nothing more of it, also with the old connection', async () => {
  const [ana, beto, caro] = [await person('Ana'), await person('Beto'), await person('Caro')];
  const match = await ana.create({ game: 'flower-war', seats: 2 });
  const old = await beto.join(match, { seat: 0 });
  await beto.leave(match.match);
  await expect(old.until(({ isOver }) => isOver)).rejects.toMatchObject({ code: 'not-seated' });
  const lives = [await caro.join(match, { seat: 0 }), await ana.join(match, { seat: 1 })];
  await lives[0]!.until(({ table: { status } }) => status === 'running');
  expect(old.table.status).toBe('open');
});

describe('an agreement', () => {
  test('is offered, accepted and shown to everybody: a pause, and going on', async () => {
    const seated = await table({});
    const [first, second] = seated.lives as [LiveMatch, LiveMatch];
    expect(await first.offer('pause', 60)).toMatchObject({ kind: 'accepted' });
    await second.until(({ table: { offer } }) => offer.what === 'pause');
    expect(second.table.offer).toEqual({ what: 'pause', by: first.seat, minutes: 60, accepted: [first.seat] });
    expect(await second.reply(true)).toMatchObject({ kind: 'accepted' });
    await first.until(({ table: { pausedUntil } }) => pausedUntil === now + 60 * MINUTE);
    const { asked } = await untilAsked(seated.lives);
    expect(await asked.play(asked.legal[0]!)).toMatchObject({ kind: 'rejected', code: 'paused' });
    await pass(60 * MINUTE, seated);
    await asked.until(({ table: { pausedUntil } }) => pausedUntil === 0);
    expect(await asked.play(asked.legal[0]!)).toMatchObject({ kind: 'accepted' });
  });

  test('to give up ends the match, and its record says so and verifies', async () => {
    const { match, lives, people } = await table({});
    await lives[0]!.offer('abort');
    await lives[1]!.until(({ table: { offer } }) => offer.what === 'abort');
    await lives[1]!.reply(true);
    await lives[0]!.until(({ isOver }) => isOver);
    expect(lives[0]!.table.result).toMatchObject({ result: 'aborted', reason: 'agreed' });
    expect(await people[0]!.history.record(match.match)).toContain('"what":"abort","is":"accepted"');
  });

  test('that is declined comes to nothing; a spectator has no word', async () => {
    const { match, lives } = await table({});
    await lives[0]!.offer('abort');
    await lives[1]!.until(({ table: { offer } }) => offer.what === 'abort');
    await lives[1]!.reply(false);
    await lives[0]!.until(({ table: { offer } }) => offer.what === '');
    const watcher = await (await person('Eve')).watch(match);
    expect(await watcher.offer('abort')).toMatchObject({ kind: 'rejected', code: 'not-seated' });
  });
});
