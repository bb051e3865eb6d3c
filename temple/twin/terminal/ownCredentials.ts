/** The password of a temple at this machine's broker, and its printed code: made from the key in the data folder. */
import { claimCode, devicePassword, printedCode } from '@flower-war/protocol/credentials';
import { masterKeyIn } from '@flower-war/protocol/hosting';

export interface Credentials {
  readonly password: string;
  readonly code: string;
}

export async function ownCredentials(id: string, folder: string): Promise<Credentials> {
  const key = await masterKeyIn(folder);
  return { password: devicePassword(key, id), code: printedCode(claimCode(key, id)) };
}
