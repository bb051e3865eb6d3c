/** A WebSocket that counts frames of every kind, and whose listeners cannot end the process. */
import { WebSocket } from 'ws';
import { MOST_BUFFERED_BYTES } from './sendSafely.ts';

/** The events for frames from the client. Empty fragments cause no event: `maxFragments` bounds them. */
const FRAMES: readonly (string | symbol)[] = ['message', 'ping', 'pong'];

/** Twice the room's limit, so that the room acts first. This limit is for frames that the room does not see. */
const MARGIN = 2;

interface Watched {
  readonly framesPerSecond: number;
  readonly onThrow: (error: unknown, event: string | symbol) => void;
}

export class GuardedSocket extends WebSocket {
  /** How many pings of the server the client has not answered. */
  unanswered = 0;
  /** The address of the client, as far as proxies are trusted. */
  address = '';
  private pace = new Pace(Number.POSITIVE_INFINITY);
  private onThrow: Watched['onThrow'] = () => {};
  private isCut = false;

  watch({ framesPerSecond, onThrow }: Watched): void {
    this.admit(framesPerSecond);
    this.onThrow = onThrow;
  }

  /** Sets the frames a second allowed from now on. */
  admit(framesPerSecond: number): void {
    this.pace = new Pace(framesPerSecond * MARGIN);
  }

  /** Calls all listeners of the socket, so that an error in one ends only this connection. */
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
    // The library answers pings, also to a client that reads nothing, so the buffer may fill.
    if (isFlood || this.bufferedAmount > MOST_BUFFERED_BYTES) this.cut();
    return !this.isCut;
  }

  private cut(): void {
    this.isCut = true;
    this.terminate();
  }
}

/** Counts the frames of one connection in each second. */
const SECOND = 1000;

/** Frames beyond the limit are refused. Frames beyond this many times the limit close the connection. */
const PATIENCE = 4;

/** The players whose requests are counted at once. */
const MOST_PLAYERS = 10_000;

type Verdict = 'fine' | 'too-many' | 'flood';

export class Pace {
  private readonly limit: number;
  private endsAt = 0;
  private frames = 0;

  constructor(framesPerSecond: number) {
    this.limit = framesPerSecond;
  }

  /** Counts a frame and judges it. */
  next(now: number): Verdict {
    if (now >= this.endsAt) {
      this.endsAt = now + SECOND;
      this.frames = 0;
    }
    this.frames++;
    if (this.frames <= this.limit) return 'fine';
    return this.frames <= this.limit * PATIENCE ? 'too-many' : 'flood';
  }
}

/** The paces of players without a socket: all requests of a player count as one connection. */
export class Paces {
  private readonly limit: number;
  /** The player who asked longest ago comes first. */
  private readonly paces = new Map<string, Pace>();

  constructor(requestsPerSecond: number) {
    this.limit = requestsPerSecond;
  }

  next(player: string, now: number): Verdict {
    const pace = this.paces.get(player) ?? new Pace(this.limit);
    this.paces.delete(player);
    this.paces.set(player, pace);
    const [oldest] = this.paces.keys();
    if (this.paces.size > MOST_PLAYERS && oldest !== undefined) this.paces.delete(oldest);
    return pace.next(now);
  }
}
