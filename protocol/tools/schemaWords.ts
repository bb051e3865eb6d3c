/** A JSON schema in words, for people who write clients in any language. */
export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
}

/** A schema as lines: what it is and, below it and further in, its parts. */
export function outline(parts: readonly Part[], depth = 0): readonly string[] {
  const width = Math.max(0, ...parts.map(([name]) => name.length));
  return parts.flatMap(([name, schema]) => [
    `${'  '.repeat(depth)}${name.padEnd(width)}  ${inWords(schema)}`.trimEnd(),
    ...outline(partsOf(schema), depth + 1),
  ]);
}

export type Part = readonly [name: string, schema: JsonSchema];

export function inWords(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const choices = choicesOf(schema);
  if (choices.length > 0) return choices.some(isObject) ? 'one of' : choices.map(inWords).join(' or ');
  switch (schema.type) {
    case 'string':
      return textInWords(schema);
    case 'integer':
      return `whole number${rangeOf(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return listInWords(schema);
    case 'object':
      return typeof schema.additionalProperties === 'object'
        ? `map of name to ${inWords(schema.additionalProperties)}`
        : 'object';
    default:
      return schema.type ?? 'anything';
  }
}

/** The parts of a schema. `?` stands behind a field that may be absent. */
export function partsOf(schema: JsonSchema): readonly Part[] {
  const { properties, required = [], items, prefixItems } = schema;
  if (prefixItems !== undefined) return prefixItems.map((item, index) => [`[${index}]`, item]);
  if (items !== undefined) return partsOf(items);
  if (properties !== undefined)
    return Object.entries(properties).map(([name, field]) => [required.includes(name) ? name : `${name}?`, field]);
  return choicesOf(schema).flatMap((choice, index): Part[] =>
    isObject(choice) ? [[index === 0 ? 'either' : 'or', choice]] : [],
  );
}

function choicesOf({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  return anyOf ?? oneOf ?? [];
}

function isObject({ properties }: JsonSchema): boolean {
  return properties !== undefined;
}

function textInWords({ pattern, minLength = 0, maxLength }: JsonSchema): string {
  const digits = /^\^\[0-9a-f\]\{(\d+)\}\$$/.exec(pattern ?? '')?.[1];
  if (digits !== undefined) return `${Number(digits) / 2} bytes in lower-case hex`;
  return maxLength === undefined ? 'text' : `text of ${minLength} to ${maxLength}`;
}

function rangeOf({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): string {
  if (minimum === Number.MIN_SAFE_INTEGER) return '';
  return maximum === Number.MAX_SAFE_INTEGER ? ` from ${minimum}` : ` ${minimum} to ${maximum}`;
}

function listInWords({ items, prefixItems, maxItems }: JsonSchema): string {
  if (prefixItems !== undefined) return `list of ${prefixItems.length}`;
  return `list of ${maxItems === undefined ? 'any number' : `at most ${maxItems}`}: ${inWords(items ?? {})}`;
}
