/** The AsyncAPI documents are made from the code, and describe what really crosses the socket. */
import { readFileSync } from 'node:fs';
import { actions, MESSAGES } from '@flower-war/protocol';
import { TOPICS } from '@flower-war/protocol/temple';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { textOf } from '../schemas/schemaFiles.ts';
import { mqttDocument } from './mqttDocument.ts';
import { socketDocument } from './socketDocument.ts';

interface Document {
  readonly channels: Readonly<Record<string, unknown>>;
  readonly operations: Readonly<Record<string, unknown>>;
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly payload: object }>>;
    readonly schemas: object;
  };
}

const DOCUMENTS = [
  ['socket', socketDocument() as unknown as Document],
  ['mqtt', mqttDocument() as unknown as Document],
] as const;

describe.each(DOCUMENTS)('%s', (name, document) => {
  test(`docs/asyncapi/${name}.json says what the code says; if not: npm run docs`, () => {
    expect(readFileSync(new URL(`../../../docs/asyncapi/${name}.json`, import.meta.url), 'utf8')).toBe(
      textOf(document),
    );
  });

  test('every reference leads somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(references.length).toBeGreaterThan(10);
    for (const path of references) {
      const steps = path.split('/');
      const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
      expect(found, path).toBeDefined();
    }
  });

  test('every payload is a JSON schema', () => {
    const ajv = new Ajv({ strict: false });
    for (const [message, { payload }] of Object.entries(document.components.messages))
      expect(ajv.validateSchema(payload), message).toBe(true);
  });
});

test('nothing is left out', () => {
  const [[, socket], [, mqtt]] = DOCUMENTS;
  const said = [...Object.keys(actions), ...Object.keys(MESSAGES)];
  expect(Object.keys(socket.operations).sort()).toEqual(said.sort());
  expect(Object.keys(mqtt.channels)).toEqual(Object.keys(TOPICS));
});

test('the recorded messages of the socket fit', () => {
  const [[, socket]] = DOCUMENTS;
  const folder = new URL('../../../protocol/vectors/socket/', import.meta.url);
  const lines = ['tieqchieq', 'mexica-begin'].flatMap((file) =>
    readFileSync(new URL(`${file}.jsonl`, folder), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  const frames = lines.map(
    (line) => JSON.parse(line) as { kind?: string; message?: string; action?: string; payload: unknown },
  );
  const ajv = new Ajv({ strict: false });
  const { messages, schemas } = socket.components;
  const validators = new Map(
    Object.entries(messages).map(([name, { payload }]) => [name, ajv.compile({ ...payload, components: { schemas } })]),
  );
  let checked = 0;
  for (const { kind, message, action, payload } of frames) {
    const name = message ?? action ?? (kind === 'answer' ? 'answer' : undefined);
    const validate = validators.get(name ?? '');
    if (validate === undefined) continue;
    expect(validate(payload) ? [] : validate.errors, `${name} ${JSON.stringify(payload)}`).toEqual([]);
    checked++;
  }
  expect(checked).toBeGreaterThan(80);
});
