/**
 * The arguments and environment variables that `npm start` itself reads; the processes that it starts read the others.
 * It checks them by hand, because a library for that would double the memory of a process that only waits.
 */

const SETTINGS = ['HOST', 'MQTT_HOST', 'DATA_DIR', 'BRIDGE_TOKEN', 'MQTT_URL', 'DATABASE_URL', 'REDIS_URL'] as const;
type Setting = (typeof SETTINGS)[number];

const FLAGS = ['--lan', '--no-temples', '--processes', '--help'] as const;
/** Each process has a letter for its name. */
const MOST_PROCESSES = 26;

export interface LaunchSettings extends Readonly<Partial<Record<Setting, string>>> {
  readonly DATA_DIR: string;
  readonly isOnLan: boolean;
  readonly hasTemples: boolean;
  /** How many processes of the server there are. */
  readonly processes: number;
  readonly wantsHelp: boolean;
  readonly environment: NodeJS.ProcessEnv;
}

export class BadArgument extends Error {}

export function readLaunchSettings(words: readonly string[], environment: NodeJS.ProcessEnv): LaunchSettings {
  const { processes, rest: given } = processesIn(words);
  const unknown = given.find((flag) => !FLAGS.some((known) => known === flag));
  if (unknown !== undefined)
    throw new BadArgument(`npm start does not know ${unknown}. It knows: ${FLAGS.join(', ')}.`);
  const present = Object.fromEntries(SETTINGS.map((name) => [name, environment[name]]).filter(([, value]) => value));
  if (present.MQTT_URL !== undefined && !isBroker(present.MQTT_URL))
    // The message leaves the value out, because it may contain a password.
    throw new BadArgument('MQTT_URL cannot be used; correct or unset it: it must be like mqtt://127.0.0.1:1883');
  if (processes > 1 && present.DATABASE_URL === undefined)
    throw new BadArgument(
      'Several processes need a database that all of them reach: set DATABASE_URL to a PostgreSQL, like postgres://flower-war:secret@127.0.0.1/flower-war. Without it start one process, without --processes.',
    );
  return {
    DATA_DIR: 'data',
    ...present,
    isOnLan: given.includes('--lan'),
    hasTemples: !given.includes('--no-temples'),
    processes,
    wantsHelp: given.includes('--help'),
    environment,
  };
}

/** `--processes 3` or `--processes=3`, and the other words. */
function processesIn(words: readonly string[]): { readonly processes: number; readonly rest: readonly string[] } {
  const isFlag = (word: string) => /^--processes(=|$)/.test(word);
  const at = words.findIndex(isFlag);
  if (at === -1) return { processes: 1, rest: words };
  const [, joined] = (words[at] ?? '').split('=');
  const count = joined ?? words[at + 1] ?? '';
  const rest = words.toSpliced(at, joined === undefined ? 2 : 1);
  if (!/^[1-9]\d?$/.test(count) || Number(count) > MOST_PROCESSES || rest.some(isFlag))
    throw new BadArgument(`--processes takes one number from 1 to ${MOST_PROCESSES}, like --processes 3.`);
  return { processes: Number(count), rest };
}

function isBroker(text: string): boolean {
  return ['mqtt:', 'mqtts:'].includes(URL.parse(text)?.protocol ?? '');
}

export const HELP = `npm start runs the server, and with it a broker and a bridge for temples.

  npm start -- --lan          open to all devices of the local network
  npm start -- --no-temples   the server alone
  npm start -- --processes 3  the server as three processes behind one port; needs DATABASE_URL, and REDIS_URL for speed
  npm start -- --help         this

  npm run rolling-restart     starts these processes anew, one after the other; matches go on

Settings of the temples, from the environment, with their defaults:

  MQTT_PORT            port of the broker; 0 takes a free one (1883)
  MQTT_HOST            address for it to listen on (127.0.0.1, with --lan 0.0.0.0)
  MQTT_URL             your own broker, instead of the one that npm start runs (none)
  BRIDGE_TOKEN         service token of bridges (a new one at every start)
`;
