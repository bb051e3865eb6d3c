/** socket.io with its usual settings: a room for each match, an acknowledgement for each move. */
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { listening } from './listening.ts';
import { type Cells, emptyBoard, put } from './put.ts';

export function startSocketIo(): Promise<string> {
  const http = createServer();
  const boards = new Map<string, Cells>();
  const io = new Server(http, { transports: ['websocket'] });
  io.on('connection', (socket) => {
    const { match, seat } = socket.handshake.auth as { readonly match: string; readonly seat: number };
    const board = boards.get(match) ?? emptyBoard();
    boards.set(match, board);
    void socket.join(match);
    socket.on('put', (turn: number, acknowledge: (answer: object) => void) => {
      const change = put(board, seat, turn);
      if (change !== undefined) io.to(match).emit('put', change);
      acknowledge(change === undefined ? { refused: 'not-yours' } : { played: turn });
    });
    socket.on('disconnect', () => io.sockets.adapter.rooms.has(match) || boards.delete(match));
    socket.emit('board', board);
  });
  return listening(http);
}
