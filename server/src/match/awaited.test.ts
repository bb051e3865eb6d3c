/** A seat learns whether the match waits for it: at once, and together with its question. */
import { fastChance, GAMES } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { newTable, runningMatch } from '../matches/table.fixture.ts';
import type { Match } from './match.ts';

const SEED = Number(process.env.SEED ?? 1);
const MOVES = 120;

const awaitedIn = (match: Match): readonly number[] =>
  match.position.status === 'running' ? match.engine.toMove(match.position.state) : [];

/** Games of hidden windows are played in test/src/plain, by players who move when they are waited for. */
const OPEN = [...GAMES.keys()].filter((id) => GAMES.get(id)?.game.windows === undefined);

test.each(OPEN)(`%s: no seat is waited for without a word, from seed ${SEED} on`, async (game) => {
  const seats = GAMES.get(game)?.game.seats[0] ?? 2;
  const match = await runningMatch(newTable(), { game, seats });
  const chance = fastChance(SEED);
  const told = new Set<number>();
  match.watch({ onFlush: ({ seats }) => void [...seats.keys()].map((seat) => told.add(seat)), onLost: () => {} });
  let open = 0;
  for (let move = 0; move < MOVES && match.position.status === 'running'; move++) {
    const before = Array.from({ length: seats }, (_, seat) => match.ownOf(seat).isAwaited);
    const asked = awaitedIn(match);
    expect(before.flatMap((is, seat) => (is ? [seat] : []))).toEqual([...asked]);
    const { seat, decision, legal } = match.ownOf(chance.pick(asked)).private;
    told.clear();
    await match.act(seat, [`${game}-${move}-0123456789`, decision ?? 0, chance.pick(legal)], 1_000_000);
    for (const [one, was] of before.entries()) {
      const now = match.ownOf(one);
      if (now.isAwaited !== was) expect(told, `seat ${one}, move ${move}`).toContain(one);
      if (!now.isAwaited && now.private.decision !== undefined) open++;
    }
  }
  expect(open > 0).toBe(game === 'space-aztecs');
});
