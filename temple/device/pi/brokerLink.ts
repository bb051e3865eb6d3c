/** The temple's connection to its broker. It knows MQTT and nothing about beads. */
import { connect as connectTcp } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { lookupOnLan } from '@flower-war/protocol/lan';
import { addressed, MOST_PAYLOAD_BYTES, TOPICS, type TopicName, topicOf } from '@flower-war/protocol/temple';
import { connect, type IClientOptions, type IPublishPacket, MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import type { z } from 'zod';

const READ = ['ack', 'match', 'config', 'cmd', 'bridge'] as const satisfies readonly TopicName[];
export type Readable = (typeof READ)[number];
/** The payload of each topic that a temple reads. */
export type Payload<N extends Readable> = z.infer<(typeof TOPICS)[N]['payload']>;
export type Written = 'odometer' | 'info' | 'result';
const LONGEST_WAIT_MS = 20_000;
const LONGEST_GOODBYE_MS = 2000;

export type Listeners = { readonly [N in Readable]: (payload: Payload<N>) => void };

export interface BrokerLinkSpec {
  readonly url: string;
  readonly id: string;
  readonly password: string;
  readonly ca: string | undefined;
  readonly log: Logger;
  readonly listeners: Listeners;
  readonly linked: (isLinked: boolean) => void;
}

export interface BrokerLink {
  /** Publishes only while connected. All messages are states, which the temple publishes again at every connect. */
  publish(name: Written, payload: z.infer<(typeof TOPICS)[Written]['payload']>): void;
  /** Publishes that the temple is online, because the broker may have been told to forget it. */
  sayOnline(): void;
  stop(): Promise<void>;
}

export function createBrokerLink(spec: BrokerLinkSpec): BrokerLink {
  const { url, id, password, ca, log } = spec;
  const availability = topicOf('availability', id);
  const lasting = { qos: 1, retain: true } as const;
  let failures = 0;
  let isTold = false;
  const client = clientFor(url, {
    username: id,
    clientId: id,
    password,
    clean: true,
    keepalive: 15,
    connectTimeout: 5000,
    protocolVersion: 4,
    manualConnect: true,
    reconnectOnConnackError: true,
    resubscribe: false,
    queueQoSZero: false,
    writeCache: false, // 65 536 buffers, 10 MB
    ...(ca === undefined ? {} : { ca, rejectUnauthorized: true }),
    will: { topic: availability, payload: Buffer.from('offline'), ...lasting },
  });
  const sayOnline = () => void (client.connected && client.publish(availability, 'online', lasting, failed));
  const failed = (error?: Error | null) =>
    error && log.warn({ error: error.message }, 'the broker did not take a message');

  client.on('reconnect', () => {
    isTold = false;
  });
  client.on('connect', () => {
    failures = 0;
    isTold = false;
    noDelay(client);
    sayOnline();
    client.subscribe(
      READ.map((name) => topicOf(name, id)),
      { qos: 1 },
      failed,
    );
    spec.linked(true);
  });
  client.on('close', () => {
    client.options.reconnectPeriod = Math.min(500 * 2 ** failures++, LONGEST_WAIT_MS) * (0.5 + Math.random());
    spec.linked(false);
  });
  client.on('error', (error) => {
    if (!isTold) log.warn({ error: error.message }, 'no broker');
    isTold = true; // over TLS the same failure comes twice
  });
  client.on('message', (topic, payload, packet) => hear(spec, topic, { payload, packet }));
  client.connect();

  return {
    sayOnline,
    publish(name, payload) {
      if (!client.connected) return;
      client.publish(topicOf(name, id), JSON.stringify(payload), { qos: 1, retain: TOPICS[name].isRetained }, failed);
    },
    async stop() {
      const isPolite = client.connected;
      if (isPolite) client.publish(availability, 'offline', lasting, failed);
      // With a connection the client first sends what was published; then the last will is not needed.
      await Promise.race([client.endAsync(!isPolite), delay(LONGEST_GOODBYE_MS, undefined, { ref: false })]);
    },
  };
}

/** A broker that the local network knows by name is looked for at each connection: it may have moved to another address. */
function clientFor(url: string, options: IClientOptions): MqttClient {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'mqtt:') return connect(url, options);
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 1883, lookup: lookupOnLan };
  return new MqttClient(() => connectTcp(place), options);
}

/** Without this, each small message waits 40 ms for the acknowledgement of the one before. */
function noDelay({ stream }: MqttClient): void {
  if ('setNoDelay' in stream && typeof stream.setNoDelay === 'function') stream.setNoDelay(true);
}

interface Message {
  readonly payload: Buffer;
  readonly packet: IPublishPacket;
}

function hear({ id, log, listeners }: BrokerLinkSpec, topic: string, { payload, packet }: Message): void {
  const found = addressed(topic);
  const name = READ.find((one) => one === found?.name && topic === topicOf(one, id));
  if (name === undefined) return;
  if (name === 'cmd' && packet.retain) return log.warn('refused a retained command: it may be old');
  const read = payload.length > MOST_PAYLOAD_BYTES ? undefined : parse(name, payload.toString());
  if (read === undefined) return log.warn({ topic }, 'ignored a message that does not follow the protocol');
  tell(listeners, name, read);
}

function parse<N extends Readable>(name: N, text: string): Payload<N> | undefined {
  try {
    return TOPICS[name].payload.parse(JSON.parse(text)) as Payload<N>;
  } catch {
    return undefined;
  }
}

function tell<N extends Readable>(listeners: Listeners, name: N, payload: Payload<N>): void {
  listeners[name](payload);
}
