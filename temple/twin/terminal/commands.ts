/** What a person tells a temple in the terminal: commands as lines and as keys, and the command line of `npm run temple`. */
import type { Given, Command as Tool } from '@flower-war/protocol/command-line';
import { SLOTS, type Slot, templeId } from '@flower-war/protocol/temple';
import { FALLS, type Fall } from '../device/beam.ts';
import { FLASH_KINDS } from '../device/flash.ts';
import { NETWORK_FAULTS, type NetworkFault } from '../network/network.ts';
import { PROFILES } from '../script/script.ts';

export type Command =
  | { readonly kind: 'drop'; readonly slot: Slot; readonly times: number; readonly fall: Fall }
  | { readonly kind: 'knock'; readonly beads: readonly Slot[] }
  | { readonly kind: 'network'; readonly fault: NetworkFault; readonly ms: number }
  | { readonly kind: 'script'; readonly name: string }
  | { readonly kind: (typeof WORDS)[number] };

const WORDS = ['online', 'plug', 'reboot', 'wipe', 'code', 'status', 'settle', 'help', 'quit'] as const;
const MOST_BEADS = 64;
/** The network stays out until the person plugs it in again. */
export const UNTIL_TOLD_MS = 2 ** 31 - 1;

/** Reads a command; nothing for any other line. */
export function readLine(line: string): Command | undefined {
  const [word = '', ...rest] = line.trim().toLowerCase().split(/\s+/);
  const slot = SLOTS.find((known) => known === word);
  if (slot !== undefined) return readDrop(slot, rest);
  switch (word) {
    case 'knock':
      return readKnock(rest);
    case 'offline':
      return readFault('away', rest[0]);
    case 'network':
      return readFault(
        NETWORK_FAULTS.find((fault) => fault === rest[0]),
        rest[1],
      );
    case 'script':
      return rest[0] === undefined ? undefined : { kind: 'script', name: line.trim().split(/\s+/)[1] ?? '' };
    default: {
      const kind = WORDS.find((known) => known === word);
      return kind === undefined || rest.length > 0 ? undefined : { kind };
    }
  }
}

function readDrop(slot: Slot, [first = '1', second = 'clean']: readonly string[]): Command | undefined {
  const isNumber = /^\d+$/.test(first);
  const fall = FALLS.find((known) => known === (isNumber ? second : first));
  const times = isNumber ? Number(first) : 1;
  return fall === undefined || times < 1 || times > MOST_BEADS ? undefined : { kind: 'drop', slot, times, fall };
}

function readKnock(words: readonly string[]): Command | undefined {
  const beads = words.flatMap((word) => SLOTS.filter((slot) => slot === word || slot[0] === word));
  return beads.length === 0 || beads.length !== words.length ? undefined : { kind: 'knock', beads };
}

function readFault(fault: NetworkFault | undefined, seconds: string | undefined): Command | undefined {
  if (fault === undefined || (seconds !== undefined && !/^\d+(\.\d+)?$/.test(seconds))) return undefined;
  return { kind: 'network', fault, ms: seconds === undefined ? UNTIL_TOLD_MS : Number(seconds) * 1000 };
}

/** The keys typed so far of a command with several keys. */
export interface Typed {
  readonly times: string;
  readonly isBouncing: boolean;
  /** The beads of a knock; nothing outside of a knock. */
  readonly knock: readonly Slot[] | undefined;
}
export const NOTHING_TYPED: Typed = { times: '', isBouncing: false, knock: undefined };

interface Pressed {
  readonly typed: Typed;
  readonly command?: Command;
}

const KEYS: Readonly<Record<string, Command>> = {
  o: { kind: 'plug' },
  p: { kind: 'reboot' },
  c: { kind: 'code' },
  '?': { kind: 'help' },
  q: { kind: 'quit' },
  '\u0003': { kind: 'quit' },
  '\u0004': { kind: 'quit' },
};

export function press(typed: Typed, key: string): Pressed {
  if (typed.knock !== undefined && key !== '\u0003') return pressInKnock(typed.knock, key);
  const slot = slotOf(key);
  if (slot !== undefined) return { typed: NOTHING_TYPED, command: dropOf(typed, slot) };
  if (/^\d$/.test(key)) return { typed: { ...typed, times: `${typed.times}${key}`.slice(-2) } };
  if (key === 'b') return { typed: { ...typed, isBouncing: !typed.isBouncing } };
  if (key === 'k') return { typed: { ...NOTHING_TYPED, knock: [] } };
  const command = KEYS[key];
  return { typed: NOTHING_TYPED, ...(command !== undefined && { command }) };
}

