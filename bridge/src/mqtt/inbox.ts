/** Messages that wait for the bridge. It keeps only the newest message of each state, so that a flood costs little. */
import { addressed, SILENT_AFTER_MS, TOPICS } from '@flower-war/protocol/temple';
import type { Clock } from '../base/clock.ts';
import type { IncomingMessage } from './parseMessage.ts';

/** A temple publishes less than ten messages a second. More than this is a flood, of which only the newest counts. */
const MOST_A_SECOND = 30;
const MOST_SENDERS = 2000;
const MOST_WAITING = 5000;

export interface InboxOptions {
  readonly clock: Clock;
  /** Called outside the turn in which the message arrived. */
  readonly onMessage: (arrived: IncomingMessage) => void;
  readonly onFlood: (arrived: IncomingMessage) => void;
}

export class Inbox {
  private readonly options: InboxOptions;
  private readonly waiting = new Map<string, IncomingMessage>();
  private readonly pace = new Map<string, { since: number; count: number }>();
  private isDue = false;
  private unique = 0;

  constructor(options: InboxOptions) {
    this.options = options;
  }

  put(arrived: IncomingMessage): void {
    const address = addressed(arrived.topic);
    const isState = address !== undefined && TOPICS[address.name].isRetained;
    const isFlood = !arrived.isRetained && this.isTooFast(address?.of ?? '');
    if (isFlood) this.options.onFlood(arrived);
    if (isFlood && !isState) return;
    this.keep(isState ? arrived.topic : `${arrived.topic} ${++this.unique}`, arrived);
  }

  private keep(key: string, arrived: IncomingMessage): void {
    if (!this.waiting.has(key) && this.waiting.size >= MOST_WAITING) return this.options.onFlood(arrived);
    this.waiting.set(key, arrived);
    if (this.isDue) return;
    this.isDue = true;
    setImmediate(() => this.drain());
  }

  private drain(): void {
    this.isDue = false;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const arrived of all) this.options.onMessage(arrived);
  }

  private isTooFast(sender: string): boolean {
    const now = this.options.clock.now();
    const pace = this.pace.get(sender);
    if (pace !== undefined && now - pace.since < 1000) return ++pace.count > MOST_A_SECOND;
    if (pace === undefined && this.pace.size >= MOST_SENDERS) this.forget(now);
    this.pace.set(sender, { since: now, count: 1 });
    return false;
  }

  private forget(now: number): void {
    for (const [sender, { since }] of this.pace) if (now - since > SILENT_AFTER_MS) this.pace.delete(sender);
    if (this.pace.size >= MOST_SENDERS) this.pace.clear();
  }
}
