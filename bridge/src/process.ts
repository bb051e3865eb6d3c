/** The bridge of a process, by its environment. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { TempleLink } from '@flower-war/client';
import {
  BadConfig,
  describeSettings,
  type Environment,
  isTornUrl,
  readSettings,
  TORN_URL,
} from '@flower-war/protocol/hosting';
import { z } from 'zod';
import { createLog, startBridge } from './bridge.ts';

/** Temples and Home Assistant see the version of this bridge. */
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/**
 * Returns what stops the bridge, which logs why. Calls `onRefused` when the server does not know the token. A process without usable
 * settings ends here.
 */
export function runBridge(environment: Environment, onRefused: () => void): (why: string) => Promise<void> {
  const config = configOrEnd(environment);
  const log = createLog(config);
  const link = new TempleLink({ url: config.SERVER_URL, token: config.BRIDGE_TOKEN });
  const bridge = startBridge({ ...settingsOf(config), link, log });
  log.info({ instance: bridge.instance, server: config.SERVER_URL }, 'the bridge runs');
  link.on('closed', (error) => {
    if (process.exitCode !== undefined) return; // the bridge has closed the link itself
    log.fatal({ error: error.message }, 'the server refuses this bridge; is BRIDGE_TOKEN the same for both?');
    onRefused();
  });
  return (why) => {
    log.info({ why }, 'stopping');
    return bridge.stop();
  };
}

function configOrEnd(environment: Environment): Config {
  try {
    return readConfig(environment);
  } catch (error) {
    console.error(error instanceof BadConfig ? error.message : error);
    process.exit(1);
  }
}

function settingsOf(given: Config) {
  return {
    instance: given.BRIDGE_NAME ?? randomBytes(3).toString('hex'),
    version,
    homeAssistant: given.HOME_ASSISTANT === 'on',
    page: given.PUBLIC_URL ?? given.SERVER_URL,
    broker: {
      url: given.MQTT_URL,
      user: given.MQTT_USER,
      ...(given.MQTT_PASSWORD === undefined ? {} : { password: given.MQTT_PASSWORD }),
      ...(given.MQTT_CA === undefined ? {} : { authority: authority(given.MQTT_CA) }),
    },
  };
}

function authority(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    console.error(`The file of MQTT_CA cannot be read (${(error as NodeJS.ErrnoException).code}). Correct the path.`);
    process.exit(1);
  }
}

const server = z
  .url({ protocol: /^https?$/, error: 'must be like http://127.0.0.1:2567' })
  .transform((url) => new URL(url).origin);
const broker = z
  .url({ protocol: /^mqtts?$/, hostname: /./, error: 'must be like mqtt://127.0.0.1:1883' })
  .refine((text) => !isTornUrl(text), TORN_URL);

const SECRET: readonly string[] = ['BRIDGE_TOKEN', 'MQTT_PASSWORD', 'MQTT_URL'];

/** One line for each setting. `--help` and the documentation come from here. */
const settings = z.object({
  SERVER_URL: z.string().default('http://127.0.0.1:2567').pipe(server).describe('where the game server is'),
  BRIDGE_TOKEN: z
    .string({ error: 'is needed: the same as the BRIDGE_TOKEN of the server' })
    .regex(/^[!-~]{16,256}$/, 'must be 16 to 256 characters without spaces, and the same as the server has')
    .describe('service token, the same as the server has'),
  MQTT_URL: broker.default('mqtt://127.0.0.1:1883').describe('where the broker is: mqtt:// or, with TLS, mqtts://'),
  MQTT_USER: z.string().min(1).max(64).default('bridge').describe('account at the broker'),
  MQTT_PASSWORD: z.string().optional().describe('password of that account; empty: none'),
  MQTT_CA: z.string().optional().describe('file with the authority that signed the certificate of the broker'),
  BRIDGE_NAME: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 of a-z, 0-9 and -')
    .optional()
    .describe('tells several bridges at one broker apart; empty: a random one'),
  PUBLIC_URL: z
    .string()
    .pipe(server)
    .optional()
    .describe('address of the server for people, for links in Home Assistant; empty: SERVER_URL'),
  HOME_ASSISTANT: z.enum(['on', 'off']).default('on').describe('whether temples show up in Home Assistant'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('what is logged'),
});

export type Config = Readonly<z.infer<typeof settings>>;

export function readConfig(environment: Environment): Config {
  return readSettings(settings, environment, SECRET);
}

/** Every setting with its meaning and default, for `--help` and the documentation. */
export const describeConfig = (): string => describeSettings(settings);
