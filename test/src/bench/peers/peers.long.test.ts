/** Every peer does the same work: a move out of turn is refused, and both seats see each move. */
import { expect, test } from 'vitest';
import { leave, playOn, seat, type Table } from '../measures/tables.ts';
import { type Measured, withServer } from '../servers.ts';
import type { System } from '../systems.ts';

/** All but boardgame.io, which answers nothing. */
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

test.each<System>([...ANSWERING, 'boardgame.io'])('%s', (system) =>
  withServer({ system }, async (server) => {
    await showsEachMove(system, server);
    if (ANSWERING.includes(system)) await refusesWhatIsNotDue(system, server);
  }),
);

async function showsEachMove(system: System, { address }: Measured): Promise<void> {
  const tables = await seat(system, address, 2);
  const before = tables.map(viewsAt);
  const took = await playOn(tables, { milliseconds: 30_000, moves: 60 });
  expect(took).toHaveLength(120);
  expect(tables.map(({ turn }) => turn)).toEqual([60, 60]);
  expect(tables.map(viewsAt)).toEqual(before.map((views) => views.map((count) => count + 60)));
  for (const { players } of tables) for (const { bytesUp } of players) expect(bytesUp).toBeGreaterThan(30 * 8);
  leave(tables);
}

async function refusesWhatIsNotDue(system: System, { address }: Measured): Promise<void> {
  const [table] = await seat(system, address, 1);
  const before = viewsAt(table!);
  await expect(table!.players[1].play(7)).rejects.toThrow();
  expect(viewsAt(table!)).toEqual(before);
  leave([table!]);
}
