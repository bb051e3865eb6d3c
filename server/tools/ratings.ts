/** `npm run do -- ratings --rebuild`: computes all ratings anew from the records. */

import { resolve } from 'node:path';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { BadConfig } from '@flower-war/protocol/hosting';
import { readConfig } from '../src/base/config.ts';
import { NoData, rebuild } from '../src/features/ratings/rebuild.ts';
import { DataMoved } from '../src/store/data-folder/movedMark.ts';
import { DataInUse, DataLost } from '../src/store/data-folder/safeFolder.ts';
import { UnfitDatabase } from '../src/store/engine/engine.ts';
import { MoveProblem } from '../src/store/moving/copyTables.ts';
import { complain, runTool, say, Unusable } from './records/recordFile.ts';

const { values } = commandLine({
  name: 'do -- ratings',
  does: 'computes all ratings anew from the records, with the server stopped',
  flags: { rebuild: { kind: 'switch', tells: 'does it' } },
  more: `It reads and writes DATA_DIR or DATABASE_URL, like the server, and gives the same numbers: matches count in the order in which they
ended. Matches that KEEP_MATCHES_DAYS has deleted no longer count.`,
});
if (!values.rebuild)
  refuse('npm run do -- ratings changes all ratings, so it asks for a word: npm run do -- ratings --rebuild');

const FOR_PEOPLE = [NoData, DataInUse, DataLost, DataMoved, MoveProblem, UnfitDatabase, BadConfig];

await runTool(async () => {
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
