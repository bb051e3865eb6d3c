/** A client of a peer that speaks text: raw `ws`, socket.io and boardgame.io differ only in what the frames say. */
import { WebSocket } from 'ws';
import type { Seated } from './seated.ts';

/** What a frame means for the client; `answer-and-view` is both at once. */
type Meaning = 'joined' | 'answer' | 'view' | 'answer-and-view' | 'refused' | 'nothing';

export interface Dialect {
  readonly address: string;
  /** Reads a frame, and may send what the handshake or a heartbeat asks for. */
  readonly take: (frame: string, send: (frame: string) => void) => Meaning;
  readonly move: (turn: number) => string;
}

export class TextSeat implements Seated {
  bytesDown = 0;
  bytesUp = 0;
  views = 0;
  private readonly socket: WebSocket;
  private readonly dialect: Dialect;
  private answered: (error?: Error) => void = () => {};
  private shown: () => void = () => {};

  private constructor(socket: WebSocket, dialect: Dialect) {
    this.socket = socket;
    this.dialect = dialect;
  }

  static connect(dialect: Dialect): Promise<TextSeat> {
    const socket = new WebSocket(dialect.address);
    const seat = new TextSeat(socket, dialect);
    const { promise, resolve, reject } = Promise.withResolvers<TextSeat>();
    socket.once('error', reject);
    socket.on('message', (data: Buffer) => seat.take(data, () => resolve(seat)));
    return promise;
  }

  play(turn: number): Promise<void> {
    const frame = this.dialect.move(turn);
    this.bytesUp += frame.length;
    this.socket.send(frame);
    return new Promise((resolve, reject) => {
      this.answered = (error) => (error === undefined ? resolve() : reject(error));
    });
  }

  seen(views: number): Promise<void> {
    if (this.views >= views) return Promise.resolve();
    return new Promise((resolve) => {
      this.shown = () => this.views >= views && resolve();
    });
  }

  close(): void {
    this.socket.terminate();
  }

  private take(data: Buffer, joined: () => void): void {
    const frame = String(data);
    const meaning = this.dialect.take(frame, (reply) => this.socket.send(reply));
    if (meaning !== 'answer') this.bytesDown += data.length;
    switch (meaning) {
      case 'joined':
        return joined();
      case 'answer':
        return this.answered();
      case 'answer-and-view':
        this.answered();
        return this.show();
      case 'view':
        return this.show();
      case 'refused':
        return this.answered(new Error(`the move was refused: ${frame}`));
      case 'nothing':
    }
  }

  private show(): void {
    this.views++;
    this.shown();
  }
}
