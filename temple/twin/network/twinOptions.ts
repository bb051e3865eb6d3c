/** The options of a twin: its hardware, its connection and its clock. */
import { filterOf, type TopicName, topicOf } from '@flower-war/protocol/temple';
import { BUILD, type Build, RECEIVED_TOPICS, type ReceivedTopic } from '../device/device.ts';
import type { Flash } from '../device/flash.ts';
import type { Account } from './network.ts';

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
  /** Called when the flash has changed, before the twin publishes. */
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
