/** A device and the beads that fall into it, with time as a number: for fast tests and for a twin in real time. */
import type { Slot, Tally } from '@flower-war/protocol/temple';
import { type Edge, type Fall, fall, landsIn } from './beam.ts';
import { type Device, type Input, type Outgoing, publishable } from './device.ts';
import type { Random } from './seededRandom.ts';
import { step, wakeAt } from './step.ts';

export interface Simulation {
  readonly device: Device;
  /** The edges that the light barriers have not seen yet. */
  readonly edges: readonly Edge[];
  /** When the throat of each slot lets the next bead through. */
  readonly freeAt: Tally;
  /** The beads that were really dropped, counted or not. */
  readonly truth: Tally;
  /** The highest totals of each epoch that could be published: no reader can learn more. */
  readonly lives: Readonly<Record<number, Tally>>;
}

export interface Advanced {
  readonly simulation: Simulation;
  readonly says: readonly Outgoing[];
}

const NONE: Tally = { war: 0, rain: 0 };
/** The throat of a slot is as narrow as a bead, so that two beads are never closer than this. */
const THROAT_MS = 45;

export function newSimulation(device: Device): Simulation {
  return { device, edges: [], freeAt: NONE, truth: NONE, lives: {} };
}

export interface Dropped {
  readonly kind: Fall;
  readonly slot: Slot;
  readonly at: number;
}

/** A person drops a bead. The light barriers see its edges later. */
export function dropInto(simulation: Simulation, { kind, slot, at }: Dropped, random: Random): Simulation {
  const landing = landsIn(kind, slot);
  const { edges, beads } = fall(kind, { slot, at: Math.max(at, simulation.freeAt[landing]) }, random);
  return {
    ...simulation,
    truth: { war: simulation.truth.war + beads.war, rain: simulation.truth.rain + beads.rain },
    edges: [...simulation.edges, ...edges].sort((one, other) => one.at - other.at),
    freeAt: { ...simulation.freeAt, [landing]: (edges.at(-1)?.at ?? at) + THROAT_MS },
  };
}

/** When the next event comes without an input. */
export function nextAt({ device, edges }: Simulation): number {
  return Math.min(edges[0]?.at ?? Number.POSITIVE_INFINITY, wakeAt(device));
}

/** Runs all events up to a time, each at its own time. */
export function advance(simulation: Simulation, to: number, random: Random): Advanced {
  let now = simulation;
  const says: Outgoing[] = [];
  for (let at = nextAt(now); at <= to; at = nextAt(now)) {
    const [edge, ...rest] = now.edges;
    const isEdge = edge !== undefined && edge.at === at;
    const input: Input = isEdge ? { kind: 'edge', edge } : { kind: 'tick' };
    const stepped = step(now.device, input, { at, random });
    says.push(...stepped.says);
    now = learned({ ...now, device: stepped.device, edges: isEdge ? rest : now.edges });
  }
  return { simulation: now, says };
}

/** Runs all events up to a time, then an input. */
export function happen(
  simulation: Simulation,
  input: Input,
  { at, random }: { readonly at: number; readonly random: Random },
) {
  const before = advance(simulation, at, random);
  const { device, says } = step(before.simulation.device, input, { at, random });
  return { simulation: learned({ ...before.simulation, device }), says: [...before.says, ...says] } satisfies Advanced;
}

/** The beads that a reader knows who never misses a message. */
export function countedIn({ lives }: Simulation): Tally {
  return Object.values(lives).reduce((sum, { war, rain }) => ({ war: sum.war + war, rain: sum.rain + rain }), NONE);
}

function learned(simulation: Simulation): Simulation {
  const kept = publishable(simulation.device);
  if (kept === undefined) return simulation;
  const { war = 0, rain = 0 } = simulation.lives[kept.epoch] ?? {};
  if (kept.war === war && kept.rain === rain && simulation.lives[kept.epoch] !== undefined) return simulation;
  return {
    ...simulation,
    lives: { ...simulation.lives, [kept.epoch]: { war: Math.max(war, kept.war), rain: Math.max(rain, kept.rain) } },
  };
}
