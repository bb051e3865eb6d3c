/** Clocks, absence and agreements over real sockets. Only the test moves the clock. */
import type { FlowerWarClient, LiveMatch, MatchSummary } from '@flower-war/client';
import { describe, expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { person as personAt } from '../support/api.ts';

const MINUTE = 60_000;
let now = 1_760_000_000_000;

serveThisFile({}, { now: () => now });

const person = (name: string) => personAt(house.url, name);

interface AbsenceTable {
  readonly match: MatchSummary;
  readonly people: readonly FlowerWarClient[];
  readonly lives: readonly LiveMatch[];
  /** Who is to move, and as whom. */
  readonly asked: LiveMatch;
  readonly player: FlowerWarClient;
  readonly other: LiveMatch;
}

async function newTable(settings: object): Promise<AbsenceTable> {
  const people = [await person('Ana'), await person('Beto')];
  const match = await people[0]!.create({ game: 'tieqchieq', seats: 2, table: settings });
  const lives: LiveMatch[] = [];
  for (const one of people) lives.push(await one.join(match));
  for (const live of lives) await live.until(({ table: { status } }) => status === 'running');
  const { asked, other } = await untilAsked(lives);
  return { match, people, lives, asked, player: people[asked.seat!]!, other };
}

async function untilAsked(lives: readonly LiveMatch[]): Promise<Pick<AbsenceTable, 'asked' | 'other'>> {
  await Promise.race(lives.map((live) => live.until(({ legal }) => legal.length > 0)));
  const asked = lives.find(({ legal }) => legal.length > 0)!;
  return { asked, other: lives.find((live) => live !== asked)! };
}

/** Moves the clock of the server, which then does what is due. */
async function pass(milliseconds: number, { match }: Pick<AbsenceTable, 'match'>): Promise<void> {
  now += milliseconds;
  await (await house.server.services.matches.open(match.match))?.tend(now);
}

const seatSeen = ({ table: { seats } }: LiveMatch, { seat }: LiveMatch) => seats[seat!];

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

test('a clock is shown to everybody, and answers for who is too slow; then a bot stands in until the player is back', async () => {
  const table = await newTable({ clock: { kind: 'turn', seconds: 30 }, absence: 'casual' });
  const { asked, other } = table;
  expect(asked.deadline).toBe(now + 30_000);
  expect(other.table.clocks[asked.seat!]?.deadline).toBe(asked.deadline);
  await pass(30_000, table);
  await playUntil(other, (one) => seatSeen(one, asked)?.bot === 'greedy');
  await asked.until(({ isStoodInFor }) => isStoodInFor);
  expect(await asked.back()).toMatchObject({ kind: 'accepted' });
  await other.until((one) => seatSeen(one, asked)?.bot === '');
});

describe('absence without a clock', () => {
  /** A table of two, where a bot stands in for one who has gone. */
  async function leftTable() {
    const table = await newTable({ absence: 'casual' });
    const { asked, other } = table;
    asked.close();
    await other.until((one) => seatSeen(one, asked)?.present === false);
    await pass(MINUTE, table);
    await other.until((one) => seatSeen(one, asked)?.bot === 'greedy');
    return table;
  }

  test('complaint 14, quarrels about who leaves: at a table of two a bot stands in for who has gone, and the seat is theirs again when they come back', async () => {
    const { match, player, asked } = await leftTable();
    const back = await player.join(match);
    await back.until((one) => seatSeen(one, asked)?.bot === '' && seatSeen(one, asked)?.present === true);
  });

  test('another player may take a seat that has been kept long enough, and its player loses it for good', async () => {
    const table = await leftTable();
    const { match, player, asked, other } = table;
    const newcomer = await person('Caro');
    await expect(newcomer.join(match, { seat: asked.seat! })).rejects.toMatchObject({ code: 'seat-kept' });
    await pass(2 * MINUTE, table);
    expect((await newcomer.join(match, { seat: asked.seat! })).seat).toBe(asked.seat);
    await other.until((one) => seatSeen(one, asked)?.name === 'Caro' && seatSeen(one, asked)?.bot === '');
    await expect(player.join(match)).rejects.toMatchObject({ code: 'already-started' });
  });

  test('where the host admits each player, none takes the seat of an absent one unless the host has let that player in', async () => {
    const host = await person('Ana');
    const settings = { table: { absence: 'casual', approval: true }, options: { startPlayer: 'seat-1' } } as const;
    const match = await host.create({ game: 'tieqchieq', ...settings });
    const [beto, admitted, dismissed] = [await person('Beto'), await person('Caro'), await person('Dani')];
    for (const { session } of [beto, admitted]) await host.admit(match.match, session!.player);
    await host.dismiss(match.match, dismissed.session!.player);
    const there = await host.join(match);
    const away = await beto.join(match);
    await there.until((one) => seatSeen(one, away)?.present === true);
    away.close();
    await there.until((one) => seatSeen(one, away)?.present === false);
    await pass(MINUTE, { match });
    await there.until((one) => seatSeen(one, away)?.bot === 'greedy');
    await pass(2 * MINUTE, { match });
    const seat = { seat: away.seat! };
    await expect(dismissed.join(match, seat)).rejects.toMatchObject({ code: 'not-admitted' });
    await expect((await person('Eva')).join(match, seat)).rejects.toMatchObject({ code: 'already-started' });
    expect((await admitted.join(match, seat)).seat).toBe(away.seat);
  });

  test('a player whom one at the table has blocked reads of each seat what others read while it is kept', async () => {
    const table = await leftTable();
    const { match, people, asked, other } = table;
    const [blocked, newcomer] = [await person('Dani'), await person('Caro')];
    const refused = (who: FlowerWarClient, seat?: number) =>
      who.join(match, seat === undefined ? {} : { seat }).then(
        () => 'seated',
        ({ code, reason, message }) => ({ code, reason, message }),
      );
    const kept = await refused(newcomer, asked.seat);
    await people[other.seat!]!.people.block(blocked.session!.player);
    await pass(2 * MINUTE, table);
    expect(kept).toMatchObject({ code: 'seat-kept' });
    expect(await refused(blocked, asked.seat)).toEqual(kept);
    for (const seat of [undefined, other.seat, 5]) {
      const said = await refused(newcomer, seat);
      expect(await refused(blocked, seat)).toEqual(said);
      expect(said).toMatchObject({ code: 'already-started' });
    }
    expect(await refused(newcomer, asked.seat)).toBe('seated');
  });

  test('complaint 6, board and phone evict each other: five connections to one seat for two hours evict nobody, and one of them is enough to be there', async () => {
    const table = await newTable({ absence: 'strict' });
    const { asked, other, match, player } = table;
    const more: LiveMatch[] = [];
    for (let i = 0; i < 4; i++) more.push(await player.join(match));
    await pass(60 * MINUTE, table);
    expect([asked, ...more].every(({ isConnected }) => isConnected)).toBe(true);
    for (const live of [asked, ...more.slice(1)]) live.close();
    await pass(60 * MINUTE, table);
    expect(other.table.status).toBe('running');
  });
});
