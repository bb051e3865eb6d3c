/**
 * The connection of a client, as aedes gets it. aedes speaks 3.1.1 alone: the bytes of clients with 3.1.1 pass as they
 * are, those of clients with MQTT 5 are translated.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Client } from 'aedes';
import { generate, type ISubscribePacket, type IUnsubscribePacket } from 'mqtt-packet';
import { Cut, REASON, type Reason, refusal, type ServerLimits } from './mqtt5Properties.ts';
import { Session } from './mqtt5Session.ts';

interface DoorSettings {
  /** Why bytes of the client end the connection; nothing if they may pass. */
  readonly reasonToCut: (bytes: Buffer, client: Client) => Reason | undefined;
  readonly isShuttingDown: () => boolean;
  /** Called with a bug in the translation, which ends only the connection. */
  readonly onBug: (error: Error) => void;
  readonly limits: ServerLimits;
}

type Done = (error?: Error | null) => void;
type Managing = ISubscribePacket | IUnsubscribePacket;

/** Bridges of 3.1.1 add this to the version. */
const BRIDGES = 128;

export class Door extends Duplex {
  readonly socket: Socket;
  /** Only for MQTT 5. */
  session: Session | undefined;
  /** aedes sets it. */
  declare client: Client;
  private readonly settings: DoorSettings;
  /** The first bytes, until they tell the version. */
  private first: Buffer | undefined = Buffer.alloc(0);
  private readonly managing: Managing[] = [];
  private isOver = false;

  constructor(socket: Socket, settings: DoorSettings) {
    super();
    this.socket = socket;
    this.settings = settings;
    socket.on('data', (bytes: Buffer) => this.guarded(() => this.receive(bytes)));
    socket.on('end', () => this.finish());
    socket.on('error', (error) => this.destroy(error));
    // What came before the end is still to be read.
    socket.on('close', () => this.isOver || this.destroy());
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(bytes: Buffer, _encoding: string, done: Done): void {
    this.send(bytes, done);
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: Done): void {
    this.send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _destroy(error: Error | null, done: Done): void {
    const last = this.session?.farewell(error, this.settings.isShuttingDown());
    if (last !== undefined && !this.isOver && this.socket.writable) this.socket.write(last);
    this.socket.destroy();
    done(error);
  }

  /** Ends the connection, and says why. */
  cut(reason: Reason): void {
    this.destroy(new Cut(reason));
  }

  private receive(bytes: Buffer): void {
    if (this.destroyed || this.isOver) return;
    const reason = this.settings.reasonToCut(bytes, this.client);
    if (reason !== undefined) return this.cut(reason);
    if (this.session !== undefined) return this.session.hear(bytes);
    if (this.first === undefined) return this.pass(bytes);
    this.first = Buffer.concat([this.first, bytes]);
    this.decide(this.first);
  }

  private guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.settings.onBug(error as Error);
      this.destroy(error as Error);
    }
  }

  private decide(first: Buffer): void {
    const version = versionOf(first);
    if (version === undefined) return;
    this.first = undefined;
    if (version === 5) {
      this.session = this.newSession();
      this.session.hear(first);
    } else if (version > 5 && version < BRIDGES) {
      this.socket.write(generate(refusal(REASON.unsupportedVersion), { protocolVersion: 5 }));
      this.destroy();
    } else this.pass(first);
  }

  private newSession(): Session {
    const sides = {
      toClient: (bytes: Buffer) => void this.socket.write(bytes),
      toBroker: (bytes: Buffer) => this.pass(bytes),
      manage: (packet: Managing) => this.manage(packet),
      hangUp: () => this.finish(),
      cut: (cut: Cut) => void this.destroy(cut),
    };
    return new Session(sides, this.settings.limits);
  }

  /** One after the other, because aedes confuses the end of a subscription with the next one to the same filter. */
  private manage(packet: Managing): void {
    if (this.managing.push(packet) === 1) this.manageNext();
  }

  private manageNext(): void {
    const [packet] = this.managing;
    const done = (error?: Error) => {
      if (error) this.destroy(error);
      this.managing.shift();
      this.manageNext();
    };
    this.guarded(() => {
      if (packet?.cmd === 'subscribe') this.client.subscribe(packet, done);
      else if (packet !== undefined) this.client.unsubscribe(packet, done);
    });
  }

  private pass(bytes: Buffer): void {
    if (!this.destroyed && !this.isOver && !this.push(bytes)) this.socket.pause();
  }

  private finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.push(null);
  }

  private send(bytes: Buffer, done: Done): void {
    const { socket, session } = this;
    if (session === undefined) return void socket.write(bytes, done);
    socket.cork();
    this.guarded(() => session.say(bytes));
    socket.uncork();
    if (socket.writableNeedDrain) socket.once('drain', () => done());
    else done();
  }
}

/** The version of MQTT in the first bytes of a connection, before any parser reads them. */

const CONNECT = 0x10;

/** The type, the length in up to four bytes, the length of the name, `MQTT`, the version. */
const NAME = Buffer.from([0, 4, ...Buffer.from('MQTT')]);

/** 0 if the bytes are not a CONNECT of MQTT 3.1.1 or later; nothing if more bytes must come first. */
export function versionOf(bytes: Buffer): number | undefined {
  if (bytes.length > 0 && bytes[0] !== CONNECT) return 0;
  const lengthEnd = bytes.findIndex((byte, at) => at > 0 && (byte & 0x80) === 0);
  if (lengthEnd < 0) return bytes.length > 4 ? 0 : undefined;
  const body = bytes.subarray(lengthEnd + 1);
  const name = body.subarray(0, NAME.length);
  if (!name.equals(NAME.subarray(0, name.length))) return 0;
  return body[NAME.length];
}
