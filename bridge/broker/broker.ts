/** The embedded broker: MQTT 3.1.1, every device bound to its own topics. It stores nothing: devices publish again. */
import { type EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Rate } from '@flower-war/protocol/hosting';
import { Aedes, type Client } from 'aedes';
import type { Logger } from 'pino';
import type { Who } from './accounts/access.ts';
import { aedesHooksOf } from './aedesHooks.ts';
import { ConnectionLimits } from './limits/connectionLimits.ts';
import { createCounts, UNKNOWN_ACCOUNT } from './limits/counts.ts';
import { packetMeter } from './limits/packetMeter.ts';
import { MOST_PACKET_BYTES } from './limits/publishing.ts';

export interface BrokerSettings {
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

export interface Broker {
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
const AEDES = {
  connectTimeout: 5000,
  drainTimeout: 10_000,
  /** In seconds. A client that is silent for one and a half times as long counts as gone. */
  keepaliveLimit: 120,
  maxTopicLevels: 16,
  maxInflightInbound: 20,
} as const;

export async function startBroker({ host, port, key, log, limits }: BrokerSettings): Promise<Broker> {
  const { strangers, connections, ...rates } = { ...LIMITS, ...limits };
  const counts = createCounts(log);
  const room = new ConnectionLimits({ strangers, connections }, () =>
    counts.count(UNKNOWN_ACCOUNT, 'too-many-connections'),
  );
  const onKnown = ({ conn }: Client, { account }: Who) => room.nowKnown(conn as Socket, account);
  const { isTooMuch, ...door } = aedesHooksOf({ key, ...rates, counts, log, onKnown });
  const aedes = await Aedes.createBroker({ ...AEDES, ...door });
  (aedes as EventEmitter).on('error', (error: Error) => log.error({ err: error }, 'broker'));
  // Without noDelay every answer waits 40 ms for the acknowledgement of the answer before.
  const server = createServer({ noDelay: true, keepAlive: true });
  const sockets = openSockets(server);
  const isTooLarge = () => counts.count(UNKNOWN_ACCOUNT, 'too-large');
  server.on('connection', (socket) => {
    room.add(socket);
    receive(socket, aedes, { isTooMuch, isTooLarge });
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
  readonly isTooLarge: () => void;
  readonly isTooMuch: (client: Client, packets: number) => boolean;
}

function receive(socket: Socket, aedes: Aedes, { isTooLarge, isTooMuch }: Watch): void {
  const client = aedes.handle(socket);
  const packetsIn = packetMeter(MOST_PACKET_BYTES);
  // This listener only watches the chunks on their way to aedes, which reads no more once the client is closed.
  socket.on('data', (chunk: Buffer) => {
    if (socket.destroyed) return;
    const packets = packetsIn(chunk);
    if (packets === undefined) isTooLarge();
    else if (!isTooMuch(client, packets)) return;
    client.close();
    socket.destroy();
  });
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
