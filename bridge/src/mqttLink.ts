/** The connection to the MQTT broker. It comes back by itself, and speaks MQTT 5 or, if the broker cannot, 3.1.1. */
import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import type { IncomingMessage } from './incoming.ts';
import { type Outgoing, RefusedByBroker } from './outbox.ts';
import type { Log } from './runtime.ts';

export interface MqttLinkOptions {
  readonly url: string;
  readonly user: string;
  readonly password?: string;
  /** The authority that signed the broker's certificate, as PEM. */
  readonly authority?: string;
  readonly clientId: string;
  readonly will: Outgoing;
  readonly filters: readonly string[];
  readonly random: () => number;
  readonly log: Log;
}

export interface MqttLinkEvents {
  /** Must only keep the message, which is acknowledged when this returns. */
  readonly onMessage: (arrived: IncomingMessage) => void;
  readonly onUp: (version: 4 | 5) => void;
  readonly onDown: () => void;
}

type Version = 4 | 5;

/** CONNACK codes of a broker that does not speak this version: 3.1.1 says 1, 5 says 132. */
const WRONG_VERSION = [1, 132];
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;
/** A connection that lasts this long has worked. After shorter ones the bridge waits longer and longer. */
const STEADY_AFTER_MS = 3000;
const CALM_MS = 60_000;

export class MqttLink {
  private readonly options: MqttLinkOptions;
  private readonly events: MqttLinkEvents;
  private client: MqttClient;
  private readonly pending = new Set<number>();
  private failures = 0;
  private upSince: number | undefined;
  private isClosing = false;
  private complainedAt = Number.NEGATIVE_INFINITY;

  constructor(options: MqttLinkOptions, events: MqttLinkEvents) {
    this.options = options;
    this.events = events;
    this.client = this.prepare(5);
  }

  open(): void {
    this.client.connect();
  }

  /** Rejects when the answer is a refusal, when the connection ends, or when `signal` says that it takes too long. */
  publish({ topic, payload, isRetained }: Outgoing, signal: AbortSignal): Promise<void> {
    const { client } = this;
    if (!client.connected) return Promise.reject(new Error('not connected'));
    return new Promise((resolve, reject) => {
      client.publish(topic, payload, { qos: 1, retain: isRetained }, (error) => {
        this.pending.delete(id);
        if (error) reject(refusalOf(error));
        else resolve();
      });
      const id = client.getLastMessageId();
      // The library must not send this later, over a newer message.
      signal.addEventListener('abort', () => client.removeOutgoingMessage(id));
      this.pending.add(id);
    });
  }

  /** Closes in order, so that the broker does not publish the last will. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.client.endAsync();
  }

  /** Closes at once. */
  drop(): void {
    this.isClosing = true;
    this.client.end(true);
  }

  private prepare(version: Version): MqttClient {
    const client = connect(this.options.url, optionsFor(this.options, version));
    client.handleMessage = (packet, acknowledge) => {
      this.events.onMessage(arrivedOf(packet as IPublishPacket));
      acknowledge();
    };
    client.on('connect', () => this.connected(client, version));
    client.on('close', () => this.closed(client));
    client.on('error', (error) => this.failed(client, version, error));
    return client;
  }

  private connected(client: MqttClient, version: Version): void {
    const { stream } = client as unknown as { readonly stream: { setNoDelay?: (on: boolean) => void } };
    stream.setNoDelay?.(true); // Nagle costs 44 ms on each side of every bead
    this.upSince = performance.now();
    client.subscribe([...this.options.filters], { qos: 1 }, (error) => {
      if (error && client.connected)
        this.complain(`the broker does not let the bridge read all topics that it needs: ${error.message}`);
    });
    this.events.onUp(version);
  }

  /** The library reads the period anew after each close. */
  private closed(client: MqttClient): void {
    if (client !== this.client) return;
    const wasUp = this.upSince;
    this.upSince = undefined;
    const wasSteady = wasUp !== undefined && performance.now() - wasUp > STEADY_AFTER_MS;
    this.failures = wasSteady ? 0 : this.failures + 1;
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(this.failures, 10));
    client.options.reconnectPeriod = longest * (0.5 + this.options.random() / 2);
    for (const id of this.pending) client.removeOutgoingMessage(id);
    this.pending.clear();
    if (wasUp !== undefined) this.events.onDown();
  }

  private failed(client: MqttClient, version: Version, error: Error & { readonly code?: unknown }): void {
    if (version === 5 && client === this.client && WRONG_VERSION.includes(Number(error.code))) {
      this.options.log.debug('the broker does not speak MQTT 5; going on with 3.1.1');
      client.options.reconnectOnConnackError = false; // otherwise it would connect again after its end
      client.end(true);
      this.client = this.prepare(4);
      return void this.client.connect();
    }
    this.complain(`the broker cannot be used: ${error.message || String(error.code)}`);
  }

  private complain(sentence: string): void {
    const now = performance.now();
    // Messages on their way at the close come back as errors of the library.
    if (this.isClosing || now - this.complainedAt < CALM_MS) return this.options.log.debug(sentence);
    this.complainedAt = now;
    this.options.log.warn(`${sentence}; the bridge tries again by itself`);
  }
}

function optionsFor({ user, password, authority, clientId, will }: MqttLinkOptions, version: Version): IClientOptions {
  return {
    protocolVersion: version,
    clientId,
    username: user,
    ...(password === undefined ? {} : { password }),
    ...(authority === undefined ? {} : { ca: authority }),
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: will.isRetained },
    manualConnect: true,
    clean: true,
    keepalive: 15,
    connectTimeout: 5000,
    reconnectPeriod: FIRST_WAIT_MS,
    reconnectOnConnackError: true,
    resubscribe: false,
    queueQoSZero: false,
    writeCache: false, // 65 536 buffers, 10 MB
    ...(version === 5 ? { properties: { receiveMaximum: 50, maximumPacketSize: 16_384 } } : {}),
  };
}

function arrivedOf({ topic, payload, retain }: IPublishPacket): IncomingMessage {
  return { topic, payload: Buffer.from(payload), isRetained: retain };
}

/** MQTT 5 says why; 3.1.1 has no words for it. */
function refusalOf(error: Error & { readonly code?: unknown }): Error {
  return typeof error.code === 'number' && error.code >= 128 ? new RefusedByBroker(error.message) : error;
}
