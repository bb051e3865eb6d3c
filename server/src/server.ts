/** Wires journal, matches, rooms and HTTP together, and takes them apart in reverse order. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { matchMaker, Server } from '@colyseus/core';
import { Encoder } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { fastChance } from '@flower-war/rules';
import type { Config } from './config.ts';
import { type HostedGames, hostedGames } from './hosted.ts';
import { createApp } from './http/app.ts';
import { openDatabase } from './journal/database.ts';
import type { Journal } from './journal/journal.ts';
import { MemoryJournal } from './journal/memory.ts';
import { SqliteJournal } from './journal/sqlite.ts';
import { loadKeys } from './keys.ts';
import { createLog, type Log } from './log.ts';
import { Matches } from './match/matches.ts';
import { createMetrics } from './metrics.ts';
import { People } from './people.ts';
import { atTheDoor } from './rooms/door.ts';
import { MATCH_ROOM } from './rooms/hall.ts';
import type { House } from './rooms/house.ts';
import { MatchRoom } from './rooms/matchRoom.ts';
import { Tokens } from './tokens.ts';

export interface Running {
  readonly address: string;
  readonly house: House;
  readonly log: Log;
  stop(): Promise<void>;
}

/** What tests put in another's place: games of their own, a journal that fails, a clock. */
export interface Parts {
  readonly games?: HostedGames;
  readonly journal?: (real: Journal) => Journal;
  readonly now?: () => number;
}

/** A frame is at most this long; the largest lawful action needs a tenth of it. */
const MOST_FRAME_BYTES = 4096;
const BEAT_MS = 1000;

export async function startServer(config: Config, parts: Parts = {}): Promise<Running> {
  const house = build(config, parts);
  const http = createServer(createApp(house));
  openRooms(house, http);
  await beat(house);
  await listen(http, config);
  const pulse = setInterval(() => void beat(house), BEAT_MS);
  await house.matches.wake();
  house.isReady = true;
  const { address, port } = http.address() as AddressInfo;
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  return { address: url, house, log: house.log, stop: () => stop(house, http, pulse) };
}

function build(config: Config, parts: Parts): House {
  const log = createLog(config);
  const now = parts.now ?? Date.now;
  const database = openDatabase(config.JOURNAL === 'sqlite' ? config.DATA_DIR : undefined, config.DURABILITY);
  const stored = config.JOURNAL === 'sqlite' ? new SqliteJournal(database) : new MemoryJournal();
  const metrics = createMetrics(stored);
  if (stored instanceof SqliteJournal) stored.onCommit = metrics.appended;
  const journal = parts.journal?.(stored) ?? stored;
  const games = parts.games ?? hostedGames();
  const keys = loadKeys(database);
  const people = new People(database);
  const matches = new Matches({
    ...{ journal, games, now, owner: randomUUID(), signingKey: keys.signing },
    ...{ openForMs: config.OPEN_MINUTES * 60_000, botDelayMs: config.BOT_DELAY_MS },
    botChance: fastChance(now()),
    note: (event, fields) => log.info(fields, event),
    report: (problem, { error, ...fields }) => log.error({ ...fields, err: error }, problem),
  });
  const nameOf: House['nameOf'] = (occupant) =>
    occupant?.kind === 'player' ? people.nameOf(occupant.player) : (occupant?.bot ?? '');
  const tokens = new Tokens(keys.tokens);
  return { config, games, journal, matches, people, tokens, keys, metrics, log, now, nameOf, isReady: false };
}

function openRooms(house: House, http: HttpServer): void {
  Encoder.BUFFER_SIZE = 2048;
  MatchRoom.house = house;
  const transport = new WebSocketTransport({
    ...{ server: http, maxPayload: MOST_FRAME_BYTES, pingInterval: house.config.HEARTBEAT_SECONDS * 1000 },
    beforeUpgrade: (request) => atTheDoor(house.config, request),
  });
  const server = new Server({
    transport,
    logger: house.log.child({ from: 'colyseus' }),
    greet: false,
    gracefullyShutdown: false,
  });
  server.define(MATCH_ROOM, MatchRoom);
  matchMaker.controller.exposedMethods = [];
}

async function listen(http: HttpServer, { HOST, PORT }: Config): Promise<void> {
  await matchMaker.accept();
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(PORT, HOST, resolve);
  });
}

async function beat({ journal, now, log }: House): Promise<void> {
  try {
    await journal.beat(now());
  } catch (error) {
    log.error({ err: error }, 'the journal could not note that the server is alive');
  }
}

async function stop(house: House, http: HttpServer, pulse: NodeJS.Timeout): Promise<void> {
  house.isReady = false;
  clearInterval(pulse);
  await house.matches.stop();
  http.close();
  await matchMaker.gracefullyShutdown();
  http.closeAllConnections();
  await beat(house);
  await house.journal.close();
}
