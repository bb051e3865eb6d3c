/** Opens the data of a server: the stores, the journal and the keys, in SQLite or in PostgreSQL. */
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { masterKeyIn, newMasterKey, signerOf } from '@flower-war/protocol/hosting';
import type { Config } from '../base/config.ts';
import { newProcess, type ThisProcess } from '../base/ids.ts';
import { LocalTurns, type Turns } from '../base/scheduling.ts';
import { fileOf } from './data-folder/appendLog.ts';
import { databaseIn, KEPT_KEY, openDatabase, sharedTempleKey } from './data-folder/database.ts';
import { RESTORED_AT } from './data-folder/dataMarks.ts';
import { ownFolder, putMark } from './data-folder/safeFolder.ts';
import { type Engine, StoreError, type Waiting } from './engine/engine.ts';
import { inThisThread } from './engine/sqlite/sqlite.ts';
import { OwnThread } from './inOwnThread.ts';
import type { Keys, keyRing, Lease } from './keys.ts';
import { openStores, operations, type Stores } from './operations.ts';
import { StoredJournal } from './storedJournal.ts';

export interface Data {
  readonly stores: Stores;
  readonly journal: StoredJournal;
  readonly keys: Keys;
  /** Among all processes that use the data. */
  readonly turns: Turns;
  /** The master key of temples, in hex. */
  readonly templeKey: string;
  /** This process among those that share the data. */
  readonly self: ThisProcess;
  /** What the clock of the store showed a moment ago. Undefined if it has none of its own: only this process can use the data. */
  readonly storeTime: number | undefined;
  /** The last moment at which a server noted in the data that it was alive. */
  readonly lastBeat: number | undefined;
  /** When a server first opened the data, after it came from a backup or at all. Undefined for data of an older version. */
  readonly restoredAt: number | undefined;
  /** The backup that was made before data of an older version was brought up to date. */
  readonly backup: string | undefined;
  /** Releases the lock on the data folder. */
  readonly letGo: () => void;
}

type Where = Pick<Config, 'JOURNAL' | 'DATA_DIR' | 'DURABILITY' | 'DATABASE_URL' | 'PROCESS_NAME'>;

/** What a test brings along. */
export interface OwnParts {
  /** The master key of temples, in hex. */
  readonly templeKey?: string;
  /** Holds the data in place of a database. */
  readonly engine?: Engine;
}

