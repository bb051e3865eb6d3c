/** For tests: all stores on one database, in memory or on a disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { Config } from '../base/config.ts';
import { connect } from './data-folder/connect.ts';
import { databaseIn, openDatabase } from './data-folder/database.ts';
import type { Engine } from './engine/engine.ts';
import { inThisThread } from './engine/sqlite/sqlite.ts';
import { OwnThread } from './inOwnThread.ts';
import { openStores, operations, type Stores } from './operations.ts';
import { StoredJournal } from './storedJournal.ts';

export interface TestStore {
  /** The same data, for what no operation does. */
  readonly database: DatabaseSync;
  readonly engine: Engine;
  readonly stores: Stores;
  readonly journal: StoredJournal;
}

export function memoryStore(): TestStore {
  const database = openDatabase(undefined, 'process');
  return storeOn(database, inThisThread(database, operations));
}

/** Data on the disk, in a thread of its own. It is deleted after the test. */
export function diskStore(durability: Config['DURABILITY'] = 'power'): TestStore {
  const folder = temporaryFolder();
  const engine = threadOn(folder, durability);
  const database = connect(databaseIn(folder), false);
  onTestFinished(async () => {
    await engine.close();
    database.close();
  });
  return storeOn(database, engine);
}

/** The thread of a server whose data is in this folder. */
export function threadOn(folder: string, durability: Config['DURABILITY'] = 'power'): OwnThread {
  openDatabase(folder, durability).close();
  return new OwnThread({ path: databaseIn(folder), isSynced: durability === 'power' });
}

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function storeOn(database: DatabaseSync, engine: Engine): TestStore {
  return { database, engine, stores: openStores(engine), journal: new StoredJournal(engine) };
}

/** Makes these players known. */
export async function known({ stores }: Pick<TestStore, 'stores'>, ...players: readonly string[]): Promise<void> {
  for (const player of players) await stores.people.add({ player, name: player, createdAt: 1 });
}
