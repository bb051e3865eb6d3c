/** Messages for the broker: the newest of each retained topic, and messages sent once. It outlives a connection. */
import { MOST_PAYLOAD_BYTES, MOST_TOPIC_BYTES, TOPIC_ROOT } from '@flower-war/protocol/temple';
import type { Clock, Log } from './runtime.ts';

export interface Outgoing {
  readonly topic: string;
  readonly payload: string;
  readonly isRetained: boolean;
}

/** The broker refused a message for good: trying again would not help. */
export class RefusedByBroker extends Error {}

export interface OutboxOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Rejects when the connection ends; the signal ends a wait for an answer that takes too long. */
  readonly publish: (message: Outgoing, signal: AbortSignal) => Promise<void>;
}

interface Waiting {
  readonly message: Outgoing;
  /** A topic whose newest message must reach the broker before this message. */
  readonly after?: string;
  /** A message sent once is dropped after this time. */
  readonly until: number;
  readonly tries: number;
}

const ANSWER_WITHIN_MS = 4000;
const ONCE_WITHIN_MS = 10_000;
/** The pause after a failure, so that failures do not become an endless loop. */
const PAUSE_MS = 100;
const MOST_AT_ONCE = 8;
/** A broker that forbids to clear a topic may end the connection each time. */
const MOST_REMOVALS = 3;
const MOST_WAITING = 10_000;

export class TopicOutbox {
  private readonly options: OutboxOptions;
  /** By topic. A retained message replaces the one before it, even if that one still waits. */
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

  /** Clears a topic; with `after`, only when the broker has the newest message of that topic. */
  remove(topic: string, after?: string): void {
    this.retained.delete(topic);
    this.wait(topic, { topic, payload: '', isRetained: true }, after);
  }

  /** The broker has this message already. It replaces older ones, and is sent again only on a new connection. */
  adopt(message: Outgoing): void {
    this.retained.set(message.topic, message);
    this.waiting.delete(message.topic);
  }

  /** The message stays at the broker, but is not sent again. */
  release(topic: string): void {
    this.retained.delete(topic);
    this.waiting.delete(topic);
  }

  /** A new connection: sends all retained messages again, because brokers forget. */
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

  /** Puts a failed message at the end, so that it does not delay the others. */
  private failed(key: string, waiting: Waiting, error: unknown): void {
    const { topic } = waiting.message;
    if (error instanceof RefusedByBroker) {
      this.retained.delete(topic);
      this.options.log.error(
        { topic, error: error.message },
        'the broker does not let the bridge publish this; look at its rules',
      );
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
    this.options.log.error(
      { topic: topic.slice(0, 100), bytes },
      'dropped a message that is larger than the protocol allows',
    );
    return false;
  }

  private settle(): void {
    if (!this.isSettled) return;
    for (const resolve of this.idle) resolve();
    this.idle.clear();
  }
}
