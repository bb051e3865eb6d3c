import { accountPassword } from '@flower-war/protocol/credentials';
import { masterKeyIn } from '../../broker/keyFile.ts';

/** What the bridge says to the broker that is started here. */
export async function bridgePassword(folder: string): Promise<string> {
  return accountPassword(await masterKeyIn(folder), 'bridge');
}
