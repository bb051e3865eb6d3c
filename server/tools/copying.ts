/** What backup and restore share: their arguments and their error messages. */

import { resolve } from 'node:path';
import { type Command, commandLine } from '@flower-war/protocol/command-line';
import { BadConfig } from '@flower-war/protocol/hosting';
import { readConfig } from '../src/base/config.ts';
import { BackupProblem } from '../src/store/data-folder/backup.ts';
import { DataMoved } from '../src/store/data-folder/movedMark.ts';
import { DataInUse } from '../src/store/data-folder/safeFolder.ts';
import { UnfitDatabase } from '../src/store/engine/engine.ts';
import { MoveProblem } from '../src/store/moving/copyTables.ts';
import type { PostgresCopying } from '../src/store/moving/postgresBackup.ts';
import { runTool, Unusable } from './records/recordFile.ts';

const FOR_PEOPLE = [BackupProblem, DataInUse, DataMoved, MoveProblem, UnfitDatabase, BadConfig];
interface Copies extends Pick<Command, 'name' | 'does' | 'more'> {
  readonly tellsFile: string;
  readonly tellsForce: string;
}

/**
 * Reads the arguments and the settings of the server. npm runs scripts in its own folder; INIT_CWD is the user's
 * folder.
 */
function copyingFrom({ tellsFile, tellsForce, ...command }: Copies): PostgresCopying {
  const {
    values: { force },
    words: [file = ''],
  } = commandLine({
    ...command,
    words: { of: 'FILE', least: 1, most: 1, tells: tellsFile },
    flags: { force: { kind: 'switch', tells: tellsForce } },
  });
  const { JOURNAL, DATA_DIR, DATABASE_URL: url } = readConfig(process.env);
  if (JOURNAL === 'memory' && url === '')
    throw new Unusable('With JOURNAL=memory the server stores nothing that could be copied.');
  return {
    url,
    folder: resolve(DATA_DIR),
    file: resolve(process.env.INIT_CWD ?? process.cwd(), file),
    force,
  };
}

export function runCopyTool(command: Copies, tool: (copying: PostgresCopying) => Promise<number>): Promise<void> {
  return runTool(async () => {
    try {
      return await tool(copyingFrom(command));
    } catch (error) {
      const isForPeople = FOR_PEOPLE.some((kind) => error instanceof kind);
      throw isForPeople ? new Unusable((error as Error).message) : error;
    }
  });
}
