/** One reader of a stream: an HTTP answer that goes on until one end closes it. */
import type { ServerResponse } from 'node:http';
import type { Refusal, StreamLine } from '@flower-war/protocol';
import type { Visitor } from '../../features/table/places.ts';

/** A reader may leave so many heartbeats without an answer, as a socket may leave pings. */
const MOST_UNANSWERED = 2;
/** So many bytes may wait for a reader who does not read. The reader is then cut off, and resumes. */
const MOST_WAITING_BYTES = 1024 * 1024;

export interface Beating {
  readonly heartbeatMs: number;
  /** Called when the player has answered no heartbeat for too long. */
  readonly onSilent: () => void;
}

export class Reader {
  readonly auth: Visitor;
  /** The address from which the reader reads. */
  address = '';
  /** The last step that the reader has seen, if it resumes. */
  readonly from: number | undefined;
  private readonly response: ServerResponse;
  private heartbeat: NodeJS.Timeout | undefined;
  /** Whether bytes waited at the last heartbeat. */
  private isLate = false;
  /** The heartbeats since the last sign of life. */
  private unanswered = 0;
  private isSilent = false;

  constructor(response: ServerResponse, auth: Visitor, from: number | undefined) {
    this.response = response;
    this.auth = auth;
    this.from = from;
  }

  /** Whether more lines can follow. */
  get isOpen(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  /**
   * Whether the player shows signs of life. Only answers tell: what is written to a connection without a cable waits in
   * the system, or in a proxy, and looks as if it had been read.
   */
  get isHere(): boolean {
    return !this.isSilent;
  }

  /** Takes a sign of life. Returns whether the reader was silent before. */
  hear(): boolean {
    const wasSilent = this.isSilent;
    this.unanswered = 0;
    this.isSilent = false;
    return wasSilent;
  }

  /** Resolves when the stream has ended, at either end. */
  get gone(): Promise<void> {
    return new Promise((resolve) => {
      if (this.response.closed || this.response.destroyed) resolve();
      else this.response.once('close', resolve);
    });
  }

  /** Begins the answer. The heartbeat keeps its pace in all events at the table, so that its times tell nothing. */
  open({ heartbeatMs, onSilent }: Beating): void {
    this.response.flushHeaders();
    this.heartbeat = setInterval(() => this.beat(onSilent), heartbeatMs);
    void this.gone.then(() => clearInterval(this.heartbeat));
  }

  /** Writes whole lines. */
  write(text: string): void {
    if (!this.isOpen) return;
    if (this.response.writableLength > MOST_WAITING_BYTES) this.cut();
    else this.response.write(text);
  }

  /** Ends the stream with a line that says why. The heartbeat goes on, and cuts off a reader who does not take it. */
  close(why: Refusal): void {
    if (this.isOpen) this.response.end(lineOf({ kind: 'closed', ...why }));
  }

  /** Ends the stream at once. */
  cut(): void {
    this.response.destroy();
  }

  /** Cuts off a reader who has taken nothing since the last heartbeat. */
  private beat(onSilent: () => void): void {
    const isWaiting = this.response.writableLength > 0;
    if (isWaiting && this.isLate) return this.cut();
    this.isLate = isWaiting;
    if (this.isHere) this.count(onSilent);
    this.write(HEARTBEAT);
  }

  private count(onSilent: () => void): void {
    if (this.unanswered++ < MOST_UNANSWERED) return;
    this.isSilent = true;
    onSilent();
  }
}

export function lineOf(line: StreamLine): string {
  return `${JSON.stringify(line)}\n`;
}

const HEARTBEAT = lineOf({ kind: 'heartbeat' });
