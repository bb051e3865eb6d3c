/** The embedded broker of a process, by its environment. */
import { accountPassword, brokerMark } from '@flower-war/protocol/credentials';
import { BadConfig, BadKey, masterKeyIn } from '@flower-war/protocol/hosting';
import { pino } from 'pino';
import { type Broker, startBroker } from './broker.ts';
import { readConfig } from './config.ts';

/** Tells the program that started this process where the broker listens, and the passwords of two accounts. */
export async function openBroker(): Promise<Broker> {
  const { broker, key } = await start();
  process.send?.({
    port: broker.port,
    password: accountPassword(key, 'bridge'),
    homePassword: accountPassword(key, 'home'),
    mark: brokerMark(key),
  });
  return broker;
}

async function start(): Promise<{ broker: Broker; key: string }> {
  try {
    const { MQTT_HOST: host, MQTT_PORT: port, DATA_DIR, LOG_LEVEL } = readConfig(process.env);
    const log = pino({ level: LOG_LEVEL, base: { part: 'broker', pid: process.pid } });
    const key = await masterKeyIn(DATA_DIR);
    const broker = await startBroker({ host, port, log, key });
    log.info({ host, port: broker.port }, 'listening');
    return { broker, key };
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

export function explain(error: unknown): string {
  if (error instanceof BadConfig || error instanceof BadKey) return error.message;
  const { code, stack, message } = error as NodeJS.ErrnoException;
  const { MQTT_HOST: host, MQTT_PORT: port } = readConfig(process.env);
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken: another program listens there, perhaps another npm start or another broker. Stop it, or start on another port, with MQTT_PORT=1884 before the command.`;
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return `The broker may not listen on ${host}:${port} (${code}). Choose another MQTT_HOST or MQTT_PORT.`;
  return `The broker could not start: ${stack ?? message}`;
}
