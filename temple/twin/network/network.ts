/** The network between a temple and its broker: what connects them, and the faults that it can have. */
import { filterOf, type TopicName, topicOf } from '@flower-war/protocol/temple';
import { BUILD, type Build, type Outgoing, RECEIVED_TOPICS, type ReceivedTopic } from '../device/device.ts';
import type { Flash } from '../device/flash.ts';

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

// The options of a twin: its hardware, its connection and its clock.

export interface TwinOptions extends Partial<Omit<Build, 'id'>> {
  /** For example mqtt://127.0.0.1:1883, or mqtts:// with TLS. */
  readonly broker: string;
  readonly id: string;
  readonly password: string;
  /** For all random numbers, epochs included: two lives of one temple must not use the same seed (default: random). */
  readonly seed?: number;
  /** 4 (the default) is MQTT 3.1.1. */
  readonly protocolVersion?: 4 | 5;
  readonly keepaliveS?: number;
  readonly reconnectMs?: readonly [least: number, most: number];
  readonly ca?: string;
  /** The flash of an earlier life. */
  readonly content?: Flash;
  /** The clock of the device alone; MQTT and the Wi-Fi run in real time (default: real time). */
  readonly clock?: TwinClock;
  /** Called when the flash has changed, before the twin publishes. If it stops the twin, nothing is published. */
  keep?(flash: Flash): void;
}

export interface TwinClock {
  /** Milliseconds that never fall. */
  now(): number;
  /** Calls `run` once, later. The returned function cancels that. */
  after(milliseconds: number, run: () => void): () => void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const realTime: TwinClock = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(milliseconds, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

export function buildOf({ id, flash, writeMs, bootMs, ui, isCrossed }: TwinOptions): Build {
  return {
    id,
    flash: flash ?? BUILD.flash,
    writeMs: writeMs ?? BUILD.writeMs,
    bootMs: bootMs ?? BUILD.bootMs,
    ui: ui ?? BUILD.ui,
    isCrossed: isCrossed ?? BUILD.isCrossed,
  };
}

export function accountOf({ id, password, protocolVersion = 4, keepaliveS = 15, ca, broker }: TwinOptions): Account {
  return { id, password, protocolVersion, keepaliveS, broker: new URL(broker), ...(ca !== undefined && { ca }) };
}

// Where a device hears each kind of message.

/** The name of each topic that the device subscribes to. */
export const receivedTopics = (id: string): ReadonlyMap<string, ReceivedTopic> =>
  new Map(RECEIVED_TOPICS.map((name) => [topicFor(name, id), name] as const));

function topicFor(name: ReceivedTopic, id: string): string {
  const topic: TopicName = name;
  return topic === 'bridge' ? filterOf('bridge') : topicOf(topic, id);
}
