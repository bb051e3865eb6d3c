/** Values that fit a schema. When the fuzzer damages them, the code behind the parser sees the damage. */
import type { Chance } from '@flower-war/rules';
import { z } from 'zod';
import { once, text, times } from './dice.ts';

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
