/** The documents in docs/schemas and docs/asyncapi are made from the code, and describe what every game and the socket really tell. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actions, MESSAGES } from '@flower-war/protocol';
import { GAMES, SEATS, type Viewer } from '@flower-war/rules';
import { Ajv } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { csharpFiles } from './csharp.ts';
import { gameSchemas, mqttDocument, openDataSchema, socketDocument } from './documents.ts';
import { ROOT } from '../support/program.ts';
import { randomMatch } from './randomMatch.ts';
import { textOf } from './typeSchema.ts';

const MOST_MOVES = 200;
const SEEDS = [1];
const DOCS = new URL('../../../docs/', import.meta.url);
const TRANSCRIPTS = new URL('../../../protocol/vectors/socket/', import.meta.url);
const { schemas, undocumented } = gameSchemas();

const kept = (document: string) => readFileSync(new URL(`${document}.json`, DOCS), 'utf8');

/** The lines of all transcripts whose name begins so. */
function transcriptsOf(name: string): readonly (readonly Readonly<Record<string, unknown>>[])[] {
  const files = readdirSync(TRANSCRIPTS).filter((file) => file.startsWith(name) && file.endsWith('.jsonl'));
  const texts = files.map((file) => readFileSync(new URL(file, TRANSCRIPTS), 'utf8').trimEnd());
  return texts.map((text) => text.split('\n').map((line) => JSON.parse(line)));
}

function check(validate: ValidateFunction, value: unknown, what: string): void {
  const isValid = validate(value);
  if (!isValid) expect.fail(`${what}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(value)}`);
}

test('every field of every view, event and table has a comment that says what it means', () => {
  expect(undocumented).toEqual([]);
});

test('there is a schema of every game and of open data, and of nothing else', () => {
  expect(Object.keys(schemas).sort()).toEqual([...GAMES.keys()].sort());
  const files = readdirSync(new URL('schemas/', DOCS)).filter((name) => name.endsWith('.json'));
  expect(files.sort()).toEqual([...GAMES.keys(), 'open-data'].map((name) => `${name}.json`).sort());
  expect(kept('schemas/open-data')).toBe(textOf(openDataSchema()));
});

describe.each([...GAMES])('%s', (id, { game }) => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  ajv.addSchema(JSON.parse(kept(`schemas/${id}`)) as object, id);
  const part = (name: string) => ajv.compile({ $ref: `${id}#/$defs/${name}` });

  test(`docs/schemas/${id}.json says what the types say; if not: npm run docs`, () => {
    expect(kept(`schemas/${id}`)).toBe(textOf(schemas[id]));
  });

  test('what every viewer sees of random matches fits, and nothing more would', () => {
    const [view, event, move] = [part('view'), part('event'), part('move')];
    const kinds = new Set<string>();
    for (const seed of SEEDS)
      for (const preset of game.presets)
        for (const now of randomMatch(game, { preset: preset.id, seed, mostMoves: MOST_MOVES })) {
          const viewers: Viewer[] = [...SEATS.slice(0, now.seats), 'spectator'];
          if (game.toMove(now.state).length === 0) viewers.push('all');
          for (const viewer of viewers) {
            const seen: object = game.view(now.state, viewer);
            check(view, seen, `the view of ${viewer}`);
            expect(view({ ...seen, leak: 1 })).toBe(false);
            const events = now.events.flatMap((one) => game.viewEvent(one, viewer) ?? []);
            for (const one of events) check(event, one, `an event for ${viewer}`);
            for (const { kind } of events) kinds.add(kind);
            if (typeof viewer !== 'number') continue;
            const legal = game.legalMoves(now.state, viewer);
            const asked = { view: seen, seat: viewer, options: now.options, legal };
            for (const one of legal)
              check(move, { move: game.format(one), ...game.parts?.(asked, one) }, `a move of ${viewer}`);
          }
        }
    expect(kinds.size).toBeGreaterThan(6);
  });

  test('the recorded tables fit', () => {
    const table = part('table');
    const ends = transcriptsOf(id).map((lines) => lines.at(-1)?.['end']);
    expect(ends.length).toBe(2);
    for (const end of ends) check(table, end, 'a table');
  });
});

test('docs/asyncapi says what the code says; if not: npm run docs', () => {
  expect(kept('asyncapi/socket')).toBe(textOf(socketDocument()));
  expect(kept('asyncapi/mqtt')).toBe(textOf(mqttDocument()));
});

test('the types of the client in C# say what the schemas say; if not: npm run docs', () => {
  for (const [path, text] of csharpFiles()) expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
});

test('the document of the socket leaves nothing out, and the recorded messages fit', () => {
  const { operations, components } = JSON.parse(kept('asyncapi/socket'));
  expect(Object.keys(operations).sort()).toEqual([...Object.keys(actions), ...Object.keys(MESSAGES)].sort());
  const ajv = new Ajv({ strict: false });
  const { messages, schemas } = components;
  let checked = 0;
  for (const { kind, message, action, payload } of ['tieqchieq', 'mexica-begin'].flatMap(transcriptsOf).flat()) {
    const name = String(message ?? action ?? kind);
    if (!(name in messages)) continue;
    check(ajv.compile({ ...messages[name].payload, components: { schemas } }), payload, name);
    checked++;
  }
  expect(checked).toBeGreaterThan(80);
});
