/** Opens the data of a server: the stores, the journal and the keys, in SQLite or in PostgreSQL. */
import type { Config } from '../base/config.ts';
import { putMark } from './data-folder/aliveMark.ts';
import { databaseIn, openDatabase } from './data-folder/database.ts';
import { ownFolder } from './data-folder/folderLock.ts';
import { KEPT_KEY, sharedTempleKey, templeKey } from './data-folder/templeKey.ts';
import type { Engine } from './engine/engine.ts';
import { OwnThread } from './engine/inOwnThread.ts';
import { inThisThread } from './engine/inThisThread.ts';
import { preparePostgres, refuseMovedSince } from './engine/openPostgres.ts';
import { StoredJournal } from './journal/storedJournal.ts';
import { type Keys, loadKeys } from './keys.ts';
import { openStores, operations, type Stores } from './operations.ts';
import { postgresAt } from './postgresStore.ts';

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

type Where = Pick<Config, 'JOURNAL' | 'DATA_DIR' | 'DURABILITY' | 'DATABASE_URL'>;

/** A test may pass its own master key of temples. */
export async function openData(where: Where, ownTempleKey?: string): Promise<Data> {
  if (where.DATABASE_URL !== '') return { ...(await inPostgres(where, ownTempleKey)), letGo: () => {} };
  if (where.JOURNAL === 'memory') return { ...(await inMemory(where, ownTempleKey)), letGo: () => {} };
  const letGo = ownFolder(where.DATA_DIR);
  try {
    return { ...(await onDisk(where, ownTempleKey)), letGo };
  } catch (error) {
    letGo();
    throw error;
  }
}

type Opened = Omit<Data, 'letGo'>;

async function inMemory({ DURABILITY }: Where, ownTempleKey?: string): Promise<Opened> {
  const engine = inThisThread(openDatabase(undefined, DURABILITY), operations);
  return opened(engine, ownTempleKey ?? (await templeKey(undefined)));
}

async function onDisk({ DATA_DIR, DURABILITY }: Where, ownTempleKey?: string): Promise<Opened> {
  const data = await opened(threadFor(DATA_DIR, DURABILITY), ownTempleKey ?? (await templeKey(DATA_DIR)));
  data.journal.onBeat = (at) => putMark(DATA_DIR, at, DURABILITY);
  return data;
}

/** Without its thread the server could only be wrong about its data, so its end is the end of the process. */
function threadFor(folder: string, durability: Config['DURABILITY']): Engine {
  openDatabase(folder, durability).close(); // refuses data that is not whole, and brings it to the current format
  const thread = new OwnThread({ path: databaseIn(folder), isSynced: durability === 'power' });
  thread.onDeath = (cause) => {
    throw cause;
  };
  return thread;
}

async function inPostgres({ DATABASE_URL, DATA_DIR }: Where, ownTempleKey?: string): Promise<Opened> {
  await preparePostgres(DATABASE_URL);
  const engine = postgresAt(DATABASE_URL);
  const { keyRing } = openStores(engine);
  try {
    const shared = () => sharedTempleKey(DATA_DIR, (fresh) => keyRing.findOrKeep(KEPT_KEY, fresh));
    const data = await opened(engine, ownTempleKey ?? (await shared()));
    await refuseMovedSince(DATABASE_URL);
    return data;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function opened(engine: Engine, templeKey: string): Promise<Opened> {
  const [stores, journal] = [openStores(engine), new StoredJournal(engine)];
  await stores.keyRing.put(KEPT_KEY, templeKey);
  const [keys, lastBeat] = [await loadKeys(stores.keyRing), await stores.alive.lastBeat()];
  return { stores, journal, keys, templeKey, lastBeat };
}
