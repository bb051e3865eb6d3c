/** Starts HTTP, sockets and rooms. */
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { matchMaker, Server } from '@colyseus/core';
import { Encoder } from '@colyseus/schema';
import { LISTENING, oneByOne } from '@flower-war/protocol/hosting';
import { Announcer, toldNowhere } from './announcing/announcements.ts';
import type { Config } from './base/config.ts';
import { createLog, type Log } from './base/log.ts';
import { ownMetersOnly } from './base/rateLimits.ts';
import { Outage, Readiness } from './base/readiness.ts';
import { clockWatch, givenTime, ServerTime, type Time } from './base/serverTime.ts';
import { broughtBy } from './hostFiles.ts';
import { type Ground, type Parts, servicesOn } from './buildServices.ts';
import { createApp } from './doors/http/app.ts';
import { addressBehind } from './doors/http/request/callers.ts';
import { allMetrics } from './doors/metrics.ts';
import { answeringPeers, listenForPeers, type PeerListener } from './doors/peers/calls.ts';
import { BRIDGE_ROOM, openBridgeDesk } from './doors/rooms/bridgeDesk.ts';
import { GuardedRoom } from './doors/rooms/guardedRoom.ts';
import { LOBBY_ROOM, openLobby } from './doors/rooms/lobby.ts';
import { comingIn, mayBeSentAway, sendAllAway, sendHomeIf } from './doors/rooms/sendingAway.ts';
import { MATCH_ROOM, openDelayed, openLive, WATCH_ROOM } from './doors/rooms/table.ts';
import type { Services } from './doors/services.ts';
import { SocketTransport, type TransportParts } from './doors/sockets/socketTransport.ts';
import { WebClient } from './doors/webClient.ts';
import { Billboard } from './features/listing/billboard.ts';
import type { Visitor } from './features/table/presence.ts';
import { giveBackHere, type Seat } from './features/table/seating.ts';
import type { IndexedMatch } from './match/record/matchIndex.ts';
import { hasOthers } from './operating.ts';
import { Heartbeat, OtherProcesses } from './otherProcesses.ts';
import { isOpenToOthers } from './store/data-folder/database.ts';
import { StoreError } from './store/engine/engine.ts';
import { JournalGuard } from './store/journal/journalGuard.ts';
import { type Data, openData } from './store/openData.ts';
import { SlowCarrier } from './store/slowCarrier.ts';
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
    onBeat: () => {
      built.outage.works(services.log);
      built.lookAtClock();
    },
    time: built.time,
    onBuried: parts.onBuried ?? (() => {}),
    isBuriedFor: (other) => services.isDeadFor(other),
  });
  const upkeep = new Upkeep(services, {
    freeBytes: parts.freeBytes ?? freeBytesFor(config),
    newsEveryMs: parts.newsEveryMs,
    heartbeat,
  });
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
  const isSent = (visitor: Visitor) => isUnwanted(services, visitor);
  GuardedRoom.services = services;
  GuardedRoom.mayComeIn = comingIn(isSent);
  const server = new Server({
    transport: new SocketTransport({ http, addressOf, ...services }),
    logger: services.log.child({ from: 'colyseus' }),
    greet: false,
    selectProcessIdToCreateRoom: async () => matchMaker.processId, // its own choice would prefer other processes
    gracefullyShutdown: false,
  });
  const ofPlayers = { [MATCH_ROOM]: openLive, [WATCH_ROOM]: openDelayed, [LOBBY_ROOM]: openLobby };
  GuardedRoom.contents = { ...ofPlayers, [BRIDGE_ROOM]: openBridgeDesk };
  for (const name of Object.keys(ofPlayers))
    server.define(name, GuardedRoom).on('join', (_room, client) => void sendHomeIf(isSent, client));
  server.define(BRIDGE_ROOM, GuardedRoom);
  matchMaker.controller.exposedMethods = [];
}

/**
 * Whether the player was banned, deleted or signed out after reserving a place. Another process may have done that, if there can
 * be another one. Otherwise the connections of such a player were closed here.
 */
