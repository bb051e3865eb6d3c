/** The JSON schemas of what each game shows: its table, its view, each kind of its events. */
import type ts from 'typescript';
import { compiled, type JsonSchema, TypeSchemas } from './typeSchema.ts';

export interface GameSchema extends JsonSchema {
  readonly $schema: string;
  readonly title: string;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

export interface Described {
  readonly schemas: Readonly<Record<string, GameSchema>>;
  /** Fields and events without a comment. There must be none. */
  readonly undocumented: readonly string[];
}

export function gameSchemas(): Described {
  const { checker, type } = compiled('GameShapes');
  const described = type.getProperties().map((game) => schemaOf(game, checker));
  return {
    schemas: Object.fromEntries(described.map(({ name, schema }) => [name, schema])),
    undocumented: [...new Set(described.flatMap(({ undocumented }) => undocumented))],
  };
}

function schemaOf(game: ts.Symbol, checker: ts.TypeChecker) {
  const types = new TypeSchemas(checker);
  const part = (name: string) => {
    const property = checker.getTypeOfSymbol(game).getProperty(name);
    if (property === undefined) throw new Error(`${game.name} shows no ${name}`);
    return checker.getTypeOfSymbol(property);
  };
  const events = Object.entries(types.events(part('event')));
  const view = types.fieldsOf(part('view'), 'view');
  const table = types.fieldsOf(part('table'), 'table');
  const fields = { ...table.properties, view: { description: VIEW, $ref: '#/$defs/view' } };
  const $defs = {
    table: { description: TABLE, ...table, properties: fields },
    view: { description: VIEW, ...view },
    event: { description: EVENT, oneOf: events.map(([kind]) => ({ $ref: `#/$defs/event.${kind}` })) },
    ...Object.fromEntries(events.map(([kind, schema]) => [`event.${kind}`, schema])),
    move: { description: MOVE, ...types.of(part('move'), 'move') },
    reason: { description: REASON, ...types.of(part('reason'), 'reason') },
    ...types.named,
  };
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: `What ${game.name} shows`, $defs };
  return { name: game.name, schema, undocumented: types.undocumented };
}

const TABLE = 'The synced state of a match, as plain data.';
const VIEW = 'The game as a viewer sees it. Fields of a secret of another seat are empty.';
const REASON = 'Why the rules refuse a move; docs/notation.md has a sentence for each.';
const MOVE = 'A legal move and what it does.';
const EVENT = 'What just happened, for animation.';
