/** Keeps a temple connected with its broker: connects again after a pause, and notes what the broker acknowledged. */
import type { Odometer } from '@flower-war/protocol/temple';
import type { Input, Outgoing } from '../device/device.ts';
import { between, type Random } from '../device/seededRandom.ts';
import type { Account, Connection, Network, ReceivedMessage } from './network.ts';
import type { TwinClock } from './twinOptions.ts';

export interface DialerTools {
  readonly network: Network;
  readonly account: Account;
  readonly clock: TwinClock;
  readonly random: Random;
  /** The pause before the next try. */
  readonly reconnectMs: readonly [least: number, most: number];
  readonly isOn: () => boolean;
  readonly input: (input: Input) => void;
  readonly onAcknowledged: () => void;
}

export class Dialer {
  private readonly tools: DialerTools;
  private connection: Connection | undefined;
  private stopRedialing: (() => void) | undefined;
  /** The newest odometer that the broker has acknowledged on this connection. */
  acknowledged: Odometer | undefined;
  /** Why the last connection failed. */
  trouble: string | undefined;

  constructor(tools: DialerTools) {
    this.tools = tools;
  }

  /** Connects, unless it is connected or waits for the next try. */
  dial(): void {
    if (this.connection !== undefined || this.stopRedialing !== undefined) return;
    const { network, account, input } = this.tools;
    const connection: Connection = network.dial(account, {
      opened: () => this.opened(connection),
      heard: (message: ReceivedMessage) => this.connection === connection && input({ kind: 'message', ...message }),
      closed: (reason: string | undefined) => this.closed(connection, reason),
    });
    this.connection = connection;
  }

  publish(message: Outgoing): void {
    const { connection } = this;
    connection?.publish(message, () => {
      if (message.name !== 'odometer' || this.connection !== connection) return;
      this.acknowledged = JSON.parse(message.text) as Odometer;
      this.tools.onAcknowledged();
    });
  }

  hangUp(): void {
    this.stopRedialing?.();
    this.stopRedialing = undefined;
    this.acknowledged = undefined;
    const { connection } = this;
    this.connection = undefined;
    connection?.end();
  }

  private opened(connection: Connection): void {
    if (this.connection !== connection) return;
    this.trouble = undefined;
    this.tools.input({ kind: 'connected' });
  }

  private closed(connection: Connection, reason: string | undefined): void {
    if (this.connection !== connection) return;
    const { network, clock, random, reconnectMs, input } = this.tools;
    this.connection = undefined;
    this.acknowledged = undefined;
    this.trouble = network.trouble ?? reason ?? 'the connection ended';
    this.stopRedialing = clock.after(between(random, ...reconnectMs), () => this.redial());
    input({ kind: 'disconnected' });
  }

  private redial(): void {
    this.stopRedialing = undefined;
    if (this.tools.isOn()) this.dial();
  }
}
