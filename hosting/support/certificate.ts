/** A certificate for 127.0.0.1, which this process trusts from then on. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Writes the files that the proxies read: fullchain.pem, privkey.pem, and both in haproxy.pem. */
export function makeCertificate(folder: string): void {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const subject = ['-subj', '/CN=play.example.org', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:play.example.org'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...curve, ...files, '-days', '2', ...subject], { stdio: 'pipe' });
  const text = readFileSync(certificate, 'utf8');
  writeFileSync(join(folder, 'haproxy.pem'), text + readFileSync(key, 'utf8'));
  setDefaultCACertificates([...getCACertificates('default'), text]);
}