export async function openData(where: Where, { templeKey: ownTempleKey, engine }: OwnParts = {}): Promise<Data> {
  if (engine !== undefined) return { ...(await onEngine(engine, where, ownTempleKey)), letGo: () => {} };
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

async function onEngine(engine: Engine, { PROCESS_NAME }: Where, ownTempleKey?: string): Promise<Opened> {
  const data = await opened({ engine, name: PROCESS_NAME }, ownTempleKey ?? newMasterKey());
  return engine.isShared ? { ...data, turns: new SharedTurns(data.stores.leases, data.self.id) } : data;
}

async function inMemory({ DURABILITY, PROCESS_NAME }: Where, ownTempleKey?: string): Promise<Opened> {
  const engine = inThisThread(openDatabase(undefined, DURABILITY), operations);
  return opened({ engine, name: PROCESS_NAME }, ownTempleKey ?? newMasterKey());
}

async function onDisk({ DATA_DIR, DURABILITY, PROCESS_NAME }: Where, ownTempleKey?: string): Promise<Opened> {
  let backup: string | undefined;
  const onBackUp = (file: string) => {
    backup = file;
  };
  // Refuses data that is not whole, and brings it to the current format.
  openDatabase(DATA_DIR, DURABILITY, onBackUp).close();
  const engine = threadFor(DATA_DIR, DURABILITY);
  const data = await opened({ engine, name: PROCESS_NAME, backup }, ownTempleKey ?? (await masterKeyIn(DATA_DIR)));
  await data.stores.leases.endAll(); // the folder is locked, so they are of processes that have ended
  const log = fileOf(databaseIn(DATA_DIR), 'appends');
  let marked = { at: Number.NEGATIVE_INFINITY, hasLog: false };
  data.journal.onBeat = (at) => {
    const hasLog = existsSync(log);
    if (hasLog === marked.hasLog && at >= marked.at && at - marked.at < MARKED_EVERY_MS) return;
    marked = { at, hasLog };
    putMark(DATA_DIR, { ...marked, durability: DURABILITY });
  };
  return data;
}

/** The parts that may be missing reach further back, so a mark of this age reveals it, too. One each second would write as much as the moves. */
const MARKED_EVERY_MS = 30_000;

/** Without its thread the server could only be wrong about its data, so its end is the end of the process. */
function threadFor(folder: string, durability: Config['DURABILITY']): Engine {
  const thread = new OwnThread({ path: databaseIn(folder), isSynced: durability === 'power' });
  thread.onDeath = (cause) => {
    throw cause;
  };
  return thread;
}

async function inPostgres({ DATABASE_URL, DATA_DIR, PROCESS_NAME }: Where, ownTempleKey?: string): Promise<Opened> {
  // Loaded only here, because a server without PostgreSQL should not hold its library in memory.
  const { preparePostgres, refuseMovedSince } = await import('./engine/postgres/openPostgres.ts');
  const { postgresAt } = await import('./postgresStore.ts');
  const { backUpOlderPostgres } = await import('./moving/postgresBackup.ts');
  const backup = await backUpOlderPostgres(DATABASE_URL, DATA_DIR);
  await preparePostgres(DATABASE_URL);
  const engine = postgresAt(DATABASE_URL);
  const { keyRing } = openStores(engine);
  try {
    const shared = () => sharedTempleKey(DATA_DIR, (fresh) => keyRing.findOrKeep(KEPT_KEY, fresh));
    const data = await opened({ engine, name: PROCESS_NAME, backup }, ownTempleKey ?? (await shared()));
    await refuseMovedSince(DATABASE_URL);
    return { ...data, turns: new SharedTurns(data.stores.leases, data.self.id) };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

interface Opening {
  readonly engine: Engine;
  readonly name: string;
  readonly backup?: string | undefined;
}

async function opened({ engine, name, backup }: Opening, templeKey: string): Promise<Opened> {
  const self = newProcess(name);
  const [stores, journal] = [openStores(engine), new StoredJournal(engine, self)];
  await stores.keyRing.put(KEPT_KEY, templeKey);
  const restoredAt = await restoredAtIn(stores.keyRing);
  const [keys, lastBeat] = [await loadKeys(stores.keyRing), await stores.alive.lastBeat()];
  const storeTime = engine.isShared ? await stores.processes.time(0) : undefined;
  const turns = new LocalTurns();
  return { stores, journal, keys, turns, templeKey, self, storeTime, lastBeat, restoredAt, backup };
}

/** New data may stand in the place of data that was lost: temples and their brokers still know what that told. */
async function restoredAtIn(ring: Waiting<typeof keyRing>): Promise<number | undefined> {
  const isNew = (await ring.find(TOKENS)) === undefined;
  return numberIn(isNew ? await ring.findOrKeep(RESTORED_AT, String(Date.now())) : await ring.find(RESTORED_AT));
}

const numberIn = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** The first key that a server makes. */
const TOKENS = 'tokens';

/** Reads the server's own keys, and makes those that are missing. */
async function loadKeys(ring: Waiting<typeof keyRing>): Promise<Keys> {
  const keyNamed = (name: string) => ring.findOrKeep(name, randomBytes(32).toString('hex'));
  return {
    tokens: Buffer.from(await keyNamed(TOKENS), 'hex'),
    signer: signerOf(await keyNamed('signing')),
    peers: await keyNamed('peers'),
    push: await ring.findOrKeep('push', freshPushKey()),
  };
}

/** Not every 32 bytes are a key of this curve. */
function freshPushKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return pair.getPrivateKey('hex').padStart(64, '0');
}

// Turns among all processes on one store.

/** Longer than any such job: it waits for a few statements. A process that stands still holds up its name until it is declared dead. */
const LEASE_MS = 15_000;
const GIVE_UP_AFTER_MS = 20_000;
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 200;

export class SharedTurns implements Turns {
  private readonly leases: Stores['leases'];
  private readonly process: string;
  private readonly local = new LocalTurns();

  /** `process`: the id of this one among those that show signs of life. */
  constructor(leases: Stores['leases'], process: string) {
    this.leases = leases;
    this.process = process;
  }

  /** Rejects with a `StoreError` if other processes do not end their turns. */
  run<T>(name: string, job: () => Promise<T>): Promise<T> {
    return this.local.run(name, async () => {
      const lease = { name: `turn ${name}`, process: `${this.process} ${randomUUID()}` };
      try {
        await this.begin(lease);
        return await job();
      } finally {
        if (!(await this.isEnded(lease))) void this.endLater(lease);
      }
    });
  }

  private isEnded(lease: Lease): Promise<boolean> {
    return this.leases.release(lease).then(
      () => true,
      () => false,
    );
  }

  /** A store that is away for a moment holds up the next turn no longer than that. */
  private async endLater(lease: Lease): Promise<void> {
    const runsOutAt = performance.now() + LEASE_MS;
    do await wait(LONGEST_WAIT_MS, undefined, { ref: false });
    while (performance.now() < runsOutAt && !(await this.isEnded(lease)));
  }

  private async begin(lease: Lease): Promise<void> {
    const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
    for (let ms = FIRST_WAIT_MS; ; ms = Math.min(2 * ms, LONGEST_WAIT_MS)) {
      if (await this.leases.hold(lease, { now: Date.now(), forMs: LEASE_MS })) return;
      if (performance.now() > giveUpAt) throw new StoreError(`${lease.name}: other processes hold it`);
      await wait(ms * (0.5 + Math.random() / 2));
    }
  }
}
