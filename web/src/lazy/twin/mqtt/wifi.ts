/** The network of a temple in a browser: WebSockets to the server that served the page, with the faults of a radio. */
import type { Account, Connection, ConnectionEvents, Network, NetworkFault, Random } from '@flower-war/temple/core';
import { dial } from './connection.ts';
import { Line, type LineEvents, type Quality } from './line.ts';

const STALLED: Quality = { delayMs: 200, loss: 0.3 };

export class Wifi implements Network {
  readonly trouble = undefined;
  /** How good the network is while it has no other fault. */
  quality: Quality = { delayMs: 0, loss: 0 };
  private readonly url: string;
  private readonly random: Random;
  private readonly lines = new Set<Line>();
  private fault: NetworkFault | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, random: Random) {
    this.url = url;
    this.random = random;
  }

  /** The fault that goes on now. */
  get suffers(): NetworkFault | undefined {
    return this.fault;
  }

  dial(account: Account, events: ConnectionEvents): Connection {
    if (this.fault === 'refused' || this.fault === 'away') return refusing(events);
    return dial((lineEvents) => this.open(lineEvents), account, events);
  }

  suffer(fault: NetworkFault, ms: number): void {
    this.heal();
    if (fault === 'rst' || fault === 'refused') this.reset();
    if (fault === 'away') this.vanish();
    if (fault === 'rst') return;
    this.fault = fault;
    if (fault === 'black-hole') for (const line of this.lines) line.swallow();
    this.timer = setTimeout(() => this.heal(), ms);
  }

  heal(): void {
    clearTimeout(this.timer);
    this.fault = undefined;
    for (const line of this.lines) line.release();
  }

  vanish(): void {
    for (const line of this.lines) line.vanish();
  }

  reset(): void {
    for (const line of this.lines) line.cut();
  }

  async close(): Promise<void> {
    this.heal();
    this.reset();
  }

  private open(events: LineEvents): Line {
    const line: Line = new Line({
      url: this.url,
      random: this.random,
      quality: () => (this.fault === 'stall' ? STALLED : this.quality),
      events: {
        ...events,
        closed: () => {
          this.lines.delete(line);
          events.closed();
        },
      },
    });
    this.lines.add(line);
    if (this.fault === 'black-hole') line.swallow();
    return line;
  }
}

/** The device learns it a moment later, as from a real network. */
function refusing(events: ConnectionEvents): Connection {
  const timer = setTimeout(() => events.closed(undefined), 10);
  return { publish: () => {}, end: () => clearTimeout(timer) };
}
