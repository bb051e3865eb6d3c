/**
 * The services of docker-compose.yml without containers: the same commands, settings, files and addresses, as programs of
 * this machine. What a container would have to itself (folders, addresses, ports) is mapped to this machine's.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { nginxWith, startProxy, type TestProxy } from '../proxy/proxies.ts';
import { findProgram, StartedProgram } from '../support/program.ts';
import { scratchFolder } from '../support/scratchFolder.ts';
import { type Service, type Services, servicesIn } from './composeFile.ts';

/** What runs in the image: a folder with the programs, and what the Dockerfile sets. */
export interface Programs {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

interface Ports {
  readonly server: number;
  readonly mqtt: number;
  readonly bridges: number;
}

export class Topology {
  readonly proxy: TestProxy;
  readonly ports: Ports;
  private readonly containers: Containers;
  private readonly running: Readonly<Record<'server' | 'mosquitto' | 'bridge', StartedProgram>>;

  private constructor(containers: Containers, proxy: TestProxy, running: Topology['running']) {
    this.containers = containers;
    this.ports = containers.ports;
    this.proxy = proxy;
    this.running = running;
  }

  /** Follows the steps of docs/hosting.md: `setup` prints the password of the bridge, which goes into the settings. */
  static async start(checkout: string, programs: Programs): Promise<Topology> {
    const scratch = scratchFolder('topology');
    const ports = { server: await freePort(), mqtt: await freePort(), bridges: await freePort() };
    const secrets = { DOMAIN: 'play.example.org', BRIDGE_TOKEN: 'a-token-for-bridges-alone', OPERATOR_TOKEN: '' };
    const before = new Containers({ services: servicesIn(checkout, secrets, scratch), programs, scratch, ports });
    const [, password = ''] = /bridge +password (\S+)/.exec(before.setUp()) ?? [];
    const services = servicesIn(checkout, { ...secrets, MQTT_PASSWORD: password }, scratch);
    const containers = new Containers({ services, programs, scratch, ports });
    const [server, mosquitto] = [await containers.server(), await containers.mosquitto()];
    const proxy = await containers.proxy();
    return new Topology(containers, proxy, { server, mosquitto, bridge: await containers.bridge() });
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
      this.containers.run(name, here);
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
    const { bridge, mosquitto, server } = this.running;
    const proxy = await this.proxy.program.stop();
    const codes = { bridge: await bridge.stop(), server: await server.stop() };
    return { ...codes, proxy, mosquitto: await mosquitto.stop() };
  }

  get server(): StartedProgram {
    return this.running.server;
  }
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

  /** The proxy knows the server by its address. */
  private get serverAt(): string {
    return this.service('server').networks?.['default']?.ipv4_address ?? 'no address';
  }

  setUp(): string {
    const { mqtt, bridges } = this.ports;
    const command = this.service('setup').command ?? [];
    const own = command.map((word) => (word === '1883' ? String(mqtt) : word));
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

  server(): Promise<StartedProgram> {
    return this.start('server', [this.ports.server]);
  }

  bridge(): Promise<StartedProgram> {
    return this.start('bridge', []);
  }

  mosquitto(): Promise<StartedProgram> {
    return this.start('mosquitto', [this.ports.mqtt, this.ports.bridges]);
  }

  /** The proxy with the two files that are mounted into it. */
  proxy(): Promise<TestProxy> {
    const [site, upstream] = this.mounts('proxy');
    if (site?.inside !== '/etc/nginx/conf.d/default.conf' || upstream === undefined)
      throw new Error('the proxy mounts other files than expected');
    const [siteText, upstreamText] = [site, upstream].map(({ outside }) => readFileSync(outside, 'utf8'));
    const files = { site: siteText ?? '', upstream: upstreamText ?? '', addresses: [`${this.serverAt}:2567`] };
    return startProxy(nginxWith(files), [this.ports.server]);
  }

  private start(name: string, ports: readonly number[]): Promise<StartedProgram> {
    const { command = this.parts.programs.command } = this.service(name);
    const [program = '', ...args] = command.map((word) => this.mapped(name, word));
    return StartedProgram.start({
      command: [program === 'mosquitto' ? (findProgram(program) ?? program) : program, ...args],
      environment: this.environment(name),
      folder: this.parts.programs.folder,
      ports,
    });
  }

  private environment(name: string): NodeJS.ProcessEnv {
    const image = this.parts.programs.environment;
    const given = Object.entries(this.service(name).environment ?? {});
    const own = Object.fromEntries(given.map(([key, value]) => [key, this.mapped(name, String(value))]));
    const usual = { DATA_DIR: this.mapped(name, '/app/data'), BOT_DELAY_MS: '0' };
    return { ...process.env, ...image, ...usual, ...own, HOST: '127.0.0.1', PORT: String(this.ports.server) };
  }

  /** The text with the folders and the addresses of the container replaced by those of this machine. */
  private mapped(name: string, text: string): string {
    const { server, mqtt } = this.ports;
    const addresses = Object.values(this.parts.services).flatMap(({ networks }) => Object.values(networks ?? {}));
    const folders = this.mounts(name).filter(({ inside }) => inside.startsWith('/app/'));
    const within = folders.reduce((before, { inside, outside }) => before.replaceAll(inside, outside), text);
    const reached = within
      .replaceAll('server:2567', `127.0.0.1:${server}`)
      .replaceAll('mosquitto:1883', `127.0.0.1:${mqtt}`);
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
