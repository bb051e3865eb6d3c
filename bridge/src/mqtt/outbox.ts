/** What is to stand at the broker: the newest of every topic, and what is said once. It lasts longer than a connection. */
import { MOST_PAYLOAD_BYTES, MOST_TOPIC_BYTES, TOPIC_ROOT } from '@flower-war/protocol/temple';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';

export interface Outgoing {
  readonly topic: string;
  readonly payload: string;
  readonly isRetained: boolean;
}

/** The broker has understood, and will not have it; asking again would change nothing. */
export class RefusedByBroker extends Error {}

export interface OutboxOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Rejects when the connection ends; the signal ends a wait for an answer that takes too long. */
  readonly publish: (message: Outgoing, signal: AbortSignal) => Promise<void>;
}

interface Waiting {
  readonly message: Outgoing;
  /** A topic of which the broker must have the newest before it has this. */
  readonly after?: string;
  /** What is said once is of no use later. */
  readonly until: number;
  readonly tries: number;
}

const ANSWER_WITHIN_MS = 4000;
const ONCE_WITHIN_MS = 10_000;
/** After a failure, so that one that comes at once is no endless loop. */
const PAUSE_MS = 100;
const MOST_AT_ONCE = 8;
/** A broker that does not let us remove something may end the connection each time. */
const MOST_REMOVALS = 3;
const MOST_WAITING = 10_000;

export class TopicOutbox {
  private readonly options: OutboxOptions;
  /** By topic; a retained message replaces the one before it, also while that one is still waiting. */
  private readonly waiting = new Map<string, Waiting>();
  private readonly retained = new Map<string, Outgoing>();
  private readonly inFlight = new Set<string>();
  private readonly idle = new Set<() => void>();
  private isOpen = false;
  private unique = 0;

  constructor(options: OutboxOptions) {
    this.options = options;
  }

  put(message: Outgoing): void {
    if (!this.fits(message)) return;
    if (!message.isRetained) return this.wait(`${message.topic} ${++this.unique}`, message);
    if (message.payload === '') return this.remove(message.topic);
    this.retained.set(message.topic, message);
    this.wait(message.topic, message);
  }

  /** Nothing is to stand there: with `after`, not before the broker has the newest of that topic. */
  remove(topic: string, after?: string): void {
    this.retained.delete(topic);
    this.wait(topic, { topic, payload: '', isRetained: true }, after);
  }

  /** It stands there already: only to be said again on a new connection, and instead of anything older. */
  adopt(message: Outgoing): void {
    this.retained.set(message.topic, message);
    this.waiting.delete(message.topic);
  }

  /** It stays where it is, but is not published again. */
  release(topic: string): void {
    this.retained.delete(topic);
    this.waiting.delete(topic);
  }

  /** A new connection: brokers forget, so that all that is retained is said again. */
  open(): void {
    this.isOpen = true;
    this.repeat();
  }

  close(): void {
    this.isOpen = false;
  }

  repeat(): void {
    for (const [topic, message] of this.retained) this.keep(topic, message);
    this.pump();
  }

  /** Resolves when nothing waits any more. */
  settled(): Promise<void> {
    if (this.isSettled) return Promise.resolve();
    return new Promise((resolve) => this.idle.add(resolve));
  }

  private get isSettled(): boolean {
    return this.waiting.size === 0 && this.inFlight.size === 0;
  }

  private wait(key: string, message: Outgoing, after?: string): void {
    if (this.waiting.size >= MOST_WAITING && !this.waiting.has(key)) {
      return this.options.log.error({ topic: message.topic }, 'too much waits for the broker; this was dropped');
    }
    this.keep(key, message, after);
    this.pump();
  }

  private keep(key: string, message: Outgoing, after?: string): void {
    const until = message.isRetained ? Number.POSITIVE_INFINITY : this.options.clock.now() + ONCE_WITHIN_MS;
    this.waiting.set(key, { message, until, tries: 0, ...(after !== undefined && { after }) });
  }

  private pump(): void {
    for (const [key, waiting] of this.waiting) {
      if (!this.isOpen || this.inFlight.size >= MOST_AT_ONCE) return;
      if (this.inFlight.has(key) || this.isTooEarly(waiting)) continue;
      this.waiting.delete(key);
      if (this.options.clock.now() <= waiting.until) void this.send(key, waiting);
    }
    this.settle();
  }

  private isTooEarly({ after }: Waiting): boolean {
    return after !== undefined && (this.waiting.has(after) || this.inFlight.has(after));
  }

  private async send(key: string, waiting: Waiting): Promise<void> {
    this.inFlight.add(key);
    const failure = await this.publish(waiting.message).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (failure === undefined) return this.done(key);
    this.failed(key, waiting, failure.error);
    this.options.clock.after(PAUSE_MS, () => this.done(key));
  }

  private done(key: string): void {
    this.inFlight.delete(key);
    this.pump();
  }

  private async publish(message: Outgoing): Promise<void> {
    const late = new AbortController();
    const callOff = this.options.clock.after(ANSWER_WITHIN_MS, () => late.abort());
    try {
      await this.options.publish(message, late.signal);
    } finally {
      callOff();
    }
  }

  /** Goes to the end of the row, so that one message that never gets through holds up no other. */
  private failed(key: string, waiting: Waiting, error: unknown): void {
    const { topic } = waiting.message;
    if (error instanceof RefusedByBroker) {
      this.retained.delete(topic);
      this.options.log.error({ topic, error: error.message }, 'the broker lets us not publish this; look at its rules');
    } else if (!this.waiting.has(key) && this.isWanted(waiting)) {
      this.waiting.set(key, { ...waiting, tries: waiting.tries + 1 });
    }
  }

  private isWanted({ message, tries }: Waiting): boolean {
    if (!message.isRetained) return true;
    const kept = this.retained.get(message.topic);
    return message.payload === '' ? kept === undefined && tries < MOST_REMOVALS : kept === message;
  }

  private fits({ topic, payload }: Outgoing): boolean {
    const isOurs = topic.startsWith(`${TOPIC_ROOT}/`);
    const bytes = Buffer.byteLength(payload);
    if (Buffer.byteLength(topic) <= MOST_TOPIC_BYTES && (!isOurs || bytes <= MOST_PAYLOAD_BYTES)) return true;
    this.options.log.error({ topic: topic.slice(0, 100), bytes }, 'a message was too large for the contract; dropped');
    return false;
  }

  private settle(): void {
    if (!this.isSettled) return;
    for (const resolve of this.idle) resolve();
    this.idle.clear();
  }
}
