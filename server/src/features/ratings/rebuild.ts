/** Computes all ratings anew from the records, while no server runs. */

import { openStores } from '../../store/operations.ts';
import { openStopped, type StoppedServer } from '../../store/stoppedServer.ts';
import { StoredJournal } from '../../store/storedJournal.ts';
import { Ratings } from './ratings.ts';

export interface Rebuilt {
  readonly matches: number;
  readonly ratings: number;
  /** Matches that could not be read, each with the reason. */
  readonly problems: readonly string[];
}

export async function rebuild(where: StoppedServer): Promise<Rebuilt> {
  const { engine, letGo } = await openStopped(where);
  const journal = new StoredJournal(engine);
  try {
    const { ratings: table } = openStores(engine);
    const problems: string[] = [];
    const report = (problem: string, { match = '', error }: Readonly<Record<string, unknown>>) =>
      void problems.push(`${problem} ${String(match)}: ${(error as Error).message}`);
    await table.clear();
    // Deleted players count for their opponents until all ratings are computed.
    await new Ratings({ journal, table, report, keeps: 'all', mayWrite: () => true }).catchUp();
    await table.forgetWhoLeft();
    return { ...(await table.counts()), problems };
  } finally {
    await journal.close();
    letGo();
  }
}
