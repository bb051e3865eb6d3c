/** A bridge between a real broker and a fake server. All of it ends with the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@flower-war/protocol/hosting';
import { Aedes } from 'aedes';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { type DestinationStream, pino } from 'pino';
import { beforeEach, describe, test, vi } from 'vitest';
import { type RunningBridge, startBridge } from '../src/bridge.ts';
import type { Clock } from '../src/runtime.ts';
import { type FakeLink, FakeServer } from './fakeServer.ts';
import { findMosquitto } from './guardedBrokers.ts';

export const T = 'templo-7f3a';
export const odometer = (war: number, rain = 0, epoch = 7) => ({ v: 1, epoch, war, rain });
export const topic = (rest: string) => `templo/v1/${rest}`;

/** On a busy machine a process can take 13 s to start. */
const AWAITED_MS = 45_000;

export const until = <T>(check: () => T) => vi.waitFor(check, { timeout: AWAITED_MS, interval: 10 });
const stops: (() => unknown)[] = [];

/** Ends everything that the test has started. To be called after each test. */
export async function endAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

export function atTheEnd(stop: () => unknown): void {
  stops.push(stop);
}

export async function joinBroker(url: string, ...filters: string[]): Promise<TestClient> {
  const party = await TestClient.join(url, filters);
  atTheEnd(() => party.leave());
  return party;
}

export interface Bridged {
  readonly bridge: RunningBridge;
  readonly link: FakeLink;
  readonly logged: string[];
}

export interface BridgedOptions {
  readonly url: string;
  readonly server?: FakeServer;
  readonly instance?: string;
  readonly clock?: Clock;
  readonly login?: { readonly username: string; readonly password: string };
}

export function bridged({ url, server = new FakeServer(), instance = 'one', login, ...rest }: BridgedOptions): Bridged {
  const link = server.link();
  const logged: string[] = [];
  const destination: DestinationStream = { write: (line) => void logged.push(line) };
  const bridge = startBridge({
    instance,
    version: '1.2.3',
    homeAssistant: true,
    broker: { url, user: login?.username ?? 'bridge', ...(login && { password: login.password }) },
    link,
    log: pino({ level: 'debug' }, destination),
    random: () => 0.01,
    ...rest,
  });
  atTheEnd(() => bridge.stop());
  return { bridge, link, logged };
}

// Any client of the broker but a bridge: a device, an operator, Home Assistant, or an attacker.

export interface SeenMessage {
  readonly topic: string;
  readonly text: string;
  readonly isRetained: boolean;
}

export class TestClient {
  readonly seen: SeenMessage[] = [];
  private readonly client: MqttClient;

  private constructor(client: MqttClient) {
    this.client = client;
    client.on('message', (topic, payload, { retain }) => {
      this.seen.push({ topic, text: payload.toString(), isRetained: retain });
    });
  }

  static async join(url: string, filters: readonly string[], login: IClientOptions = {}): Promise<TestClient> {
    const party = new TestClient(await connectAsync(url, { protocolVersion: 4, reconnectPeriod: 100, ...login }));
    if (filters.length > 0) await party.client.subscribeAsync([...filters], { qos: 1 });
    return party;
  }

  async publish(topic: string, payload: unknown, { retain = false } = {}): Promise<void> {
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
    await this.client.publishAsync(topic, text, { qos: 1, retain });
  }

  /** Subscribes to these topics, and waits until one has had this many messages. */
  async waitFor(awaited: string, filters: readonly string[], times: number): Promise<void> {
    const heard = Promise.withResolvers<void>();
    const look = () => new Set(this.texts(awaited)).size >= times && heard.resolve();
    this.client.on('message', look);
    if (filters.length > 0) await this.client.subscribeAsync([...filters], { qos: 1 });
    look();
    await heard.promise;
  }

  async leave(): Promise<void> {
    await this.client.endAsync(true);
  }

