/** The command line of `npm run temple`. */
import { parseArgs } from 'node:util';
import { templeId } from '@flower-war/protocol/temple';
import { FLASH_KINDS, type FlashKind } from '../device/flash.ts';
import { PROFILES } from '../script/script.ts';
import { Problem } from './problem.ts';

export const DEFAULT_BROKER = 'mqtt://127.0.0.1:1883';
export const DEFAULT_STATE = 'data/temple-twin.json';

export const USAGE = `npm run temple [-- options] runs a temple of beads in this terminal.

  --mqtt URL        the broker, mqtt:// or mqtts:// (${DEFAULT_BROKER})
  --id ID           templo- and 4 to 12 hex digits (the same as last time, or a new one)
  --password TEXT   the temple's password at the broker (made from the key of the broker on this machine)
  --state FILE      where the temple keeps its totals (${DEFAULT_STATE})
  --flash KIND      ${FLASH_KINDS.join(', ')}: when it keeps its totals; with none it begins from 0 at every start (wal)
  --seed N          the seed of a script: the same number gives the same script (1)
  --script FILE     runs a script: a file, or one of ${Object.keys(PROFILES).join(', ')}
  --print-script    prints that script and ends
  --mqtt5           speaks MQTT 5 instead of 3.1.1
  --ca FILE         the certificate of the private authority that signed the broker's certificate
  --plain           lines instead of a picture
  --help            this text

Keys: w drops a bead for war, r one for rain; a number before them drops several, b before them one that
bounces. k knocks with several beads, o unplugs the network and plugs it in, p turns the power off and on,
c shows the code, ? helps, q quits. Without a terminal, commands come as lines of the input: war, rain 3,
knock war rain war, offline 10, online, network black-hole 5, reboot, wipe, code, status, settle,
script FILE, quit.`;

const OPTIONS = {
  mqtt: { type: 'string', default: DEFAULT_BROKER },
  id: { type: 'string' },
  password: { type: 'string' },
  state: { type: 'string', default: DEFAULT_STATE },
  flash: { type: 'string', default: 'wal' },
  seed: { type: 'string', default: '1' },
  script: { type: 'string' },
  'print-script': { type: 'boolean', default: false },
  mqtt5: { type: 'boolean', default: false },
  ca: { type: 'string' },
  plain: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Parsed = ReturnType<typeof parse>;
export type Wanted = Omit<Parsed, 'flash' | 'seed'> & { readonly flash: FlashKind; readonly seed: number };

/** Throws a Problem if an argument is not valid. */
export function readArguments(given: readonly string[]): Wanted {
  const parsed = parse(given);
  const flash = FLASH_KINDS.find((kind) => kind === parsed.flash);
  if (flash === undefined) throw new Problem(`--flash ${parsed.flash} is none of ${FLASH_KINDS.join(', ')}.`);
  if (!/^\d{1,9}$/.test(parsed.seed)) throw new Problem(`--seed ${parsed.seed} is no whole number.`);
  if (parsed.id !== undefined && !templeId.safeParse(parsed.id).success)
    throw new Problem(`--id ${parsed.id} is no temple: write templo- and 4 to 12 hex digits in lower case.`);
  if (!/^mqtts?:$/.test(URL.parse(parsed.mqtt)?.protocol ?? ''))
    throw new Problem(`--mqtt ${parsed.mqtt} is not an address like ${DEFAULT_BROKER}.`);
  return { ...parsed, flash, seed: Number(parsed.seed) };
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new Problem(`${sentence.replace(/\.$/, '')}. See npm run temple -- --help`);
  }
}
