/** A WebSocket whose bytes pass through a network with faults, in order. */
import type { Random } from '@flower-war/temple/core';

/** How good the network is while it has no other fault. */
export interface Quality {
  /** How long every piece takes on its way. */
  readonly delayMs: number;
  /** The share of pieces that get lost; each comes again later, as TCP sends it again. */
  readonly loss: number;
}

/** Each end hears only what the network lets through. */
export interface LineEvents {
  opened(): void;
  heard(bytes: Uint8Array): void;
  closed(): void;
}

export interface LineTools {
  readonly url: string;
  readonly quality: () => Quality;
  readonly random: Random;
  readonly events: LineEvents;
}

/** The time until TCP sends a lost piece again. It doubles with each loss. */
const AGAIN_MS = 200;
const MOST_AGAIN_MS = 5000;
/** The broker notices that a silent temple has gone, and then this end closes too. */
const HALF_OPEN_MS = 60_000;

export class Line {
  private readonly tools: LineTools;
  private readonly socket: WebSocket;
  /** What waits in a black hole; absent where there is none. */
  private held: (() => void)[] | undefined;
  private isGone = false;
  private last: Promise<void> = Promise.resolve();

  constructor(tools: LineTools) {
    this.tools = tools;
    this.socket = new WebSocket(tools.url, 'mqtt');
    this.socket.binaryType = 'arraybuffer';
    this.socket.onopen = () => this.carry(() => tools.events.opened());
    this.socket.onmessage = ({ data }) => this.carry(() => tools.events.heard(new Uint8Array(data as ArrayBuffer)));
    this.socket.onclose = () => this.carry(() => this.close());
  }

  send(bytes: Uint8Array<ArrayBuffer>): void {
    this.carry(() => this.socket.readyState === WebSocket.OPEN && this.socket.send(bytes));
  }

  /** Nothing passes any more, and neither end is told. */
  swallow(): void {
    this.held ??= [];
  }

  /** What was swallowed goes on. */
  release(): void {
    const { held = [] } = this;
    this.held = undefined;
    for (const pass of held) pass();
  }

  /** Ends the connection; both ends are told. What was swallowed is lost. */
  cut(): void {
    if (this.isGone) return;
    this.held = undefined;
    this.socket.close();
    this.close();
  }

  /** The temple is gone at once. The broker is not told, and waits. */
  vanish(): void {
    this.close();
    setTimeout(() => this.socket.close(), HALF_OPEN_MS);
  }

  private close(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.tools.events.closed();
  }

  /** Pieces keep their order, however late each is. */
  private carry(pass: () => void): void {
    const late = this.lateness();
    this.last = this.last.then(async () => {
      if (late > 0) await new Promise((resolve) => setTimeout(resolve, late));
      if (this.isGone) return;
      if (this.held === undefined) pass();
      else this.held.push(pass);
    });
  }

  private lateness(): number {
    const { quality, random } = this.tools;
    const { delayMs, loss } = quality();
    let late = delayMs;
    for (let again = AGAIN_MS; again < MOST_AGAIN_MS && random() < loss; again *= 2) late += again;
    return late;
  }
}
