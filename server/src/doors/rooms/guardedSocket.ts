/** A WebSocket whose listeners cannot end the process, and whose frames of every kind are counted. */
import { WebSocket } from 'ws';
import { Pace } from './pace.ts';
import { MOST_BUFFERED_BYTES } from './sendSafely.ts';

/** What each frame of the other end arrives as. Empty fragments arrive as nothing: `maxFragments` bounds them. */
const FRAMES: readonly (string | symbol)[] = ['message', 'ping', 'pong'];

/** The room refuses and closes at its own pace first; frames that no room sees are cut at twice that. */
const MARGIN = 2;

export interface Watched {
  readonly framesPerSecond: number;
  readonly onThrow: (error: unknown, event: string | symbol) => void;
}

export class GuardedSocket extends WebSocket {
  /** Pings of the server that the other end has not answered. */
  unanswered = 0;
  private pace = new Pace(Number.POSITIVE_INFINITY);
  private onThrow: Watched['onThrow'] = () => {};
  private isCut = false;

  watch({ framesPerSecond, onThrow }: Watched): void {
    this.admit(framesPerSecond);
    this.onThrow = onThrow;
  }

  /** From now on so many requests a second are lawful. */
  admit(framesPerSecond: number): void {
    this.pace = new Pace(framesPerSecond * MARGIN);
  }

  /** Everything that reads from the socket is called from here, so a throw ends this connection alone. */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (FRAMES.includes(event) && !this.mayGoOn()) return true;
    try {
      return super.emit(event, ...args);
    } catch (error) {
      this.cut();
      this.onThrow(error, event);
      return true;
    }
  }

  private mayGoOn(): boolean {
    if (this.isCut) return false;
    const isFlood = this.pace.next(performance.now()) === 'flood';
    // Pings are answered by the library, also to a client that reads nothing.
    if (isFlood || this.bufferedAmount > MOST_BUFFERED_BYTES) this.cut();
    return !this.isCut;
  }

  private cut(): void {
    this.isCut = true;
    this.terminate();
  }
}
