/** Random choices of a fuzzer: values from a grammar, and damaged copies of them. */
import type { Chance } from '@flower-war/rules';

/** Letters on which parsers disagree: separators, escapes, brackets, controls, and letters beyond ASCII. */
const ODD = [...'%/\\?#@:;=&*|<>[](){}"\'`^~+-_.,!$ \t\0\r\n'];
const WIDE = ['\u00e9', '\u202e', '\u0301', '\ufeff', '\ud800', '\u{1f480}', '\uffff'];
const NUMBERS = [0, -1, 1, 0.5, 255, 65_536, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1e308, Number.NaN];

/** True once in so many calls. */
export const once = (chance: Chance, inSoMany: number): boolean => chance.die(inSoMany) === 1;

export function times<T>(chance: Chance, most: number, make: () => T): T[] {
  return Array.from({ length: chance.die(most + 1) - 1 }, make);
}

export function bytes(chance: Chance, most: number): Buffer {
  return Buffer.from(times(chance, most, () => chance.die(256) - 1));
}

function letter(chance: Chance): string {
  if (once(chance, 12)) return chance.pick(WIDE);
  if (once(chance, 8)) return `%${chance.pick(['', 'z', '00', '2', 'ff', '2e', 'c3'])}`;
  return chance.die(3) === 1 ? chance.pick(ODD) : String.fromCharCode(32 + chance.die(94));
}

export function text(chance: Chance, most = 24): string {
  if (once(chance, 40)) return letter(chance).repeat(chance.die(9000));
  return times(chance, most, () => letter(chance)).join('');
}

/** Any JSON, sometimes deep or wide. */
export function json(chance: Chance, depth = 0): unknown {
  const kind = chance.die(depth > 3 ? 4 : 7);
  if (kind === 1) return text(chance);
  if (kind === 2) return chance.pick(NUMBERS);
  if (kind === 3) return chance.pick([null, true, false, '', '__proto__', 'constructor']);
  if (kind === 4) return chance.die(1000) - 500;
  if (kind === 5) return times(chance, 5, () => json(chance, depth + 1));
  return Object.fromEntries(times(chance, 5, () => [text(chance, 8), json(chance, depth + 1)]));
}

/** Replaces or removes values inside the given one. */
export function damaged(chance: Chance, value: unknown): unknown {
  if (once(chance, 4)) return json(chance);
  if (Array.isArray(value)) return value.map((one) => (once(chance, 3) ? damaged(chance, one) : one));
  if (typeof value === 'string') return damagedText(chance, value);
  if (typeof value === 'number') return chance.pick([value + 1, -value, value / 3, String(value), ...NUMBERS]);
  if (typeof value !== 'object' || value === null) return json(chance);
  const kept = Object.entries(value).filter(() => !once(chance, 10));
  const changed = kept.map(([key, one]) => [key, once(chance, 3) ? damaged(chance, one) : one]);
  return Object.fromEntries(once(chance, 5) ? [...changed, [text(chance, 8), json(chance)]] : changed);
}

/** Doubles, cuts out or replaces a piece of the text. */
export function damagedText(chance: Chance, value: string): string {
  const at = chance.die(value.length + 1) - 1;
  const rest = value.slice(at + chance.die(4) - 1);
  return value.slice(0, at) + chance.pick([text(chance, 6), '', value.slice(at, at + 3), letter(chance)]) + rest;
}

export function damagedBytes(chance: Chance, value: Buffer): Buffer {
  const at = chance.die(value.length + 1) - 1;
  const rest = value.subarray(Math.min(value.length, at + chance.die(4) - 1));
  return Buffer.concat([value.subarray(0, at), once(chance, 3) ? Buffer.alloc(0) : bytes(chance, 6), rest]);
}
