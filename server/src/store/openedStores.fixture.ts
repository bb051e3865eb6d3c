/** For tests of other rooms: the stores on a PostgreSQL, or in the data folder of a server that has ended. */
import { openDatabase } from './data-folder/database.ts';
import { preparePostgres } from './engine/postgres/openPostgres.ts';
import { inThisThread } from './engine/sqlite/sqlite.ts';
import { openStores, operations, type Stores } from './operations.ts';
import { postgresAt } from './postgresStore.ts';

export interface OpenedStores {
  readonly stores: Stores;
  close(): Promise<void>;
}

export async function postgresStores(url: string): Promise<OpenedStores> {
  await preparePostgres(url);
  const engine = postgresAt(url);
  return { stores: openStores(engine), close: () => engine.close() };
}

export function storesOnDisk(folder: string): OpenedStores {
  const engine = inThisThread(openDatabase(folder, 'process'), operations);
  return { stores: openStores(engine), close: () => engine.close() };
}
