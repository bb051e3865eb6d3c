/** One end of a simulated connection: a stream with all that Node's own sockets have and our programs use. */
import { Duplex } from 'node:stream';
import type { Planned } from './world.ts';

/** What a socket asks of the line to its other end, and of the program that has it. */
export interface Wire {
  send(bytes: Uint8Array, taken: () => void): void;
  sendEnd(): void;
  /** This end is gone. `isReset`: it did not say goodbye. */
  leave(isReset: boolean): void;
  /** The other end may send more. */
  wants(): void;
  readonly localPort: number;
  readonly remotePort: number;
  wait(milliseconds: number, job: () => void): Planned;
}

const HOST = '127.0.0.1';

export class SimulatedSocket extends Duplex {
  connecting: boolean;
  bytesRead = 0;
  bytesWritten = 0;
  timeout = 0;
  readonly remoteFamily = 'IPv4';
  private wire: Wire | undefined;
  private idle: Planned | undefined;
  private isEnded = false;
  private isReset = false;

  constructor(isServer: boolean) {
    super({ allowHalfOpen: isServer, autoDestroy: true });
    this.connecting = !isServer;
    if (!isServer) this.once('end', () => this.end());
  }

  get pending(): boolean {
    return this.connecting;
  }

  get readyState(): 'opening' | 'open' | 'closed' {
    if (this.connecting) return 'opening';
    return this.destroyed ? 'closed' : 'open';
  }

  get remoteAddress(): string | undefined {
    return this.wire && HOST;
  }

  get remotePort(): number | undefined {
    return this.wire?.remotePort;
  }

  get localAddress(): string | undefined {
    return this.wire && HOST;
  }

  get localPort(): number | undefined {
    return this.wire?.localPort;
  }

  /** The line is there. */
  attach(wire: Wire): void {
    this.wire = wire;
    if (!this.connecting) return;
    this.connecting = false;
    this.emit('connect');
    this.emit('ready');
  }

  /** Bytes have come. Returns whether there is room for more. */
  hear(bytes: Uint8Array): boolean {
    if (this.destroyed || this.isEnded) return true;
    this.bytesRead += bytes.length;
    this.busy();
    return this.push(bytes);
  }

  /** The other end sends no more. */
  hearEnd(): void {
    if (this.destroyed || this.isEnded) return;
    this.isEnded = true;
    this.push(null);
    if (this.readableFlowing === null) this.read(0); // no code reads, as with a socket that only writes
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  address(): object {
    return { address: HOST, family: 'IPv4', port: this.localPort };
  }

  setTimeout(milliseconds: number, listener?: () => void): this {
    this.timeout = milliseconds;
    if (listener !== undefined) this[milliseconds === 0 ? 'off' : 'once']('timeout', listener);
    this.busy();
    return this;
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  resetAndDestroy(): this {
    this.isReset = true;
    return this.destroy();
  }

  /** Its program is dead. Node's own code keeps what it read with until it is told. */
  forget(): void {
    const reading = this as unknown as { parser?: { close?(): void } | null };
    const { parser } = reading;
    reading.parser = null;
    parser?.close?.();
    this.emit = () => false;
    this.destroy(); // nothing that still runs may use it again
  }

  override _write(bytes: Uint8Array, _: string, done: (error?: Error | null) => void): void {
    const { wire } = this;
    if (wire === undefined) return void this.once('connect', () => this._write(bytes, _, done));
    this.bytesWritten += bytes.length;
    this.busy();
    wire.send(bytes, done);
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', done);
  }

  override _final(done: () => void): void {
    if (this.wire === undefined) return void this.once('connect', () => this._final(done));
    this.wire.sendEnd();
    done();
  }

  override _read(): void {
    this.wire?.wants();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.idle?.cancel();
    this.connecting = false;
    this.wire?.leave(this.isReset);
    done(error);
  }

  private busy(): void {
    this.idle?.cancel();
    if (this.timeout > 0) this.idle = this.wire?.wait(this.timeout, () => this.emit('timeout'));
  }
}

export function brokenLine(code: 'ECONNRESET' | 'ECONNREFUSED' | 'EPIPE' | 'ETIMEDOUT'): Error {
  return Object.assign(new Error(`${code} (simulated)`), { code, errno: -1, syscall: 'connect' });
}
