/** The bridge of a process, by its environment. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { TempleLink } from '@flower-war/client';
import { BadConfig, type Environment } from '@flower-war/protocol/hosting';
import { type Config, readConfig } from './base/config.ts';
import { createLog, startBridge } from './index.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The version of this bridge, which temples and Home Assistant see. */
const VERSION = version;

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
    version: VERSION,
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