  texts(topic: string): string[] {
    return this.seen.filter((one) => one.topic === topic).map(({ text }) => text);
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields that they expect
  newest(topic: string): any {
    const text = this.texts(topic).at(-1);
    return text === undefined || text === '' ? undefined : JSON.parse(text);
  }
}

/**
 * The retained messages that a new client of a broker without accounts gets. Aedes sends them in the order in which
 * they came; mosquitto sends them in an order of its own, but before all later messages.
 */
export async function retainedAt(url: string, filter: string): Promise<Map<string, string>> {
  const party = await TestClient.join(url, []);
  const marker = `marker/${Math.random()}`;
  await party.publish(marker, 'the last that is retained', { retain: true });
  await party.waitFor(marker, [filter, marker], 1);
  await party.publish(marker, '', { retain: true });
  await party.waitFor(marker, [], 2);
  await party.leave();
  return new Map(party.seen.filter(({ topic }) => topic !== marker).map(({ topic, text }) => [topic, text]));
}

// Real brokers without accounts, for tests: aedes in this process, mosquitto in one of its own.

const MOSQUITTO = findMosquitto();
export const hasMosquitto = MOSQUITTO !== undefined;

export interface TestBroker {
  readonly url: string;
  /** Kills the broker, which forgets everything. `start` starts it again on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Another program may take a free port before mosquitto listens there. */
export async function withRetries<T>(start: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (tries <= 1) throw error;
    return withRetries(start, tries - 1);
  }
}

export async function startAedes(): Promise<TestBroker> {
  const port = await freePort();
  let listening: { readonly broker: Aedes; readonly server: Server; readonly sockets: Set<Socket> } | undefined;
  const start = async () => {
    const broker = await Aedes.createBroker();
    const sockets = new Set<Socket>();
    const server = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      broker.handle(socket);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    listening = { broker, server, sockets };
  };
  const kill = async () => {
    const dying = listening;
    listening = undefined;
    if (dying === undefined) return;
    const isClosed = once(dying.server, 'close');
    dying.server.close();
    for (const socket of dying.sockets) socket.destroy();
    await isClosed;
    await new Promise<void>((resolve) => dying.broker.close(resolve));
  };
  await start();
  return { url: `mqtt://127.0.0.1:${port}`, start, kill };
}

export function startMosquitto(): Promise<TestBroker> {
  return withRetries(startMosquittoOnce);
}

async function startMosquittoOnce(): Promise<TestBroker> {
  const port = await freePort();
  const url = `mqtt://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'));
    const file = join(folder, 'mosquitto.conf');
    writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\npersistence false\n`);
    child = spawn(MOSQUITTO ?? 'mosquitto', ['-c', file], { stdio: 'ignore' });
    await untilItAnswers(url, child).finally(() => rmSync(folder, { recursive: true }));
  };
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  await start();
  return { url, start, kill };
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 40_000; Date.now() < end && child.exitCode === null; await wait(20)) {
    const client = await connectAsync(url, { reconnectPeriod: 0 }, false).catch(() => undefined);
    if (client !== undefined) return client.endAsync();
  }
  throw new Error(`nothing answers at ${url}`);
}

// Both kinds of brokers that the bridge must get on with.

const BROKERS = [
  { name: 'aedes (MQTT 3.1.1)', start: startAedes, version: '3.1.1', isHere: true },
  { name: 'mosquitto (MQTT 5)', start: startMosquitto, version: '5', isHere: hasMosquitto },
];

interface OnBroker {
  /** A test, which is skipped if the broker is not installed. */
  readonly that: ReturnType<typeof test.skipIf>;
  /** The newest version of MQTT that the broker speaks. */
  readonly version: string;
  /** Starts one more broker of the kind, which the test must end. */
  readonly start: () => Promise<TestBroker>;
  /** The broker of the test that runs. Each test has its own. */
  readonly broker: () => TestBroker;
}

export function onEachBroker(tests: (on: OnBroker) => void): void {
  describe.each(BROKERS)('on $name', ({ start, version, isHere }) => {
    let broker: TestBroker;
    beforeEach(async () => {
      if (isHere) broker = await start();
      return () => broker?.kill();
    });
    tests({ that: test.skipIf(!isHere), version, start, broker: () => broker });
  });
}

/** A clock that a test moves by hand. */
export class ManualClock implements Clock {
  private time = 0;
  private waiting: { readonly at: number; readonly run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(milliseconds: number, run: () => void): () => void {
    const entry = { at: this.time + milliseconds, run };
    this.waiting.push(entry);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry);
    };
  }

  /** Moves the clock. Timers that are due on the way run at their own times, in order. */
  advance(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (let next = this.next(end); next !== undefined; next = this.next(end)) {
      const { at, run } = next;
      this.waiting = this.waiting.filter((other) => other !== next);
      this.time = at;
      run();
    }
    this.time = end;
  }

  /** Moves the clock as if the process had been paused: the timers run late. */
  sleep(milliseconds: number): void {
    this.time += milliseconds;
    this.waiting = this.waiting.map(({ at, run }) => ({ at: Math.max(at, this.time), run }));
    this.advance(0);
  }

  private next(end: number): { readonly at: number; readonly run: () => void } | undefined {
    return this.waiting.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
  }
}
