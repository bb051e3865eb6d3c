/** What opens the broker of this house, and what is printed on a temple of it: made from the key in its data. */
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
