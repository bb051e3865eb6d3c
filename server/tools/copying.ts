/** What the tools on the data of a server share: their arguments and their error messages. */
import { resolve } from 'node:path';
import { type Command, commandLine, whereGiven } from '@flower-war/protocol/command-line';
import { BadConfig, BadKey } from '@flower-war/protocol/hosting';
import { readConfig } from '../src/base/config.ts';
import { BackupProblem } from '../src/store/data-folder/backup.ts';
import { DataMoved, OtherVersion } from '../src/store/data-folder/dataMarks.ts';
import { DataInUse, DataLost, UnusableFolder } from '../src/store/data-folder/safeFolder.ts';
import { UnfitDatabase } from '../src/store/engine/engine.ts';
import { MoveProblem } from '../src/store/moving/copyTables.ts';
import type { PostgresCopying } from '../src/store/moving/postgresBackup.ts';
import { runTool, Unusable } from './records/recordFile.ts';

const FOR_PEOPLE: readonly Mendable[] = [
  BackupProblem,
  DataInUse,
  DataLost,
  DataMoved,
  MoveProblem,
  OtherVersion,
  UnfitDatabase,
  UnusableFolder,
  BadConfig,
  BadKey,
];

interface Copies extends Pick<Command, 'name' | 'does' | 'more'> {
  readonly tellsFile: string;
  readonly tellsForce: string;
}

/** Reads the arguments and the settings of the server. */
function copyingFrom({ tellsFile, tellsForce, ...command }: Copies): PostgresCopying {
  const {
    values: { force },
    words: [file = ''],
  } = commandLine({
    ...command,
    words: { of: 'FILE', least: 1, most: 1, tells: tellsFile },
    flags: { force: { kind: 'switch', tells: tellsForce } },
  });
  return { ...whereabouts(), file: whereGiven(file), force };
}

/** Where the data of the server lies, by its settings. */
export function whereabouts(): Pick<PostgresCopying, 'url' | 'folder'> {
  const { JOURNAL, DATA_DIR, DATABASE_URL: url } = readConfig(process.env);
  if (JOURNAL === 'memory' && url === '')
    throw new Unusable('With JOURNAL=memory the server stores nothing that could be copied.');
  return { url, folder: resolve(DATA_DIR) };
}

export function runCopyTool(command: Copies, tool: (copying: PostgresCopying) => Promise<number>): Promise<void> {
  return runDataTool(() => tool(copyingFrom(command)));
}

type Mendable = new (...given: never[]) => Error;

/** What an operator can mend is told in words alone. `also`: what only this tool may meet. */
export function runDataTool(tool: () => Promise<number>, also: readonly Mendable[] = []): Promise<void> {
  return runTool(async () => {
    try {
      return await tool();
    } catch (error) {
      const isForPeople = [...FOR_PEOPLE, ...also].some((kind) => error instanceof kind);
      throw isForPeople ? new Unusable((error as Error).message) : error;
    }
  });
}
