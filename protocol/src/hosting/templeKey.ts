/** The file of the master key. The first program that needs the key makes it. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMasterKey } from '../temple/credentials.ts';

export class BadKey extends Error {}

export const KEY_FILE = 'temples.key';

/** The master key in the data folder, in lower-case hex. If the file is absent, it is made with the fresh key. */
export async function masterKeyIn(folder: string, fresh = newMasterKey()): Promise<string> {
  const path = join(folder, KEY_FILE);
  return (await readKey(path)) ?? (await makeKey(path, fresh));
}

/** The master key in the data folder, if there is one. */
export function findMasterKey(folder: string): Promise<string | undefined> {
  return readKey(join(folder, KEY_FILE));
}

export function newMasterKey(): string {
  return randomBytes(32).toString('hex');
}

async function makeKey(path: string, fresh: string): Promise<string> {
  const own = `${path}.${randomBytes(4).toString('hex')}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeDurably(own, `${fresh}\n`);
    // A link appears whole or not at all. It never replaces a key that another process has just made.
    await link(own, path).catch(unlessItExists);
  } catch (error) {
    throw new BadKey(`The key of the temples could not be written to ${path}: ${reasonOf(error)}. ${CHOOSE}`);
  } finally {
    await rm(own, { force: true });
  }
  const key = await readKey(path);
  if (key === undefined)
    throw new BadKey(`The key of the temples, ${path}, was deleted while it was made. Start again.`);
  return key;
}

/** `undefined` if the file is absent. */
async function readKey(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new BadKey(`The key of the temples, ${path}, cannot be read: ${reasonOf(error)}. ${CHOOSE}`);
  });
  if (text === undefined) return undefined;
  if (isMasterKey(text.trim())) return text.trim().toLowerCase();
  throw new BadKey(
    `The key of the temples, ${path}, is damaged: it must be 64 hexadecimal digits. Restore it from a backup; ` +
      'if you delete it, a new one is made, and every temple must be given its new password.',
  );
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function unlessItExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

const CHOOSE = 'Let this user read and write there, or set DATA_DIR to another folder.';

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
