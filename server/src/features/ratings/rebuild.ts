/** Computes all ratings anew from the records, while no server runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, openDatabase } from '../../store/data-folder/database.ts';
import { ownFolder } from '../../store/data-folder/folderLock.ts';
import { SqliteJournal } from '../../store/journal/sqlite.ts';
import { RatingTable } from '../../store/ratings.ts';
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
  const database = openDatabase(folder, 'power');
  const journal = new SqliteJournal(database);
  try {
    const table = new RatingTable(database);
    const problems: string[] = [];
    const report = (problem: string, { match = '', error }: Readonly<Record<string, unknown>>) =>
      void problems.push(`${problem} ${String(match)}: ${(error as Error).message}`);
    table.clear();
    // Deleted players count for their opponents until all ratings are computed.
    await new Ratings({ journal, table, report, isKept: () => true, mayWrite: () => true }).catchUp();
    table.forgetWhoLeft();
    return { ...table.counts(), problems };
  } finally {
    await journal.close();
    letGo();
  }
}
