/**
 * One server to measure, in a process of its own. argv: which, and the folder of its data. Its first line tells its
 * address, and the address that tells what it has used. An earlier checkout is measured by its own copy of this program, so
 * its path, arguments and first line do not change.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { schema, t } from '@colyseus/schema';
import { tableOf } from '@flower-war/protocol';
import type { AnyGame, Game, Seat } from '@flower-war/rules';
import { type Config, type HostedGames, hosting, readConfig, startServer } from '@flower-war/server';
import { UNLIMITED } from '../support/server.ts';
import { BareRoom, CELLS, DefaultRoom, listening, startBoardgameIo, startColyseus, startWs } from './peers.ts';
import { UsualRoom } from './usual.ts';

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
  const settings = { PORT: '0', LOG_LEVEL: 'silent', MESSAGES_PER_SECOND: '100000', HEARTBEAT_SECONDS: '3600' };
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
