/** Every peer does the same work: a move out of turn is refused, and both seats see each move. */
import { describe, expect, test } from 'vitest';
import { leave, playOn, seat, type Table } from '../measures/tables.ts';
import { withServer } from '../servers.ts';
import type { System } from '../systems.ts';

const ANSWERING: readonly System[] = [
  'ws',
  'bare',
  'bare with heartbeats',
  'default',
  'socket.io',
  'ours',
  'ours on disk',
];

function viewsAt({ players }: Table): readonly number[] {
  return players.map(({ views }) => views);
}

describe.each<System>([...ANSWERING, 'boardgame.io'])('%s', (system) => {
  test('both seats see each move, at two tables at the same time', () =>
    withServer({ system }, async ({ address }) => {
      const tables = await seat(system, address, 2);
      const before = tables.map(viewsAt);
      const took = await playOn(tables, { milliseconds: 30_000, moves: 60 });
      expect(took).toHaveLength(120);
      expect(tables.map(({ turn }) => turn)).toEqual([60, 60]);
      expect(tables.map(viewsAt)).toEqual(before.map((views) => views.map((count) => count + 60)));
      for (const { players } of tables) for (const { bytesUp } of players) expect(bytesUp).toBeGreaterThan(30 * 8);
      leave(tables);
    }));
});

test.each(ANSWERING)('%s refuses a move that is not due', (system) =>
  withServer({ system }, async ({ address }) => {
    const [table] = await seat(system, address, 1);
    const before = viewsAt(table!);
    await expect(table!.players[1].play(7)).rejects.toThrow();
    expect(viewsAt(table!)).toEqual(before);
    leave([table!]);
  }),
);
