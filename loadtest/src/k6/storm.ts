/** People play, then all sockets are cut at once, and all come back: no player late, no move lost. */
import { measuredFrom, measuredTo } from '../loads.ts';
import { keepFrames } from './connection.ts';
import type { Person } from './person.ts';
import { playMatches, type Table } from './table.ts';
import { at, count, fail, IS_CROWD, now, PLAN, pause, took } from './user.ts';

/** How long the players have played when their sockets are cut: those of the crowd and of the observers in one moment. */
const CUT_AFTER_MS = 5000;
/** By then all should be back for long, and the crowd reads. */
const KEEP_MS = 8000;
/** The SDK waits this long before it comes back, and twice as long after each failure. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 3000;

const tables = new Map<Person, Table>();

export async function storm(): Promise<void> {
  await Promise.all([playMatches(remember), cutAll()]);
}

/** The newest table of each host. */
function remember(table: Table): void {
  const host = table.seats[0]?.person;
  if (host !== undefined) tables.set(host, table);
}

async function cutAll(): Promise<void> {
  await pause(PLAN.askedAt + measuredFrom(PLAN) + CUT_AFTER_MS - Date.now());
  const cutAt = now();
  if (IS_CROWD) void at(cutAt + KEEP_MS).then(keepFrames());
  for (const table of tables.values()) table.cut();
  const seats = [...tables.values()].flatMap(({ seats, match }) => seats.map((seat) => ({ seat, match })));
  await Promise.all(
    seats.map(async ({ seat, match }) => {
      await tryUntilBack(() => seat.comeBack(match?.match ?? ''));
      took('back', seat.wholeAt - cutAt);
      count('returned');
    }),
  ).catch(fail);
}

async function tryUntilBack(comeBack: () => Promise<void>): Promise<void> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    await pause(wait * (0.5 + Math.random() / 2));
    try {
      return await comeBack();
    } catch (error) {
      fail(error);
      if (now() > measuredTo(PLAN)) throw error;
    }
  }
}
