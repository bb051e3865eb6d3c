/**
 * The services of docker-compose.yml without containers: the same commands, settings, files and addresses, as programs of
 * this machine. What a container would have to itself (folders, addresses, ports) is mapped to this machine's.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { TestPostgres } from '@flower-war/server/testing';
import { nginxWith, startProxy, type TestProxy } from '../proxy/proxies.ts';
import { adapted } from '../support/adapted.ts';
import { atTheEnd } from '../support/cleanUp.ts';
import { findProgram, StartedProgram } from '../support/program.ts';
import { scratchFolder } from '../support/scratchFolder.ts';
import { DECLARED_DEAD } from '../support/server.ts';
import { type Service, type Services, servicesIn } from './composeFile.ts';

/** What runs in the image: a folder with the programs, and what the Dockerfile sets. */
export interface Programs {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

/** The processes of the server. */
export const SERVERS = ['server-a', 'server-b'] as const;
type ServerName = (typeof SERVERS)[number];

/** The processes of the bridge. */
export const BRIDGES = ['bridge-a', 'bridge-b'] as const;
type BridgeName = (typeof BRIDGES)[number];

interface Ports {
  readonly http: Readonly<Record<ServerName, number>>;
  readonly internal: Readonly<Record<ServerName, number>>;
  readonly postgres: number;
  readonly redis: number;
  /** Where bridges reach the proxy. */
  readonly entrance: number;
  readonly mqtt: number;
  /** Where bridges reach mosquitto. */
  readonly bridges: number;
}

async function freePorts(postgres: number): Promise<Ports> {
  const pair = async () => ({ 'server-a': await freePort(), 'server-b': await freePort() });
  const [http, internal, redis, entrance] = [await pair(), await pair(), await freePort(), await freePort()];
  return { http, internal, postgres, redis, entrance, mqtt: await freePort(), bridges: await freePort() };
}

/** What ends, in the order in which it is stopped. The proxy stands beside. */
const PROGRAMS = [...BRIDGES, ...SERVERS, 'mosquitto', 'redis'] as const;
type Running = Readonly<Record<(typeof PROGRAMS)[number], StartedProgram>>;

export class Topology {
  readonly proxy: TestProxy;
  readonly ports: Ports;
  private readonly containers: Containers;
  private readonly running: Running;
  private readonly postgres: TestPostgres;

  private constructor(containers: Containers, { proxy, running, postgres }: Started) {
    this.containers = containers;
    this.ports = containers.ports;
    this.proxy = proxy;
    this.running = running;
    this.postgres = postgres;
  }

  /** Follows the steps of docs/hosting.md: `setup` prints the password of the bridge, which goes into the settings. */
  static async start(checkout: string, programs: Programs): Promise<Topology> {
    const scratch = scratchFolder('topology');
    const postgres = await startPostgres();
    const ports = await freePorts(postgres.port);
    const secrets = { DOMAIN: 'play.example.org', BRIDGE_TOKEN: 'a-token-for-bridges-alone', POSTGRES_PASSWORD: 'any' };
    const before = new Containers({ services: servicesIn(checkout, secrets, scratch), programs, scratch, ports });
    const [, password = ''] = /bridge +password (\S+)/.exec(before.setUp()) ?? [];
    const services = servicesIn(checkout, { ...secrets, MQTT_PASSWORD: password }, scratch);
    const containers = new Containers({ services, programs, scratch, ports });
    const [redis, mosquitto] = [await containers.redis(), await containers.mosquitto()];
    const [a, b] = await Promise.all(SERVERS.map((name) => containers.server(name)));
    if (a === undefined || b === undefined) throw new Error('a process of the server is missing');
    const proxy = await containers.proxy();
    const bridges = {
      'bridge-a': await containers.bridge('bridge-a'),
      'bridge-b': await containers.bridge('bridge-b'),
    };
    const running = { ...bridges, 'server-a': a, 'server-b': b, mosquitto, redis };
    return new Topology(containers, { proxy, running, postgres });
  }

