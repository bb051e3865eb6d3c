/** Runs a script on a twin. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Twin } from '../network/twin.ts';
import type { Act, Deed, Lending } from './script.ts';

export interface Pace {
  /** How many times faster than written the script runs. Faults are shorter by the same factor. */
  readonly speed?: number;
  readonly signal?: AbortSignal;
  /** Called before each act. */
  tell?(act: Act): void;
}

/** Ends after the last act, when all faults and clones have ended. `settled()` waits until the temple has recovered. */
export async function runScript(twin: Twin, script: readonly Act[], pace: Pace = {}): Promise<void> {
  const { speed = 1, signal, tell } = pace;
  const began = performance.now();
  const clones: Promise<void>[] = [];
  const waitUntil = (at: number) => sleep(Math.max(0, at / speed - (performance.now() - began)), undefined, { signal });
  try {
    for (const act of script) {
      await waitUntil(act.at);
      tell?.(act);
      if (act.kind === 'clone') clones.push(lendClone(twin, act, speed));
      else perform(twin, act, speed);
    }
  } finally {
    await Promise.all(clones);
    twin.heal();
  }
}

function perform(twin: Twin, act: Deed, speed: number): void {
  switch (act.kind) {
    case 'drop':
      return twin.drop(act.slot, act.fall);
    case 'wifi':
      return twin.wifi(act.fault, act.ms / speed);
    case 'reboot':
      return twin.reboot();
    case 'torn-reboot':
      return twin.reboot({ isTorn: true });
    case 'wipe':
      return twin.wipe();
  }
}

async function lendClone(twin: Twin, { flash, ms }: Lending, speed: number): Promise<void> {
  const clone = await twin.clone(flash);
  await sleep(ms / speed);
  await clone.stop();
}
