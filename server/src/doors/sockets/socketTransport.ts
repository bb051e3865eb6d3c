/**
 * Opens sockets for Colyseus. The library's own transport parses requests in an unguarded listener, so that one request
 * could end the process. Here an error ends only the connection that caused it.
 */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CloseCode, connectClientToRoom, Transport } from '@colyseus/core';
import { WebSocketClient } from '@colyseus/ws-transport';
import { refuseUpgrade } from '@flower-war/protocol/hosting';
import { WebSocketServer } from 'ws';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import type { ThisProcess } from '../../base/ids.ts';
import type { BannedNetworks } from '../../features/operating/bannedNetworks.ts';
import { GuardedSocket } from '../connection/guardedSocket.ts';
import { BrokerDoor, type BrokerDoorParts } from './brokerDoor.ts';
import { atTheDoor, type ReservedPlace } from './mayOpenSocket.ts';

/** The longest frame. The largest valid action needs a tenth of it. */
const MOST_FRAME_BYTES = 4096;
/** Few, because Colyseus clients send whole frames. */
const MOST_FRAGMENTS = 16;
const MOST_UNANSWERED_PINGS = 2;
/** Who comes is known from the reserved place, and from nothing in the request for a socket. */
const UNKNOWN = { ip: undefined, headers: new Headers() };

export interface TransportParts {
  readonly http: HttpServer;
  readonly config: BrokerDoorParts['config'] & Pick<Config, 'ORIGINS' | 'HEARTBEAT_SECONDS' | 'MESSAGES_PER_SECOND'>;
  readonly log: Log;
  readonly self: ThisProcess;
  readonly networks: Pick<BannedNetworks, 'has'>;
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
