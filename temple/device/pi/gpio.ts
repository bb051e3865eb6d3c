/** The arguments and the output of the tools of libgpiod 1.6 (Bookworm) and 2 (Trixie). */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { SLOTS, type Slot } from '@flower-war/protocol/temple';
import type { Logger } from 'pino';
import { type Beam, CLEAR, change, look, type Timing, type Turn } from '../../shared/debounce.ts';
import type { Lamp } from './lights.ts';

export type Libgpiod = 1 | 2;

interface Lines {
  readonly chip: string;
  readonly war: number;
  readonly rain: number;
}

/** Reads the output of `gpiomon --version`. */
export function versionOf(said: string): Libgpiod {
  const major = /v(\d+)\./.exec(said)?.[1];
  if (major === '1' || major === '2') return Number(major) as Libgpiod;
  throw new Error(`gpiomon says «${said.trim()}», which is neither version 1 nor 2. Install the package gpiod.`);
}

/**
 * Asks for kernel times in seconds and nanoseconds. Version 1 prints nanoseconds without leading zeros, so that they
 * cannot follow a decimal point, and needs an option to print line by line. In version 2 `-b` means bias.
 */
export function monitorArguments(version: Libgpiod, { chip, war, rain }: Lines): readonly string[] {
  const lines = [String(war), String(rain)];
  if (version === 1) return ['--line-buffered', '--bias=pull-up', '--format=%o %e %s %n', chip, ...lines];
  return ['--chip', chip, '--bias=pull-up', '--edges=both', '--format=%o %e %S', ...lines];
}

/** The arguments of `gpioset`. The lines keep their levels as long as it runs. */
export function setArguments(version: Libgpiod, chip: string, levels: ReadonlyMap<number, boolean>): readonly string[] {
  const lines = [...levels].map(([line, isOn]) => `${line}=${isOn ? 1 : 0}`);
  return version === 1 ? ['--mode=signal', chip, ...lines] : ['--chip', chip, ...lines];
}

/** Reads a line that `gpiomon` printed; nothing if it is not an edge. A dark beam pulls its line low. */
export function edgeOf(version: Libgpiod, printed: string): (Turn & { readonly line: number }) | undefined {
  const format = version === 1 ? /^(\d+) ([01]) (\d+) (\d+)$/ : /^(\d+) ([12]) (\d+)\.(\d{9})$/;
  const [, line, rising, seconds, nanoseconds] = format.exec(printed) ?? [];
  if (line === undefined) return undefined;
  const at = Number(seconds) * 1e3 + Number(nanoseconds) / 1e6;
  return { line: Number(line), isDark: rising !== '1', at };
}

const LABELS = /^(pinctrl-rp1|pinctrl-bcm\d+)$/;

/** The chip with the pins of the header, from `gpiodetect`. On a Pi 5 its number has changed, but never its label. */
export function chipOf(detected: string): string {
  const chips = [...detected.matchAll(/^(gpiochip\d+) \[([^\]]*)\]/gm)];
  const chip = chips.find(([, , label]) => LABELS.test(label ?? ''))?.[1];
  if (chip !== undefined) return chip;
  throw new Error(
    `gpiodetect shows no chip of a Raspberry Pi among: ${detected.trim() || 'none'}. Set CHIP to the chip with the pins.`,
  );
}

// Plain lamps on GPIO lines. `gpioset` keeps their levels as long as it runs, so that each change starts a new one.

interface LampsSpec {
  readonly version: Libgpiod;
  readonly chip: string;
  readonly lines: ReadonlyMap<Lamp, number>;
  readonly log: Logger;
}

interface Lamps {
  show(on: readonly Lamp[]): void;
  stop(): void;
}

export function createLamps({ version, chip, lines, log }: LampsSpec): Lamps {
  let shown = '';
  let holder: ChildProcess | undefined;
  let next: readonly string[] | undefined;

  const hold = () => {
    if (next === undefined) return;
    const child = spawn('gpioset', next, { stdio: ['ignore', 'ignore', 'inherit'] });
    next = undefined;
    holder = child;
    child.on('error', (error) => log.error({ error: error.message }, 'gpioset failed: the lamps stay dark'));
    child.on('close', () => {
      if (holder === child) holder = undefined;
      hold();
    });
  };

  return {
    show(on) {
      const levels = new Map([...lines].map(([lamp, line]) => [line, on.includes(lamp)] as const));
      const wanted = setArguments(version, chip, levels);
      if (lines.size === 0 || wanted.join() === shown) return;
      shown = wanted.join();
      next = wanted;
      // The lines are free only when the `gpioset` that holds them has ended.
      if (holder) holder.kill();
      else hold();
    },
    stop() {
      next = undefined;
      holder?.kill();
    },
  };
}

// The two beams of a temple: edges in, beads out.

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
      if (found === undefined) log.warn({ printed }, 'gpiomon printed a line that is not an edge');
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
