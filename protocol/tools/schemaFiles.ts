/**
 * The schemas of tables and of the lobby as one flat file each, which `schema-codegen` of Colyseus reads: it makes classes
 * of other languages, and does not follow the functions from which the real schemas are made.
 */

import { TABLES } from '../src/state/index.ts';
import { LobbyState } from '../src/state/lobby.ts';

type SchemaClass = (new () => object) & { readonly [Symbol.metadata]?: unknown };
type Item = string | SchemaClass;
type FieldType = Item | { readonly array: Item } | { readonly map: Item };

export interface SchemaField {
  readonly name: string;
  readonly type: FieldType;
}

/** Every state that a client can get, by the name of its file. */
export const STATES: Readonly<Record<string, SchemaClass>> = { ...TABLES, lobby: LobbyState };

/** The fields of a class, in the order of the wire. */
export function fieldsIn(schema: SchemaClass): readonly SchemaField[] {
  const numbered = Object.entries(schema[Symbol.metadata] as Readonly<Record<string, SchemaField>>);
  return numbered.filter(([key]) => /^\d+$/.test(key)).map(([, { name, type }]) => ({ name, type }));
}

/** The item of a list or a map, or the type itself. */
export function itemOf(type: FieldType): Item {
  if (typeof type !== 'object') return type;
  return 'array' in type ? type.array : type.map;
}

/** This class and all that it holds, each after those that it holds. */
export function classesIn(schema: SchemaClass): readonly SchemaClass[] {
  const inner = fieldsIn(schema).flatMap(({ type }) => {
    const item = itemOf(type);
    return typeof item === 'string' ? [] : classesIn(item);
  });
  return [...new Set([...inner, schema])];
}

/** The text of a flat file. */
export function schemaFile(schema: SchemaClass): string {
  const classes = classesIn(schema);
  const names = classes.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error(`two schemas have one name: ${names.join(' ')}`);
  const head = '/** Made by `npm run docs` for `schema-codegen`, which makes classes of other languages. */\n';
  return `${head}import { schema, t } from '@colyseus/schema';\n\n${classes.map(classText).join('\n')}`;
}

function classText(schema: SchemaClass): string {
  const fields = fieldsIn(schema).map(({ name, type }) => `    ${name}: ${typeText(type)},\n`);
  return `export const ${schema.name} = schema(\n  {\n${fields.join('')}  },\n  '${schema.name}',\n);\n`;
}

function typeText(type: FieldType): string {
  if (typeof type === 'string') return `t.${type}()`;
  if (typeof type === 'function') return `t.ref(${type.name})`;
  const item = itemOf(type);
  return `t.${'array' in type ? 'array' : 'map'}(${typeof item === 'string' ? `'${item}'` : item.name})`;
}
