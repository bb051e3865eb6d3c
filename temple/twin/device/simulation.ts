/** A device and what falls into it, with time as a number: the same for tests in a loop and for a twin in real time. */
import type { Slot, Tally } from '@flower-war/protocol/temple';
import { type Edge, type Fall, fall, landsIn } from './beam.ts';
import type { Device, Input, Say } from './device.ts';
import { publishable } from './messages.ts';
import type { Random } from './seededRandom.ts';
import { step, wakeAt } from './step.ts';

export interface World {
  readonly device: Device;
  /** What the light barriers are going to see. */
  readonly edges: readonly Edge[];
  /** From when on the throats of the slots let the next bead through. */
  readonly freeAt: Tally;
  /** The beads that have really been dropped, whatever a device makes of them. */
  readonly truth: Tally;
  /** The highest totals of each epoch that could be published: all that anybody can ever learn. */
  readonly lives: Readonly<Record<number, Tally>>;
}

export interface Advanced {
  readonly world: World;
  readonly says: readonly Say[];
}

const NONE: Tally = { war: 0, rain: 0 };
/** The throat of a slot is as narrow as a bead: two in it are never closer. */
const THROAT_MS = 45;

export function newWorld(device: Device): World {
  return { device, edges: [], freeAt: NONE, truth: NONE, lives: {} };
}

export interface Dropped {
  readonly kind: Fall;
  readonly slot: Slot;
  readonly at: number;
}

/** A person drops a bead: what the light barriers see lies still ahead. */
export function dropInto(world: World, { kind, slot, at }: Dropped, random: Random): World {
  const landing = landsIn(kind, slot);
  const { edges, beads } = fall(kind, { slot, at: Math.max(at, world.freeAt[landing]) }, random);
  return {
    ...world,
    truth: { war: world.truth.war + beads.war, rain: world.truth.rain + beads.rain },
    edges: [...world.edges, ...edges].sort((one, other) => one.at - other.at),
    freeAt: { ...world.freeAt, [landing]: (edges.at(-1)?.at ?? at) + THROAT_MS },
  };
}

/** When something happens of itself. */
export function nextAt({ device, edges }: World): number {
  return Math.min(edges[0]?.at ?? Number.POSITIVE_INFINITY, wakeAt(device));
}

/** Everything up to a time, each at its own. */
export function advance(world: World, to: number, random: Random): Advanced {
  let now = world;
  const says: Say[] = [];
  for (let at = nextAt(now); at <= to; at = nextAt(now)) {
    const [edge, ...rest] = now.edges;
    const isEdge = edge !== undefined && edge.at === at;
    const input: Input = isEdge ? { kind: 'edge', edge } : { kind: 'tick' };
    const stepped = step(now.device, input, { at, random });
    says.push(...stepped.says);
    now = learned({ ...now, device: stepped.device, edges: isEdge ? rest : now.edges });
  }
  return { world: now, says };
}

/** Everything up to a time, and then this. */
export function happen(world: World, input: Input, { at, random }: { readonly at: number; readonly random: Random }) {
  const before = advance(world, at, random);
  const { device, says } = step(before.world.device, input, { at, random });
  return { world: learned({ ...before.world, device }), says: [...before.says, ...says] } satisfies Advanced;
}

/** All beads that a reader who never missed anything would know of. */
export function countedIn({ lives }: World): Tally {
  return Object.values(lives).reduce((sum, { war, rain }) => ({ war: sum.war + war, rain: sum.rain + rain }), NONE);
}

function learned(world: World): World {
  const kept = publishable(world.device);
  if (kept === undefined) return world;
  const { war = 0, rain = 0 } = world.lives[kept.epoch] ?? {};
  if (kept.war === war && kept.rain === rain && world.lives[kept.epoch] !== undefined) return world;
  return {
    ...world,
    lives: { ...world.lives, [kept.epoch]: { war: Math.max(war, kept.war), rain: Math.max(rain, kept.rain) } },
  };
}
