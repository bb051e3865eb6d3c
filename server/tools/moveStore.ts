/** `npm run move-store -- --from PLACE --to PLACE`: moves the data of a server into PostgreSQL, or out of it. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BadKey } from '@flower-war/protocol/hosting';
import { DataLost } from '../src/store/data-folder/aliveMark.ts';
import { DataInUse } from '../src/store/data-folder/folderLock.ts';
import { DataMoved } from '../src/store/data-folder/movedMark.ts';
import { UnfitDatabase } from '../src/store/engine/postgres/unfitDatabase.ts';
import { type Move, moveStore } from '../src/store/moving/moveStore.ts';
import { isUrl } from '../src/store/moving/places.ts';
import { MoveProblem } from '../src/store/moving/problem.ts';
import { runTool, say, Unusable } from './records/recordFile.ts';

const USAGE = `npm run move-store -- --from PLACE --to PLACE moves all data of a server. Stop all servers first.

  PLACE  a data folder, or the url of a PostgreSQL, such as postgres://user:password@host/database

It copies all tables, compares every row, and marks the old data as moved, so that no server opens it again. The new
place must be empty. If the move is cut off, run the same command again.`;

const OPTIONS = { from: { type: 'string' }, to: { type: 'string' }, help: { type: 'boolean' } } as const;
const FOR_PEOPLE = [MoveProblem, DataInUse, DataLost, DataMoved, UnfitDatabase, BadKey];

await runTool(async (given) => {
  const { values } = parseArgs({ args: [...given], options: OPTIONS });
  if (values.help) return say([USAGE]);
  if (values.from === undefined || values.to === undefined) throw new Unusable(USAGE);
  return say(await attempt({ from: placeOf(values.from), to: placeOf(values.to) }));
});

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
