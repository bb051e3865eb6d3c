/** A client that writes down every frame in both directions. */
import {
  type Answer,
  afterPrivate,
  NOTHING_TOLD,
  type Private,
  type PrivateMessage,
  REQUESTS,
} from '@flower-war/protocol';
import { pack, unpack } from 'msgpackr';
import { WebSocket } from 'ws';
import { FRAME, isPrivate } from '../support/sockets/rawClient.ts';

export interface Wire {
  readonly from: 'server' | 'client';
  readonly bytes: Uint8Array;
}

export interface Reserved {
  readonly seat?: number;
  readonly connection: { readonly processId: string; readonly roomId: string; readonly sessionId: string };
}

/** An answer begins behind three bytes as long as the id of the request takes one. */
const ANSWER_AT = 3;
const MOST_REQUESTS = 0x80;

export class RecordingClient {
  readonly seat: number | undefined;
  /** Everything but the pings of `settle`. */
  readonly log: Wire[] = [];
  own: Private | undefined;
  readonly answers = new Map<number, Answer>();
  private readonly socket: WebSocket;
  private told = NOTHING_TOLD;
  private requests = 0;
  private pongs = 0;
  /** Each looks again whenever a frame has come. */
  private readonly waiting = new Set<() => void>();
  private isClosed = false;

  private constructor(socket: WebSocket, seat: number | undefined) {
    this.socket = socket;
    this.seat = seat;
    socket.on('message', (frame: Buffer) => this.take(frame));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isClosed = true;
      this.wake();
    });
  }

  static async connect(url: string, { seat, connection }: Reserved): Promise<RecordingClient> {
    const { processId, roomId, sessionId } = connection;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`);
    const client = new RecordingClient(socket, seat);
    await client.until(() => client.log.length > 0);
    client.send(Uint8Array.of(FRAME.join));
    await client.until(() => client.log.some(({ bytes }) => bytes[0] === FRAME.state));
    await client.settle();
    return client;
  }

  /** Whether every request has its answer. */
  get isAnswered(): boolean {
    return this.answers.size === this.requests;
  }

  /** Sends a request by the number of its action. Returns the id of the request. */
  ask(action: (typeof REQUESTS)[number], payload: readonly unknown[]): number {
    if (++this.requests >= MOST_REQUESTS) throw new Error('a recording with so many requests is too long');
    this.send(Buffer.concat([Uint8Array.of(FRAME.request, this.requests, REQUESTS.indexOf(action)), pack(payload)]));
    return this.requests;
  }

  /** Sends bytes as they are. */
  send(bytes: Uint8Array): void {
    this.log.push({ from: 'client', bytes });
    this.socket.send(bytes);
  }

  /** Waits until all that the server sent before has arrived. */
  async settle(): Promise<void> {
    const before = this.pongs;
    this.socket.send(Uint8Array.of(FRAME.ping));
    await this.until(() => this.pongs > before);
  }

  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const isThere = condition();
        if (!isThere && !this.isClosed) return;
        this.waiting.delete(look);
        if (isThere) resolve();
        else reject(new Error('the socket was closed before it came'));
      };
      this.waiting.add(look);
      look();
    });
  }

  close(): void {
    this.socket.terminate();
  }

  private take(frame: Buffer): void {
    if (frame[0] === FRAME.ping) this.pongs++;
    else this.log.push({ from: 'server', bytes: frame });
    if (frame[0] === FRAME.response) this.answers.set(frame[1] ?? 0, unpack(frame.subarray(ANSWER_AT)) as Answer);
    if (isPrivate(frame)) {
      const next = afterPrivate(this.told, unpack(frame.subarray(2)) as PrivateMessage, this.seat ?? 0);
      this.told = next.told;
      this.own = next.shown;
    }
    this.wake();
  }

  private wake(): void {
    for (const look of [...this.waiting]) look();
  }
}
