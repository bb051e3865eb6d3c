/** For tests of other rooms: the stores in the data folder of a server that has ended. */
import { openDatabase } from './data-folder/database.ts';
import type { OpenedStores } from './engine/postgres/postgresStores.fixture.ts';
import { inThisThread } from './engine/sqlite/sqlite.ts';
import { openStores, operations } from './operations.ts';

export function storesOnDisk(folder: string): OpenedStores {
  const engine = inThisThread(openDatabase(folder, 'process'), operations);
  return { stores: openStores(engine), close: () => engine.close() };
}
