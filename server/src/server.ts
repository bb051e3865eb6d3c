/** Starts HTTP, sockets and rooms. */
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { matchMaker, Server } from '@colyseus/core';
import { Encoder } from '@colyseus/schema';
import { LISTENING, oneByOne } from '@flower-war/protocol/hosting';
import type { Config } from './base/config.ts';
import type { Log } from './base/log.ts';
import { type Built, build } from './build.ts';
import type { Parts } from './buildServices.ts';
import { createApp } from './doors/http/app.ts';
import { addressBehind } from './doors/http/request/callers.ts';
import { answeringPeers, listenForPeers, type PeerListener } from './doors/peers/calls.ts';
import { BRIDGE_ROOM, BridgeRoom } from './doors/rooms/bridgeRoom.ts';
import { GuardedRoom } from './doors/rooms/guardedRoom.ts';
import { LOBBY_ROOM, LobbyRoom } from './doors/rooms/lobbyRoom.ts';
import { MatchRoom, WatchRoom } from './doors/rooms/matchRoom.ts';
import { sendAllAway, sendHomeIf } from './doors/rooms/online.ts';
import { mayBeSentAway } from './doors/rooms/roomPlaces.ts';
import { MATCH_ROOM, WATCH_ROOM } from './doors/rooms/tableRoom.ts';
import type { Services } from './doors/services.ts';
import { SocketTransport, type TransportParts } from './doors/sockets/socketTransport.ts';
import { WebClient } from './doors/webPages.ts';
import type { Visitor } from './features/table/presenceElsewhere.ts';
import { giveBackHere, type Seat } from './features/table/seatsBack.ts';
import { Heartbeat } from './heartbeat.ts';
import { hasOthers } from './operatingOn.ts';
import { freeBytesFor, Upkeep } from './upkeep.ts';

export interface Running {
  readonly address: string;
  readonly services: Services;
  readonly log: Log;
  stop(): Promise<void>;
}

export async function startServer(config: Config, parts: Parts = {}): Promise<Running> {
  const built = await build(config, parts);
  const { services, others } = built;
  const web = new WebClient(config, services.log);
  const app = createApp(services, web);
  const http = createServer(LISTENING, oneByOne(app));
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  openRooms(services, http, (request) => addressBehind(trusts, request));
  const peers = await listenForOthers(services, app);
  await services.networks.read();
  const heartbeat = new Heartbeat(services, {
    onBeat: () => built.outage.works(services.log),
    time: built.time,
    onBuried: parts.onBuried ?? (() => {}),
    isBuriedFor: (other) => services.isDeadFor(other),
  });
  const upkeep = new Upkeep(services, { freeBytes: parts.freeBytes ?? freeBytesFor(config), heartbeat });
  await upkeep.tend();
  await services.fleet.report();
  const stop = () => stopServer({ ...built, http, web, peers, upkeep, heartbeat });
  upkeep.start();
  if (config.DATABASE_URL !== '') await stoppingIf(services.fleet.mustHaveOwnName(), stop);
  await listen(http, config);
  others.start();
  await services.matches.wake();
  services.readiness.phase = 'open';
  services.notices.start();
  web.start();
  const { address, port } = http.address() as AddressInfo;
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  return { address: url, services, log: services.log, stop };
}

/** What has started already ends in order. */
async function stoppingIf(refused: Promise<void>, stop: () => Promise<void>): Promise<void> {
  await refused.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
}

/** Only a database of its own kind can have other processes on it. Nothing listens for them otherwise. */
async function listenForOthers(services: Services, app: RequestListener): Promise<PeerListener | undefined> {
  const { config, journal, keys, log, self, templeDesk: temples } = services;
  if (config.DATABASE_URL === '') return undefined;
  const seats = (seat: Seat) => giveBackHere(services, seat);
  const isDead = (process: string) => journal.isDead(process);
  const answering = answeringPeers({ temples, seats, isDead, log }, app);
  const listener = await listenForPeers(config, keys.peers, answering);
  self.address = listener.address;
  return listener;
}

function openRooms(services: Services, http: HttpServer, addressOf: TransportParts['addressOf']): void {
  Encoder.BUFFER_SIZE = 4096;
  GuardedRoom.services = services;
  const server = new Server({
    transport: new SocketTransport({ http, addressOf, ...services }),
    logger: services.log.child({ from: 'colyseus' }),
    greet: false,
    selectProcessIdToCreateRoom: async () => matchMaker.processId, // its own choice would prefer other processes
    gracefullyShutdown: false,
  });
  const rooms = [
    server.define(MATCH_ROOM, MatchRoom),
    server.define(WATCH_ROOM, WatchRoom),
    server.define(LOBBY_ROOM, LobbyRoom),
  ];
  for (const room of rooms)
    room.on('join', (_room, client) => void sendHomeIf((visitor) => isUnwanted(services, visitor), client));
  server.define(BRIDGE_ROOM, BridgeRoom);
  matchMaker.controller.exposedMethods = [];
}

/**
 * Whether the player was banned, deleted or signed out after reserving a place. Another process may have done that, if there can
 * be another one. Otherwise the connections of such a player were closed here.
 */
async function isUnwanted({ config, identity, now }: Services, visitor: Visitor): Promise<boolean> {
  if (config.DATABASE_URL === '' && !mayBeSentAway(visitor.player)) return false;
  return (await identity.unwanted([visitor], now())).size > 0;
}

async function listen(http: HttpServer, { HOST, PORT }: Config): Promise<void> {
  await matchMaker.accept();
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(PORT, HOST, resolve);
  });
}

// Stops the server without loss: writes under way are finished and answered, later ones get `retry`.

/** How long clients have to leave by themselves. */
const FAREWELL_MS = 1000;

interface Stoppable extends Built {
  readonly http: HttpServer;
  readonly web: WebClient;
  /** Absent if no other process can be there. */
  readonly peers: PeerListener | undefined;
  readonly upkeep: Upkeep;
  readonly heartbeat: Heartbeat;
}

async function stopServer(stopping: Stoppable): Promise<void> {
  const { services, others, http, web, peers, upkeep, heartbeat, guard, leave, letGo } = stopping;
  services.readiness.phase = 'stopping'; // from here on the server refuses writes and answers moves with `retry`
  services.readiness.hasHandedOver = true; // a request or a look for due matches that is under way claims nothing any more
  others.stop();
  web.stop();
  await upkeep.stop();
  const sent = services.notices.sender.stop();
  http.close();
  services.temples.stop();
  services.bridges.stop();
  await services.matches.stop();
  await guard.idle();
  const isSucceeded = await leaveToOthers(services);
  await services.ratings.catchUp(); // finishes the current match; the next start rates the rest
  await nextTurn(); // sends the answers to the last writes
  await sendAllAway({ withinMs: FAREWELL_MS, spread: isSucceeded });
  await matchMaker.gracefullyShutdown();
  http.closeAllConnections();
  services.forwarder.stop();
  peers?.http.close();
  peers?.http.closeAllConnections();
  await sent;
  await heartbeat.beat();
  await leave().catch((err: unknown) => services.log.error({ err }, 'the matches of this process could not be freed'));
  services.meters.stop();
  await services.announcements.stop();
  await services.journal.close();
  letGo();
}

/** Frees all that this process owns before its people are sent away. Returns whether another process is there for it. */
async function leaveToOthers(services: Services): Promise<boolean> {
  const { journal, log, self } = services;
  try {
    if (!(await hasOthers(services))) return false;
    await journal.offerAll(self.id);
    return true;
  } catch (err) {
    log.error({ err }, 'the matches of this process could not be left to the others');
    return false;
  }
}
