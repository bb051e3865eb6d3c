/** A bridge between a real broker and a fake server. All of it ends with the test. */
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { type DestinationStream, pino } from 'pino';
import { vi } from 'vitest';
import { type Clock, type RunningBridge, startBridge } from '../src/index.ts';
import { type FakeLink, FakeServer } from './fakeServer.ts';

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
