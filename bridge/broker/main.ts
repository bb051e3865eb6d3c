/** `npm run do -- broker`: the embedded broker as a process of its own, so that no crash of a bridge drops a device. */
import { commandLine } from '@flower-war/protocol/command-line';
import { ACCOUNTS, accountPassword } from '@flower-war/protocol/credentials';
import { BadConfig, BadKey, masterKeyIn } from '@flower-war/protocol/hosting';
import { pino } from 'pino';
import { type Broker, startBroker } from './broker.ts';
import { describeConfig, readConfig } from './config.ts';

const STOP_WITHIN_MS = 1000;

const { values } = commandLine({
  name: 'do -- broker',
  does: 'runs the embedded MQTT broker',
  flags: { passwords: { kind: 'switch', tells: 'prints the passwords of its accounts instead' } },
  more: `Settings, from the environment, with their defaults:\n\n${describeConfig()}`,
});

if (values.passwords) {
  console.log(await passwords());
  process.exit();
}

const { broker, key } = await start();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void shutDown(broker));
// The process that forked the broker has ended: the broker must not keep the port.
if (process.send !== undefined) process.once('disconnect', () => void shutDown(broker));
process.send?.({
  port: broker.port,
  password: accountPassword(key, 'bridge'),
  homePassword: accountPassword(key, 'home'),
});

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

async function passwords(): Promise<string> {
  try {
    const key = await masterKeyIn(readConfig(process.env).DATA_DIR);
    return ACCOUNTS.map((account) => `${account.padEnd(10)}${accountPassword(key, account)}`).join('\n');
  } catch (error) {
    process.exitCode = 1;
    return explain(error);
  }
}

async function shutDown({ stop }: Broker): Promise<void> {
  await Promise.race([stop(), new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS))]);
  process.exit(0);
}

function explain(error: unknown): string {
  if (error instanceof BadConfig || error instanceof BadKey) return error.message;
  const { code, stack, message } = error as NodeJS.ErrnoException;
  const { MQTT_HOST: host, MQTT_PORT: port } = readConfig(process.env);
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken: another program listens there, perhaps another npm start or another broker. Stop it, or start on another port, with MQTT_PORT=1884 before the command.`;
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return `The broker may not listen on ${host}:${port} (${code}). Choose another MQTT_HOST or MQTT_PORT.`;
  return `The broker could not start: ${stack ?? message}`;
}
