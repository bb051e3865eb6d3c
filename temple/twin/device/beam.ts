/** The trains of edges that a light barrier sees when beads fall through a slot. Times are in milliseconds. */
import type { Slot, Tally } from '@flower-war/protocol/temple';
import { between, pick, type Random, whole } from './seededRandom.ts';

export interface Edge {
  readonly slot: Slot;
  /** In milliseconds, to the microsecond. */
  readonly at: number;
  readonly isDark: boolean;
}

/** `holes`: light shines through the eyes of the skull. `flicker`: a sensor flickers at 1 kHz without a bead. */
export const FALLS = ['clean', 'bounce', 'holes', 'double', 'wrong-slot', 'flicker'] as const;
export type Fall = (typeof FALLS)[number];

export interface Fallen {
  readonly edges: readonly Edge[];
  /** The beads that really fell. */
  readonly beads: Tally;
}

/** A time in which the beam is dark. */
type Shadow = readonly [from: number, to: number];

/** No bead takes longer, bounces and holes included. Two beads 60 ms apart leave 45 ms of light between them. */
const LONGEST_MS = 15;
/** One piece of every bead is dark for longer than the 3 ms of the debounce. */
const SOLID_MS = 3.01;
const NONE: Tally = { war: 0, rain: 0 };

/** The edges when something falls into a slot at a time. */
export function fall(kind: Fall, { slot, at }: { readonly slot: Slot; readonly at: number }, random: Random): Fallen {
  switch (kind) {
    case 'clean':
    case 'bounce':
    case 'holes':
      return { edges: edgesOf(slot, SHADOWS[kind](at, random)), beads: { ...NONE, [slot]: 1 } };
    case 'double':
      return double(slot, at, random);
    case 'wrong-slot':
      return fall('clean', { slot: landsIn(kind, slot), at }, random);
    case 'flicker':
      return { edges: edgesOf(slot, flicker(at, between(random, 100, 500))), beads: NONE };
  }
}

/** The slot into which the bead really falls. */
export function landsIn(kind: Fall, slot: Slot): Slot {
  if (kind !== 'wrong-slot') return slot;
  return slot === 'war' ? 'rain' : 'war';
}

const SHADOWS = { clean, bounce, holes } as const;
const SINGLE = ['clean', 'bounce', 'holes'] as const;

function double(slot: Slot, at: number, random: Random): Fallen {
  const first = SHADOWS[pick(random, SINGLE)](at, random);
  const second = SHADOWS[pick(random, SINGLE)](at + between(random, 60, 100), random);
  return { edges: edgesOf(slot, [...first, ...second]), beads: { ...NONE, [slot]: 2 } };
}

function clean(at: number, random: Random): readonly Shadow[] {
  return [[at, at + between(random, SOLID_MS, LONGEST_MS)]];
}

/** 2 to 8 edges within 0.2 to 6 ms, before the solid part of the bead or after it. */
function bounce(at: number, random: Random): readonly Shadow[] {
  const window = between(random, 0.2, 6);
  const body = between(random, SOLID_MS, LONGEST_MS - 6);
  const isBefore = random() < 0.5;
  const from = isBefore ? at : at + body;
  const times = Array.from({ length: 2 * whole(random, 1, 4) }, () => from + random() * window).sort((a, b) => a - b);
  const chatter = pairs(times);
  return isBefore ? [...chatter, [at + window, at + window + body]] : [[at, at + body], ...chatter];
}

function pairs(times: readonly number[]): readonly Shadow[] {
  return times.flatMap((from, index) => (index % 2 === 0 ? [[from, times[index + 1] ?? from] as const] : []));
}

/** Two or three pieces with light between them, of which one is solid. */
function holes(at: number, random: Random): readonly Shadow[] {
  const pieces = Array.from({ length: whole(random, 2, 3) }, () => between(random, 0.5, 2.5));
  pieces[whole(random, 0, pieces.length - 1)] = between(random, SOLID_MS, 5);
  let from = at;
  return pieces.map((length) => {
    const shadow = [from, from + length] as const;
    from += length + between(random, 0.3, 2);
    return shadow;
  });
}

function flicker(at: number, ms: number): readonly Shadow[] {
  return Array.from({ length: Math.floor(ms) }, (_, index) => [at + index, at + index + 0.5] as const);
}

function edgesOf(slot: Slot, shadows: readonly Shadow[]): readonly Edge[] {
  return shadows
    .map(([from, to]) => [microseconds(from), microseconds(to)] as const)
    .filter(([from, to]) => to > from)
    .flatMap(([from, to]) => [
      { slot, at: from, isDark: true },
      { slot, at: to, isDark: false },
    ]);
}

function microseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
