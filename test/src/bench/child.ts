/**
 * One server to measure, in a process of its own. argv: which, and the folder of its data. Its first line tells its
 * address, and the address that tells what it has used. An earlier checkout is measured by its own copy of this program, so
 * its path, arguments and first line do not change.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { matchMaker, Room, Server as ColyseusServer } from '@colyseus/core';
import { schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { REQUESTS, tableOf } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import type { AnyGame, Game, Seat } from '@flower-war/rules';
import { type Config, type HostedGames, hosting, readConfig, startServer } from '@flower-war/server';
import { type WebSocket, WebSocketServer } from 'ws';
import { UNLIMITED } from '../support/server.ts';
import { UsualRoom } from './usual.ts';

// The servers beside which ours is measured: each is the shortest that does the same work.

/** The work that every peer does: the seat whose turn it is puts a number on a board of 49, and both seats see it. */
const CELLS = 49;

interface Cells {
  turn: number;
  readonly cells: number[];
}

interface Put {
  readonly turn: number;
  readonly cell: number;
  readonly value: number;
}

function emptyBoard(): Cells {
  return { turn: 0, cells: Array<number>(CELLS).fill(0) };
}

/** Changes the board, or returns undefined when it is not this seat's turn. */
function put(board: Cells, seat: number, turn: number): Put | undefined {
  if (turn !== board.turn || seat !== turn % 2) return undefined;
  const [cell, value] = [turn % CELLS, (turn * 7) & 255];
  board.cells[cell] = value;
  board.turn++;
  return { turn: board.turn, cell, value };
}

/** Listens on a free port of this machine alone. Resolves with the address. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface BenchBoard {
  readonly board: ReturnType<typeof emptyBoard>;
  readonly sockets: Set<WebSocket>;
}

/** The leanest server that does the work: `ws`, and JSON written by hand. A client connects to /MATCH/SEAT. */
function startWs(): Promise<string> {
  const server = createServer();
  const tables = new Map<string, BenchBoard>();
  new WebSocketServer({ server }).on('connection', (socket, { url = '' }) => {
    const [, match = '', seat] = url.split('/');
    const table = tables.get(match) ?? { board: emptyBoard(), sockets: new Set() };
    tables.set(match, table);
    table.sockets.add(socket);
    socket.on('message', (data: Buffer) => answerWs(table, socket, { seat: Number(seat), text: String(data) }));
    socket.on('close', () => table.sockets.delete(socket) && table.sockets.size === 0 && tables.delete(match));
    socket.send(JSON.stringify({ board: table.board }));
  });
  return listening(server);
}

function answerWs({ board, sockets }: BenchBoard, socket: WebSocket, said: { seat: number; text: string }): void {
  const { put: turn } = JSON.parse(said.text) as { readonly put: number };
  const change = put(board, said.seat, turn);
  if (change === undefined) return socket.send('{"refused":"not-yours"}');
  const shown = `{"turn":${change.turn},"cell":${change.cell},"value":${change.value}}`;
  for (const each of sockets) each.send(shown);
  socket.send(`{"played":${turn}}`);
}

const BareState = schema({ turn: t.uint32().default(0), cells: t.array('uint8') }, 'BareState');

/** Does the work and nothing else, with Colyseus’ own settings: a patch each 50 ms, and heartbeats to all clients in one loop. */
class DefaultRoom extends Room<{ state: InstanceType<typeof BareState> }> {
  override onCreate(): void {
    this.state = new BareState();
    for (let cell = 0; cell < CELLS; cell++) this.state.cells.push(0);
    this.onMessage(REQUESTS.indexOf('act'), (_client, [, turn]: [number, number]) => this.put(turn));
  }

  private put(turn: number): { readonly step: number } {
    if (turn !== this.state.turn) throw new Error('not your turn');
    this.state.cells[turn % CELLS] = (turn * 7) & 255;
    this.state.turn++;
    this.broadcastPatch();
    return { step: this.state.turn };
  }
}

/** A patch after each move, and no timer. */
class BareRoom extends DefaultRoom {
  override onCreate(): void {
    this.setTimestep(() => {}, 1000);
    this.patchRate = null;
    super.onCreate();
  }
}

/** /room makes a room and names it, /room?GAME&SEATS one for a game; /seat?NAME reserves a seat in it. */
async function startColyseus(
  room: typeof DefaultRoom | typeof UsualRoom,
  options: { pingInterval?: number },
): Promise<string> {
  const http = createServer();
  const transport = new WebSocketTransport({ server: http, ...options });
  new ColyseusServer({ transport, greet: false, gracefullyShutdown: false }).define('bare', room);
  await matchMaker.accept();
  http.on('request', (request, response) => void answerColyseus(request, response));
  return listening(http);
}

async function answerColyseus({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path, name = ''] = url.split('?');
  const [game, seats] = name.split('&');
  const told =
    path === '/room'
      ? await matchMaker.createRoom('bare', { game, seats: Number(seats) })
      : await matchMaker.joinById(name);
  response.end(JSON.stringify(told));
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface App {
  callback: () => Handler;
  listen: (port: number, ...rest: readonly unknown[]) => unknown;
}

interface Transport {
  init(app: App, games: readonly object[], origins: readonly string[]): void;
}

interface Library {
  readonly SocketIO: new () => Transport;
  Server(setup: {
    readonly games: readonly object[];
    readonly origins: readonly string[];
    readonly transport: object;
  }): {
    run(port: number): Promise<unknown>;
  };
}

interface Turn {
  readonly G: Cells;
  readonly playerID: string;
}

const forBoardgameIo = {
  name: 'board',
  setup: emptyBoard,
  minPlayers: 2,
  maxPlayers: 2,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    put: ({ G, playerID }: Turn, turn: number) => (put(G, Number(playerID), turn) ? undefined : 'INVALID_MOVE'),
  },
};

