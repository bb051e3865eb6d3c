/** `npm run do -- ratings --rebuild`: computes all ratings anew from the records. */
import { resolve } from 'node:path';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { readConfig } from '../src/base/config.ts';
import { NoData, rebuild } from '../src/features/ratings/rebuild.ts';
import { runDataTool } from './copying.ts';
import { complain, say, Unusable } from './records/recordFile.ts';

const { values } = commandLine({
  name: 'do -- ratings',
  does: 'computes all ratings anew from the records, with the server stopped',
  flags: { rebuild: { kind: 'switch', tells: 'does it' } },
  more: `It reads and writes DATA_DIR or DATABASE_URL, like the server, and gives the same numbers: matches count in the order in which they
ended. Matches that KEEP_MATCHES_DAYS has deleted no longer count.`,
});
if (!values.rebuild)
  refuse('npm run do -- ratings changes all ratings, so it asks for a word: npm run do -- ratings --rebuild');

await runDataTool(async () => {
  const { JOURNAL, DATA_DIR, DATABASE_URL, SEASONS } = readConfig(process.env);
  if (JOURNAL === 'memory' && DATABASE_URL === '')
    throw new Unusable('With JOURNAL=memory the server stores nothing that could be rated.');
  const { matches, ratings, problems } = await rebuild({ DATA_DIR: resolve(DATA_DIR), DATABASE_URL, SEASONS });
  say([`${matches} matches count, in ${ratings} ratings.`]);
  return problems.length === 0 ? 0 : complain(problems.join('\n'));
}, [NoData]);
