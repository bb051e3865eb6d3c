/** How a twin is built and connected, and the clock that it runs by. */
import { BUILD, type Build } from '../device/device.ts';
import type { Flash } from '../device/flash.ts';
import type { Account } from './connection.ts';

export interface TwinOptions extends Partial<Omit<Build, 'id'>> {
  /** As mqtt://127.0.0.1:1883, or mqtts:// with TLS. */
  readonly broker: string;
  readonly id: string;
  readonly password: string;
  /** Of all chance, the epochs too: two lives of one temple must not begin with the same (anew each time). */
  readonly seed?: number;
  /** 4 (the default) is MQTT 3.1.1. */
  readonly protocolVersion?: 4 | 5;
  readonly keepaliveS?: number;
  readonly reconnectMs?: readonly [least: number, most: number];
  readonly ca?: string;
  /** What lies in flash from an earlier life. */
  readonly content?: Flash;
  /** Of the device alone: MQTT and its radio keep real time (real time). */
  readonly clock?: TwinClock;
  /** Called when flash has changed, before anything is published. */
  keep?(flash: Flash): void;
}

export interface TwinClock {
  /** Milliseconds that only rise. */
  now(): number;
  /** Runs it once, later; returns the way to call it off. */
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
