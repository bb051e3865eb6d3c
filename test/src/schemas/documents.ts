/**
 * The documents in docs/asyncapi and docs/schemas. The socket of a match follows from the schemas that check requests and the types of what
 * the server says; the topics of temples from the table of topics and its schemas; what a game shows from its types.
 */
import { type ActionName, actions, MESSAGES, openMatch, PROTOCOL, REQUESTS } from '@flower-war/protocol';
import { TEMPLE_VERSION, type Topic, TOPICS } from '@flower-war/protocol/temple';
import type ts from 'typescript';
import * as z from 'zod';
import { compiled, type JsonSchema, TypeSchemas } from './typeSchema.ts';

type Json = Readonly<Record<string, unknown>>;
const LICENSE = { name: 'MIT', url: 'https://opensource.org/license/mit' };

export function socketDocument(): Json {
  const said = saidSchemas();
  const messages = {
    ...Object.fromEntries(REQUESTS.map((name, number) => [name, requestOf(name, number)])),
    ...Object.fromEntries(
      Object.entries(MESSAGES).map(([name, number]) => [name, saying(said, name, `0d ${hex(number)}`)]),
    ),
    answer: saying(said, 'answer', '16'),
  };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'The socket of a match',
      version: `${PROTOCOL}.0.0`,
      description:
        'The messages and requests of a match, as the server sends and receives them. The state of the table, the handshake and the layout of frames have no place in AsyncAPI: docs/socket.md.',
      license: LICENSE,
    },
    defaultContentType: 'application/msgpack',
    servers: { host: { host: 'play.example', protocol: 'wss', description: 'Any server of Flower War.' } },
    channels: { match: { ...PLACE, messages: refs(Object.keys(messages), '#/components/messages/') } },
    operations: { ...operations() },
    components: { messages, schemas: said.named },
  };
}

const PLACE = {
  address: '/{processId}/{roomId}',
  description:
    'The room of a match. All of its address comes from the answer of a route, such as `POST /api/matches/{match}/seat`.',
  parameters: { processId: { description: 'From `connection`.' }, roomId: { description: 'From `connection`.' } },
  bindings: {
    ws: {
      query: {
        type: 'object',
        properties: {
          sessionId: { type: 'string', description: 'From `connection`; it can be used once.' },
          protocol: { type: 'string', description: 'The version that the client speaks.', const: String(PROTOCOL) },
        },
        required: ['sessionId'],
      },
      bindingVersion: '0.1.0',
    },
  },
};

interface SaidSchemas {
  readonly fields: Readonly<Record<string, Json>>;
  readonly named: Json;
}

/** The schemas of what the server says. */
function saidSchemas(): SaidSchemas {
  const { checker, type } = compiled('Said');
  const types = new TypeSchemas(checker);
  const fields = (types.fieldsOf(type, 'said').properties ?? {}) as Readonly<Record<string, Json>>;
  const moved = JSON.parse(
    JSON.stringify({ fields, named: types.named }).replaceAll('#/$defs/', '#/components/schemas/'),
  );
  return moved as SaidSchemas;
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0');

function saying({ fields }: SaidSchemas, name: string, bytes: string): Json {
  const { description, ...payload } = fields[name] ?? {};
  return { name, summary: description, 'x-first-bytes': bytes, payload };
}

function requestOf(name: ActionName, number: number): Json {
  const { $schema: _, ...payload } = z.toJSONSchema(actions[name], { io: 'input', target: 'draft-7' });
  return { name, summary: `The request ${number}, in docs/protocol.md under Actions.`, 'x-number': number, payload };
}

/** A reference by the name of each. */
function refs(names: readonly string[], to: string): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `${to}${name}` }]));
}

const CHANNEL = { $ref: '#/channels/match' };
const ofChannel = (name: string) => ({ $ref: `#/channels/match/messages/${name}` });

function operations(): Json {
  const requests = REQUESTS.map((name) => [
    name,
    {
      action: 'receive',
      channel: CHANNEL,
      messages: [ofChannel(name)],
      reply: { channel: CHANNEL, messages: [ofChannel('answer')] },
    },
  ]);
  const said = Object.keys(MESSAGES).map((name) => [
    name,
    { action: 'send', channel: CHANNEL, messages: [ofChannel(name)] },
  ]);
  return Object.fromEntries([...requests, ...said]) as Json;
}

export function mqttDocument(): Json {
  const topics = Object.entries<Topic>(TOPICS);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Temples over MQTT',
      version: `${TEMPLE_VERSION}.0.0`,
      description: 'The topics as the bridge reads and writes them. What they mean: docs/temple-protocol.md.',
      license: LICENSE,
    },
    defaultContentType: 'application/json',
    servers: { broker: { host: 'broker.example:1883', protocol: 'mqtt', description: 'The broker of the bridge.' } },
    channels: Object.fromEntries(topics.map(([name, topic]) => [name, channelOf(name, topic)])),
    operations: Object.fromEntries(topics.map(([name, topic]) => [name, operationOf(name, topic)])),
    components: { messages: Object.fromEntries(topics.map(([name, topic]) => [name, messageOf(name, topic)])) },
  };
}

const PARAMETERS: Readonly<Record<string, string>> = { id: 'The id of a temple.', verb: 'What is asked.' };

function channelOf(name: string, { path, about }: Topic): Json {
  const names = [...path.matchAll(/<(\w+)>/g)].map(([, parameter = '']) => parameter);
  return {
    address: path.replace(/<(\w+)>/g, '{$1}'),
    description: about,
    ...(names.length > 0 && {
      parameters: Object.fromEntries(names.map((one) => [one, { description: PARAMETERS[one] }])),
    }),
    messages: { [name]: { $ref: `#/components/messages/${name}` } },
  };
}

function operationOf(name: string, { from, readers, qos, isRetained }: Topic): Json {
  const also = readers.length > 0 ? ` Also read by: ${readers.join(', ')}.` : '';
  return {
    action: from === 'bridge' ? 'send' : 'receive',
    summary: `Written by: ${from}.${also}`,
    channel: { $ref: `#/channels/${name}` },
    messages: [{ $ref: `#/channels/${name}/messages/${name}` }],
    bindings: { mqtt: { qos, retain: isRetained, bindingVersion: '0.2.0' } },
  };
}

function messageOf(name: string, { payload, about }: Topic): Json {
  if (payload === 'text') return { name, summary: about, contentType: 'text/plain', payload: { type: 'string' } };
  const { $schema: _, ...schema } = z.toJSONSchema(payload, { io: 'input', target: 'draft-7' });
  return { name, summary: about, payload: schema };
}

/** A line of a file of open data. */
export function openDataSchema(): Json {
  return { title: 'A line of open data', ...z.toJSONSchema(openMatch) };
}

// What each game shows: its table, its view, each kind of its events.

interface GameSchema extends JsonSchema {
  readonly $schema: string;
  readonly title: string;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

interface Described {
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
