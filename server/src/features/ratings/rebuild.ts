/** Computes all ratings anew from the records, while no server runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, openDatabase } from '../../store/data-folder/database.ts';
import { ownFolder } from '../../store/data-folder/folderLock.ts';
import { inThisThread } from '../../store/engine/inThisThread.ts';
import { StoredJournal } from '../../store/journal/storedJournal.ts';
import { openStores, operations } from '../../store/operations.ts';
import { Ratings } from './ratings.ts';

export interface Rebuilt {
  readonly matches: number;
  readonly ratings: number;
  /** Matches that could not be read, each with the reason. */
  readonly problems: readonly string[];
}

/** The folder holds no data. */
export class NoData extends Error {}

export async function rebuild(folder: string): Promise<Rebuilt> {
  if (!existsSync(join(folder, DATABASE_FILE)))
    throw new NoData(`There is no data in ${folder}: is DATA_DIR the one of the server?`);
  const letGo = ownFolder(folder);
  const engine = inThisThread(openDatabase(folder, 'power'), operations);
  const journal = new StoredJournal(engine);
  try {
    const { ratings: table } = openStores(engine);
    const problems: string[] = [];
    const report = (problem: string, { match = '', error }: Readonly<Record<string, unknown>>) =>
      void problems.push(`${problem} ${String(match)}: ${(error as Error).message}`);
    await table.clear();
    // Deleted players count for their opponents until all ratings are computed.
    await new Ratings({ journal, table, report, isKept: async () => true, mayWrite: () => true }).catchUp();
    await table.forgetWhoLeft();
    return { ...(await table.counts()), problems };
  } finally {
    await journal.close();
    letGo();
  }
}
