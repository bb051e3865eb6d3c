/** The master key of temples, in a file beside the database. Brokers and the makers of temples read the file, too. */
import { randomBytes } from 'node:crypto';
import { masterKeyIn } from '@flower-war/protocol/hosting';

/** Its name among the keys in the database. */
export const KEPT_KEY = 'temples';

/** The key in the folder, made if missing. Without a folder, a key for this process only. Lower-case hex. */
export async function templeKey(folder: string | undefined): Promise<string> {
  return folder === undefined ? randomBytes(32).toString('hex') : masterKeyIn(folder);
}
