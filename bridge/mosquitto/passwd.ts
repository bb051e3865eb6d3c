/** The password file of mosquitto: `$7$` is PBKDF2 with SHA-512. */
import { pbkdf2Sync } from 'node:crypto';

export interface Login {
  readonly user: string;
  readonly password: string;
}

/** The same number as mosquitto_passwd. A password of 120 random bits needs no slow hash. */
const ROUNDS = 101;
const HASH_BYTES = 64;
const SALT_BYTES = 12;

/** `saltOf` gives as many random bytes as asked for. */
export function passwdFile(logins: readonly Login[], saltOf: (bytes: number) => Buffer): string {
  return logins.map((login) => `${passwdLine(login, saltOf(SALT_BYTES))}\n`).join('');
}

export function passwdLine({ user, password }: Login, salt: Buffer): string {
  const hash = pbkdf2Sync(password, salt, ROUNDS, HASH_BYTES, 'sha512');
  return `${user}:$7$${ROUNDS}$${salt.toString('base64')}$${hash.toString('base64')}`;
}
