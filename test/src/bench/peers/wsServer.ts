/** The leanest server that does the work: `ws`, and JSON written by hand. A client connects to /MATCH/SEAT. */
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { listening } from './listening.ts';
import { emptyBoard, put } from './put.ts';

interface Table {
  readonly board: ReturnType<typeof emptyBoard>;
  readonly sockets: Set<WebSocket>;
}

export function startWs(): Promise<string> {
  const server = createServer();
  const tables = new Map<string, Table>();
  new WebSocketServer({ server }).on('connection', (socket, { url = '' }) => {
    const [, match = '', seat] = url.split('/');
    const table = tables.get(match) ?? { board: emptyBoard(), sockets: new Set() };
    tables.set(match, table);
    table.sockets.add(socket);
    socket.on('message', (data: Buffer) => answer(table, socket, { seat: Number(seat), text: String(data) }));
    socket.on('close', () => table.sockets.delete(socket) && table.sockets.size === 0 && tables.delete(match));
    socket.send(JSON.stringify({ board: table.board }));
  });
  return listening(server);
}

function answer({ board, sockets }: Table, socket: WebSocket, said: { seat: number; text: string }): void {
  const { put: turn } = JSON.parse(said.text) as { readonly put: number };
  const change = put(board, said.seat, turn);
  if (change === undefined) return socket.send('{"refused":"not-yours"}');
  const shown = `{"turn":${change.turn},"cell":${change.cell},"value":${change.value}}`;
  for (const each of sockets) each.send(shown);
  socket.send(`{"played":${turn}}`);
}
