/** `npm run ratings -- --rebuild`: computes all ratings anew from the records. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BadConfig } from '@flower-war/protocol/hosting';
import { readConfig } from '../src/base/config.ts';
import { rebuild } from '../src/features/ratings/rebuild.ts';
import { DataLost } from '../src/store/data-folder/aliveMark.ts';
import { DataInUse } from '../src/store/data-folder/folderLock.ts';
import { DataMoved } from '../src/store/data-folder/movedMark.ts';
import { UnfitDatabase } from '../src/store/engine/postgres/unfitDatabase.ts';
import { MoveProblem } from '../src/store/moving/problem.ts';
import { NoData } from '../src/store/stoppedServer.ts';
import { complain, runTool, say, Unusable } from './records/recordFile.ts';

const USAGE = `npm run ratings -- --rebuild computes all ratings anew from the records, with the server stopped.

It reads and writes DATA_DIR or DATABASE_URL, like the server, and gives the same numbers: matches count in the order in which they
ended. Matches that KEEP_MATCHES_DAYS has deleted no longer count.`;

const FOR_PEOPLE = [NoData, DataInUse, DataLost, DataMoved, MoveProblem, UnfitDatabase, BadConfig];
const OPTIONS = { rebuild: { type: 'boolean' }, help: { type: 'boolean' } } as const;

await runTool(async (given) => {
  const { values } = parseArgs({ args: [...given], options: OPTIONS });
  if (values.help) return say([USAGE]);
  if (!values.rebuild) throw new Unusable(USAGE);
  const { matches, ratings, problems } = await attempt();
  say([`${matches} matches count, in ${ratings} ratings.`]);
  return problems.length === 0 ? 0 : complain(problems.join('\n'));
});

async function attempt() {
  try {
    const { JOURNAL, DATA_DIR, DATABASE_URL } = readConfig(process.env);
    if (JOURNAL === 'memory' && DATABASE_URL === '')
      throw new Unusable('With JOURNAL=memory the server stores nothing that could be rated.');
    return await rebuild({ DATA_DIR: resolve(DATA_DIR), DATABASE_URL });
  } catch (error) {
    const isForPeople = FOR_PEOPLE.some((kind) => error instanceof kind);
    throw isForPeople ? new Unusable((error as Error).message) : error;
  }
}
