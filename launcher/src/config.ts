/**
 * The arguments and environment variables that `npm start` itself reads; the processes that it starts read the others.
 * No library checks them, because that would double the memory of a process that only waits.
 */
import { BadCommand, type Command, readCommand } from '@flower-war/protocol/command-line';

const SETTINGS = ['HOST', 'MQTT_HOST', 'DATA_DIR', 'BRIDGE_TOKEN', 'MQTT_URL', 'DATABASE_URL', 'REDIS_URL'] as const;
type Setting = (typeof SETTINGS)[number];

/** Each process has a letter for its name. */
const MOST_PROCESSES = 26;

export const COMMAND = {
  name: 'start',
  does: 'runs the server, and with it a broker and a bridge for temples',
  flags: {
    lan: { kind: 'switch', tells: 'open to all devices of the local network' },
    'no-temples': { kind: 'switch', tells: 'the server alone' },
    processes: {
      kind: 'whole',
      usual: 1,
      least: 1,
      most: MOST_PROCESSES,
      tells: 'that many processes behind one port; needs DATABASE_URL, and REDIS_URL for speed',
    },
  },
  more: `npm run do -- rolling-restart starts these processes anew, one after the other; matches go on.

Settings of the temples, from the environment, with their defaults:

  MQTT_PORT            port of the broker; 0 takes a free one (1883)
  MQTT_HOST            address for it to listen on (127.0.0.1, with --lan 0.0.0.0)
  MQTT_URL             your own broker, instead of the one that npm start runs (none)
  MQTT_PASSWORD        password of the account bridge at your own broker (none)
  BRIDGE_TOKEN         service token of bridges (a new one at every start)
`,
} as const satisfies Command;

export interface LaunchSettings extends Readonly<Partial<Record<Setting, string>>> {
  readonly DATA_DIR: string;
  readonly isOnLan: boolean;
  readonly hasTemples: boolean;
  /** How many processes of the server there are. */
  readonly processes: number;
  readonly environment: NodeJS.ProcessEnv;
}

export function readLaunchSettings(words: readonly string[], environment: NodeJS.ProcessEnv): LaunchSettings {
  const { lan, 'no-temples': isAlone, processes } = readCommand(COMMAND, words).values;
  const present = Object.fromEntries(SETTINGS.map((name) => [name, environment[name]]).filter(([, value]) => value));
  if (present.MQTT_URL !== undefined && !isBroker(present.MQTT_URL))
    // The message leaves the value out, because it may contain a password.
    throw new BadCommand('MQTT_URL cannot be used; correct or unset it: it must be like mqtt://127.0.0.1:1883');
  if (processes > 1 && present.DATABASE_URL === undefined)
    throw new BadCommand(
      'Several processes need a database that all of them reach: set DATABASE_URL to a PostgreSQL, like postgres://flower-war:secret@127.0.0.1/flower-war. Without it start one process, without --processes.',
    );
  return {
    DATA_DIR: 'data',
    ...present,
    isOnLan: lan,
    hasTemples: !isAlone,
    processes,
    environment,
  };
}

function isBroker(text: string): boolean {
  const { protocol = '', hostname = '' } = URL.parse(text) ?? {};
  return /^mqtts?:$/.test(protocol) && hostname !== '';
}

// The addresses at which this machine reaches its own processes.

export function local(address: URL): URL {
  const url = new URL(address);
  url.hostname = reachable(url.hostname);
  return url;
}

/** The address to connect to: a server that listens on all addresses is reached by the local one. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::' || host === '[::]') return '[::1]';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
