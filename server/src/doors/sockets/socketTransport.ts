/**
 * Opens sockets for Colyseus. The library's own transport parses requests in an unguarded listener, so that one request
 * could end the process. Here an error ends only the connection that caused it.
 */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { CloseCode, connectClientToRoom, Transport } from '@colyseus/core';
import { WebSocketClient } from '@colyseus/ws-transport';
import { MOST_FRAME_BYTES, PROTOCOL } from '@flower-war/protocol';
import { addressKey, FairShares, type Refusing, refuseUpgrade, whoseAt } from '@flower-war/protocol/hosting';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { Config } from '../../base/config.ts';
import type { ThisProcess } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { Meter } from '../../base/rateLimits.ts';
import type { BannedNetworks } from '../../features/operating/bannedNetworks.ts';
import { isKnownPage, isOtherProtocol } from '../http/request/gates.ts';
import { BRIDGE_ROOM } from '../rooms/bridgeDesk.ts';
import { type GuardedRoom, roomIn } from '../rooms/guardedRoom.ts';
import { GuardedSocket } from '../rooms/guardedSocket.ts';

/** Few, because Colyseus clients send whole frames. */
const MOST_FRAGMENTS = 16;
const MOST_UNANSWERED_PINGS = 2;
/** Who comes is known from the reserved place, and from nothing in the request for a socket. */
const UNKNOWN = { ip: undefined, headers: new Headers() };

export interface TransportParts {
  readonly http: HttpServer;
  readonly config: BrokerDoorParts['config'] & Pick<Config, 'HEARTBEAT_SECONDS' | 'MESSAGES_PER_SECOND'>;
  readonly log: Log;
  readonly self: ThisProcess;
  readonly networks: Pick<BannedNetworks, 'has' | 'onChange'>;
  readonly now: () => number;
  /** The address of a caller, as far as proxies are trusted. */
  readonly addressOf: (request: IncomingMessage) => string;
}

export class SocketTransport extends Transport {
  private readonly parts: TransportParts;
  private readonly sockets = new WebSocketServer<typeof GuardedSocket>({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MOST_FRAME_BYTES,
    maxFragments: MOST_FRAGMENTS,
    WebSocket: GuardedSocket,
  });
  private readonly brokerDoor: BrokerDoor;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(parts: TransportParts) {
    super();
    this.parts = parts;
    this.brokerDoor = new BrokerDoor(parts);
    parts.networks.onChange(() => this.brokerDoor.closeBanned());
    const { http, config, log } = parts;
    this.server = http;
    http.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    // A connection that cannot be accepted (no file handle is free) must not end the server.
    http.on('error', (error) => log.error({ err: error }, 'the listening socket failed'));
    http.on('listening', () => {
      this.heartbeat = setInterval(() => this.beat(), config.HEARTBEAT_SECONDS * 1000);
    });
    http.on('close', () => clearInterval(this.heartbeat));
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    try {
      const address = this.parts.addressOf(request);
      if (this.brokerDoor.isMeant(request)) return this.brokerDoor.upgrade(request, { socket, head, address });
      const place = atTheDoor(this.parts, { request, address });
      if ('code' in place) return refuseUpgrade(socket, place);
      gatherFirst(socket);
      this.sockets.handleUpgrade(request, socket, head, (opened) => {
        opened.address = address;
        void this.enter(opened, place).catch((error: unknown) => this.fail(error, () => opened.terminate()));
      });
    } catch (error) {
      this.fail(error, () => socket.destroy());
    }
  }

  private async enter(socket: GuardedSocket, { room, session }: ReservedPlace): Promise<void> {
    const { config, log } = this.parts;
    socket.watch({
      framesPerSecond: config.MESSAGES_PER_SECOND,
      onThrow: (error, event) => this.fail(error, () => log.debug({ event: String(event) }, 'a connection was cut')),
    });
    socket.on('error', (error) => log.debug({ err: error }, 'a client broke the protocol of sockets'));
    socket.on('pong', () => {
      socket.unanswered = 0;
    });
    const client = new WebSocketClient(session, socket);
    try {
      await connectClientToRoom(room, client, UNKNOWN, {});
    } catch (error) {
      log.debug({ err: error }, 'a place was not taken');
      client.error((error as { code?: number }).code ?? CloseCode.WITH_ERROR, 'no-such-match');
      socket.close(CloseCode.WITH_ERROR);
    }
  }

  private fail(error: unknown, end: () => void): void {
    this.parts.log.error({ err: error }, 'a connection failed, and was ended');
    end();
  }

  private beat(): void {
    for (const socket of this.sockets.clients) {
      if (socket.unanswered >= MOST_UNANSWERED_PINGS) socket.terminate();
      else {
        socket.unanswered++;
        socket.ping();
      }
    }
  }

  /** Does nothing: our HTTP server listens. */
  override listen(): this {
    return this;
  }

  override shutdown(): void {
    this.sockets.close();
    this.brokerDoor.close();
  }

  override simulateLatency(): void {}
}

/** The answer to the upgrade and the first frames of the room leave in one piece. They come in this turn and at its end. */
function gatherFirst(socket: Duplex): void {
  socket.cork();
  setImmediate(() => setImmediate(() => socket.uncork()));
}

