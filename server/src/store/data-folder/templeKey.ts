/** The master key of temples: in a file beside the database, which brokers and the makers of temples read as well. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isMasterKey } from '@flower-war/protocol/credentials';
import { BadConfig } from '../../base/config.ts';

export const KEY_FILE = 'temples.key';
/** Its name among the keys in the database. */
export const KEPT_KEY = 'temples';

/** The key in the folder, made if there is none; without a folder one that ends with the process. Lower-case hex. */
export function templeKey(folder: string | undefined): string {
  if (folder === undefined) return newKey();
  const path = join(folder, KEY_FILE);
  try {
    return keyIn(path) ?? made(folder, path);
  } catch (error) {
    if (error instanceof BadConfig) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new BadConfig(
      `The key of the temples, ${path}, cannot be read or made (${code}). Let this user read and write there.`,
    );
  }
}

/** The key of the temples lies in a file, for the brokers; a copy stands here, so that backups have it. */
export function keepTempleKey(database: DatabaseSync, key: string): void {
  const put = 'INSERT INTO keys VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
  database.prepare(put).run(KEPT_KEY, key);
}

function newKey(): string {
  return randomBytes(32).toString('hex');
}

/** A link appears whole or not at all, and never in the place of a key that another process has just made. */
function made(folder: string, path: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = `${path}.${randomBytes(4).toString('hex')}.new`;
  try {
    writeDurably(own, `${newKey()}\n`);
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
  const key = keyIn(path);
  if (key === undefined)
    throw new BadConfig(`The key of the temples, ${path}, was deleted while it was made. Start again.`);
  return key;
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Nothing where there is no file. */
function keyIn(path: string): string | undefined {
  const text = read(path)?.trim();
  if (text === undefined || isMasterKey(text)) return text?.toLowerCase();
  throw new BadConfig(
    `The key of the temples, ${path}, is damaged: it must be 64 hexadecimal digits. Restore it from a backup; if you delete it, a new one is made, and every temple must be given its new password.`,
  );
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
