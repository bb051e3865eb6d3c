/** Opens the data of a server that is stopped, for a tool that changes it. */
import { existsSync } from 'node:fs';
import type { Config } from '../base/config.ts';
import { databaseIn, openDatabase } from './data-folder/database.ts';
import { ownFolder } from './data-folder/folderLock.ts';
import { refuseMarked } from './data-folder/movedMark.ts';
import type { Engine } from './engine/engine.ts';
import { connectTo, nameOf } from './engine/postgres/connectPostgres.ts';
import { inThisThread } from './engine/sqlite/inThisThread.ts';
import { marksOf, refuseOtherFormat, refuseServers } from './moving/postgresTables.ts';
import { operations } from './operations.ts';
import { postgresAt } from './postgresStore.ts';

export type StoppedServer = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>;

/** There is no data. */
export class NoData extends Error {}

export interface Stopped {
  readonly engine: Engine;
  /** Lets a server open the folder. */
  readonly letGo: () => void;
}

export function openStopped({ DATA_DIR, DATABASE_URL }: StoppedServer): Promise<Stopped> {
  return DATABASE_URL === '' ? openFolder(DATA_DIR) : openPostgres(DATABASE_URL);
}

async function openFolder(folder: string): Promise<Stopped> {
  if (!existsSync(databaseIn(folder)))
    throw new NoData(`There is no data in ${folder}: is DATA_DIR the one of the server?`);
  const letGo = ownFolder(folder);
  try {
    return { engine: inThisThread(openDatabase(folder, 'power'), operations), letGo };
  } catch (error) {
    letGo();
    throw error;
  }
}

/** No lock keeps a server from starting later: PostgreSQL ends locks with their transaction. */
async function openPostgres(url: string): Promise<Stopped> {
  const client = await connectTo(url, 'tool');
  try {
    await refuseOtherFormat(client, nameOf(url));
    refuseMarked(await marksOf(client), nameOf(url));
    await refuseServers(client, nameOf(url));
  } finally {
    await client.end();
  }
  return { engine: postgresAt(url), letGo: () => {} };
}
