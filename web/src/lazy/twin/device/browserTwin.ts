/** A temple in this browser: the simulated device, a network with faults, and a flash that survives a reload. */
import { BUILD, type FlashKind, seeded, Twin, type TwinOptions } from '@flower-war/temple/core';
import { Wifi } from '../mqtt/wifi.ts';
import { keepFlash, keptFlash } from './kept.ts';
import type { Login } from './login.ts';
import { DriftingClock } from './mishaps.ts';

/** What can be chosen of the hardware. It takes effect when the temple gets power again. */
export interface Hardware {
  readonly flash: FlashKind;
  readonly bootMs: number;
  readonly writeMs: number;
  readonly isCrossed: boolean;
}

export const USUAL: Hardware = { flash: 'wal', bootMs: 1000, writeMs: BUILD.writeMs, isCrossed: false };

export interface BrowserTwin {
  readonly twin: Twin;
  readonly wifi: Wifi;
  readonly clock: DriftingClock;
  readonly random: () => number;
  readonly hardware: Hardware;
}

const BROKER_PATH = '/mqtt';

/** The network and the clock of the device before stay as bad as they were. */
export function startBrowserTwin({ id, password }: Login, hardware: Hardware, before?: BrowserTwin): BrowserTwin {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  const random = seeded(seed);
  const clock = new DriftingClock();
  clock.goAt(before?.clock.pace ?? 1);
  const wifi = new Wifi(`${location.origin.replace(/^http/, 'ws')}${BROKER_PATH}`, random);
  if (before !== undefined) wifi.quality = before.wifi.quality;
  const { flash, bootMs, writeMs, isCrossed } = hardware;
  const content = keptFlash(id);
  const options: TwinOptions = {
    broker: location.origin,
    id,
    password,
    clock,
    flash,
    writeMs,
    isCrossed,
    bootMs: [bootMs, bootMs],
    ...(content !== undefined && flash !== 'none' && { content: { ...content, kind: flash } }),
    keep: (kept) => keepFlash(id, kept),
  };
  const start = (other: TwinOptions) => Promise.resolve(new Twin({ options: other, random, network: wifi, start }));
  const twin = new Twin({ options, random, network: wifi, start });
  twin.powerOn();
  return { twin, wifi, clock, random, hardware };
}
