/**
 * The services of docker-compose.yml without containers: the same commands, settings and files, as programs of this machine. Each
 * address in the network of the containers becomes one here, and each folder of a container one of the image's folder.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { TestPostgres } from '@flower-war/server/testing';
import { parse } from 'yaml';
import { adapted, atTheEnd, findProgram, ROOT, StartedProgram, scratchFolder } from '../testing/programs.ts';
import { nginxWith, startProxy, type TestProxy } from '../testing/proxies.ts';
import type { Image } from './image.ts';

export interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly unknown[];
  readonly profiles?: readonly string[];
  readonly networks?: Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly read_only?: boolean;
}

export type Settings = Readonly<Record<string, string>>;

/** docker-compose.yml as docker-compose understands it, with all settings filled in. Fails with the words of docker-compose. */
export function servicesWith(settings: Settings): Readonly<Record<string, Service>> {
  const file = join(scratchFolder('compose'), 'settings.env');
  writeFileSync(
    file,
    Object.entries(settings)
      .map((pair) => `${pair.join('=')}\n`)
      .join(''),
  );
  const profiles = ['setup', 'temples', 'metrics'].flatMap((profile) => ['--profile', profile]);
  const where = ['--project-directory', ROOT, '-f', join(ROOT, 'docker-compose.yml'), '--env-file', file];
  const text = execFileSync('docker-compose', [...where, ...profiles, 'config'], { encoding: 'utf8', stdio: 'pipe' });
  return parse(text).services;
}

const SECRETS = { DOMAIN: 'play.example.org', BRIDGE_TOKEN: 'a-token-for-bridges-alone', POSTGRES_PASSWORD: 'any' };
const SERVERS = ['server-a', 'server-b'];

interface Ports {
  /** Of the processes of the server. */
  readonly http: readonly number[];
  readonly internal: readonly number[];
  readonly redis: number;
  /** Where bridges reach the proxy. */
  readonly entrance: number;
  readonly mqtt: number;
  /** Where bridges reach mosquitto. */
  readonly bridges: number;
}

async function freePorts(): Promise<Ports> {
  const [http, internal] = [
    [await freePort(), await freePort()],
    [await freePort(), await freePort()],
  ];
  const [redis, entrance] = [await freePort(), await freePort()];
  return { http, internal, redis, entrance, mqtt: await freePort(), bridges: await freePort() };
}

/** Stands for the image of PostgreSQL, which makes the user and the database that its settings name. */
async function startPostgres(): Promise<TestPostgres> {
  const postgres = await TestPostgres.start();
  atTheEnd(() => void postgres.stop());
  await postgres.ask('postgres', 'CREATE ROLE "flower-war" LOGIN');
  await postgres.ask('postgres', 'CREATE DATABASE "flower-war" OWNER "flower-war"');
  return postgres;
}

export class Containers {
  /** By the names of their services. */
  readonly running = new Map<string, StartedProgram>();
  readonly ports: Ports;
  /** The address of the proxy, for players. */
  url = '';
  private services = servicesWith(SECRETS);
  private readonly image: Image;
  private readonly postgres: TestPostgres;

  private constructor(image: Image, postgres: TestPostgres, ports: Ports) {
    this.image = image;
    this.postgres = postgres;
    this.ports = ports;
  }

  /** Follows the steps of docs/hosting.md: `setup` prints the password of the bridge, which goes into the settings. */
  static async start(image: Image): Promise<Containers> {
    const containers = new Containers(image, await startPostgres(), await freePorts());
    const [, password = ''] = /bridge +password (\S+)/.exec(containers.setUp()) ?? [];
    await containers.startAll(password);
    return containers;
  }

  private async startAll(password: string): Promise<void> {
    this.services = servicesWith({ ...SECRETS, MQTT_PASSWORD: password });
    const { http, internal, redis, mqtt, bridges } = this.ports;
    await this.startOne(
      'redis',
      [redis],
      '--port',
      String(redis),
      '--bind',
      '127.0.0.1',
      '--dir',
      scratchFolder('redis'),
    );
    await this.startOne('mosquitto', [mqtt, bridges]);
    for (const [at, name] of SERVERS.entries()) await this.startOne(name, [http[at] ?? 0, internal[at] ?? 0]);
    const { https, program } = await this.startProxy();
    this.url = https;
    this.running.set('proxy', program);
    for (const name of ['bridge-a', 'bridge-b']) await this.startOne(name, []);
  }

