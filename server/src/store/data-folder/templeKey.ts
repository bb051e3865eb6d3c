/** The master key of temples: in a file beside the database, which brokers and the makers of temples read as well. */
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { masterKeyIn } from '@flower-war/protocol/hosting';

/** Its name among the keys in the database. */
export const KEPT_KEY = 'temples';

/** The key in the folder, made if there is none; without a folder one that ends with the process. Lower-case hex. */
export async function templeKey(folder: string | undefined): Promise<string> {
  return folder === undefined ? randomBytes(32).toString('hex') : masterKeyIn(folder);
}

/** Keeps a copy of the key in the database, so that backups have it. */
export function keepTempleKey(database: DatabaseSync, key: string): void {
  const put = 'INSERT INTO keys VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
  database.prepare(put).run(KEPT_KEY, key);
}
