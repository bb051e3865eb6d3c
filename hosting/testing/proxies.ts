/** The three proxies, started for tests with the files that people copy. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from '@flower-war/protocol/hosting';
import { adapted, type Changes, findProgram, ROOT, StartedProgram, scratchFolder } from './programs.ts';

/** What differs from the machine of a host. */
interface ProxySetting {
  readonly folder: string;
  readonly http: number;
  readonly https: number;
  /** The ports of the server's processes, in the order of their names. */
  readonly servers: readonly number[];
  /** Further changes of the file, which a test needs. */
  readonly changes: Changes;
}

export interface Kind {
  readonly program: 'nginx' | 'haproxy' | 'caddy';
  /** Changes that make the time-outs so short that a test can wait longer. */
  readonly hurried: Changes;
  readonly refusesBodyBy: readonly number[];
  /** Writes the files, and gives the arguments to start with. */
  prepare(place: ProxySetting): readonly string[];
}

const TLS = '/etc/flower-war/tls';
const fileOf = (path: string) => readFileSync(join(ROOT, 'hosting', path), 'utf8');

/** Where the files for one process find it. */
export const ONE = ['127.0.0.1:2567'];
const MANY = ['10.0.0.11:2567', '10.0.0.12:2567', '10.0.0.13:2567'];

/** Each address of the file leads to a process of this machine. */
function leading(addresses: readonly string[], servers: readonly number[]): Changes {
  if (addresses.length !== servers.length) throw new Error(`the file names ${addresses.length} processes`);
  return Object.fromEntries(addresses.map((address, at) => [address, `127.0.0.1:${servers[at]}`]));
}

export const NGINX = nginxWith(fileOf('proxy/nginx/upstream.conf'), ONE);
export const NGINX_MANY = nginxWith(fileOf('proxy/many/upstream.conf'), MANY);

/** nginx with the text of an upstream.conf, and the addresses of the server's processes in it. */
export function nginxWith(
  upstream: string,
  addresses: readonly string[],
  file = fileOf('proxy/nginx/flower-war.conf'),
): Kind {
  return {
    program: 'nginx',
    hurried: { '90s': '3s' },
    refusesBodyBy: [413],
    prepare: ({ folder, http, https, servers, changes }) => {
      const site = adapted(file, {
        'listen 80;': `listen 127.0.0.1:${http};`,
        'listen [::]:80;': '',
        'listen 443 ssl http2;': `listen 127.0.0.1:${https} ssl http2;`,
        'listen [::]:443 ssl http2;': '',
        [TLS]: folder,
        ...changes,
      });
      writeFileSync(join(folder, 'site.conf'), site);
      writeFileSync(join(folder, 'upstream.conf'), adapted(upstream, leading(addresses, servers)));
      writeFileSync(join(folder, 'nginx.conf'), nginxMain(folder));
      return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
    },
  };
}

/** Stands for the main file of the system, which includes those in conf.d. */
function nginxMain(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  return [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `daemon off; pid ${folder}/nginx.pid; error_log stderr warn;`,
    'events { worker_connections 512; }',
    `http { access_log off; ${temporary.join(' ')} include ${folder}/upstream.conf; include ${folder}/site.conf; }`,
  ].join('\n');
}

export const HAPROXY = haproxyWith(fileOf('proxy/haproxy.cfg'), ONE);
export const HAPROXY_MANY = haproxyWith(fileOf('proxy/many/haproxy.cfg'), MANY);

export function haproxyWith(config: string, addresses: readonly string[]): Kind {
  return {
    program: 'haproxy',
    hurried: { '90s': '3s' },
    refusesBodyBy: [413],
    prepare: ({ folder, http, https, servers, changes }) => {
      const file = join(folder, 'haproxy.cfg');
      const text = adapted(config, {
        'bind :::80 v4v6': `bind 127.0.0.1:${http}`,
        'bind :::443 v4v6': `bind 127.0.0.1:${https}`,
        [TLS]: folder,
        ...leading(addresses, servers),
        ...changes,
      });
      writeFileSync(file, text);
      return ['-db', '-f', file];
    },
  };
}

export const CADDY = caddyWith(fileOf('proxy/Caddyfile'), ONE);
export const CADDY_MANY = caddyWith(fileOf('proxy/many/Caddyfile'), MANY);

export function caddyWith(config: string, addresses: readonly string[], domain = 'play.example.org'): Kind {
  return {
    program: 'caddy',
    // Caddy cuts nothing that is silent.
    hurried: {},
    // Before 2.7 it answers 502.
    refusesBodyBy: [413, 502],
    prepare: ({ folder, http, https, servers, changes }) => {
      const file = join(folder, 'Caddyfile');
      const ports = `http_port ${http}\n\thttps_port ${https}`;
      const text = adapted(config, {
        [`${domain} {`]: `127.0.0.1 {\n\tbind 127.0.0.1\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`,
        ...leading(addresses, servers),
        ...changes,
      });
      const options = `admin off\n\t${ports}\n\tskip_install_trust\n\tservers {\n\t\tprotocols h1 h2\n\t}`;
      writeFileSync(file, `{\n\t${options}\n}\n${text}`);
      return ['run', '--adapter', 'caddyfile', '--config', file];
    },
  };
}

export interface TestProxy {
  /** The file with its certificate, which other programs must be told to trust. */
  readonly certificate: string;
  readonly https: string;
  readonly http: string;
  readonly program: StartedProgram;
}

export async function startProxy(kind: Kind, servers: readonly number[], changes: Changes = {}): Promise<TestProxy> {
  const folder = scratchFolder(kind.program);
  const certificate = makeCertificate(folder);
  const [http, https] = [await freePort(), await freePort()];
  const args = kind.prepare({ folder, http, https, servers, changes });
  const environment = { HOME: folder, XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config') };
  for (const path of Object.values(environment)) mkdirSync(path, { recursive: true });
  const command = [findProgram(kind.program) ?? kind.program, ...args];
  const program = await StartedProgram.start({ command, environment, ports: [http, https] });
  return { certificate, https: `https://127.0.0.1:${https}`, http: `http://127.0.0.1:${http}`, program };
}

/** Writes a certificate as the proxies read it, with its key. This process trusts it from then on. */
function makeCertificate(folder: string): string {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const subject = ['-subj', '/CN=play.example.org', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:play.example.org'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...curve, ...files, '-days', '2', ...subject], { stdio: 'pipe' });
  const text = readFileSync(certificate, 'utf8');
  writeFileSync(join(folder, 'haproxy.pem'), text + readFileSync(key, 'utf8'));
  setDefaultCACertificates([...getCACertificates('default'), text]);
  return certificate;
}

/** What is missing on this machine for tests with the proxy. */
export function missingFor({ program }: Pick<Kind, 'program'>): string | undefined {
  if (findProgram(program) === undefined) return `${program} is not installed`;
  return spawnSync('openssl', ['version']).error === undefined ? undefined : 'openssl is not installed';
}
