/** People play, then all sockets are cut at once, and all come back: no player late, no move lost. */

import { measuredFrom } from '../plan.ts';
import { asUser, at, humanPace, pause, playMatches } from '../player/crowd.ts';
import { keeping } from '../player/keeping.ts';
import type { Person } from '../player/person.ts';
import { IS_CROWD, optionsWith, PLAN } from '../player/plan.ts';
import type { Table } from '../player/table.ts';
import { count, fail, now, took } from '../player/tally.ts';

export { handleSummary } from '../player/plan.ts';
export const options = optionsWith({
  back_ms: ['max<5000'],
  returned: [`count==${Math.floor(PLAN.players / PLAN.seats) * PLAN.seats}`],
  moves: ['count>0'],
});

/** The players have played for about so long when their sockets are cut: those of the crowd and the observers in one moment. */
const CUT_AFTER_MS = 5000;
/** By then all should be back for long, and the crowd reads. */
const KEEP_MS = 8000;
/** The SDK waits so long before it comes back, and twice as long after each failure. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 3000;

const tables = new Map<Person, Table>();

export const run = () => asUser(() => Promise.all([playMatches(humanPace(), remember), storm()]).then(() => {}));

/** The newest table of each host. */
function remember(table: Table): void {
  const host = table.chairs[0]?.person;
  if (host !== undefined) tables.set(host, table);
}

async function storm(): Promise<void> {
  await pause(PLAN.askedAt + measuredFrom(PLAN) + CUT_AFTER_MS - Date.now());
  const cutAt = now();
  if (IS_CROWD) void at(cutAt + KEEP_MS).then(keeping());
  for (const table of tables.values()) table.cut();
  const chairs = [...tables.values()].flatMap(({ chairs, match }) => chairs.map((chair) => ({ chair, match })));
  await Promise.all(
    chairs.map(async ({ chair, match }) => {
      await tryUntilBack(() => chair.comeBack(match?.match ?? ''));
      took('back', chair.wholeAt - cutAt);
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
      if (now() > measuredFrom(PLAN) + PLAN.seconds * 1000) throw error;
    }
  }
}
