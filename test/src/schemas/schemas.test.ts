/** The schemas in docs/schemas are made from the types, and describe what every game really shows. */
import { readdirSync, readFileSync } from 'node:fs';
import {
  type AnyGame,
  type Chance,
  fastChance,
  GAMES,
  type Options,
  resolveOptions,
  SEATS,
  type Seat,
  type Viewer,
} from '@flower-war/rules';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { gameSchemas } from './gameSchemas.ts';
import { textOf } from './schemaFiles.ts';

const MOST_MOVES = 400;
const SEEDS = [1, 2];
const FOLDER = new URL('../../../docs/schemas/', import.meta.url);
const { schemas, undocumented } = gameSchemas();

const kept = (game: string) => readFileSync(new URL(`${game}.json`, FOLDER), 'utf8');

function validators(game: string): (part: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  ajv.addSchema(JSON.parse(kept(game)) as object, game);
  return (part) => ajv.compile({ $ref: `${game}#/$defs/${part}` });
}

function check(validate: ValidateFunction, value: unknown, what: string): void {
  const isValid = validate(value);
  if (!isValid) expect.fail(`${what}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(value)}`);
}

test('every field of every view, event and table has a comment that says what it means', () => {
  expect(undocumented).toEqual([]);
});

test('there is a schema of every game, and of nothing else', () => {
  expect(Object.keys(schemas).sort()).toEqual([...GAMES.keys()].sort());
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  expect(files.sort()).toEqual([...GAMES.keys()].map((game) => `${game}.json`).sort());
});

describe.each([...GAMES.keys()])('%s', (id) => {
  const part = validators(id);

  test(`docs/schemas/${id}.json says what the types say; if not: npm run docs`, () => {
    expect(kept(id)).toBe(textOf(schemas[id]));
  });

  test('what every viewer sees of random matches fits', () => {
    const { game } = GAMES.get(id)!;
    const [view, event, move] = [part('view'), part('event'), part('move')];
    const kinds = new Set<string>();
    for (const seed of SEEDS)
      for (const preset of game.presets)
        playAndLook(game, { seed, preset: preset.id }, ({ viewer, seen, events, moves }) => {
          check(view, seen, `the view of ${viewer}`);
          for (const one of events) check(event, one, `an event for ${viewer}`);
          for (const one of moves) check(move, one, `a move of ${viewer}`);
          for (const { kind } of events) kinds.add(kind);
        });
    expect(kinds.size).toBeGreaterThan(6);
  });

  test('the recorded tables fit', () => {
    const table = part('table');
    const ends = transcriptsOf(id).map((lines) => JSON.parse(lines.at(-1)!) as { readonly end: unknown });
    expect(ends.length).toBe(2);
    for (const { end } of ends) check(table, end, 'a table');
  });

  test('a field that nothing describes does not fit', () => {
    const view = part('view');
    const { game } = GAMES.get(id)!;
    playAndLook(game, { seed: 1, preset: game.presets[0]!.id }, ({ seen }) => {
      expect(view({ ...(seen as object), leak: 1 })).toBe(false);
    });
  });
});

function transcriptsOf(game: string): readonly (readonly string[])[] {
  const folder = new URL('../../../protocol/vectors/socket/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.startsWith(game) && name.endsWith('.jsonl'));
  return files.map((name) => readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n'));
}

interface Look {
  readonly viewer: Viewer;
  readonly seen: unknown;
  readonly events: readonly { readonly kind: string }[];
  /** The legal moves of the viewer, with their parts. */
  readonly moves: readonly object[];
}

function playAndLook(
  game: AnyGame,
  { seed, preset }: { readonly seed: number; readonly preset: string },
  look: (look: Look) => void,
): void {
  const chance = fastChance(seed);
  const resolved = resolveOptions(game, preset, {});
  if (!resolved.ok) throw new Error('a preset is lawful');
  const seats = game.seats[0] + chance.die(game.seats[1] - game.seats[0] + 1) - 1;
  let state: unknown = game.setup(resolved.options, seats, chance);
  for (let moves = 0; game.toMove(state).length > 0 && moves < MOST_MOVES; moves++) {
    const { after, events } = played(game, state, chance);
    state = after;
    const isOver = game.toMove(state).length === 0;
    const viewers: readonly Viewer[] = [...SEATS.slice(0, seats), 'spectator', ...(isOver ? (['all'] as const) : [])];
    for (const viewer of viewers)
      look({
        viewer,
        seen: game.view(state, viewer),
        events: events.flatMap((e) => game.viewEvent(e, viewer) ?? []),
        moves: typeof viewer === 'number' ? movesOf(game, state, { seat: viewer, options: resolved.options }) : [],
      });
  }
}

function movesOf(game: AnyGame, state: unknown, { seat, options }: { readonly seat: Seat; readonly options: Options }) {
  const legal = game.legalMoves(state, seat);
  const seen = { view: game.view(state, seat), seat, options, legal };
  return legal.map((move) => ({ move: game.format(move), ...game.parts?.(seen, move) }));
}

function played(game: AnyGame, state: unknown, chance: Chance) {
  const seat = chance.pick(game.toMove(state));
  const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
  if (!applied.ok) throw new Error(applied.reason);
  return { after: applied.state as unknown, events: applied.events };
}
