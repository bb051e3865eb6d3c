/** The arguments and the output of the tools of libgpiod 1.6 (Bookworm) and 2 (Trixie). */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Logger } from 'pino';
import type { Turn } from '../../../shared/debounce.ts';
import type { Lamp } from '../messages/lights.ts';

export type Libgpiod = 1 | 2;

export interface Lines {
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