async function isUnwanted({ config, identity, now }: Services, visitor: Visitor): Promise<boolean> {
  if (config.DATABASE_URL === '' && !mayBeSentAway(visitor.player)) return false;
  return (await identity.unwanted([visitor], now())).length > 0;
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
  await services.painter.close();
  await services.accounts.close();
  await services.pairer.close();
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

// Opens the data, and builds what the doors need.

interface Built {
  readonly services: Services;
  readonly others: OtherProcesses;
  readonly guard: JournalGuard;
  /** What the log tells of the store when it is away. */
  readonly outage: Outage;
  readonly time: Time;
  /** Tells the log if the clock of the machine has fallen behind. */
  readonly lookAtClock: () => void;
  /** The matches of this process are free from now on. */
  readonly leave: () => Promise<void>;
  /** Releases the lock on the data folder. */
  readonly letGo: () => void;
}

const OF_THE_STORE = {
  began:
    'the store fails: nothing is lost, moves are answered with retry, and each failure is told only at the level debug',
  over: 'the store works again',
  quietMs: 5000,
} as const;

async function build(config: Config, parts: Parts): Promise<Built> {
  const { puzzles, guestBots, games } = await broughtBy(config, parts.games);
  const data = await openData(config, parts);
  const stored = data.journal;
  const wall = parts.wall ?? Date.now;
  const time = parts.now === undefined ? timeOf(wall, data) : givenTime(parts.now);
  const { now, onGap } = time;
  const real = parts.now !== undefined || data.storeTime !== undefined ? now : wall;
  const readiness = new Readiness(config.DATABASE_URL === '' ? 'disk' : 'database');
  const metrics = allMetrics({
    readiness,
    journal: stored,
    outbox: data.stores.outbox,
    tournaments: data.stores.tournaments,
  });
  stored.onCommit = metrics.journal.appended;
  stored.onTransaction = metrics.journal.countTransaction;
  const billboard = new Billboard();
  const guard: JournalGuard = new JournalGuard(readiness, {
    onAppended: ({ match, line, index }) => {
      metrics.journal.countAppend('written');
      metrics.journal.countEntry(line, now());
      if (index !== undefined) billboard.postOwn({ match, index });
      if (index?.status !== 'ended') return;
      void services.ratings.catchUp();
      services.tournaments.noteEnd((JSON.parse(index.summary) as IndexedMatch).host);
    },
    onDoubt: ({ match, index }) => {
      metrics.journal.countAppend('unknown');
      if (index !== undefined) billboard.doubt(match, stored);
    },
    onRefused: () => metrics.journal.countAppend('refused'),
    onTakeover: () => metrics.journal.countTakeover(),
    onForgotten: () => void billboard.prune(stored),
  });
  const journal = guard.around(parts.journal?.(stored) ?? stored);
  const outage = new Outage(OF_THE_STORE);
  const isPart = (error: unknown) => error instanceof StoreError;
  const log = createLog(config, { outage: { of: outage, isPart } });
  if (data.backup !== undefined)
    log.info({ file: data.backup }, 'the data of an older version was backed up, and brought up to date');
  if (isOpenToOthers(config.DATA_DIR))
    log.warn(
      { folder: config.DATA_DIR },
      'other users of this machine may enter the data folder. Its files are private. To close it: chmod 700',
    );
  for (const { id: bot, version } of guestBots) log.info({ bot, version }, 'a bot of this host is here');
  onGap(({ lost }) =>
    log[outage.isOn ? 'debug' : 'warn']({ lost }, 'the server stood still for a while: no clock counts this time'),
  );
  onGap((gap) => void journal.noteGap(gap).catch((err) => log.error({ err }, 'a gap could not be noted')));
  const together = await togetherWith(config, data, { log, metrics, now });
  const services = servicesOn(
    { config, games, data, journal, billboard, puzzles, log, metrics, readiness, now, wall: real, onGap, ...together },
    parts,
  );
  stored.onNotices = () => services.notices.sender.wake();
  await services.notices.webhooks.catchUp();
  await billboard.load(data.stores.records);
  const others = new OtherProcesses(services, data.stores.records);
  const lookAtClock = clockWatch({ now, wall: real }, log);
  return { services, others, guard, outage, time, lookAtClock, leave: () => stored.leave(now()), letGo: data.letGo };
}

/** Begins at the last beat in the data at the earliest, so that a machine's clock set back does not take records back. */
function timeOf(wall: () => number, { lastBeat, storeTime }: Data): Time {
  const elapsed = () => performance.now();
  return storeTime === undefined ? new ServerTime({ wall, elapsed }, lastBeat) : new ServerTime({ elapsed }, storeTime);
}

type Together = Pick<Ground, 'announcements' | 'meters'>;

/** Only one process can use SQLite, so it has no others to tell. */
async function togetherWith(
  { DATABASE_URL, REDIS_URL }: Config,
  { keys, stores }: Data,
  { log, metrics, now }: Pick<Ground, 'log' | 'metrics' | 'now'>,
): Promise<Together> {
  if (DATABASE_URL === '') return { announcements: toldNowhere, meters: ownMetersOnly };
  const slow = new SlowCarrier({ store: stores.told, now });
  if (REDIS_URL === '') return { announcements: new Announcer(log, [slow]), meters: ownMetersOnly };
  // Loaded only here, because a server without Redis should not hold its library in memory.
  const { RedisCarrier, RedisHealth, RedisMeters } = await import('./announcing/redis.ts');
  const health = new RedisHealth(log);
  metrics.redis.watch(() => health.isUp);
  const redis = { url: REDIS_URL, scope: keys.signer.key.slice(0, 16), health };
  const announcements = new Announcer(log, [new RedisCarrier(redis), slow]);
  return { announcements, meters: new RedisMeters(redis) };
}
