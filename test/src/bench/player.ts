/** The cheapest client that can play: it looks at the first bytes of a frame and unpacks only what it needs. */
import { type Answer, type PrivateMessage, REQUESTS } from '@flower-war/protocol';
import { pack, unpack } from 'msgpackr';
import { WebSocket } from 'ws';
import { FRAME, isPrivate } from '../support/sockets/rawClient.ts';

interface Place {
  readonly processId: string;
  readonly roomId: string;
  readonly sessionId: string;
}

/** An answer begins behind three bytes: the kind of frame, the number of the request, the status. */
const ANSWER_AT = 3;
const ACT = REQUESTS.indexOf('act');

export class Player {
  bytesDown = 0;
  bytesUp = 0;
  decision: number | undefined;
  patches = 0;
  private readonly socket: WebSocket;
  private requests = 0;
  private onAnswer: (answer: Answer) => void = () => {};
  private onPatch: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.socket = socket;
  }

  static async connect(url: string, { processId, roomId, sessionId }: Place): Promise<Player> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`);
    const player = new Player(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('message', () => {
        socket.on('message', (frame: Buffer) => player.take(frame));
        socket.once('message', () => resolve());
        socket.send(Buffer.from([FRAME.join]));
      });
    });
    return player;
  }

  /** Rejects when the move was not played: then no patch comes. */
  act(decision: number): Promise<void> {
    this.requests = (this.requests + 1) % 128;
    const head = Buffer.from([FRAME.request, this.requests, ACT]);
    const frame = Buffer.concat([head, pack([(Math.random() * 2 ** 16) >>> 0, decision, 'put'])]);
    this.bytesUp += frame.length;
    return new Promise((resolve, reject) => {
      this.onAnswer = (answer) => {
        const isPlayed = !('code' in answer) && answer.kind !== 'retry' && !('repeated' in answer);
        if (isPlayed) resolve();
        else reject(new Error(`decision ${decision} was not played: ${JSON.stringify(answer)}`));
      };
      this.socket.send(frame);
    });
  }

  /** Resolves when so many patches have come since the connection began. */
  patch(number: number): Promise<void> {
    if (this.patches >= number) return Promise.resolve();
    return new Promise((resolve) => {
      this.onPatch = () => this.patches >= number && resolve();
    });
  }

  close(): void {
    this.socket.terminate();
  }

  private take(frame: Buffer): void {
    const [kind] = frame;
    if (kind !== FRAME.response) this.bytesDown += frame.length;
    if (kind === FRAME.response) this.onAnswer(unpack(frame.subarray(ANSWER_AT)) as Answer);
    else if (kind === FRAME.patch) {
      this.patches++;
      this.onPatch();
    } else if (isPrivate(frame)) this.decision = (unpack(frame.subarray(2)) as PrivateMessage)[2];
  }
}
