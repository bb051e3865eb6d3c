/**
 * One server to measure, in a process of its own: `bare`, a Colyseus room that does nothing else; `default`, the same
 * room with Colyseus' own settings, a patch each 50 ms; `ours`, with the game of the bench; `real`, as `npm start` runs
 * it.
 */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { matchMaker, Room, Server } from '@colyseus/core';
import { schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { REQUESTS } from '@flower-war/protocol';
import { readConfig, startServer } from '@flower-war/server';
import { UNLIMITED } from '../support/unlimited.ts';
import { CELLS, gamesWithBoard } from './board.ts';

const BareState = schema({ turn: t.uint32().default(0), cells: t.array('uint8') }, 'BareState');

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

class BareRoom extends DefaultRoom {
  override onCreate(): void {
    this.setTimestep(() => {}, 1000);
    this.patchRate = null;
    super.onCreate();
  }
}

const [, , kind, dataFolder = ''] = process.argv;
const address = await start();
const cpu = await listen((_request, response) => response.end(JSON.stringify(used())));
console.log(JSON.stringify({ address, cpu }));
process.once('SIGTERM', () => process.exit(0));

function used() {
  return { ...process.cpuUsage(), rss: process.memoryUsage().rss };
}

function start(): Promise<string> {
  if (kind === 'bare') return startColyseus(BareRoom, { pingInterval: 0 });
  if (kind === 'default') return startColyseus(DefaultRoom, {});
  return kind === 'real' ? startReal() : startOurs();
}

async function startReal(): Promise<string> {
  const settings = { PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataFolder };
  return (await startServer(readConfig({ ...settings, ...UNLIMITED }))).address;
}

async function startOurs(): Promise<string> {
  const settings = { PORT: '0', LOG_LEVEL: 'silent', MESSAGES_PER_SECOND: '100000', HEARTBEAT_SECONDS: '3600' };
  const journal = dataFolder === '' ? { JOURNAL: 'memory' } : { DATA_DIR: dataFolder };
  return (await startServer(readConfig({ ...settings, ...UNLIMITED, ...journal }), { games: gamesWithBoard() }))
    .address;
}

async function startColyseus(room: typeof DefaultRoom, options: { pingInterval?: number }): Promise<string> {
  const http = createServer();
  const transport = new WebSocketTransport({ server: http, ...options });
  new Server({ transport, greet: false, gracefullyShutdown: false }).define('bare', room);
  await matchMaker.accept();
  const answer = async (response: ServerResponse) => {
    const room = await matchMaker.createRoom('bare', {});
    const seats = [await matchMaker.reserveSeatFor(room, {}, {}), await matchMaker.reserveSeatFor(room, {}, {})];
    response.end(JSON.stringify(seats));
  };
  http.on('request', (_request, response) => void answer(response));
  return new Promise((resolve) => http.listen(0, '127.0.0.1', () => resolve(addressOf(http.address() as AddressInfo))));
}

function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(addressOf(server.address() as AddressInfo))),
  );
}

function addressOf({ port }: AddressInfo): string {
  return `http://127.0.0.1:${port}`;
}