function pressInKnock(knock: readonly Slot[], key: string): Pressed {
  const slot = slotOf(key);
  if (slot !== undefined) return { typed: { ...NOTHING_TYPED, knock: [...knock, slot].slice(0, MOST_BEADS) } };
  const isBack = key === '\u007f' || key === '\b';
  if (isBack) return { typed: { ...NOTHING_TYPED, knock: knock.slice(0, -1) } };
  const isDone = key === '\r' || key === '\n';
  if (isDone && knock.length > 0) return { typed: NOTHING_TYPED, command: { kind: 'knock', beads: knock } };
  return { typed: isDone || key === '\u001b' || key === 'k' ? NOTHING_TYPED : { ...NOTHING_TYPED, knock } };
}

function slotOf(key: string): Slot | undefined {
  return SLOTS.find((slot) => slot[0] === key);
}

function dropOf({ times, isBouncing }: Typed, slot: Slot): Command {
  const number = Math.min(Math.max(Number(times), 1), MOST_BEADS);
  return { kind: 'drop', slot, times: number, fall: isBouncing ? 'bounce' : 'clean' };
}

// The command line of `npm run temple`.

export const DEFAULT_BROKER = 'mqtt://127.0.0.1:1883';
export const DEFAULT_STATE = 'data/temple-twin.json';

export const COMMAND = {
  name: 'temple',
  does: 'runs a temple of beads in this terminal',
  flags: {
    mqtt: { kind: 'text', of: 'URL', usual: DEFAULT_BROKER, tells: 'the broker, mqtt:// or mqtts://' },
    lan: { kind: 'switch', tells: 'finds the broker in the local network; it was started with npm start -- --lan' },
    id: { kind: 'text', of: 'ID', tells: 'templo- and 4 to 12 hex digits (the same as last time, or a new one)' },
    password: {
      kind: 'text',
      tells: "the temple's password at the broker (made from the key of the broker on this machine)",
    },
    state: { kind: 'text', of: 'FILE', usual: DEFAULT_STATE, tells: 'where the temple keeps its totals' },
    flash: {
      kind: 'text',
      of: 'KIND',
      usual: 'wal',
      among: FLASH_KINDS,
      tells: 'when it keeps its totals; with none it begins from 0 at every start',
    },
    seed: {
      kind: 'whole',
      usual: 1,
      most: 999_999_999,
      tells: 'the seed of a script: the same number gives the same script',
    },
    script: { kind: 'text', of: 'FILE', tells: `runs a script: a file, or one of ${Object.keys(PROFILES).join(', ')}` },
    'print-script': { kind: 'switch', tells: 'prints that script and ends' },
    mqtt5: { kind: 'switch', tells: 'speaks MQTT 5 instead of 3.1.1' },
    ca: {
      kind: 'text',
      of: 'FILE',
      tells: "the certificate of the private authority that signed the broker's certificate",
    },
    plain: { kind: 'switch', tells: 'lines instead of a picture' },
  },
  more: `Keys: w drops a bead for war, r one for rain; a number before them drops several, b before them one that
bounces. k knocks with several beads, o unplugs the network and plugs it in, p turns the power off and on,
c shows the code, ? helps, q quits. Without a terminal, commands come as lines of the input: war, rain 3,
knock war rain war, offline 10, online, network black-hole 5, reboot, wipe, code, status, settle,
script FILE, quit.`,
} as const satisfies Tool;

export type TwinArguments = Given<typeof COMMAND.flags>['values'];

/** Throws a Problem for an id or an address that is none. */
export function checked(wanted: TwinArguments): TwinArguments {
  const { id, mqtt, lan } = wanted;
  if (id !== undefined && !templeId.safeParse(id).success)
    throw new Problem(`--id ${id} is not a temple: write templo- and 4 to 12 hex digits in lower case.`);
  const { protocol = '', hostname = '' } = URL.parse(mqtt) ?? {};
  if (!/^mqtts?:$/.test(protocol) || hostname === '')
    throw new Problem(`--mqtt ${mqtt} is not an address like ${DEFAULT_BROKER}.`);
  if (lan && mqtt !== DEFAULT_BROKER) throw new Problem('Choose one of --lan and --mqtt.');
  return wanted;
}

/** An error that the person at the terminal can mend. It is shown without a stack trace. */
export class Problem extends Error {}

export function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
