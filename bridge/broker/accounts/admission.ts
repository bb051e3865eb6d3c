/** Checks the password and the client id of a client that connects. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { accountPassword, type BrokerAccount, devicePassword } from '@flower-war/protocol/credentials';
import { type Who, whoIs } from './access.ts';

export interface Caller {
  readonly user: string;
  readonly password: Uint8Array;
  readonly clientId: string;
}

export type Admission = { readonly who: Who } | { readonly refused: 'bad-password' | 'bad-client-id' };

export function admit({ user, password, clientId }: Caller, key: string): Admission {
  const who = whoIs(user);
  if (who === undefined || !isSame(password, passwordOf(who, key))) return { refused: 'bad-password' };
  return isOwnClientId(who, clientId) ? { who } : { refused: 'bad-client-id' };
}

/** The password of a device or an account. */
export function passwordOf({ party, account }: Who, key: string): string {
  return party === 'device' ? devicePassword(key, account) : accountPassword(key, account as BrokerAccount);
}

/** A second connection with the same client id ends the first, so that only the account itself may use its name. */
function isOwnClientId({ party, account }: Who, clientId: string): boolean {
  if (party === 'device') return clientId === account;
  const named = /^(templo|bridge|operator|home)(?=-|$)/.exec(clientId)?.[1];
  return named === undefined || named === account;
}

/** Compares in constant time. */
function isSame(given: Uint8Array, expected: string): boolean {
  const [one, other] = [given, expected].map((value) => createHash('sha256').update(value).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
