/** The process of a bridge: starts it, and stops it at a signal or when the parent process has ended. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { TempleLink } from '@flower-war/client';
import { commandLine } from '@flower-war/protocol/command-line';
import { BadConfig } from '@flower-war/protocol/hosting';
import { type Config, describeConfig, readConfig } from './base/config.ts';
import { onceToldToStop } from './base/log.ts';
import { createLog, type RunningBridge, startBridge } from './index.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The version of this bridge, which temples and Home Assistant see. */
const VERSION = version;

const STOP_WITHIN_MS = 1000;

commandLine({
  name: 'do -- bridge',
  does: 'connects temples with a server',
  more: `Settings, from the environment, with their defaults:\n\n${describeConfig()}`,
});

const config = configOrEnd();
const log = createLog(config);
const link = new TempleLink({ url: config.SERVER_URL, token: config.BRIDGE_TOKEN });
const bridge = startBridge({ ...settingsOf(config), link, log });

log.info({ instance: bridge.instance, server: config.SERVER_URL }, 'the bridge runs');

link.on('closed', (error) => {
  if (process.exitCode !== undefined) return; // the bridge has closed the link itself
  log.fatal({ error: error.message }, 'the server refuses this bridge; is BRIDGE_TOKEN the same for both?');
  void end(bridge, 1);
});

onceToldToStop((why) => {
  log.info({ why }, 'stopping');
  void end(bridge, 0);
});

/** Only the first call counts: `stop` closes the link, which must not end the process with another code. */
async function end(running: RunningBridge, code: number): Promise<void> {
  if (process.exitCode !== undefined) return;
  process.exitCode = code;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await running.stop();
  process.exit(code);
}

function configOrEnd(): Config {
  try {
    return readConfig(process.env);
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