// Decides whether a client may open a socket, while an HTTP answer is still possible.

/**
 * Process, room and session of a reserved place, as in our HTTP answers, perhaps after the path under which a proxy shows the
 * server. Matched by hand, because `URL` throws.
 */
const TARGET = /^(?:\/[\w.~-]{1,64}){0,8}\/([\w-]{1,64})\/([\w-]{1,64})\?(.{1,1024})$/s;

/** Who is at the door: the request, and the address that it comes from. */
interface Knocking {
  readonly request: Pick<IncomingMessage, 'url' | 'headers'>;
  readonly address: string;
}

/** The reserved place of a socket. */
interface ReservedPlace {
  readonly room: GuardedRoom;
  readonly session: string;
}

type Rules = Pick<TransportParts, 'config' | 'networks' | 'self'>;

function atTheDoor({ config, networks, self }: Rules, { request, address }: Knocking): ReservedPlace | Refusing {
  if (config.ORIGINS.length > 0 && !isKnownPage(request, config)) return { code: 'forbidden', reason: 'origin' };
  const [, process, roomId = '', query = ''] = TARGET.exec(request.url ?? '') ?? [];
  const asked = new URLSearchParams(query);
  if (isOtherProtocol(asked.get('protocol'))) return { code: 'other-protocol', reason: String(PROTOCOL) };
  const session = asked.get('sessionId') ?? '';
  // A way that leads to the wrong process is a mistake of a proxy, and would be hard to find if it worked by chance.
  const room = process === self.name ? roomIn(roomId) : undefined;
  if (!room?.hasReservedSeat(session)) return { code: 'no-such-match' };
  if (networks.has(address) && room.roomName !== BRIDGE_ROOM) return { code: 'banned', reason: 'network' };
  return { room, session };
}

// Temples in browsers reach the broker here: MQTT over WebSocket. The bytes pass as they are, and the broker asks for the password of each
// temple.

/** The longest packet that the broker takes. */
const MOST_PACKET_BYTES = 8192;

/** Half of the strangers that the broker takes: it sees all of these at one address. */
const MOST_CONNECTIONS = 100;

/** A temple sends some ten when it connects, and then one or two a bead. */
const FRAMES_PER_SECOND = 50;

const USUAL_PORT = 1883;

interface BrokerDoorParts {
  readonly config: Pick<Config, 'TEMPLE_BROKER' | 'ORIGINS' | 'PUBLIC_URL' | 'LIMITS'>;
  readonly log: Log;
  readonly networks: Pick<BannedNetworks, 'has'>;
  readonly now: () => number;
}

class BrokerDoor {
  private readonly parts: BrokerDoorParts;
  private readonly refusalOf: ReturnType<typeof brokerGate>;
  private readonly places = new FairShares<GuardedSocket>(MOST_CONNECTIONS);
  private met = 0;
  private readonly sockets = new WebSocketServer<typeof GuardedSocket>({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MOST_PACKET_BYTES,
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

  upgrade(
    request: IncomingMessage,
    { socket, head, address }: { readonly socket: Duplex; readonly head: Buffer; readonly address: string },
  ): void {
    const refused = this.refusalOf({ request, address } satisfies Knocking);
    if (refused !== undefined) return refuseUpgrade(socket, refused);
    this.sockets.handleUpgrade(request, socket, head, (opened) => this.join(opened, address));
  }

  close(): void {
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
  }

  /** Rooms close the connections of players; these are in no room. */
  closeBanned(): void {
    for (const socket of this.sockets.clients) if (this.parts.networks.has(socket.address)) socket.terminate();
  }

  private join(socket: GuardedSocket, address: string): void {
    const { config, log } = this.parts;
    socket.address = address;
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

// Decides whether a client may reach the broker through this server.

export const BROKER_PATH = '/mqtt';

/** The subprotocol of MQTT over WebSocket. */
const SUBPROTOCOL = 'mqtt';

/** Honest temples connect again every few seconds, also while their network is bad. */
const MOST_OPENED = { most: 60, milliseconds: 60_000 } as const;

export function brokerGate({
  config,
  networks,
  now,
}: Omit<BrokerDoorParts, 'log'>): (knocking: Knocking) => Refusing | undefined {
  const opened = new Meter(MOST_OPENED);

  /** A refused request costs nothing: otherwise a client that tries again and again would never come in. */
  function isTooOften(address: string): boolean {
    if (config.LIMITS === 0) return false;
    const key = addressKey(address);
    if (opened.wait(key, now()) > 0) return true;
    opened.charge(key, now());
    return false;
  }

  return ({ request, address }) => {
    if (config.TEMPLE_BROKER === '') return { code: 'not-found' };
    // No page of others has business with the temples of this server.
    if (!isKnownPage(request, config)) return { code: 'forbidden', reason: 'origin' };
    if (networks.has(address)) return { code: 'banned', reason: 'network' };
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
    if (!offered.includes(SUBPROTOCOL)) return { code: 'bad-request', reason: 'subprotocol' };
    return isTooOften(address) ? { code: 'too-many', reason: 'connections' } : undefined;
  };
}
