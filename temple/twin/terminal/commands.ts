/** The commands for a temple in the terminal, as lines and as keys. */
import { SLOTS, type Slot } from '@flower-war/protocol/temple';
import { FALLS, type Fall } from '../device/beam.ts';
import { NETWORK_FAULTS, type NetworkFault } from '../network/network.ts';

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

export interface Pressed {
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
