/** The network between a temple and its broker: what connects them, and the faults that it can have. */
import type { Outgoing, ReceivedTopic } from '../device/device.ts';

export interface Account {
  readonly id: string;
  readonly password: string;
  /** 4 is MQTT 3.1.1, as ESPHome speaks it. */
  readonly protocolVersion: 4 | 5;
  readonly keepaliveS: number;
  readonly broker: URL;
  /** The certificate of a private authority that signed the broker's certificate. */
  readonly ca?: string;
}

export interface ReceivedMessage {
  readonly name: ReceivedTopic;
  readonly text: string;
  readonly isRetained: boolean;
}

export interface ConnectionEvents {
  opened(): void;
  heard(message: ReceivedMessage): void;
  /** Called once at the end, with the reason if there is one. */
  closed(reason: string | undefined): void;
}

export interface Connection {
  /** Calls `taken` when the broker has the message. */
  publish(say: Outgoing, taken: () => void): void;
  end(): void;
}

export interface Network {
  /** Why the network cannot reach the broker. The device only sees that its connection ends. */
  readonly trouble: string | undefined;
  dial(account: Account, events: ConnectionEvents): Connection;
  /** Begins a fault for a time, and ends the fault before it. */
  suffer(fault: NetworkFault, ms: number): void;
  heal(): void;
  /** The device goes at once, and the broker is not told. */
  vanish(): void;
  /** Cuts all connections; both ends are told. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * What can go wrong between a temple and its broker. `rst`: connections are cut and may come back at once. `refused`:
 * connections are cut, and refused for a time. `black-hole`: nothing passes, and neither end is told. `away`: the
 * device knows it at once, but the broker is not told. `stall`: all data comes 200 ms late, and 30 % of the segments
 * still later, as TCP delays lost segments.
 */
export const NETWORK_FAULTS = ['rst', 'refused', 'black-hole', 'away', 'stall'] as const;

export type NetworkFault = (typeof NETWORK_FAULTS)[number];