  /** Runs a command in the service `setup`, as `docker-compose run --rm setup` does. */
  runInSetup(command: readonly string[]): string {
    return this.containers.run('setup', command);
  }

  /** `setup` once more after new temples; mosquitto reads its files again at SIGHUP. */
  admitTemples(): void {
    this.containers.setUp();
    this.running.mosquitto.signal('SIGHUP');
  }

  /** What the health check of a service says. */
  isHealthy(name: string, test: readonly string[]): boolean {
    try {
      const here = test.map((word) => word.replace('https://127.0.0.1/', `${this.proxy.https}/`));
      const port = name === 'redis' ? ['-p', String(this.ports.redis)] : [];
      this.containers.run(name, here.toSpliced(1, 0, ...port));
      return true;
    } catch {
      return false;
    }
  }

  healthcheckOf(name: string): readonly string[] {
    return this.containers.service(name).healthcheck?.test.slice(1) ?? [];
  }

  /** Stops the programs as `docker-compose down` does, and gives their exit codes. */
  async stop(): Promise<Readonly<Record<string, number | null>>> {
    const codes: Record<string, number | null> = { proxy: await this.proxy.program.stop() };
    for (const name of PROGRAMS) codes[name] = await this.running[name].stop();
    await this.postgres.stop();
    return codes;
  }

  program(name: keyof Running): StartedProgram {
    return this.running[name];
  }
}

interface Started {
  readonly proxy: TestProxy;
  readonly running: Running;
  readonly postgres: TestPostgres;
}

/** Stands for the image of PostgreSQL, which makes the user and the database that its settings name. */
async function startPostgres(): Promise<TestPostgres> {
  const postgres = await TestPostgres.start();
  atTheEnd(() => void postgres.stop());
  await postgres.ask('postgres', 'CREATE ROLE "flower-war" LOGIN');
  await postgres.ask('postgres', 'CREATE DATABASE "flower-war" OWNER "flower-war"');
  return postgres;
}

interface Parts {
  readonly services: Services;
  readonly programs: Programs;
  readonly scratch: string;
  readonly ports: Ports;
}

class Containers {
  readonly ports: Ports;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    this.ports = parts.ports;
  }

