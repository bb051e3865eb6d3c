/** Opens the data of a server: the stores, the journal and the keys, on the disk or in memory. */
import type { Config } from '../base/config.ts';
import { putMark } from './data-folder/aliveMark.ts';
import { databaseIn, openDatabase } from './data-folder/database.ts';
import { ownFolder } from './data-folder/folderLock.ts';
import { KEPT_KEY, templeKey } from './data-folder/templeKey.ts';
import type { Engine } from './engine/engine.ts';
import { OwnThread } from './engine/inOwnThread.ts';
import { inThisThread } from './engine/inThisThread.ts';
import { StoredJournal } from './journal/storedJournal.ts';
import { type Keys, loadKeys } from './keys.ts';
import { openStores, operations, type Stores } from './operations.ts';

export interface Data {
  readonly stores: Stores;
  readonly journal: StoredJournal;
  readonly keys: Keys;
  /** The master key of temples, in hex. */
  readonly templeKey: string;
  /** The last moment at which a server noted in the data that it was alive. */
  readonly lastBeat: number | undefined;
  /** Releases the lock on the data folder. */
  readonly letGo: () => void;
}

type Where = Pick<Config, 'JOURNAL' | 'DATA_DIR' | 'DURABILITY'>;

/** A test may pass its own master key of temples. */
export async function openData(where: Where, ownTempleKey?: string): Promise<Data> {
  const folder = where.JOURNAL === 'sqlite' ? where.DATA_DIR : undefined;
  const letGo = folder === undefined ? () => {} : ownFolder(folder);
  try {
    return { ...(await opened(folder, where, ownTempleKey)), letGo };
  } catch (error) {
    letGo();
    throw error;
  }
}

async function opened(folder: string | undefined, where: Where, ownTempleKey?: string): Promise<Omit<Data, 'letGo'>> {
  const engine = engineFor(folder, where);
  const stores = openStores(engine);
  const journal = new StoredJournal(engine);
  if (folder !== undefined) journal.onBeat = (at) => putMark(folder, at, where.DURABILITY);
  const keyOfTemples = ownTempleKey ?? (await templeKey(folder));
  await stores.keyRing.put(KEPT_KEY, keyOfTemples);
  const [keys, lastBeat] = [await loadKeys(stores.keyRing), await stores.alive.lastBeat()];
  return { stores, journal, keys, templeKey: keyOfTemples, lastBeat };
}

/** On the disk the database has a thread of its own. Without it the server could only be wrong about its data. */
function engineFor(folder: string | undefined, { DURABILITY }: Where): Engine {
  const database = openDatabase(folder, DURABILITY);
  if (folder === undefined) return inThisThread(database, operations);
  database.close();
  const thread = new OwnThread({ path: databaseIn(folder), isSynced: DURABILITY === 'power' });
  thread.onDeath = (cause) => {
    throw cause;
  };
  return thread;
}
