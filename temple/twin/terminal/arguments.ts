/** The command line of `npm run temple`. */
import type { Command, Given } from '@flower-war/protocol/command-line';
import { templeId } from '@flower-war/protocol/temple';
import { FLASH_KINDS } from '../device/flash.ts';
import { PROFILES } from '../script/script.ts';

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
} as const satisfies Command;

export type TwinArguments = Given<typeof COMMAND.flags>['values'];

/** Throws a Problem for an id or an address that is none. */
export function checked(wanted: TwinArguments): TwinArguments {
  const { id, mqtt, lan } = wanted;
  if (id !== undefined && !templeId.safeParse(id).success)
    throw new Problem(`--id ${id} is no temple: write templo- and 4 to 12 hex digits in lower case.`);
  if (!/^mqtts?:$/.test(URL.parse(mqtt)?.protocol ?? ''))
    throw new Problem(`--mqtt ${mqtt} is not an address like ${DEFAULT_BROKER}.`);
  if (lan && mqtt !== DEFAULT_BROKER) throw new Problem('Choose one of --lan and --mqtt.');
  return wanted;
}

/** An error that the person at the terminal can mend. It is shown without a stack trace. */
export class Problem extends Error {}

export function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
