/** Writes all files that mosquitto needs into one folder. Writing again brings them up to date. */
import { execFile } from 'node:child_process';
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { access, chmod, chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ACCOUNTS } from '@flower-war/protocol/credentials';
import { MOST_MESSAGE_BYTES, MOST_PACKET_BYTES, type Rule, rulesOf, type Who, whoIs } from './access.ts';
import { passwordOf } from './aedesHooks.ts';

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

// The configuration of mosquitto.

interface ConfSettings {
  /** The folder of the files on the broker's machine. */
  readonly at: string;
  /** The address for devices; empty: all addresses. */
  readonly bind: string;
  readonly port: number;
  /** The port for accounts that are not devices, and its address. */
  readonly servicePort: number;
  readonly serviceBind: string;
  readonly isTls: boolean;
}

export const FILES = {
  conf: 'mosquitto.conf',
  acl: 'acl',
  passwd: 'passwd',
  servicePasswd: 'passwd-services',
} as const;
const PKI = { ca: 'pki/ca.crt', caKey: 'pki/ca.key', cert: 'pki/broker.crt', key: 'pki/broker.key' } as const;
const STATE = 'state';

export function mosquittoConf(settings: ConfSettings): string {
  return `${[...general(settings), '', ...devices(settings), '', ...services(settings)].join('\n')}\n`;
}

function general({ at }: ConfSettings): readonly string[] {
  return [
    '# Made by npm run do -- mosquitto; changes made here are lost.',
    '# Each listener has its own passwords: no device can log in where client ids are free.',
    'per_listener_settings true',
    '# Without this, every answer to a bead waits 40 ms.',
    'set_tcp_nodelay true',
    'persistence true',
    `persistence_location ${at}/${STATE}/`,
    'autosave_interval 1',
    'autosave_on_changes true',
    'persistent_client_expiration 1d',
    `max_packet_size ${MOST_PACKET_BYTES}`,
    `message_size_limit ${MOST_MESSAGE_BYTES}`,
    'max_inflight_messages 20',
    '# A bridge that comes back gets all retained messages at once: several for each temple.',
    'max_queued_messages 20000',
  ];
}

function devices({ at, bind, port, isTls }: ConfSettings): readonly string[] {
  return [
    '# For devices, Home Assistant, the operator, and one bridge on another machine.',
    `listener ${port}${bind === '' ? '' : ` ${bind}`}`,
    ...door(at, FILES.passwd),
    '# A second connection with the same client id ends the first, so that each client id is the user name.',
    'use_username_as_clientid true',
    ...(isTls ? tls(at) : []),
  ];
}

function services({ at, servicePort, serviceBind }: ConfSettings): readonly string[] {
  return [
    '# For any number of bridges: one user name, each bridge with a client id of its own.',
    `listener ${servicePort} ${serviceBind}`,
    ...door(at, FILES.servicePasswd),
  ];
}

function door(at: string, passwd: string): readonly string[] {
  return [
    'allow_anonymous false',
    `password_file ${at}/${passwd}`,
    `acl_file ${at}/${FILES.acl}`,
    'max_connections 200',
  ];
}

function tls(at: string): readonly string[] {
  return [`cafile ${at}/${PKI.ca}`, `certfile ${at}/${PKI.cert}`, `keyfile ${at}/${PKI.key}`, 'tls_version tlsv1.2'];
}

// Makes a private certificate authority and the certificate of the broker.

export class NoCertificate extends Error {}

const run = promisify(execFile);
const CA_DAYS = 20 * 365;
const BROKER_DAYS = 5 * 365;
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/**
 * `hosts` are the names and addresses by which devices reach the broker. An existing authority stays, because devices
 * know it. If its key is not in the folder, all files stay. Says whether the broker has a new certificate.
 */
async function makeCertificates(folder: string, hosts: readonly string[]): Promise<boolean> {
  await mkdir(join(folder, 'pki'), { recursive: true });
  const [hasAuthority, hasKey] = await Promise.all([PKI.ca, PKI.caKey].map((name) => isThere(join(folder, name))));
  if (hasAuthority && !hasKey) return false;
  if (!hasAuthority) await makeAuthority(folder);
  const [request, extensions] = [join(folder, 'pki/broker.csr'), join(folder, 'pki/broker.ext')];
  await writeFile(extensions, extensionsFor(hosts));
  const subject = ['-subj', `/CN=${hosts[0] ?? 'broker'}`];
  await openssl(['req', '-new', ...NEW_KEY, '-keyout', join(folder, PKI.key), '-out', request, ...subject]);
  await openssl([
    'x509',
    '-req',
    '-in',
    request,
    '-out',
    join(folder, PKI.cert),
    '-days',
    String(BROKER_DAYS),
    '-sha256',
    '-CA',
    join(folder, PKI.ca),
    '-CAkey',
    join(folder, PKI.caKey),
    '-set_serial',
    `0x${serial()}`,
    '-extfile',
    extensions,
  ]);
  await Promise.all([request, extensions].map((path) => rm(path, { force: true })));
  return true;
}

async function makeAuthority(folder: string): Promise<void> {
  await openssl([
    'req',
    '-x509',
    ...NEW_KEY,
    '-keyout',
    join(folder, PKI.caKey),
    '-out',
    join(folder, PKI.ca),
    '-days',
    String(CA_DAYS),
    '-sha256',
    '-subj',
    '/CN=Flower War temples',
    '-addext',
    'keyUsage=critical,keyCertSign,cRLSign',
  ]);
}

function extensionsFor(hosts: readonly string[]): string {
  const names = hosts.map((host) => `${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`);
  return [
    'basicConstraints=critical,CA:FALSE',
    'keyUsage=critical,digitalSignature',
    'extendedKeyUsage=serverAuth',
    `subjectAltName=${names.join(',')}`,
    '',
  ].join('\n');
}

/** Two certificates of one authority must not have the same number. */
function serial(): string {
  return Date.now().toString(16).padStart(16, '0');
}

async function openssl(parameters: readonly string[]): Promise<void> {
  try {
    await run('openssl', parameters);
  } catch (error) {
    const { code, stderr = '' } = error as { code?: string; stderr?: string };
    throw new NoCertificate(
      code === 'ENOENT'
        ? 'Certificates are made with openssl, which is not installed. Install it, or leave --tls out.'
        : `openssl could not make a certificate: ${stderr.trim().split('\n').at(-1)}`,
    );
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
