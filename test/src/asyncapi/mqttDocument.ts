/** The topics of temples as AsyncAPI 3, as the bridge speaks on them: from the table of topics and its schemas. */
import { TEMPLE_VERSION, TOPICS, type Topic } from '@flower-war/protocol/temple';
import * as z from 'zod';

type Json = Readonly<Record<string, unknown>>;

export function mqttDocument(): Json {
  const topics = Object.entries<Topic>(TOPICS);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Temples over MQTT',
      version: `${TEMPLE_VERSION}.0.0`,
      description: 'The topics as the bridge reads and writes them. What they mean: docs/temple-protocol.md.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
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
