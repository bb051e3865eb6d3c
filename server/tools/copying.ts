/** What backup and restore share: their arguments and their error messages. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BadConfig } from '@flower-war/protocol/hosting';
import { readConfig } from '../src/base/config.ts';
import { BackupProblem } from '../src/store/data-folder/backup.ts';
import { DataInUse } from '../src/store/data-folder/folderLock.ts';
import { DataMoved } from '../src/store/data-folder/movedMark.ts';
import { UnfitDatabase } from '../src/store/engine/postgres/unfitDatabase.ts';
import type { PostgresCopying } from '../src/store/moving/postgresBackup.ts';
import { MoveProblem } from '../src/store/moving/problem.ts';
import { runTool, say, Unusable } from './records/recordFile.ts';

const FOR_PEOPLE = [BackupProblem, DataInUse, DataMoved, MoveProblem, UnfitDatabase, BadConfig];
const OPTIONS = { force: { type: 'boolean' } } as const;

/**
 * Reads the arguments and the settings of the server. npm runs scripts in its own folder; INIT_CWD is the user's
 * folder.
 */
function copyingFrom(given: readonly string[], usage: string): PostgresCopying {
  const { values, positionals } = parseArgs({ args: [...given], options: OPTIONS, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Unusable(usage);
  const { JOURNAL, DATA_DIR, DATABASE_URL: url } = readConfig(process.env);
  if (JOURNAL === 'memory' && url === '')
    throw new Unusable('With JOURNAL=memory the server stores nothing that could be copied.');
  return {
    url,
    folder: resolve(DATA_DIR),
    file: resolve(process.env.INIT_CWD ?? process.cwd(), file),
    force: values.force ?? false,
  };
}

export function runCopyTool(usage: string, tool: (copying: PostgresCopying) => Promise<number>): Promise<void> {
  return runTool(async (given) => {
    if (given.includes('--help')) return say([usage]);
    try {
      return await tool(copyingFrom(given, usage));
    } catch (error) {
      const isForPeople = FOR_PEOPLE.some((kind) => error instanceof kind);
      throw isForPeople ? new Unusable((error as Error).message) : error;
    }
  });
}
