/** Writes all files that mosquitto needs into one folder. Writing again brings them up to date. */
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ACCOUNTS } from '@flower-war/protocol/credentials';
import { type Rule, rulesOf, type Who, whoIs } from '../broker/accounts/access.ts';
import { passwordOf } from '../broker/aedesHooks.ts';
import { makeCertificates } from './certificates.ts';
import { type ConfSettings, FILES, mosquittoConf, PKI, STATE } from './conf.ts';

export interface Installation extends ConfSettings {
  readonly folder: string;
  readonly key: string;
  readonly devices: readonly string[];
  /** Names and addresses of the broker, for its certificate. */
  readonly hosts: readonly string[];
}

/** Writes the files. Says whether the broker has a new certificate. */
export async function writeInstallation(installation: Installation): Promise<boolean> {
  const { folder, isTls, hosts } = installation;
  await mkdir(join(folder, STATE), { recursive: true, mode: 0o700 });
  const isCertified = isTls && (await makeCertificates(folder, hosts));
  await writePasswords(installation);
  await replaceFile(folder, FILES.acl, aclFile());
  await replaceFile(folder, FILES.conf, mosquittoConf(installation));
  // The user who made the authority keeps its key: the broker does not need it.
  for (const name of [STATE, ...(isTls ? [PKI.ca, PKI.cert, PKI.key] : [])]) await giveToOwner(folder, name);
  return isCertified;
}

/** Writes the logins. A running broker reads them again on SIGHUP. */
export async function writePasswords({ folder, key, devices }: Pick<Installation, 'folder' | 'key' | 'devices'>) {
  const logins = [...ACCOUNTS, ...devices].flatMap((user) => whoIs(user) ?? []).map((who) => loginOf(who, key));
  const services = logins.slice(0, ACCOUNTS.length);
  await replaceFile(folder, FILES.passwd, passwdFile(logins, randomBytes));
  await replaceFile(folder, FILES.servicePasswd, passwdFile(services, randomBytes));
}

function loginOf(who: Who, key: string): Login {
  return { user: who.account, password: passwordOf(who, key) };
}

/** Replaces the file in one step, so that a broker that starts meanwhile never reads half a file. */
async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await giveToOwner(folder, `${name}.new`);
  await rename(`${path}.new`, path);
}

/** Gives a file to the owner of the folder: mosquitto often runs as a user of its own, and must read the file. */
async function giveToOwner(folder: string, name: string): Promise<void> {
  const { uid, gid } = await stat(folder);
  const path = join(folder, name);
  if (name !== STATE) await chmod(path, 0o600);
  await chown(path, uid, gid).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error;
  });
}

// The access file of mosquitto, made from the table of topics.

/** `%u` stands for the client's user name, so that new devices need no new line. */
export function aclFile(): string {
  const accounts = ACCOUNTS.flatMap((account) => ['', `user ${account}`, ...lines('topic', rulesOf(account, '+'))]);
  return [
    '# Made from protocol/src/temple/topics.ts by npm run do -- mosquitto; changes made here are lost.',
    '# There is no rule before the first user: a client without a name may do nothing.',
    ...accounts,
    '',
    '# Every device is bound to its own topics.',
    ...lines('pattern', rulesOf('device', '%u')),
    '',
  ].join('\n');
}

function lines(word: 'topic' | 'pattern', rules: readonly Rule[]): readonly string[] {
  const deeds = new Map<string, readonly string[]>();
  for (const { deed, filter } of rules) deeds.set(filter, [...(deeds.get(filter) ?? []), deed]);
  return [...deeds].map(([filter, both]) => `${word} ${both.length > 1 ? 'readwrite' : both.join('')} ${filter}`);
}

// The password file of mosquitto: `$7$` is PBKDF2 with SHA-512.

interface Login {
  readonly user: string;
  readonly password: string;
}

/** The same number as mosquitto_passwd. A password of 120 random bits needs no slow hash. */
const ROUNDS = 101;

const HASH_BYTES = 64;
const SALT_BYTES = 12;

/** `saltOf` gives as many random bytes as asked for. */
function passwdFile(logins: readonly Login[], saltOf: (bytes: number) => Buffer): string {
  return logins.map((login) => `${passwdLine(login, saltOf(SALT_BYTES))}\n`).join('');
}

export function passwdLine({ user, password }: Login, salt: Buffer): string {
  const hash = pbkdf2Sync(password, salt, ROUNDS, HASH_BYTES, 'sha512');
  return `${user}:$7$${ROUNDS}$${salt.toString('base64')}$${hash.toString('base64')}`;
}
