/**
 * The embedded broker: MQTT 3.1.1 and 5, every device bound to its own topics. It stores nothing: devices publish again.
 * At the end, the broker of a process, by its environment.
 */
import { type EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { accountPassword, brokerMark } from '@flower-war/protocol/credentials';
import {
  BadConfig,
  BadKey,
  describeSettings,
  type Environment,
  FairShares,
  masterKeyIn,
  type Rate,
  readSettings,
  whoseAt,
  whyUnknownHost,
  wholeNumber,
} from '@flower-war/protocol/hosting';
import { Aedes, type Client } from 'aedes';
import { writeToStream } from 'mqtt-packet';
import { type Logger, pino } from 'pino';
import { z } from 'zod';
import {
  createCounts,
  MOST_PACKET_BYTES,
  MOST_STRANGER_BYTES,
  packetMeter,
  UNKNOWN_ACCOUNT,
  type Who,
} from './access.ts';
import { standardOutput } from '../src/runtime.ts';
import { aedesHooksOf } from './aedesHooks.ts';
import { Door } from './mqtt5Door.ts';
import { REASON } from './mqtt5Properties.ts';

// Else the first packet makes a buffer for each number that has two bytes: 10 MB.
writeToStream.cacheNumbers = false;

interface BrokerSettings {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly key: string;
  readonly log: Logger;
  readonly limits?: Partial<Limits>;
}

export interface Limits {
  /** The most connections that have not logged in. */
  readonly strangers: number;
  /** The most connections that have logged in. */
  readonly connections: number;
  /** How many messages one device may publish. */
  readonly publishing: Rate;
  /** How many packets of any kind one device may send. A device that sends more is cut off. */
  readonly packets: Rate;
}

interface Broker {
  readonly port: number;
  stop(): Promise<void>;
}

const LIMITS: Limits = {
  strangers: 200,
  connections: 1000,
  publishing: { perSecond: 10, burst: 30 },
  packets: { perSecond: 100, burst: 2000 },
};

const TELL_EVERY_MS = 60_000;

/** This many bytes count as one packet more, because a large one costs more to read. */
const BYTES_OF_A_PACKET = 1024;

const AEDES = {
  connectTimeout: 5000,
  drainTimeout: 10_000,
  /** In seconds. A client that is silent for one and a half times as long counts as gone. */
  keepaliveLimit: 120,
  maxTopicLevels: 16,
  maxInflightInbound: 20,
} as const;

/** What a client with MQTT 5 hears of these. */
const TOLD = {
  keepalive: AEDES.keepaliveLimit,
  receiveMaximum: AEDES.maxInflightInbound,
  maximumPacketSize: MOST_PACKET_BYTES,
};

export async function startBroker({ host, port, key, log, limits }: BrokerSettings): Promise<Broker> {
  const { strangers, connections, ...rates } = { ...LIMITS, ...limits };
  const counts = createCounts(log);
  const room = new ConnectionLimits({ strangers, connections }, () =>
    counts.count(UNKNOWN_ACCOUNT, 'too-many-connections'),
  );
  const onKnown = ({ conn }: Client, { account }: Who) => room.nowKnown((conn as Door).socket, account);
  const { isKnown, isTooMuch, ...door } = aedesHooksOf({ key, ...rates, counts, log, onKnown });
  const aedes = await Aedes.createBroker({ ...AEDES, ...door });
  (aedes as EventEmitter).on('error', (error: Error) => log.error({ err: error }, 'broker'));
  // Without noDelay every answer waits 40 ms for the acknowledgement of the answer before.
  const server = createServer({ noDelay: true, keepAlive: true });
  const sockets = openSockets(server);
  const isTooLarge = () => counts.count(UNKNOWN_ACCOUNT, 'too-large');
  const onBug = (error: Error) => log.error({ err: error }, 'connection ended by a bug');
  server.on('connection', (socket) => {
    room.add(socket);
    receive(socket, aedes, { isKnown, isTooMuch, isTooLarge, onBug });
  });
  const telling = setInterval(counts.tell, TELL_EVERY_MS);
  const stop = async () => {
    clearInterval(telling);
    await stopped(server, aedes, sockets);
    counts.tell();
  };
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    await stop();
    throw error;
  }
  return { port: (server.address() as AddressInfo).port, stop };
}

interface Watch {
  readonly isKnown: (client: Client) => boolean;
  readonly isTooLarge: () => void;
  readonly isTooMuch: (client: Client, packets: number) => boolean;
  readonly onBug: (error: Error) => void;
}

