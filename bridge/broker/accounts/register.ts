/** The ids of the temples made here, one a line. No id is made twice, and mosquitto needs the list for its logins. */
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { templeId } from '@flower-war/protocol/temple';

export const REGISTER_FILE = 'temples.txt';

export class BadRegister extends Error {}

export async function registeredTemples(folder: string): Promise<readonly string[]> {
  const path = join(folder, REGISTER_FILE);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new BadRegister(`The list of temples, ${path}, cannot be read: ${error.code}.`);
  });
  const ids = text.split(/\s+/).filter(Boolean);
  const bad = ids.find((id) => !templeId.safeParse(id).success);
  if (bad === undefined) return [...new Set(ids)];
  throw new BadRegister(
    `The list of temples, ${path}, contains ${JSON.stringify(bad)}, which is not a temple's id: correct it.`,
  );
}

/** Adds the ids that are not in the list yet. */
export async function register(folder: string, ids: readonly string[]): Promise<void> {
  const known = await registeredTemples(folder);
  const added = ids.filter((id) => !known.includes(id));
  if (added.length === 0) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(join(folder, REGISTER_FILE), 'a', 0o600);
  try {
    await file.appendFile(added.map((id) => `${id}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
}
