/** What happens to a temple, as a list of acts. The same seed gives the same list. Times are in milliseconds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SLOTS, type Slot } from '@flower-war/protocol/temple';
import { FALLS, type Fall } from '../device/beam.ts';
import { between, pick, type Random, seeded, whole } from '../device/seededRandom.ts';
import { NETWORK_FAULTS, type NetworkFault } from '../network/network.ts';
import type { Twin } from '../network/twin.ts';

export type Act = { readonly at: number } & (Deed | Lending);

/** An act on the temple itself. */
export type Deed =
  | { readonly kind: 'drop'; readonly slot: Slot; readonly fall: Fall }
  | { readonly kind: 'wifi'; readonly fault: NetworkFault; readonly ms: number }
  | { readonly kind: 'reboot' | 'torn-reboot' | 'wipe' };

/** A second device runs with a copy of the temple's memory for a while. */
export type Lending = { readonly kind: 'clone'; readonly flash: 'copied' | 'blank'; readonly ms: number };

export const TROUBLES = [...NETWORK_FAULTS, 'reboot', 'torn-reboot', 'wipe', 'clone'] as const;
export type Trouble = (typeof TROUBLES)[number];

export interface Profile {
  readonly beads: number;
  /** The average time between two beads. */
  readonly everyMs: number;
  readonly falls: readonly Fall[];
  readonly troubles: readonly Trouble[];
  /** How many troubles there are for each bead. */
  readonly troubled: number;
}

export const PROFILES = {
  calm: { beads: 20, everyMs: 1500, falls: ['clean', 'bounce', 'holes'], troubles: [], troubled: 0 },
  clumsy: { beads: 30, everyMs: 800, falls: FALLS, troubles: [], troubled: 0 },
  radio: { beads: 40, everyMs: 700, falls: ['clean', 'bounce'], troubles: NETWORK_FAULTS, troubled: 0.2 },
  storm: {
    beads: 60,
    everyMs: 600,
    falls: FALLS,
    troubled: 0.25,
    troubles: [...NETWORK_FAULTS, 'reboot', 'torn-reboot', 'wipe'],
  },
} as const satisfies Record<string, Profile>;

export function makeScript(seed: number, profile: Profile): readonly Act[] {
  const random = seeded(seed);
  const acts: Act[] = [];
  let at = 0;
  for (let bead = 0; bead < profile.beads; bead++) {
    at = Math.round(at + between(random, 0.2, 1.8) * profile.everyMs);
    acts.push({ at, kind: 'drop', slot: pick(random, SLOTS), fall: pick(random, profile.falls) });
    if (profile.troubles.length > 0 && random() < profile.troubled) {
      at += whole(random, 0, 300);
      acts.push(troubleAt(at, pick(random, profile.troubles), random));
    }
  }
  return acts;
}

function troubleAt(at: number, trouble: Trouble, random: Random): Act {
  switch (trouble) {
    case 'reboot':
    case 'torn-reboot':
    case 'wipe':
      return { at, kind: trouble };
    case 'clone':
      return { at, kind: 'clone', flash: random() < 0.5 ? 'copied' : 'blank', ms: whole(random, 1000, 6000) };
    default:
      return { at, kind: 'wifi', fault: trouble, ms: whole(random, 500, 5000) };
  }
}

/** Prints a line for each act; `readScript` reads them again. */
export function printScript(script: readonly Act[]): string {
  return script.map((act) => `${act.at} ${wordsOf(act).join(' ')}\n`).join('');
}

function wordsOf(act: Act): readonly (string | number)[] {
  switch (act.kind) {
    case 'drop':
      return ['drop', act.slot, act.fall];
    case 'wifi':
      return ['wifi', act.fault, act.ms];
    case 'clone':
      return ['clone', act.flash, act.ms];
    default:
      return [act.kind];
  }
}

/** Throws an error that names the line if a line is not an act. */
export function readScript(text: string): readonly Act[] {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  return lines.flatMap((line, index) => (line === '' ? [] : [readAct(line, index + 1)]));
}

function readAct(line: string, number: number): Act {
  const [time = '', ...words] = line.split(/\s+/);
  const act = /^\d+$/.test(time) ? actOf(Number(time), words) : undefined;
  if (act !== undefined) return act;
  throw new Error(
    `Line ${number} of the script, "${line}", is not an act: write one as "1200 drop war clean" or "3000 reboot".`,
  );
}

function actOf(at: number, [kind, what, more]: readonly string[]): Act | undefined {
  switch (kind) {
    case 'reboot':
    case 'torn-reboot':
    case 'wipe':
      return { at, kind };
    case 'drop': {
      const [slot, fall] = [oneOf(SLOTS, what), oneOf(FALLS, more ?? 'clean')];
      return slot === undefined || fall === undefined ? undefined : { at, kind, slot, fall };
    }
    case 'wifi': {
      const [fault, ms] = [oneOf(NETWORK_FAULTS, what), timeOf(more)];
      return fault === undefined || ms === undefined ? undefined : { at, kind, fault, ms };
    }
    case 'clone': {
      const [flash, ms] = [oneOf(['copied', 'blank'] as const, what), timeOf(more)];
      return flash === undefined || ms === undefined ? undefined : { at, kind, flash, ms };
    }
    default:
      return undefined;
  }
}

function oneOf<T extends string>(words: readonly T[], word: string | undefined): T | undefined {
  return words.find((known) => known === word);
}

function timeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

// Runs a script on a twin.

interface Pace {
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
