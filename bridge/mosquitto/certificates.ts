/** Makes a private certificate authority and the certificate of the broker. */
import { execFile } from 'node:child_process';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PKI } from './conf.ts';

export class NoCertificate extends Error {}

const run = promisify(execFile);
const CA_DAYS = 20 * 365;
const BROKER_DAYS = 5 * 365;
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/**
 * `hosts` are the names and addresses by which devices reach the broker. An existing authority stays, because devices
 * know it. If its key is not in the folder, all files stay. Says whether the broker has a new certificate.
 */
export async function makeCertificates(folder: string, hosts: readonly string[]): Promise<boolean> {
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