/** boardgame.io as it starts by itself: games in memory, HTTP for the seats, its own socket.io for the moves. */
async function startBoardgameIo(): Promise<string> {
  process.env.NODE_ENV = 'production'; // otherwise it writes a line for each move
  const require = createRequire(import.meta.url);
  const { Server, SocketIO }: Library = require('boardgame.io/server');
  const transport = new SocketIO();
  const init = transport.init.bind(transport);
  transport.init = (app, ...rest) => {
    composeLate(app);
    init(app, ...rest);
    const listen = app.listen.bind(app);
    app.listen = (wanted, ...more) => listen(wanted, '127.0.0.1', ...more); // it would listen on every interface
  };
  const port = await freePort();
  await Server({ games: [forBoardgameIo], origins: [], transport }).run(port);
  return `http://127.0.0.1:${port}`;
}

/** Its transport asks for the handlers before its routes are there, and newer versions of koa take no later ones. */
function composeLate(app: App): void {
  const compose = app.callback.bind(app);
  let handler: Handler | undefined;
  app.callback = () => (request, response) => {
    handler ??= compose();
    return handler(request, response);
  };
}

// Ours, and what is started.

/** The game of the bench: two seats in turn put a number on a board of 49, and both see it. */
interface State {
  readonly turn: number;
  readonly cells: readonly number[];
}

const board: Game<State, 'put', never, State, 'not-yours'> = {
  id: 'board',
  rulesVersion: 1,
  seats: [2, 2],
  presets: [{ id: 'board', options: {} }],
  options: [],
  setup: () => ({ turn: 0, cells: Array<number>(CELLS).fill(0) }),
  toMove: ({ turn }) => [seatAt(turn)],
  refusal: ({ turn }, seat) => (seat === seatAt(turn) ? undefined : 'not-yours'),
  legalMoves: ({ turn }, seat) => (seat === seatAt(turn) ? ['put'] : []),
  apply: ({ turn, cells }) => ({
    ok: true,
    state: { turn: turn + 1, cells: cells.with(turn % CELLS, (turn * 7) & 255) },
    events: [],
  }),
  fallback: () => 'put',
  leave: (state) => ({ ok: true, state, events: [] }),
  reshuffle: (state) => state,
  view: (state) => state,
  viewEvent: (event) => event,
  result: () => undefined,
  parse: (text) => (text === 'put' ? text : undefined),
  format: (move) => move,
};

const STARTS = {
  ws: startWs,
  bare: () => startColyseus(BareRoom, { pingInterval: 0 }),
  'bare with heartbeats': () => startColyseus(BareRoom, {}),
  default: () => startColyseus(DefaultRoom, {}),
  'boardgame.io': startBoardgameIo,
  usual: () => startColyseus(UsualRoom, { pingInterval: 0 }),
  ours: startOurs,
  games: startGames,
  real: startReal,
} as const satisfies Readonly<Record<string, (dataFolder: string) => Promise<string>>>;

const [, , kind = '', dataFolder = ''] = process.argv;
if (!Object.hasOwn(STARTS, kind)) throw new Error(`there is no server "${kind}": ${Object.keys(STARTS).join(', ')}`);
const address = await STARTS[kind as keyof typeof STARTS](dataFolder);
const cpu = await listening(createServer((_request, response) => response.end(JSON.stringify(used()))));
console.log(JSON.stringify({ address, cpu }));
process.once('SIGTERM', () => process.exit(0));

function used() {
  const [, written = 0] = /^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8')) ?? [];
  return { ...process.cpuUsage(), rss: process.memoryUsage().rss, written: Number(written) };
}

/** As `npm start` runs it. */
async function startReal(dataFolder: string): Promise<string> {
  const settings = { PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataFolder };
  return (await startServer(readConfig({ ...settings, ...UNLIMITED }))).address;
}

/** With the game of the bench, in memory or on disk. */
async function startOurs(dataFolder: string): Promise<string> {
  return (await startServer(quickConfig(dataFolder), { games: gamesWithBoard() })).address;
}

/** With our games, in memory or on disk. */
async function startGames(dataFolder: string): Promise<string> {
  return (await startServer(quickConfig(dataFolder))).address;
}

function quickConfig(dataFolder: string): Config {
  const settings = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    MESSAGES_PER_SECOND: '100000',
    HEARTBEAT_SECONDS: '3600',
    LUCK: 'off', // what a thread works out after a match is not a part of its moves
  };
  const journal = dataFolder === '' ? { JOURNAL: 'memory' } : { DATA_DIR: dataFolder };
  return readConfig({ ...settings, ...UNLIMITED, ...journal });
}

function seatAt(turn: number): Seat {
  return turn % 2 === 0 ? 0 : 1;
}

function gamesWithBoard(): HostedGames {
  const View = schema({ turn: t.uint32().default(0), cells: t.array('uint8') }, 'BoardView');
  const game: AnyGame = board;
  return hosting([{ game, bots: {}, Table: tableOf('Board', View) }], async () => game);
}
