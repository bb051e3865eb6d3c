/** Clients for the tests of brokers. They note all messages that they receive. */
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { topicOf } from '@flower-war/protocol/temple';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { onTestFinished } from 'vitest';
import type { TestBroker } from './guardedBrokers.ts';

export interface ReceivedMessage {
  readonly topic: string;
  readonly text: string;
  readonly isRetained: boolean;
}

export interface Speaker {
  readonly client: MqttClient;
  readonly heard: readonly ReceivedMessage[];
  /** Subscribes. A refused subscription is not an error. */
  listen(...filters: readonly string[]): Promise<void>;
  /** Publishes. A refusal, which only MQTT 5 tells, is not an error. */
  say(topic: string, text: string, retain?: boolean): Promise<void>;
  /** Waits for a message with this text. */
  hears(text: string): Promise<void>;
  isOpen(): boolean;
}

const WAIT_MS = 20_000;

/** Connects as an account, with the account's password unless the options have another. */
export async function dial(broker: TestBroker, account: string, options: IClientOptions = {}): Promise<Speaker> {
  const isBridge = account === 'bridge';
  const port = isBridge ? broker.servicePort : broker.port;
  const clientId = isBridge ? `bridge-${Math.random().toString(36).slice(2, 8)}` : account;
  const how = { host: '127.0.0.1', port, clientId, protocolVersion: 4, reconnectPeriod: 0, ...broker.login(account) };
  const client = mqtt.connect({ ...how, ...options, manualConnect: true } as IClientOptions);
  const speaker = speakerOf(client);
  client.connect();
  await connected(client);
  return speaker;
}

/** The same, for one test. */
export async function dialOnce(...given: Parameters<typeof dial>): Promise<Speaker> {
  const speaker = await dial(...given);
  onTestFinished(() => hangUp(speaker));
  return speaker;
}

export async function hangUp(...speakers: readonly Speaker[]): Promise<void> {
  await Promise.all(speakers.map(({ client }) => client.endAsync(true)));
}

/** The code of the refusal, or nothing if it was let in. */
export async function refusalOf(broker: TestBroker, options: IClientOptions): Promise<number | string | undefined> {
  const how = { host: '127.0.0.1', port: broker.port, protocolVersion: 4, reconnectPeriod: 0 } as const;
  const client = mqtt.connect({ ...how, ...options });
  try {
    await connected(client);
    return undefined;
  } catch (error) {
    return (error as { code?: number | string }).code ?? -1;
  } finally {
    await client.endAsync(true);
  }
}

/** The options of a TLS connection to a test broker. */
export function trusting({ folder }: TestBroker): IClientOptions {
  return { protocol: 'mqtts', ca: readFileSync(join(folder, 'pki/ca.crt')) };
}

let marks = 0;

/** Waits until all listeners have a new message of the bridge. An earlier message that they lack then never comes. */
export async function fence(bridge: Speaker, ...listeners: readonly Speaker[]): Promise<void> {
  marks += 1;
  const mark = `mark ${marks}`;
  await bridge.say(topicOf('bridge', ''), mark);
  await Promise.all(listeners.map((listener) => listener.hears(mark)));
}

function speakerOf(client: MqttClient): Speaker {
  const heard: ReceivedMessage[] = [];
  let isOpen = true;
  client.on('message', (topic, payload, { retain }) =>
    heard.push({ topic, text: String(payload), isRetained: retain }),
  );
  client.on('close', () => {
    isOpen = false;
  });
  client.on('error', () => undefined);
  client.on('connect', () => (client.stream as Socket).setNoDelay(true));
  return {
    client,
    heard,
    listen: async (...filters) => {
      for (const filter of filters) await client.subscribeAsync(filter, { qos: 1 }).catch(() => undefined);
    },
    say: async (topic, text, retain = false) => {
      await client.publishAsync(topic, text, { qos: 1, retain }).catch(unlessRefused);
    },
    hears: (text) => until(client, () => heard.some((one) => one.text === text), `heard ${text}`),
    isOpen: () => isOpen,
  };
}

function unlessRefused(error: Error & { readonly code?: unknown }): void {
  if (typeof error.code !== 'number' || error.code < 0x80) throw error;
}

async function until(client: MqttClient, isSo: () => boolean, what: string): Promise<void> {
  if (isSo()) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => done(new Error(`${client.options.clientId} never ${what}`)), WAIT_MS);
    const look = () => isSo() && done();
    const done = (error?: Error) => {
      clearTimeout(timer);
      client.off('message', look);
      if (error === undefined) resolve();
      else reject(error);
    };
    client.on('message', look);
  });
}

async function connected(client: MqttClient): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
}
