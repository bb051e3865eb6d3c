/** How the tools of libgpiod 1.6 (Bookworm) and 2 (Trixie) are called, and what they say. */
import type { Turn } from '../../../shared/debounce.ts';

export type Libgpiod = 1 | 2;

export interface Lines {
  readonly chip: string;
  readonly war: number;
  readonly rain: number;
}

/** From `gpiomon --version`. */
export function versionOf(said: string): Libgpiod {
  const major = /v(\d+)\./.exec(said)?.[1];
  if (major === '1' || major === '2') return Number(major) as Libgpiod;
  throw new Error(`gpiomon says «${said.trim()}», which is neither version 1 nor 2. Install the package gpiod.`);
}

/**
 * Kernel times are asked for in seconds and nanoseconds. Version 1 prints nanoseconds without leading zeros, so they
 * cannot stand behind a decimal point; it also has to be told to print line by line. In version 2 `-b` means bias.
 */
export function monitorArguments(version: Libgpiod, { chip, war, rain }: Lines): readonly string[] {
  const lines = [String(war), String(rain)];
  if (version === 1) return ['--line-buffered', '--bias=pull-up', '--format=%o %e %s %n', chip, ...lines];
  return ['--chip', chip, '--bias=pull-up', '--edges=both', '--format=%o %e %S', ...lines];
}

/** The lines keep their levels for as long as it runs. */
export function setArguments(version: Libgpiod, chip: string, levels: ReadonlyMap<number, boolean>): readonly string[] {
  const lines = [...levels].map(([line, isOn]) => `${line}=${isOn ? 1 : 0}`);
  return version === 1 ? ['--mode=signal', chip, ...lines] : ['--chip', chip, ...lines];
}

/** A line that `gpiomon` printed; nothing where it is none of ours. A broken beam pulls its line low. */
export function edgeOf(version: Libgpiod, printed: string): (Turn & { readonly line: number }) | undefined {
  const format = version === 1 ? /^(\d+) ([01]) (\d+) (\d+)$/ : /^(\d+) ([12]) (\d+)\.(\d{9})$/;
  const [, line, rising, seconds, nanoseconds] = format.exec(printed) ?? [];
  if (line === undefined) return undefined;
  const at = Number(seconds) * 1e3 + Number(nanoseconds) / 1e6;
  return { line: Number(line), isDark: rising !== '1', at };
}

const LABELS = /^(pinctrl-rp1|pinctrl-bcm\d+)$/;

/** The chip with the pins of the header, from `gpiodetect`: on a Pi 5 it has had several numbers, never another label. */
export function chipOf(detected: string): string {
  const chips = [...detected.matchAll(/^(gpiochip\d+) \[([^\]]*)\]/gm)];
  const chip = chips.find(([, , label]) => LABELS.test(label ?? ''))?.[1];
  if (chip !== undefined) return chip;
  throw new Error(
    `gpiodetect shows no chip of a Raspberry Pi among: ${detected.trim() || 'none'}. Set CHIP to the one with the pins.`,
  );
}
