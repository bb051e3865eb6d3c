/** The Wi-Fi between a temple and its broker: a proxy for one device, with the faults of a real network. */
import { connect, createServer, isIP, type Server, type Socket } from 'node:net';
import { TOPICS, topicOf } from '@flower-war/protocol/temple';
import { connect as connectMqtt, type IClientOptions, type MqttClient } from 'mqtt';
import { OFFLINE, type Outgoing } from '../device/device.ts';
import type { Random } from '../device/seededRandom.ts';
import {
  type Account,
  type Connection,
  type ConnectionEvents,
  type Network,
  type NetworkFault,
  receivedTopics,
} from './network.ts';

const STALL_MS = 200;
const LOST = 0.3;

/** How long the proxy keeps one end open after the other is lost: longer than any keepalive. */
const HALF_OPEN_MS = 120_000;

/** The two sockets of one connection. */
interface Line {
  readonly device: Socket;
  readonly broker: Socket;
}

export class FaultyProxy implements Network {
  private readonly target: { readonly host: string; readonly port: number };
  private readonly random: Random;
  private readonly server: Server;
  private readonly lines = new Set<Line>();
  private readonly halfOpen = new Set<Socket>();
  private readonly knocking = new Set<Socket>();
  private fault: NetworkFault | undefined;
  private timer: NodeJS.Timeout | undefined;
  private port = 0;
  /** Why the proxy cannot reach the broker. The device only sees that its connection ends. */
  trouble: string | undefined;

  constructor(target: { readonly host: string; readonly port: number }, random: Random) {
    this.target = target;
    this.random = random;
    this.server = createServer({ noDelay: true }, (socket) => this.accept(socket));
  }

  /** Opens the proxy at a port of this machine. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(0, '127.0.0.1', () => {
        const address = this.server.address();
        this.port = typeof address === 'object' && address !== null ? address.port : 0;
        resolve();
      });
    });
  }

  dial(account: Account, events: ConnectionEvents): Connection {
    return dial(this.port, account, events);
  }

  /** Begins a fault for a time, and ends the fault before it. */
  suffer(fault: NetworkFault, ms: number): void {
    this.heal();
    if (fault === 'rst' || fault === 'refused') this.reset();
    if (fault === 'away') this.vanish();
    if (fault === 'rst') return;
    this.fault = fault;
    if (fault === 'black-hole') for (const line of this.lines) pause(line);
    this.timer = setTimeout(() => this.heal(), ms);
  }

  /** Ends the fault. Data that waited in a black hole goes on, unless one end has given up. */
  heal(): void {
    clearTimeout(this.timer);
    const was = this.fault;
    this.fault = undefined;
    if (was === 'black-hole') for (const line of this.lines) resume(line);
    for (const socket of this.knocking) socket.resetAndDestroy();
  }

  /** The device goes at once, and the broker is not told. */
  vanish(): void {
    for (const line of this.lines) {
      this.lines.delete(line);
      line.device.destroy();
      this.keepHalfOpen(line.broker);
    }
  }

  /** Cuts all connections; both ends are told. */
  reset(): void {
    for (const line of this.lines) end(line);
    this.lines.clear();
  }

