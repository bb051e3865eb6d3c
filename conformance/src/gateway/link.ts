/** One socket through the gateway: frame after frame, in order, each of which a scenario may change, hold or swallow. */
import { WebSocket } from 'ws';

/** The frames that pass instead of this one, or `cut` to break the socket. It may take its time. */
type Change = (frame: Buffer, link: Link) => Passed | Promise<Passed>;
type Passed = readonly Buffer[] | 'cut';

export interface FrameTampering {
  readonly fromServer?: Change;
  readonly fromClient?: Change;
}

interface Ends {
  readonly path: string;
  readonly target: string;
}

export class Link {
  /** How many frames came from the server. */
  fromServer = 0;
  isCut = false;
  isSilent = false;
  /** Where the client opened it. */
  readonly path: string;
  private readonly near: WebSocket;
  private readonly far: WebSocket;
  private readonly tampering: () => FrameTampering;
  private toFar: Promise<void>;
  private toNear: Promise<void> = Promise.resolve();

  constructor(near: WebSocket, { path, target }: Ends, tampering: () => FrameTampering) {
    this.path = path;
    this.near = near;
    this.far = new WebSocket(target);
    this.tampering = tampering;
    this.toFar = new Promise((resolve) => this.far.once('open', resolve));
    near.on('message', (frame: Buffer) => this.pass(frame, 'fromClient'));
    this.far.on('message', (frame: Buffer) => {
      this.fromServer++;
      this.pass(frame, 'fromServer');
    });
    for (const socket of [near, this.far]) socket.on('error', () => {});
    near.on('ping', (data) => {
      if (!this.isSilent) near.pong(data);
    });
    near.on('close', () => this.far.terminate());
    // What the server sent before it closed must reach the client first.
    this.far.on('close', (code) => void this.toNear.then(() => this.closeNear(code)));
  }

  /** Breaks the socket, without a farewell. */
  cut(): void {
    this.isCut = true;
    this.near.terminate();
    this.far.terminate();
  }

  /** From now on nothing passes, and not even a ping comes back: as when a router has forgotten the connection. */
  fallSilent(): void {
    this.isSilent = true;
  }

  /** Sends the client a frame that no server sent. */
  tell(frame: Buffer): void {
    this.toNear = this.toNear.then(() => this.near.send(frame));
  }

  private closeNear(code: number): void {
    if (code >= 3000 || code === 1000) this.near.close(code);
    else this.near.terminate();
  }

  private pass(frame: Buffer, side: 'fromClient' | 'fromServer'): void {
    const to = side === 'fromClient' ? this.far : this.near;
    const work = async () => {
      if (this.isCut) return;
      const change = this.tampering()[side];
      const passed = change === undefined ? [frame] : await change(frame, this);
      if (passed === 'cut') return this.cut();
      for (const one of passed) if (to.readyState === WebSocket.OPEN) to.send(one);
    };
    if (side === 'fromClient') this.toFar = this.toFar.then(work);
    else this.toNear = this.toNear.then(work);
  }
}
