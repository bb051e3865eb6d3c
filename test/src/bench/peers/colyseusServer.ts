/**
 * Colyseus rooms that do the work and nothing else: with Colyseus' own settings, a patch each 50 ms; or bare, with a
 * patch after each move and no timer. Heartbeats are Colyseus' own, to all clients in one loop every 3 s, or none.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { matchMaker, Room, Server } from '@colyseus/core';
import { schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { REQUESTS } from '@flower-war/protocol';
import { listening } from './listening.ts';
import { CELLS } from './put.ts';

const BareState = schema({ turn: t.uint32().default(0), cells: t.array('uint8') }, 'BareState');

export class DefaultRoom extends Room<{ state: InstanceType<typeof BareState> }> {
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

export class BareRoom extends DefaultRoom {
  override onCreate(): void {
    this.setTimestep(() => {}, 1000);
    this.patchRate = null;
    super.onCreate();
  }
}

/** /room makes a room and names it; /seat?NAME reserves a seat in it. */
export async function startColyseus(room: typeof DefaultRoom, options: { pingInterval?: number }): Promise<string> {
  const http = createServer();
  const transport = new WebSocketTransport({ server: http, ...options });
  new Server({ transport, greet: false, gracefullyShutdown: false }).define('bare', room);
  await matchMaker.accept();
  http.on('request', (request, response) => void answer(request, response));
  return listening(http);
}

async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path, name = ''] = url.split('?');
  const told = path === '/room' ? await matchMaker.createRoom('bare', {}) : await matchMaker.joinById(name);
  response.end(JSON.stringify(told));
}
