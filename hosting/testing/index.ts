/** For tests, also those of other rooms: real programs on the files that hosts copy, each a process that ends with the tests; and the three proxies. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { freePort } from '@flower-war/protocol/hosting';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const tasks: (() => void)[] = [];

/** The work is done when the process ends, or when a test file calls `cleanUp`. */
function atTheEnd(task: () => void): void {
  tasks.push(task);
}

/** The newest first: programs end before their folders go. */
export function cleanUp(): void {
  for (const task of tasks.splice(0).reverse()) task();
}

process.once('exit', cleanUp);

export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `hosting-${name}-`));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

export type Changes = Readonly<Record<string, string>>;

/**
 * The text of a file with each of these parts replaced wherever it stands: ports, addresses and folders. What replaces one
 * part is not searched for the next: a port may be 25672. Fails if a part is missing, so that no test runs on the wrong file.
 */
export function adapted(text: string, changes: Changes): string {
  const parts = Object.keys(changes).toSorted((one, other) => other.length - one.length);
  const missing = parts.find((part) => !text.includes(part));
  if (missing !== undefined) throw new Error(`the file does not contain ${JSON.stringify(missing)}`);
  return parts.reduceRight<(text: string) => string>(
    (others, part) => (whole) => whole.split(part).map(others).join(changes[part]),
    (piece) => piece,
  )(text);
}

/** On a busy machine a process can take 13 s to start. */
const READY_WITHIN_MS = 40_000;
/** On a busy machine a process of the server may be silent for so long that the others declare it dead. It ends with this code. */
const DECLARED_DEAD = 75;

interface Starting {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
  /** The program is ready when it accepts connections at these ports of 127.0.0.1. */
  readonly ports: readonly number[];
}

export class StartedProgram {
  /** All output, over all starts. */
  said = '';
  private readonly starting: Starting;
  private child: ChildProcess | undefined;

  private constructor(starting: Starting) {
    this.starting = starting;
  }

  static async start(starting: Starting): Promise<StartedProgram> {
    const program = new StartedProgram(starting);
    await program.start();
    return program;
  }

  async start(): Promise<void> {
    const { command, environment, folder } = this.starting;
    const [name = '', ...args] = command;
    const env = { ...process.env, ...environment };
    const child = spawn(name, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    // Not SIGKILL: the workers of nginx would live on.
    atTheEnd(() => child.kill());
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.said += String(chunk)));
    child.once('exit', (code) => {
      if (code === DECLARED_DEAD) void this.start().catch(() => {});
    });
    child.on('error', (error) => (this.said += String(error)));
    await this.untilReady(child);
  }

  get hasEnded(): boolean {
    return this.child === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Resolves with the exit code, or with null if a signal ended the program. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (child === undefined || child.pid === undefined || this.hasEnded) return child?.exitCode ?? null;
    const gone = once(child, 'exit');
    child.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  }

  private async untilReady(child: ChildProcess): Promise<void> {
    const end = Date.now() + READY_WITHIN_MS;
    for (const port of this.starting.ports)
      for (; !(await isOpen(port)); await wait(20)) {
        if (!this.hasEnded && child.pid !== undefined && Date.now() < end) continue;
        await this.stop('SIGKILL');
        throw new Error(`${this.starting.command.join(' ')} did not open port ${port}: ${this.said.slice(-4000)}`);
      }
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isThere;
}

/** The first of these places where the program is installed. */
export function findProgram(name: string): string | undefined {
  const places = [name, `/usr/sbin/${name}`, `/usr/local/sbin/${name}`, `/opt/homebrew/sbin/${name}`];
  return places.find((place) => spawnSync(place, ['--help'], { stdio: 'ignore' }).error === undefined);
}

export interface TestServer {
  readonly port: number;
  readonly url: string;
  readonly program: StartedProgram;
  /** Its data. */
  readonly folder: string;
}

/** A process of the server. */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const port = await freePort();
  const folder = scratchFolder('data');
  const usual = { DATA_DIR: folder, LOG_LEVEL: 'warn', BOT_DELAY_MS: '0' };
  const program = await StartedProgram.start({
    command: [process.execPath, 'server/src/main.ts'],
    environment: { ...usual, ...settings, PORT: String(port) },
    folder: ROOT,
    ports: [port],
  });
  return { port, url: `http://127.0.0.1:${port}`, folder, program };
}

// The three proxies, started for tests with the files that people copy.

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
export function nginxWith(upstream: string, addresses: readonly string[]): Kind {
  return {
    program: 'nginx',
    hurried: { '90s': '3s' },
    refusesBodyBy: [413],
    prepare: ({ folder, http, https, servers, changes }) => {
      const site = adapted(fileOf('proxy/nginx/flower-war.conf'), {
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

function haproxyWith(config: string, addresses: readonly string[]): Kind {
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
