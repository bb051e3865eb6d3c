/** The master key of temples, in a file beside the database. Brokers and the makers of temples read the file, too. */
import { findMasterKey, masterKeyIn, newMasterKey } from '@flower-war/protocol/hosting';

/** Its name among the keys in the database. */
export const KEPT_KEY = 'temples';

/** The file has another key than the database. */
export class OtherTempleKey extends Error {}

/** The key in the folder, made if missing. Without a folder, a key for this process only. Lower-case hex. */
export async function templeKey(folder: string | undefined): Promise<string> {
  return folder === undefined ? newMasterKey() : masterKeyIn(folder);
}

/**
 * The one key of all processes on a database. The first process brings the key of its folder, or a new one; a folder without a
 * key gets that of the database. `keep` finds the key in the database, or keeps this one.
 */
export async function sharedTempleKey(folder: string, keep: (fresh: string) => Promise<string>): Promise<string> {
  const kept = await keep((await findMasterKey(folder)) ?? newMasterKey());
  if ((await masterKeyIn(folder, kept)) === kept) return kept;
  throw new OtherTempleKey(
    `The key of temples in ${folder} is another one than in the database. A temple knows only the one that it was made with. Move the file temples.key away, or choose another DATA_DIR.`,
  );
}
