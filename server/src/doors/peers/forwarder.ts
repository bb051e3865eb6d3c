/** Passes requests on to the processes that own what they need. */
import { Agent } from 'node:http';
import { Exchange, type Passed, type Passing } from './exchange.ts';

const LOOK_EVERY_MS = 1000;

export interface ForwarderParts {
  /** The token that only processes know. */
  readonly token: string;
  /** The processes that are alive, by the word of the store. */
  readonly living: () => Promise<readonly { readonly process: string }[]>;
  /** Called once for each request; `lost`: it is not known what the peer did. */
  readonly count: (outcome: Passed | 'lost') => void;
}

export class Forwarder {
  private readonly parts: ForwarderParts;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly running = new Set<Exchange>();
  private timer: NodeJS.Timeout | undefined;

  constructor(parts: ForwarderParts) {
    this.parts = parts;
  }

  /** Refuses with `unavailable` if it cannot be known what the peer did. */
  async pass(passing: Passing): Promise<Passed> {
    const exchange = new Exchange(passing);
    this.running.add(exchange);
    this.timer ??= setInterval(() => void this.cutDead(), LOOK_EVERY_MS).unref();
    let outcome: Passed | 'lost' = 'lost';
    try {
      outcome = await exchange.run(this.parts.token, this.agent);
      return outcome;
    } finally {
      this.parts.count(outcome);
      this.running.delete(exchange);
    }
  }

  stop(): void {
    clearInterval(this.timer);
    this.agent.destroy();
  }

  /** A process that stopped in the middle, or whose machine is gone, ends no connection by itself. */
  private async cutDead(): Promise<void> {
    if (this.running.size === 0) return;
    const living = await this.parts.living().catch(() => undefined);
    if (living === undefined) return;
    for (const exchange of this.running)
      if (!living.some(({ process }) => process === exchange.peer.process)) exchange.cut();
  }
}
