/**
 * The arguments and environment variables that `npm start` itself reads; the processes that it starts read the others.
 * It checks them by hand, because a library for that would double the memory of a process that only waits.
 */

const SETTINGS = ['HOST', 'MQTT_HOST', 'DATA_DIR', 'BRIDGE_TOKEN', 'MQTT_URL'] as const;
type Setting = (typeof SETTINGS)[number];

const FLAGS = ['--lan', '--no-temples', '--help'] as const;

export interface LaunchSettings extends Readonly<Partial<Record<Setting, string>>> {
  readonly DATA_DIR: string;
  readonly isOnLan: boolean;
  readonly hasTemples: boolean;
  readonly wantsHelp: boolean;
  readonly environment: NodeJS.ProcessEnv;
}

export class BadArgument extends Error {}

export function readLaunchSettings(given: readonly string[], environment: NodeJS.ProcessEnv): LaunchSettings {
  const unknown = given.find((flag) => !FLAGS.some((known) => known === flag));
  if (unknown !== undefined)
    throw new BadArgument(`npm start does not know ${unknown}. It knows: ${FLAGS.join(', ')}.`);
  const present = Object.fromEntries(SETTINGS.map((name) => [name, environment[name]]).filter(([, value]) => value));
  if (present.MQTT_URL !== undefined && !isBroker(present.MQTT_URL))
    // The message leaves the value out, because it may contain a password.
    throw new BadArgument('MQTT_URL cannot be used; correct or unset it: it must be like mqtt://127.0.0.1:1883');
  return {
    DATA_DIR: 'data',
    ...present,
    isOnLan: given.includes('--lan'),
    hasTemples: !given.includes('--no-temples'),
    wantsHelp: given.includes('--help'),
    environment,
  };
}

function isBroker(text: string): boolean {
  return ['mqtt:', 'mqtts:'].includes(URL.parse(text)?.protocol ?? '');
}

export const HELP = `npm start runs the server, and with it a broker and a bridge for temples.

  npm start -- --lan          open to all devices of the local network
  npm start -- --no-temples   the server alone
  npm start -- --help         this

Settings of the temples, from the environment, with their defaults:

  MQTT_PORT            port of the broker; 0 takes a free one (1883)
  MQTT_HOST            address for it to listen on (127.0.0.1, with --lan 0.0.0.0)
  MQTT_URL             your own broker, instead of the one that npm start runs (none)
  BRIDGE_TOKEN         service token of bridges (a new one at every start)
`;
