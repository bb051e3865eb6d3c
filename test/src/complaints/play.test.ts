/**
 * Complaints of players on other servers about moves, and the tests that show how this server behaves. Rows:
 * docs/promises.md.
 */
import type { LiveMatch } from '@flower-war/client';
import { stateChecksum } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { dropSocket, person } from '../support/api.ts';

/** A client that is cut off again and again waits longer each time, so a few cuts must do. */
const CUTS = 5;
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

serveThisFile();

test.each(['tieqchieq', 'flower-war', 'space-aztecs'])(
  `complaint 3, a missed update after a reconnect: %s, a socket cut at each of ${CUTS} moves, seed ${SEED}`,
  async (game) => {
    const chance = fastChance(SEED);
    const people = [await person(house.url, 'Ana'), await person(house.url, 'Beto')];
    const match = await people[0]!.create({ game, seats: 2 });
    const lives: LiveMatch[] = [];
    for (const one of people) lives.push(await one.join(match));
    lives.push(await (await person(house.url, 'Eve')).watch(match));
    const open = (await house.server.services.matches.open(match.match))!;
    for (let move = 0; move < CUTS; move++) {
      await Promise.race(
        lives.slice(0, 2).map((live) => live.until(({ isOver, legal }) => isOver || legal.length > 0)),
      );
      const asked = lives.find(({ legal }) => legal.length > 0);
      if (asked === undefined) break;
      const playing = asked.play(chance.pick(asked.legal));
      dropSocket(chance.pick(lives));
      expect((await playing).kind).toBe('accepted');
      for (const live of lives) await live.until((one) => one.isConnected && one.table.step === open.publicStep);
      for (const [seat, live] of lives.entries()) {
        const viewer = seat < 2 ? (seat as 0 | 1) : 'spectator';
        const { state } = open.position;
        if (open.engine.windows?.open(state) !== undefined) continue; // other players may not see the state yet
        expect(stateChecksum(live.view), `seat ${seat}`).toBe(stateChecksum(open.engine.view(state, viewer)));
      }
    }
    for (const live of lives) live.close();
  },
);

test('complaint 5, a player who returns is not announced: whoever comes in reads who is there, 6 comings and goings', async () => {
  const people = [await person(house.url, 'Ana'), await person(house.url, 'Beto')];
  const match = await people[0]!.create({ game: 'tieqchieq', seats: 2 });
  let [first, second] = [await people[0]!.join(match), await people[1]!.join(match)];
  for (let times = 0; times < 3; times++) {
    second.close();
    await first.until(({ table }) => table.seats[second.seat!]?.present === false);
    second = await people[1]!.join(match);
    expect(second.table.seats[first.seat!]?.present).toBe(true);
    await first.until(({ table }) => table.seats[second.seat!]?.present === true);
    first.close();
    await second.until(({ table }) => table.seats[first.seat!]?.present === false);
    first = await people[0]!.join(match);
    expect(first.table.seats.map(({ present }) => present)).toEqual([true, true]);
  }
});
