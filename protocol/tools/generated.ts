/** The parts of the documentation that are made from the code, so that they cannot drift from it. */
import * as z from 'zod';
import { openApi } from '../src/http/openapi.ts';
import { operatorBodies } from '../src/http/routes/operator.ts';
import { SCOPES } from '../src/http/consent.ts';
import { type Bucket, bucketOf, BUCKETS, type Token } from '../src/http/routes/route.ts';
import { ANSWERS, bodies, OPERATOR_ANSWERS, OPERATOR_ROUTES, type Route, ROUTES } from '../src/http/routeTable.ts';
import { entry } from '../src/record/entry/entries.ts';
import { tableSettings } from '../src/record/entry/tableSettings.ts';
import { requests } from '../src/temple/payloads.ts';
import { TOPICS, type Topic } from '../src/temple/topics.ts';
import { actions } from '../src/wire/actions.ts';
import { CODES, type Code, statusOf } from '../src/wire/errors.ts';
import { linkRequests } from '../src/wire/templeLink.ts';

const SECTIONS: Readonly<Record<string, () => readonly string[]>> = {
  entries: () => entriesOf(schemaOf(entry, 'output')).flatMap(entryLines),
  defaults: () => inColumns(defaultsIn('table', schemaOf(tableSettings, 'output'))),
  actions: () => outline(named(actions, 'input')),
  errors: () => Object.entries(CODES).flatMap(([name, text]) => [name, `  ${text}`]),
  bodies: () => apart(named(bodies, 'input')),
  answers: () => apart(named(ANSWERS, 'output')),
  payloads: () => apart(named(payloads(), 'input')),
  requests: () => apart(named(requests, 'input')),
  link: () => apart(named(linkRequests, 'input')),
  operatorbodies: () => apart(named(operatorBodies, 'input')),
  operatoranswers: () => apart(named(OPERATOR_ANSWERS, 'output')),
};

/** The parts that are Markdown. */
const TABLES: Readonly<Record<string, () => readonly string[]>> = {
  routes: () => routeTable(ROUTES),
  operatorroutes: () => routeTable(OPERATOR_ROUTES),
  topics: topicTable,
  limits: limitTable,
  statuses: statusWords,
  scopes: scopeTable,
};

/** The whole document, as it is kept beside the pages. */
export function openApiText(): string {
  return `${JSON.stringify(openApi(), null, 2)}\n`;
}

const SECTION = /(<!-- generated: ([a-z]+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** A page with its generated parts as they must be now. */
export function refreshed(page: string): string {
  return page.replace(SECTION, (_, begin: string, name: string, end: string) => {
    const [section, table] = [SECTIONS[name], TABLES[name]];
    if (table !== undefined) return `${begin}\n${table().join('\n')}\n\n${end}`;
    if (section === undefined) throw new Error(`nothing is generated under the name ${name}`);
    return `${begin}\n\`\`\`text\n${section().join('\n').trim()}\n\`\`\`\n\n${end}`;
  });
}

/** The payloads of the topics that have a schema. */
function payloads(): Readonly<Record<string, z.ZodType>> {
  const json = Object.entries(TOPICS).flatMap(([name, { payload }]) =>
    payload === 'text' ? [] : ([[name, payload]] as const),
  );
  return Object.fromEntries(json);
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io }) as JsonSchema;
}

function named(schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): readonly Part[] {
  return Object.entries(schemas).map(([name, schema]) => [name, schemaOf(schema, io)]);
}

/** Each schema under its name, with a line between them. */
function apart(parts: readonly Part[]): readonly string[] {
  return parts.flatMap(([name, schema]) => ['', name, ...outline(partsOf(schema), 1)]);
}

/** Each form of an entry; one kind may have several forms. */
function entriesOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.oneOf?.flatMap(entriesOf) ?? [schema];
}

/** `seq` and `at` lead every entry, and `hash` ends it: the page says so once. */
function entryLines(schema: JsonSchema): readonly string[] {
  const parts = partsOf(schema).filter(([name]) => !['seq', 'at', 'kind'].includes(name));
  const { kind } = schema.properties ?? {};
  return ['', String(kind?.const), ...outline(parts, 1)];
}

