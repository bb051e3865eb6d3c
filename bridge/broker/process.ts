/** The embedded broker of a process, by its environment. */
import { accountPassword, brokerMark } from '@flower-war/protocol/credentials';
import {
  BadConfig,
  BadKey,
  describeSettings,
  type Environment,
  masterKeyIn,
  readSettings,
} from '@flower-war/protocol/hosting';
import { pino } from 'pino';
import { z } from 'zod';
import { type Broker, startBroker } from './broker.ts';

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

// The only reader of the environment of the broker and of the tools beside it.

const settings = z.object({
  MQTT_HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on; 0.0.0.0 lets devices in'),
  MQTT_PORT: z.coerce.number().int().min(0).max(65535).default(1883).describe('port of MQTT; 0 takes a free one'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .describe('folder with the key of the temples, the same as for the server'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('what is logged'),
});

type BrokerConfig = Readonly<z.infer<typeof settings>>;

export function readConfig(environment: Environment): BrokerConfig {
  return readSettings(settings, environment);
}

/** Every setting with its meaning and default, for `--help`. */
export const describeConfig = (): string => describeSettings(settings, 10);
