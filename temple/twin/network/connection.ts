/** One connection of a temple to its broker, as the firmware makes it: a clean session, no queue, a last will. */
import { isIP } from 'node:net';
import { TOPICS, topicOf } from '@flower-war/protocol/temple';
import { connect as connectMqtt, type IClientOptions, type MqttClient } from 'mqtt';
import type { Outgoing } from '../device/device.ts';
import { OFFLINE } from '../device/messages.ts';
import type { Account, Connection, ConnectionEvents } from './network.ts';
import { receivedTopics } from './topics.ts';

const CONNECT_TIMEOUT_MS = 5000;

/** Connects through the port of the faulty proxy. */
export function dial(port: number, account: Account, events: ConnectionEvents): Connection {
  const client = connectMqtt(optionsFor(port, account));
  const byTopic = receivedTopics(account.id);
  let reason: string | undefined;
  client.on('connect', () => {
    nodelay(client);
    client.subscribe([...byTopic.keys()], { qos: 1 });
    events.opened();
  });
  client.on('message', (topic, payload, { retain }) => {
    const name = byTopic.get(topic);
    if (name !== undefined) events.heard({ name, text: payload.toString(), isRetained: retain });
  });
  client.on('error', (error) => {
    reason = error.message === '' ? String((error as NodeJS.ErrnoException).code) : error.message;
  });
  client.once('close', () => events.closed(reason));
  return { publish: (say, taken) => publish(client, { say, id: account.id }, taken), end: () => client.end(true) };
}

function publish(
  client: MqttClient,
  { say, id }: { readonly say: Outgoing; readonly id: string },
  taken: () => void,
): void {
  const { qos, isRetained } = TOPICS[say.name];
  client.publish(topicOf(say.name, id), say.text, { qos, retain: isRetained }, (error) => {
    if (error === undefined || error === null) taken();
  });
}

function optionsFor(port: number, account: Account): IClientOptions {
  const { id, password, protocolVersion, broker, ca } = account;
  const isTls = broker.protocol === 'mqtts:';
  const will = { topic: topicOf(OFFLINE.name, id), payload: Buffer.from(OFFLINE.text), qos: 1, retain: true } as const;
  return {
    protocol: isTls ? 'mqtts' : 'mqtt',
    host: '127.0.0.1',
    port,
    clientId: id,
    username: id,
    password,
    protocolVersion,
    clean: true,
    keepalive: account.keepaliveS,
    will,
    // Every connection is a new client without a memory, as on a real device.
    reconnectPeriod: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    resubscribe: false,
    queueQoSZero: false,
    ...(isTls && isIP(broker.hostname) === 0 && { servername: broker.hostname }),
    ...(ca !== undefined && { ca }),
  };
}

/** Without this, a message waits 40 ms for the acknowledgement of the one before. */
function nodelay({ stream }: MqttClient): void {
  if ('setNoDelay' in stream && typeof stream.setNoDelay === 'function') stream.setNoDelay(true);
}