function receive(socket: Socket, aedes: Aedes, { isKnown, isTooLarge, isTooMuch, onBug }: Watch): void {
  const packetsIn = packetMeter(() => (isKnown(door.client) ? MOST_PACKET_BYTES : MOST_STRANGER_BYTES));
  const reasonToCut = (bytes: Buffer, client: Client) => {
    const packets = packetsIn(bytes);
    const price = (packets ?? 0) + Math.floor(bytes.length / BYTES_OF_A_PACKET);
    if (packets !== undefined) return isTooMuch(client, price) ? REASON.tooFast : undefined;
    isTooLarge();
    return REASON.tooLarge;
  };
  const limits = TOLD;
  const door = new Door(socket, { reasonToCut, isShuttingDown: () => aedes.closed, onBug, limits });
  aedes.handle(door);
}

function openSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

async function stopped(server: Server, aedes: Aedes, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = server.listening ? once(server, 'close') : undefined;
  server.close();
  await new Promise<void>((resolve) => aedes.close(resolve));
  // aedes does not close the sockets that have not logged in.
  for (const socket of sockets) socket.destroy();
  await closed;
}

// Limits the connections. A new stranger may end the connection of another stranger, never that of a known client.

interface MostConnections {
  /** For strangers: clients that have not logged in. */
  readonly strangers: number;
  /** For known clients: those that have logged in. */
  readonly connections: number;
}

class ConnectionLimits {
  private readonly strangers: FairShares<Socket>;
  private readonly known: FairShares<Socket>;
  private readonly onCut: () => void;
  private met = 0;

  constructor({ strangers, connections }: MostConnections, onCut: () => void) {
    this.strangers = new FairShares(strangers);
    this.known = new FairShares(connections);
    this.onCut = onCut;
  }

  /** Takes a stranger. Honest clients log in at once, so that the oldest stranger of an address gives way. */
  add(socket: Socket): void {
    this.met += 1;
    this.cut(this.strangers.take(socket, whoseAt(socket.remoteAddress ?? '', String(this.met))));
    socket.once('close', () => {
      this.strangers.release(socket);
      this.known.release(socket);
    });
  }

  /** The stranger has logged in. */
  nowKnown(socket: Socket, account: string): void {
    this.strangers.release(socket);
    this.met += 1;
    this.cut(this.known.take(socket, [account, String(this.met)]));
  }

  private cut(socket: Socket | undefined): void {
    if (socket === undefined) return;
    this.onCut();
    socket.destroy();
  }
}

// The embedded broker of a process, by its environment.

/** Tells the program that started this process where the broker listens, and the passwords of two accounts. */
export async function openBroker(): Promise<Broker> {
  const { broker, key } = await start();
  process.send?.({
    port: broker.port,
    password: accountPassword(key, 'bridge'),
    homePassword: accountPassword(key, 'home'),
    mark: brokerMark(key),
  });
  return broker;
}

async function start(): Promise<{ broker: Broker; key: string }> {
  try {
    const { MQTT_HOST: host, MQTT_PORT: port, DATA_DIR, LOG_LEVEL } = readConfig(process.env);
    const log = pino({ level: LOG_LEVEL, base: { part: 'broker', pid: process.pid } }, standardOutput());
    const key = await masterKeyIn(DATA_DIR);
    const broker = await startBroker({ host, port, log, key });
    log.info({ host, port: broker.port }, 'listening');
    return { broker, key };
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

export function explain(error: unknown): string {
  if (error instanceof BadConfig || error instanceof BadKey) return error.message;
  const { code, stack, message } = error as NodeJS.ErrnoException;
  const { MQTT_HOST: host, MQTT_PORT: port } = readConfig(process.env);
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken: another program listens there, perhaps another npm start or another broker. Stop it, or start on another port, with MQTT_PORT=1884 before the command.`;
  const unknown = whyUnknownHost('MQTT_HOST', error);
  if (unknown !== undefined) return unknown;
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return `The broker may not listen on ${host}:${port} (${code}). Choose another MQTT_HOST or MQTT_PORT.`;
  return `The broker could not start: ${stack ?? message}`;
}

// The only reader of the environment of the broker and of the tools beside it.

const settings = z.object({
  MQTT_HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on; 0.0.0.0 lets devices in'),
  MQTT_PORT: wholeNumber(0, 65535).default(1883).describe('port of MQTT; 0 takes a free one'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .describe('folder with the key of the temples, the same as for the server'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('what is logged'),
});

type BrokerConfig = Readonly<z.infer<typeof settings>>;

export function readConfig(environment: Environment): BrokerConfig {
  return readSettings(settings, environment);
}

/** Every setting with its meaning and default, for `--help`. */
export const describeConfig = (): string => describeSettings(settings, 10);
