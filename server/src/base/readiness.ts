/** Whether the server takes players, and if not, why. */
import type { ReadyState } from '@flower-war/protocol';

export class Readiness {
  /** `draining`: before a deploy, running matches go on and no new ones begin. */
  phase: 'starting' | 'open' | 'draining' | 'stopping' = 'starting';
  /** What fails when nothing can be written. */
  readonly storing: 'disk' | 'database';
  /** The last write failed. The next success resets this. */
  isDiskFailing = false;
  /** The store was away for so long that the time counts for no clock. Nothing is written until every match knows. */
  isFrozen = false;
  /** While it drains, the process has left its matches to others, and takes no new ones. */
  hasHandedOver = false;
  /** Less than MIN_FREE_MB is free. */
  isDiskFull = false;
  /** The free space where the data lies. Undefined if unknown. */
  freeBytes: number | undefined;

  constructor(storing: 'disk' | 'database' = 'disk') {
    this.storing = storing;
  }

  get state(): ReadyState {
    if (this.phase !== 'open') return this.phase;
    if (this.isDiskFull) return 'disk-full';
    return this.isDiskFailing || this.isFrozen ? `${this.storing}-failing` : 'ready';
  }

  /** Whether new writes are refused. Writes under way finish; clients retry the others later. */
  get isClosedForWriting(): boolean {
    return this.isDiskFull || this.isFrozen || this.phase === 'stopping';
  }

  /** Has no effect while the server starts or stops. */
  drain(): void {
    if (this.phase === 'open') this.phase = 'draining';
  }

  /** What a process that stops has handed over stays with the others. */
  undrain(): void {
    if (this.phase === 'stopping') return;
    if (this.phase === 'draining') this.phase = 'open';
    this.hasHandedOver = false;
  }
}

// Tells the log of an outage twice: when it begins and when it is over. What fails in between is repeated every second.

/** The part of a log that it needs. */
interface Teller {
  warn(fields: object, text: string): void;
}

interface OutageParts {
  /** What the log says when it begins, and when it is over. */
  readonly began: string;
  readonly over: string;
  /** It must work for this long before it counts as back: what fails now and then is one outage. */
  readonly quietMs: number;
}

export class Outage {
  private readonly parts: OutageParts;
  private beganAt: number | undefined;
  private lastAt = 0;
  private hidden = 0;

  constructor(parts: OutageParts) {
    this.parts = parts;
  }

  get isOn(): boolean {
    return this.beganAt !== undefined;
  }

  /** To be called with each failure, also with the first one. */
  failed(log: Teller, reason: string): void {
    this.lastAt = performance.now();
    this.hidden += 1;
    if (this.beganAt !== undefined) return;
    this.beganAt = this.lastAt;
    log.warn({ reason }, this.parts.began);
  }

  /** To be called again and again while it works. */
  works(log: Teller): void {
    if (this.beganAt === undefined || performance.now() - this.lastAt < this.parts.quietMs) return;
    const seconds = Math.round((this.lastAt - this.beganAt) / 1000);
    log.warn({ seconds, hidden: this.hidden }, this.parts.over);
    this.beganAt = undefined;
    this.hidden = 0;
  }
}