/** What a field has that is left out, for all fields that may be. */
function defaultsIn(path: string, { properties = {}, ...schema }: JsonSchema): readonly [string, string][] {
  const own = Object.entries(properties).flatMap(([name, field]) => defaultsIn(`${path}.${name}`, field));
  const inside = [...choicesOf(schema).flatMap((choice) => defaultsIn(path, choice)), ...own];
  return schema.default === undefined ? inside : [[path, JSON.stringify(schema.default)], ...inside];
}

function inColumns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}

/** The tables of the documentation, in Markdown. */
function routeTable(routes: readonly Route[]): readonly string[] {
  const rows = routes.map((route) => [
    `\`${route.call}\`${route.query === undefined ? '' : ' `?`'}: ${route.about}`,
    [whoMay(route.token), route.scope].filter(Boolean).join(', '),
    route.body === undefined ? '' : `\`${route.body}\``,
    `\`${route.answer}\``,
    bucketOf(route) ?? '',
  ]);
  return table(['route', 'token', 'body', 'answer', 'limit'], rows);
}

/** These take the operator's token too; the words of the route tell the rest. */
const ALSO: readonly (Token | undefined)[] = ['page', 'metrics', 'probe'];

function whoMay(token: Token | undefined): string {
  return ALSO.includes(token) ? 'operator' : (token ?? '');
}

function scopeTable(): readonly string[] {
  return table(
    ['scope', 'a token with it'],
    Object.entries(SCOPES).map(([scope, about]) => [`\`${scope}\``, about]),
  );
}

function limitTable(): readonly string[] {
  const rows = Object.entries<Bucket>(BUCKETS).map(([name, { perPlayer, perAddress, seconds }]) => [
    name,
    perPlayer === undefined ? '' : String(perPlayer),
    String(perAddress),
    `${seconds / 60} minutes`,
  ]);
  return table(['limit', 'a player', 'an address', 'in'], rows);
}

function topicTable(): readonly string[] {
  const rows = Object.entries<Topic>(TOPICS).map(([name, { path, from, readers, qos, isRetained, about }]) => [
    name,
    `\`${path}\`: ${about}`,
    from,
    readers.join(', '),
    String(qos),
    isRetained ? 'yes' : 'no',
  ]);
  return table(['name', 'topic', 'from', 'also read by', 'QoS', 'retained'], rows);
}

/** Which codes come with which status. */
function statusWords(): readonly string[] {
  const codes = Object.keys(CODES) as Code[];
  const statuses = [...new Set(codes.map(statusOf))].filter((status) => status !== 409).sort((a, b) => a - b);
  const ofStatus = (status: number) => codes.filter((code) => statusOf(code) === status).map((code) => `\`${code}\``);
  return table(
    ['status', 'codes'],
    [...statuses.map((status) => [String(status), ofStatus(status).join(' ')]), ['409', 'all others']],
  );
}

/** A table whose columns are as wide as their widest cell, so that people can read it as text too. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => (cells[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

/** A JSON schema in words, for people who write clients in any language. */
interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly default?: unknown;
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

type Part = readonly [name: string, schema: JsonSchema];

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
function partsOf(schema: JsonSchema): readonly Part[] {
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
  if (maxLength !== undefined) return `text of ${minLength} to ${maxLength}`;
  return pattern === undefined ? 'text' : `text like ${pattern}`;
}

function rangeOf({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): string {
  if (minimum === Number.MIN_SAFE_INTEGER) return '';
  return maximum === Number.MAX_SAFE_INTEGER ? ` from ${minimum}` : ` ${minimum} to ${maximum}`;
}

function listInWords({ items, prefixItems, maxItems }: JsonSchema): string {
  if (prefixItems !== undefined) return `list of ${prefixItems.length}`;
  return `list of ${maxItems === undefined ? 'any number' : `at most ${maxItems}`}: ${inWords(items ?? {})}`;
}
