/**
 * Temples in browsers reach the broker here: MQTT over WebSocket. The bytes pass as they are, and the broker asks for the password of
 * each temple.
 */
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { addressKey, FairShares, type Refusing, refuseUpgrade, whoseAt } from '@flower-war/protocol/hosting';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { Config } from '../../base/config.ts';
import { Meter } from '../../base/limits.ts';
import type { Log } from '../../base/log.ts';
import type { BannedNetworks } from '../../features/operating/bannedNetworks.ts';
import { GuardedSocket } from '../connection/guardedSocket.ts';
import type { Knocking } from './mayOpenSocket.ts';

/** The longest packet that the broker takes. */
const MOST_FRAME_BYTES = 8192;

const MOST_FRAGMENTS = 16;

/** Half of the strangers that the broker takes: it sees all of these at one address. */
const MOST_CONNECTIONS = 100;

/** A temple sends some ten when it connects, and then one or two a bead. */
const FRAMES_PER_SECOND = 50;

const USUAL_PORT = 1883;

export interface BrokerDoorParts {
  readonly config: Pick<Config, 'TEMPLE_BROKER' | 'ORIGINS' | 'PUBLIC_URL' | 'LIMITS'>;
  readonly log: Log;
  readonly networks: Pick<BannedNetworks, 'has'>;
  readonly now: () => number;
}

export class BrokerDoor {
  private readonly parts: BrokerDoorParts;
  private readonly refusalOf: ReturnType<typeof brokerGate>;
  private readonly places = new FairShares<GuardedSocket>(MOST_CONNECTIONS);
  private met = 0;
  private readonly sockets = new WebSocketServer<typeof GuardedSocket>({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MOST_FRAME_BYTES,
    maxFragments: MOST_FRAGMENTS,
    handleProtocols: () => SUBPROTOCOL,
    WebSocket: GuardedSocket,
  });

  constructor(parts: BrokerDoorParts) {
    this.parts = parts;
    this.refusalOf = brokerGate(parts);
  }

  isMeant({ url = '' }: IncomingMessage): boolean {
    return url.split('?', 1)[0] === BROKER_PATH;
  }

  upgrade(request: IncomingMessage, { socket, head, address }: Coming): void {
    const refused = this.refusalOf({ request, address } satisfies Knocking);
    if (refused !== undefined) return refuseUpgrade(socket, refused);
    this.sockets.handleUpgrade(request, socket, head, (opened) => this.join(opened, address));
  }

  close(): void {
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
  }

  private join(socket: GuardedSocket, address: string): void {
    const { config, log } = this.parts;
    const onThrow = (error: unknown) => log.error({ err: error }, 'a connection of a temple failed, and was ended');
    socket.watch({ framesPerSecond: FRAMES_PER_SECOND, onThrow });
    socket.once('close', () => this.places.release(socket));
    this.met += 1;
    const loser = this.places.take(socket, whoseAt(address, String(this.met)));
    loser?.terminate();
    if (loser === socket) return;
    const { hostname, port } = new URL(config.TEMPLE_BROKER);
    const broker = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || USUAL_PORT, noDelay: true });
    const ended = (error?: Error | null) => {
      if (error) log.debug({ err: error }, 'a connection of a temple ended');
      broker.destroy();
      socket.terminate();
    };
    const temple = createWebSocketStream(socket);
    pipeline(temple, broker, ended);
    pipeline(broker, temple, ended);
  }
}

/** The socket of a request, what came after it, and the address that it comes from. */
interface Coming {
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly address: string;
}

// Decides whether a client may reach the broker through this server.

const BROKER_PATH = '/mqtt';

/** The subprotocol of MQTT over WebSocket. */
const SUBPROTOCOL = 'mqtt';

/** Honest temples connect again every few seconds, also while their network is bad. */
const MOST_OPENED = { most: 60, milliseconds: 60_000 } as const;

interface Rules {
  readonly config: Pick<Config, 'TEMPLE_BROKER' | 'ORIGINS' | 'PUBLIC_URL' | 'LIMITS'>;
  readonly networks: Pick<BannedNetworks, 'has'>;
  readonly now: () => number;
}

export function brokerGate({ config, networks, now }: Rules): (knocking: Knocking) => Refusing | undefined {
  const opened = new Meter(MOST_OPENED);

  /** A refused request costs nothing: otherwise a client that tries again and again would never come in. */
  function isTooOften(address: string): boolean {
    if (config.LIMITS === 0) return false;
    const key = addressKey(address);
    if (opened.wait(key, now()) > 0) return true;
    opened.charge(key, now());
    return false;
  }

  return ({ request: { headers }, address }) => {
    if (config.TEMPLE_BROKER === '') return { code: 'not-found' };
    if (!isOwnPage(headers, config)) return { code: 'forbidden', reason: 'origin' };
    if (networks.has(address)) return { code: 'banned', reason: 'network' };
    const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
    if (!offered.includes(SUBPROTOCOL)) return { code: 'bad-request', reason: 'subprotocol' };
    return isTooOften(address) ? { code: 'too-many', reason: 'connections' } : undefined;
  };
}

type Headers = Knocking['request']['headers'];

/**
 * Programs name no origin. A page names its own, and no page of others has business with the temples of this server. A page that
 * pretends to come from this host gets no further than a program does: each temple has its password.
 */
function isOwnPage({ origin, host }: Headers, { ORIGINS, PUBLIC_URL }: Rules['config']): boolean {
  if (origin === undefined || origin === PUBLIC_URL || ORIGINS.includes(origin)) return true;
  const page = URL.parse(origin);
  return page !== null && /^https?:$/.test(page.protocol) && page.host === host?.toLowerCase();
}
