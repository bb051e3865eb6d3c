/** The two beams of a temple: edges in, beads out. */
import { SLOTS, type Slot } from '@flower-war/protocol/temple';
import { type Beam, CLEAR, change, look, type Timing, type Turn } from '../../../shared/debounce.ts';

/** A bead that stays in the beam for this long is counted without waiting for light. */
const STAYS_MS = 50;
const BLOCKED_MS = 3000;

export interface SlotsSpec {
  readonly timing: () => Timing;
  readonly sensed: (beam: Slot) => void;
  readonly blocked: (beams: readonly Slot[]) => void;
}

export interface Slots {
  edge(beam: Slot, edge: Turn): void;
  /** Forgets the state of the beams, because edges were missed. */
  forget(): void;
}

export function createSlots({ timing, sensed, blocked }: SlotsSpec): Slots {
  const beams = new Map<Slot, Beam>(SLOTS.map((slot) => [slot, CLEAR]));
  const timers = new Map<Slot, readonly NodeJS.Timeout[]>();

  const stuck = new Set<Slot>();

  const take = (slot: Slot, { beam, bead }: ReturnType<typeof look>) => {
    beams.set(slot, beam);
    if (bead) sensed(slot);
  };
  const beamOf = (slot: Slot) => beams.get(slot) ?? CLEAR;
  const stop = (slot: Slot) => timers.get(slot)?.forEach(clearTimeout);
  // Reads the edges that still wait in the pipe before `then` runs.
  const afterReading = (ms: number, then: () => void) => setTimeout(() => setImmediate(then), ms).unref();

  const awaitLight = (slot: Slot, since: number) => {
    const stays = () => beamOf(slot).isDark && beamOf(slot).since === since;
    timers.set(slot, [
      afterReading(STAYS_MS, () => stays() && take(slot, look(beamOf(slot), since + STAYS_MS, timing()))),
      afterReading(BLOCKED_MS, () => stays() && blocked([...stuck.add(slot)])),
    ]);
  };

  return {
    edge(slot, edge) {
      const before = beamOf(slot);
      take(slot, change(before, edge, timing()));
      if (edge.isDark === before.isDark) return;
      stop(slot);
      if (edge.isDark) awaitLight(slot, edge.at);
      else if (stuck.delete(slot)) blocked([...stuck]);
    },
    forget() {
      for (const slot of SLOTS) {
        stop(slot);
        beams.set(slot, CLEAR);
      }
      stuck.clear();
      blocked([]);
    },
  };
}