  private async startOne(name: string, ports: readonly number[], ...more: readonly string[]): Promise<void> {
    const [program = '', ...args] = this.services[name]?.command ?? this.image.command;
    const command = [findProgram(program) ?? program, ...args.map((word) => this.here(word)), ...more];
    const starting = { command, environment: this.environmentOf(name), folder: this.image.folder, ports };
    this.running.set(name, await StartedProgram.start(starting));
  }

  /** The proxy with the two files that are mounted into it. */
  private startProxy(): Promise<TestProxy> {
    const { entrance, http } = this.ports;
    const addresses = SERVERS.map((name) => `${this.addressOf(name)}:2567`);
    const text = readFileSync(join(ROOT, 'hosting/compose/upstream.conf'), 'utf8');
    const upstream = adapted(text, { 'listen 2567;': `listen 127.0.0.1:${entrance};` });
    return startProxy(nginxWith(upstream, addresses), http);
  }

  /** `setup` once more after new temples; mosquitto reads its files again at SIGHUP. */
  admitTemples(): void {
    this.setUp();
    this.running.get('mosquitto')?.signal('SIGHUP');
  }

  private setUp(): string {
    const { mqtt, bridges } = this.ports;
    const listening: Readonly<Record<string, string>> = { '1883': String(mqtt), '0.0.0.0': '127.0.0.1' };
    const command = (this.services['setup']?.command ?? []).map((word) => listening[word] ?? word);
    const said = this.run('setup', [...command, '--bridge-port', String(bridges), '--bind', '127.0.0.1']);
    // Started as root, mosquitto would change to a user who cannot read this folder.
    if (process.getuid?.() === 0) appendFileSync(join(this.image.folder, 'templo/mosquitto.conf'), 'user root\n');
    return said;
  }

  /** Runs a command as `docker-compose run` and health checks do. */
  run(name: string, [program = '', ...args]: readonly string[]): string {
    const env = { ...process.env, ...this.environmentOf(name) };
    const words = args.map((word) => this.here(word));
    return execFileSync(program, words, { cwd: this.image.folder, env, encoding: 'utf8', stdio: 'pipe' });
  }

  /** Whether the health check of the service, or else of the image, passes. */
  isHealthy(name: string): boolean {
    const [program = '', ...words] = this.services[name]?.healthcheck?.test?.slice(1) ?? this.image.healthcheck;
    const port = program === 'redis-cli' ? ['-p', String(this.ports.redis)] : [];
    const args = words.map((word) => word.replace('https://127.0.0.1/', `${this.url}/`));
    try {
      this.run(name, [program, ...port, ...args]);
      return true;
    } catch {
      return false;
    }
  }

  /** Stops the programs as `docker-compose down` does, and gives their exit codes. */
  async stop(): Promise<readonly (number | null)[]> {
    const codes: (number | null)[] = [];
    for (const program of [...this.running.values()].toReversed()) codes.push(await program.stop());
    await this.postgres.stop();
    return codes;
  }

  private environmentOf(name: string): NodeJS.ProcessEnv {
    const { http, internal } = this.ports;
    const given = Object.entries(this.services[name]?.environment ?? {});
    const own = Object.fromEntries(given.map(([key, value]) => [key, this.here(String(value))]));
    const hosts = { HOST: '127.0.0.1', INTERNAL_HOST: '127.0.0.1', PGPORT: String(this.postgres.port) };
    const at = SERVERS.indexOf(name);
    const listening = at < 0 ? hosts : { ...hosts, PORT: String(http[at]), INTERNAL_PORT: String(internal[at]) };
    return { ...this.image.environment, BOT_DELAY_MS: '0', ...own, ...listening };
  }

  /** The text with folders and addresses of the containers replaced by those of this machine. */
  private here(text: string): string {
    const { internal, redis, entrance, bridges } = this.ports;
    const places = {
      '/app/': `${this.image.folder}/`,
      'postgres:5432': `127.0.0.1:${this.postgres.port}`,
      'redis:6379': `127.0.0.1:${redis}`,
      'server-a:2568': `127.0.0.1:${internal[0]}`,
      'server-b:2568': `127.0.0.1:${internal[1]}`,
      'proxy:2567': `127.0.0.1:${entrance}`,
      'mosquitto:1884': `127.0.0.1:${bridges}`,
      [this.addressOf('proxy')]: '127.0.0.1',
    };
    return Object.entries(places).reduce((before, [there, place]) => before.replaceAll(there, place), text);
  }

  /** The proxy and the processes of the server know each other by these. */
  private addressOf(name: string): string {
    return this.services[name]?.networks?.['default']?.ipv4_address ?? 'no address';
  }
}
