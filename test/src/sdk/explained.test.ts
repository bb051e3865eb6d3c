/** What legal moves do: asked for by the SDK and by the plain door, and told again by a replay. */
import { expect, test } from 'vitest';
import { house, person, serveThisFile } from './house.ts';

const MOVES = 25;

serveThisFile();

test.each(['flower-war', 'mexica', 'space-aztecs', 'tieqchieq'])(
  '%s: every legal move is told with what it does, by every way the same',
  async (game) => {
    const ana = await person('Ana');
    const live = await ana.join(await ana.create<string>({ game, seats: 2, bots: [{ bot: 'random' }] }));
    const asked = new Map<number, readonly object[]>();
    for (let count = 0; count < MOVES && !live.isOver; count++) {
      await live.until(({ isOver, legal }) => isOver || legal.length > 0);
      const { decision, legal, step } = live;
      const [told, http] = [await live.moves(), await overHttp(live.id, ana.session?.token)];
      if (told.length === 0 || http.decision !== decision) continue; // the bot has decided meanwhile
      expect(told.map(({ move }) => move)).toEqual(legal);
      for (const { move, verb, beads = false } of told) {
        expect(move.startsWith(verb.split('-')[0] ?? '') || verb === 'claim').toBe(true);
        expect(beads).toBe(verb === 'offer' || verb === 'skull');
      }
      expect(http).toEqual({ match: live.id, step, decision, moves: told });
      asked.set(step, told);
      await live.play(legal[count % legal.length] ?? '');
    }
    await live.resign();
    await live.until(({ isOver }) => isOver);
    expect(await live.moves()).toEqual([]);
    const replayed = ana.history.replay(live.id, { viewer: `seat:${live.seat ?? 0}`, explain: 'moves' });
    const again = new Map<number, readonly object[]>();
    for await (const { step, legal, moves } of replayed) {
      expect(moves?.map(({ move }) => move)).toEqual(legal);
      if (moves !== undefined) again.set(step, moves);
    }
    for (const [step, told] of asked) expect(again.get(step)).toEqual(told);
    expect(asked.size).toBeGreaterThan(MOVES / 2);
    live.close();
  },
);

test('a replay that is not asked for it tells moves in notation alone', async () => {
  const ana = await person('Ana');
  const live = await ana.join(await ana.create({ game: 'tieqchieq', bots: [{ bot: 'random' }] }));
  await live.resign();
  await live.until(({ isOver }) => isOver);
  for await (const moment of ana.history.replay(live.id, { viewer: 'seat:0' })) expect(moment.moves).toBeUndefined();
  live.close();
});

test('only a player gets moves, and only their own', async () => {
  const [ana, eve] = [await person('Ana'), await person('Eve')];
  const live = await ana.join(await ana.create({ game: 'tieqchieq' }));
  const watching = await eve.watch(live.id);
  expect(await watching.moves()).toEqual([]);
  expect(await overHttp(live.id, eve.session?.token)).toMatchObject({ code: 'not-seated' });
  expect(await overHttp(live.id, ana.session?.token)).toMatchObject({ moves: [] }); // the match has not begun
  for (const one of [live, watching]) one.close();
});

async function overHttp(match: string, token: string | undefined): Promise<{ readonly decision?: number }> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${house.url}/api/matches/${match}/moves`, { headers });
  return (await response.json()) as { readonly decision?: number };
}
