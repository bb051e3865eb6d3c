/** The cheapest client that can play: it looks at the first bytes of a frame and unpacks only what it needs. */
import { type Answer, type PrivateMessage, REQUESTS } from '@flower-war/protocol';
import { pack, unpack } from 'msgpackr';
import { WebSocket } from 'ws';
import { FRAME, isPrivate } from '../support/sockets/rawClient.ts';
import type { Seated } from './peers/seated.ts';

interface Place {
  readonly processId: string;
  readonly roomId: string;
  readonly sessionId: string;
}

/** An answer begins behind three bytes: the kind of frame, the number of the request, the status. */
const STATUS_AT = 2;
const ANSWER_AT = 3;
const ACT = REQUESTS.indexOf('act');

export class Player implements Seated {
  bytesDown = 0;
  bytesUp = 0;
  views = 0;
  private readonly socket: WebSocket;
  /** A bare room asks for none. */
  private decision: number | undefined;
  private requests = 0;
  private onAnswer: (refusal?: string) => void = () => {};
  private onView: () => void = () => {};

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

  play(turn: number): Promise<void> {
    const decision = this.decision ?? turn;
    this.requests = (this.requests + 1) % 128;
    const head = Buffer.from([FRAME.request, this.requests, ACT]);
    const frame = Buffer.concat([head, pack([(Math.random() * 2 ** 16) >>> 0, decision, 'put'])]);
    this.bytesUp += frame.length;
    return new Promise((resolve, reject) => {
      this.onAnswer = (refusal) => {
        if (refusal === undefined) resolve();
        else reject(new Error(`decision ${decision} was not played: ${refusal}`));
      };
      this.socket.send(frame);
    });
  }

  seen(views: number): Promise<void> {
    if (this.views >= views) return Promise.resolve();
    return new Promise((resolve) => {
      this.onView = () => this.views >= views && resolve();
    });
  }

  close(): void {
    this.socket.terminate();
  }

  private take(frame: Buffer): void {
    const [kind] = frame;
    if (kind !== FRAME.response) this.bytesDown += frame.length;
    if (kind === FRAME.response) this.onAnswer(refusalIn(frame));
    else if (kind === FRAME.patch) {
      this.views++;
      this.onView();
    } else if (isPrivate(frame)) this.decision = (unpack(frame.subarray(2)) as PrivateMessage)[2];
  }
}

/** A bare room answers an error with a status, and this server with a code. */
function refusalIn(frame: Buffer): string | undefined {
  if (frame[STATUS_AT] !== 0) return frame.toString('latin1', ANSWER_AT);
  const answer = unpack(frame.subarray(ANSWER_AT)) as Answer;
  const isPlayed = !('code' in answer) && answer.kind !== 'retry' && !('repeated' in answer);
  return isPlayed ? undefined : JSON.stringify(answer);
}
