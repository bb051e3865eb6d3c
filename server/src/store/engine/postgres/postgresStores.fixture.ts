/** For tests of other rooms: the stores on a PostgreSQL, with its tables. */
import { openStores, type Stores } from '../../operations.ts';
import { postgresAt } from '../../postgresStore.ts';
import { preparePostgres } from './openPostgres.ts';

export interface OpenedStores {
  readonly stores: Stores;
  close(): Promise<void>;
}

export async function postgresStores(url: string): Promise<OpenedStores> {
  await preparePostgres(url);
  const engine = postgresAt(url);
  return { stores: openStores(engine), close: () => engine.close() };
}
