/** Opens the data of a server: the stores, the journal and the keys, on the disk or in memory. */
import type { Config } from '../base/config.ts';
import { putMark } from './data-folder/aliveMark.ts';
import { openDatabase } from './data-folder/database.ts';
import { ownFolder } from './data-folder/folderLock.ts';
import { keepTempleKey, templeKey } from './data-folder/templeKey.ts';
import { MemoryJournal } from './journal/memory.ts';
import { NoticeOutbox } from './journal/noticeOutbox.ts';
import { lastBeat, SqliteJournal } from './journal/sqlite.ts';
import { type Keys, loadKeys } from './keys.ts';
import { type Stores, storesIn } from './stores.ts';

export interface Data {
  readonly stores: Stores;
  readonly journal: SqliteJournal | MemoryJournal;
  readonly outbox: NoticeOutbox;
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
  const database = openDatabase(folder, where.DURABILITY);
  const outbox = new NoticeOutbox(database);
  const stores = storesIn(database);
  const journal = folder === undefined ? inMemory(outbox, stores) : onDisk(new SqliteJournal(database, outbox), where);
  const keyOfTemples = ownTempleKey ?? (await templeKey(folder));
  keepTempleKey(database, keyOfTemples);
  return {
    stores,
    outbox,
    journal,
    keys: loadKeys(database),
    templeKey: keyOfTemples,
    lastBeat: lastBeat(database),
  };
}

function onDisk(journal: SqliteJournal, { DATA_DIR, DURABILITY }: Where): SqliteJournal {
  journal.onBeat = (at) => putMark(DATA_DIR, at, DURABILITY);
  return journal;
}

function inMemory(outbox: NoticeOutbox, { talk }: Stores): MemoryJournal {
  const journal = new MemoryJournal((notice) => outbox.put(notice));
  journal.onForget = (match) => talk.erase(match);
  return journal;
}