  service(name: string): Service {
    const service = this.parts.services[name];
    if (service === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
    return service;
  }

  /** The proxy knows the processes by their addresses. */
  private addressOf(name: ServerName): string {
    return `${this.service(name).networks?.['default']?.ipv4_address ?? 'no address'}:2567`;
  }

  setUp(): string {
    const { mqtt, bridges } = this.ports;
    const command = this.service('setup').command ?? [];
    const here: Readonly<Record<string, string>> = { '1883': String(mqtt), '0.0.0.0': '127.0.0.1' };
    const own = command.map((word) => here[word] ?? word);
    const said = this.run('setup', [...own, '--bridge-port', String(bridges), '--bind', '127.0.0.1']);
    // Started as root, mosquitto would change to a user who cannot read this folder.
    if (process.getuid?.() === 0) appendFileSync(this.mapped('setup', '/app/templo/mosquitto.conf'), 'user root\n');
    return said;
  }

  run(name: string, [program = '', ...args]: readonly string[]): string {
    const { folder } = this.parts.programs;
    const given = args.map((word) => this.mapped(name, word));
    return execFileSync(program, given, { cwd: folder, env: this.environment(name), encoding: 'utf8', stdio: 'pipe' });
  }

  server(name: ServerName): Promise<StartedProgram> {
    return this.start(name, [this.ports.http[name]]);
  }

  redis(): Promise<StartedProgram> {
    const { redis } = this.ports;
    return this.start('redis', [redis], ['--port', String(redis), '--bind', '127.0.0.1', '--dir', this.parts.scratch]);
  }

  bridge(name: BridgeName): Promise<StartedProgram> {
    return this.start(name, []);
  }

  mosquitto(): Promise<StartedProgram> {
    return this.start('mosquitto', [this.ports.mqtt, this.ports.bridges]);
  }

  /** The proxy with the two files that are mounted into it. */
  proxy(): Promise<TestProxy> {
    const [site, upstream] = this.mounts('proxy');
    if (site?.inside !== '/etc/nginx/conf.d/default.conf' || upstream === undefined)
      throw new Error('the proxy mounts other files than expected');
    const [siteText = '', upstreamText = ''] = [site, upstream].map(({ outside }) => readFileSync(outside, 'utf8'));
    const { entrance, http } = this.ports;
    const files = {
      site: siteText,
      upstream: adapted(upstreamText, { 'listen 2567;': `listen 127.0.0.1:${entrance};` }),
      addresses: SERVERS.map((name) => this.addressOf(name)),
    };
    return startProxy(
      nginxWith(files),
      SERVERS.map((name) => http[name]),
    );
  }

  private start(name: string, ports: readonly number[], more: readonly string[] = []): Promise<StartedProgram> {
    const { command = this.parts.programs.command } = this.service(name);
    const [program = '', ...args] = command.map((word) => this.mapped(name, word));
    return StartedProgram.start({
      command: [program === 'mosquitto' ? (findProgram(program) ?? program) : program, ...args, ...more],
      environment: this.environment(name),
      folder: this.parts.programs.folder,
      ports,
      startsAgainAfter: DECLARED_DEAD,
    });
  }

  private environment(name: string): NodeJS.ProcessEnv {
    const image = this.parts.programs.environment;
    const given = Object.entries(this.service(name).environment ?? {});
    const own = Object.fromEntries(given.map(([key, value]) => [key, this.mapped(name, String(value))]));
    const usual = { DATA_DIR: this.mapped(name, '/app/data'), BOT_DELAY_MS: '0' };
    return { ...process.env, ...image, ...usual, ...own, ...this.addressesOf(name) };
  }

  /** Where a program listens here, and what tells it so. */
  private addressesOf(name: string): NodeJS.ProcessEnv {
    const { http, internal, postgres } = this.ports;
    const server = SERVERS.find((one) => one === name);
    const hosts = { HOST: '127.0.0.1', INTERNAL_HOST: '127.0.0.1', PGPORT: String(postgres) };
    return server === undefined
      ? hosts
      : { ...hosts, PORT: String(http[server]), INTERNAL_PORT: String(internal[server]) };
  }

  /** The text with the folders and the addresses of the container replaced by those of this machine. */
  private mapped(name: string, text: string): string {
    const { internal, postgres, redis, entrance, bridges } = this.ports;
    const addresses = Object.values(this.parts.services).flatMap(({ networks }) => Object.values(networks ?? {}));
    const folders = this.mounts(name).filter(({ inside }) => inside.startsWith('/app/'));
    const within = folders.reduce((before, { inside, outside }) => before.replaceAll(inside, outside), text);
    const reached = within
      .replaceAll('server-a:2568', `127.0.0.1:${internal['server-a']}`)
      .replaceAll('server-b:2568', `127.0.0.1:${internal['server-b']}`)
      .replaceAll('postgres:5432', `127.0.0.1:${postgres}`)
      .replaceAll('redis:6379', `127.0.0.1:${redis}`)
      .replaceAll('proxy:2567', `127.0.0.1:${entrance}`)
      .replaceAll('mosquitto:1884', `127.0.0.1:${bridges}`);
    return addresses.reduce((before, { ipv4_address }) => before.replaceAll(ipv4_address, '127.0.0.1'), reached);
  }

  /** Named volumes are folders that all services share. */
  private mounts(name: string): readonly { readonly inside: string; readonly outside: string }[] {
    return (this.service(name).volumes ?? []).map((volume) => {
      const [source = '', inside = ''] = volume.split(':');
      const outside = source.startsWith('/') ? source : join(this.parts.scratch, source);
      if (!source.startsWith('/')) mkdirSync(outside, { recursive: true });
      return { inside, outside };
    });
  }
}
