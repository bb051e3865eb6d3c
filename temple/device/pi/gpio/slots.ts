/** The two beams of a temple: edges in, beads out. */
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type Slot, SLOTS } from '@flower-war/protocol/temple';
import type { Logger } from 'pino';
import { type Beam, change, CLEAR, look, type Timing, type Turn } from '../../../shared/debounce.ts';
import { chipOf, edgeOf, type Libgpiod, type Lines, monitorArguments, versionOf } from './gpio.ts';

/** A bead that stays in the beam for this long is counted without waiting for light. */
const STAYS_MS = 50;

const BLOCKED_MS = 3000;

interface SlotsSpec {
  readonly timing: () => Timing;
  readonly sensed: (beam: Slot) => void;
  readonly blocked: (beams: readonly Slot[]) => void;
}

interface Slots {
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

// Keeps a `gpiomon` running and passes on the edges that it prints.

const SHORTEST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/** A `gpiomon` that ran for this long did not fail at its start. */
const RAN_WELL_MS = 10_000;

async function say(program: string, ...args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, args)).stdout;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT' ? new Error(`${program} is not installed: install the package gpiod.`) : error;
  }
}

export async function findLibgpiod(): Promise<Libgpiod> {
  return versionOf(await say('gpiomon', '--version'));
}

export async function findChip(): Promise<string> {
  return chipOf(await say('gpiodetect'));
}

interface MonitorSpec {
  readonly version: Libgpiod;
  readonly lines: Lines;
  readonly log: Logger;
  readonly edge: (line: number, edge: Turn) => void;
  /** Called when `gpiomon` has ended. It misses edges until it runs again. */
  readonly ended: () => void;
}

/** Runs until the signal aborts. */
export function monitor(spec: MonitorSpec, signal: AbortSignal): void {
  const { version, lines, log, edge, ended } = spec;
  let wait = SHORTEST_WAIT_MS;

  const run = () => {
    if (signal.aborted) return;
    const began = performance.now();
    const child = spawn('gpiomon', monitorArguments(version, lines), { stdio: ['ignore', 'pipe', 'pipe'], signal });
    createInterface({ input: child.stdout }).on('line', (printed) => {
      const found = edgeOf(version, printed);
      if (found === undefined) log.warn({ printed }, 'gpiomon printed a line that is no edge');
      else edge(found.line, found);
    });
    createInterface({ input: child.stderr }).on('line', (said) => log.error({ said }, 'gpiomon complained'));
    child.on('error', (error) => signal.aborted || log.error({ error: error.message }, 'gpiomon failed'));
    child.on('close', (code) => {
      if (signal.aborted) return;
      ended();
      wait = performance.now() - began > RAN_WELL_MS ? SHORTEST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
      log.error({ code, wait }, 'gpiomon ended: no bead is sensed until it runs again');
      setTimeout(run, wait);
    });
  };
  run();
}