  close(): Promise<void> {
    this.heal();
    this.reset();
    for (const socket of this.halfOpen) socket.destroy();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private accept(device: Socket): void {
    device.on('error', () => {});
    if (this.fault === 'refused' || this.fault === 'away') {
      device.resetAndDestroy();
      return;
    }
    // A black hole never answers: the device waits until it gives up.
    if (this.fault === 'black-hole') {
      this.knocking.add(device);
      device.once('close', () => this.knocking.delete(device)).resume();
      return;
    }
    const line = { device, broker: this.callBroker() };
    this.lines.add(line);
    this.carry(line, device, line.broker);
    this.carry(line, line.broker, device);
  }

  private callBroker(): Socket {
    const { host, port } = this.target;
    const broker = connect({ host, port, noDelay: true });
    const fail = ({ code, message }: NodeJS.ErrnoException) => {
      this.trouble = `no broker at ${host}:${port} (${code ?? message}); npm start runs one`;
    };
    broker.once('error', fail).on('error', () => {});
    broker.once('connect', () => {
      broker.off('error', fail);
      this.trouble = undefined;
    });
    return broker;
  }

  private carry(line: Line, from: Socket, to: Socket): void {
    let last = Promise.resolve();
    from.on('data', (data) => {
      if (this.fault !== 'stall') last = last.then(() => void to.write(data));
      else last = last.then(() => later(this.stall())).then(() => void to.write(data));
    });
    from.on('close', () => this.closed(line, to));
  }

  private closed(line: Line, other: Socket): void {
    if (!this.lines.delete(line)) return;
    if (this.fault === 'black-hole') this.keepHalfOpen(other);
    else end(line);
  }

  private keepHalfOpen(socket: Socket): void {
    this.halfOpen.add(socket);
    const timer = setTimeout(() => socket.destroy(), HALF_OPEN_MS).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      this.halfOpen.delete(socket);
    });
    // Reads and drops all data: a socket that is not read never notices that the other end has closed.
    socket.removeAllListeners('data');
    socket.resume();
  }

  /** The delay of a segment. A lost segment comes again after twice the time, and may be lost again. */
  private stall(): number {
    let ms = STALL_MS;
    for (let again = STALL_MS; this.random() < LOST && again < 2000; again *= 2) ms += again;
    return ms;
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function pause({ device, broker }: Line): void {
  device.pause();
  broker.pause();
}

function resume({ device, broker }: Line): void {
  device.resume();
  broker.resume();
}

function end({ device, broker }: Line): void {
  for (const socket of [device, broker]) if (!socket.destroyed) socket.resetAndDestroy();
}

// One connection of a temple to its broker, as the firmware makes it: a clean session, no queue, a last will.

const CONNECT_TIMEOUT_MS = 5000;

/** Connects through the port of the faulty proxy. */
function dial(port: number, account: Account, events: ConnectionEvents): Connection {
  const client = connectMqtt(optionsFor(port, account));
  const byTopic = receivedTopics(account.id);
  let reason: string | undefined;
  client.on('connect', () => {
    nodelay(client);
    client.subscribe([...byTopic.keys()], { qos: 1 });
    events.opened();
  });
  client.on('message', (topic, payload, { retain }) => {
    const name = byTopic.get(topic);
    if (name !== undefined) events.heard({ name, text: payload.toString(), isRetained: retain });
  });
  client.on('error', (error) => {
    reason = error.message === '' ? String((error as NodeJS.ErrnoException).code) : error.message;
  });
  client.once('close', () => events.closed(reason));
  return { publish: (say, taken) => publish(client, { say, id: account.id }, taken), end: () => client.end(true) };
}

function publish(
  client: MqttClient,
  { say, id }: { readonly say: Outgoing; readonly id: string },
  taken: () => void,
): void {
  const { qos, isRetained } = TOPICS[say.name];
  client.publish(topicOf(say.name, id), say.text, { qos, retain: isRetained }, (error) => {
    if (error === undefined || error === null) taken();
  });
}

function optionsFor(port: number, account: Account): IClientOptions {
  const { id, password, protocolVersion, broker, ca } = account;
  const isTls = broker.protocol === 'mqtts:';
  const will = { topic: topicOf(OFFLINE.name, id), payload: Buffer.from(OFFLINE.text), qos: 1, retain: true } as const;
  return {
    protocol: isTls ? 'mqtts' : 'mqtt',
    host: '127.0.0.1',
    port,
    clientId: id,
    username: id,
    password,
    protocolVersion,
    clean: true,
    keepalive: account.keepaliveS,
    will,
    // Every connection is a new client without a memory, as on a real device.
    reconnectPeriod: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    resubscribe: false,
    queueQoSZero: false,
    ...(isTls && isIP(broker.hostname) === 0 && { servername: broker.hostname }),
    ...(ca !== undefined && { ca }),
  };
}

/** Without this, a message waits 40 ms for the acknowledgement of the one before. */
function nodelay({ stream }: MqttClient): void {
  if ('setNoDelay' in stream && typeof stream.setNoDelay === 'function') stream.setNoDelay(true);
}
