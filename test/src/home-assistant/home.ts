/** One Home Assistant without a screen, on a free port of 127.0.0.1, and what its API tells. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { until } from './until.ts';

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

  /** How often it told that the broker is away. */
  async losses(): Promise<number> {
    return (await this.warnings()).filter(isLoss).length;
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
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
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
