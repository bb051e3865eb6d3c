/** Keeps a `gpiomon` running and passes on the edges that it prints. */
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { Turn } from '../../../shared/debounce.ts';
import { chipOf, edgeOf, type Libgpiod, type Lines, monitorArguments, versionOf } from './gpio.ts';

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

export interface MonitorSpec {
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
