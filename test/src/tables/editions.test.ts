/**
 * Every edition of the larger games, over real sockets: players and bots play whole matches, spectators watch, records
 * verify.
 */
import type { LiveMatch } from '@flower-war/client';
import { verify } from '@flower-war/protocol';
import { engine, fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { person, serveThisFile } from '../sdk/house.ts';

serveThisFile();

const SHORT = { length: 'short', roundCap: 12 };
const RING = ['turn-began', 'rolled', 'moved', 'skulls', 'ended'];

const EDITIONS: readonly (readonly [string, string, number, object, readonly string[]])[] = [
  ['flower-war', 'flower-war', 4, SHORT, RING],
  ['flower-war', 'flower-war-rules-of-play', 6, SHORT, RING],
  ['mexica', 'flower-war-early', 3, SHORT, RING],
  ['mexica', 'mexica', 2, SHORT, RING],
  ['space-aztecs', 'space-aztecs', 5, {}, ['took', 'announced', 'revealed']],
];

/** Chooses at random, so that reactions are played as well as passed. */
async function playAtRandom(live: LiveMatch, seed: number): Promise<number> {
  const chance = fastChance(seed);
  for (let moves = 0; ; moves++) {
    await live.until(({ isOver, decision }) => isOver || decision !== undefined);
    if (live.isOver) return moves;
    const move = chance.pick(live.legal);
    const answer = await live.play(move);
    // The clock or the end of the match may have been faster.
    if (answer.kind !== 'accepted' && !live.isOver) expect(answer, move).toMatchObject({ code: 'stale-decision' });
  }
}

test.each(EDITIONS)(
  '%s, %s, %i seats: two people and bots',
  { timeout: 90_000 },
  async (game, preset, seats, options, kinds) => {
    const [ana, ben, eve] = await Promise.all([person('Ana'), person('Ben'), person('Eve')]);
    const bots = Array.from({ length: seats - 2 }, (_, i) => ({ bot: i % 2 === 0 ? 'greedy' : 'random' }));
    const match = await ana.create({ game, preset, seats, bots, options: { ...options } });
    if (options === SHORT) {
      expect(match.options).toMatchObject({ length: 'short' });
      expect(match.options['perSpace']).toBeLessThan(13);
    }
    const watching = await eve.watch(match);
    const told = new Set<string>();
    watching.on('events', (events) => {
      for (const event of events) told.add(event.kind);
    });
    const lives = [await ana.join(match), await ben.join(match)];
    const moves = await Promise.all(lives.map((live, seat) => playAtRandom(live, seat + 1)));
    await watching.until(({ isOver }) => isOver);
    expect(Math.min(...moves)).toBeGreaterThan(5);
    for (const live of lives) expect(live.table).toEqual(watching.table);
    expect([...told]).toEqual(expect.arrayContaining([...kinds]));
    expect(await verify(await ana.history.record(match.match), engine)).toMatchObject({
      ok: true,
      contributors: [0, 1],
    });
    for (const live of [...lives, watching]) live.close();
  },
);

test('a client can print the cards of a game', async () => {
  const ana = await person('Ana');
  const cards = await ana.cards('flower-war');
  expect(cards.find(({ id }) => id === 'W10')).toEqual({
    id: 'W10',
    title: 'Dart Thrower',
    deck: 'war',
    timing: 'action',
    cost: 1,
    text: 'ATTACK CHOSEN (maxDist 4) > IF WON: GAIN 1 from HERE',
    face: {
      kind: 'card',
      effects: [
        { kind: 'attack', target: 'chosen', roll: 0, stake: 0, within: 4 },
        expect.objectContaining({ kind: 'if-won' }),
      ],
    },
  });
  expect(await ana.cards('tieqchieq')).toEqual([]);
  await expect(ana.cards('chess')).rejects.toMatchObject({ code: 'unknown-game' });
});

test('[SA-25] the first player can be any seat at the table, and no other', async () => {
  const ana = await person('Ana');
  const wanted = { game: 'space-aztecs', seats: 3, options: { startPlayer: 'seat-2' }, bots: [] };
  expect((await ana.create(wanted)).options).toMatchObject({ startPlayer: 'seat-2' });
  const noSuchSeat = { ...wanted, options: { startPlayer: 'seat-3' } };
  await expect(ana.create(noSuchSeat)).rejects.toMatchObject({ code: 'bad-options', reason: 'startPlayer' });
});
