/** Random choices of a fuzzer: values from a grammar or a schema, and damaged copies of them. */
import type { Chance } from '@flower-war/rules';
import { z } from 'zod';

/** Letters on which parsers disagree: separators, escapes, brackets, controls, and letters beyond ASCII. */
const ODD = [...'%/\\?#@:;=&*|<>[](){}"\'`^~+-_.,!$ \t\0\r\n'];
const WIDE = ['\u00e9', '\u202e', '\u0301', '\ufeff', '\ud800', '\u{1f480}', '\uffff'];
const NUMBERS = [0, -1, 1, 0.5, 255, 65_536, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1e308, Number.NaN];

/** True in one of this many calls. */
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

/** What fits a schema. When the fuzzer damages it, the code behind the parser sees the damage. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

const SPAN = 1000;

export function lawful(chance: Chance, schema: z.ZodType): unknown {
  return fitting(chance, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);
}

function fitting(chance: Chance, schema: Schema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return chance.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fitting(chance, chance.pick(choices));
  switch (schema.type) {
    case 'object':
      return objectOf(chance, schema);
    case 'array':
      return listOf(chance, schema);
    case 'boolean':
      return chance.coin();
    case 'number':
    case 'integer':
      return numberOf(chance, schema);
    case 'string':
      return stringOf(chance, schema);
    default:
      return chance.pick([null, text(chance, 8)]);
  }
}

function objectOf(chance: Chance, { properties = {}, required = [] }: Schema): object {
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || once(chance, 3));
  return Object.fromEntries(wanted.map(([name, schema]) => [name, fitting(chance, schema)]));
}

function listOf(chance: Chance, { prefixItems, items, maxItems = 3 }: Schema): readonly unknown[] {
  if (prefixItems !== undefined) return prefixItems.map((schema) => fitting(chance, schema));
  return items === undefined ? [] : times(chance, Math.min(maxItems, 3), () => fitting(chance, items));
}

function numberOf(chance: Chance, { minimum = 0, maximum = minimum + SPAN }: Schema): number {
  if (once(chance, 4)) return chance.pick([minimum, maximum]);
  return Math.min(maximum, minimum + chance.die(SPAN) - 1);
}

/** Ids, codes and hex numbers fit most patterns. */
function stringOf(chance: Chance, { minLength = 0, maxLength = 24 }: Schema): string {
  if (once(chance, 3)) return text(chance, maxLength).slice(0, maxLength);
  const length = Math.min(maxLength, Math.max(minLength, chance.pick([1, 8, 26, 32])));
  return Array.from({ length }, () => chance.pick([...'0123456789abcdef'])).join('');
}
