/** `npm run do -- move-store --from PLACE --to PLACE`: moves the data of a server into PostgreSQL, or out of it. */
import { resolve } from 'node:path';
import { commandLine } from '@flower-war/protocol/command-line';
import { BadKey } from '@flower-war/protocol/hosting';
import { DataMoved } from '../src/store/data-folder/movedMark.ts';
import { DataInUse, DataLost } from '../src/store/data-folder/safeFolder.ts';
import { UnfitDatabase } from '../src/store/engine/engine.ts';
import { MoveProblem } from '../src/store/moving/copyTables.ts';
import { isUrl, type Move, moveStore } from '../src/store/moving/moveStore.ts';
import { runTool, say, Unusable } from './records/recordFile.ts';

const { values } = commandLine({
  name: 'do -- move-store',
  does: 'moves all data of a server. Stop all servers first',
  flags: {
    from: {
      kind: 'text',
      of: 'PLACE',
      isNeeded: true,
      tells: 'a data folder, or postgres://user:password@host/database',
    },
    to: { kind: 'text', of: 'PLACE', isNeeded: true, tells: 'the new place, which must be empty' },
  },
  more: `It checks all records, copies all tables, compares every row, and marks the old data as moved, so that no server opens it again. If the
move is cut off, run the same command again.`,
});

const FOR_PEOPLE = [MoveProblem, DataInUse, DataLost, DataMoved, UnfitDatabase, BadKey];

await runTool(() => attempt({ from: placeOf(values.from), to: placeOf(values.to) }).then(say));

/** npm runs scripts in its own folder; INIT_CWD is the user's folder. */
function placeOf(given: string): string {
  return isUrl(given) ? given : resolve(process.env.INIT_CWD ?? process.cwd(), given);
}

async function attempt(move: Move): Promise<readonly string[]> {
  try {
    const copied = await moveStore(move);
    if (copied === undefined) return ['The move that was cut off is finished.'];
    const { matches, people, entries, rows } = copied;
    return [
      `Moved ${matches} matches with ${entries} entries, ${people} people, ${rows} rows in all; every row is equal.`,
    ];
  } catch (error) {
    throw FOR_PEOPLE.some((kind) => error instanceof kind) ? new Unusable((error as Error).message) : error;
  }
}
