/** The parts of the documentation that are made from the code, so that they cannot drift from it. */
import * as z from 'zod';
import { openApi } from '../src/http/document/openapi.ts';
import { operatorBodies } from '../src/http/routes/operator.ts';
import { OPERATOR_ROUTES, ROUTES } from '../src/http/routeTable.ts';
import { ANSWERS, bodies, OPERATOR_ANSWERS } from '../src/http/schemas.ts';
import { entry } from '../src/record/entry/entries.ts';
import { requests } from '../src/temple/payloads.ts';
import { TOPICS } from '../src/temple/topics.ts';
import { actions } from '../src/wire/actions.ts';
import { CODES } from '../src/wire/errors.ts';
import { linkRequests } from '../src/wire/templeLink.ts';
import { type JsonSchema, outline, type Part, partsOf } from './schemaWords.ts';
import { limitTable, routeTable, statusWords, topicTable } from './tables.ts';

const SECTIONS: Readonly<Record<string, () => readonly string[]>> = {
  entries: () => entriesOf(schemaOf(entry, 'output')).flatMap(entryLines),
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
