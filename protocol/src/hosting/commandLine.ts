/** The one command line of all our tools: each declares its flags as data, from which come its checks and its help. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

interface Explained {
  /** One line of help. */
  readonly tells: string;
}

interface Valued extends Explained {
  /** The word for the value in the help, such as FOLDER. */
  readonly of?: string;
  /** The tool does nothing without this flag. */
  readonly isNeeded?: true;
}

interface Switch extends Explained {
  readonly kind: 'switch';
}

interface Text extends Valued {
  readonly kind: 'text';
  readonly usual?: string;
  readonly among?: readonly string[];
}

/** A flag that may be given several times. */
interface Texts extends Valued {
  readonly kind: 'texts';
}

/** `number` may have a fraction. */
interface Numeric extends Valued {
  readonly kind: 'whole' | 'number';
  readonly usual?: number;
  /** 0 if absent. */
  readonly least?: number;
  readonly most?: number;
}

/** Whole numbers with commas between them; none if the flag is absent. */
interface Wholes extends Valued {
  readonly kind: 'wholes';
  /** Of each number; 0 if absent. */
  readonly least?: number;
  readonly most?: number;
}

type Flag = Switch | Text | Texts | Numeric | Wholes;
export type Flags = Readonly<Record<string, Flag>>;

interface Words extends Explained {
  readonly of: string;
  readonly least?: number;
  readonly most?: number;
}

export interface Command<F extends Flags = Flags> {
  /** The script of package.json, or `do -- TOOL`. */
  readonly name: string;
  /** Goes on from the name, like `packs the packages`. */
  readonly does: string;
  readonly flags?: F;
  /** What is given without a flag; absent if nothing may be. */
  readonly words?: Words;
  /** The rest of the help. */
  readonly more?: string;
}

type Simple<T extends Flag> = T extends Text
  ? T extends { readonly among: readonly (infer One)[] }
    ? One
    : string
  : number;
type Value<T extends Flag> = T extends Switch
  ? boolean
  : T extends Texts
    ? readonly string[]
    : T extends Wholes
      ? readonly number[]
      : T extends { readonly usual: unknown } | { readonly isNeeded: true }
        ? Simple<T>
        : Simple<T> | undefined;

export interface Given<F extends Flags> {
  readonly values: { readonly [Name in keyof F]: Value<F[Name]> };
  readonly words: readonly string[];
}

export class BadCommand extends Error {}

/** A number that begins all chance of a tool, if the caller names none. */
export const SEED = { kind: 'whole', tells: 'seed of all chance (taken from the clock)' } as const;

/** Reads the arguments of this process. It prints the help and ends with code 0, or what is wrong and ends with code 2. */
export function commandLine<const F extends Flags = Record<never, never>>(command: Command<F>): Given<F> {
  const given = process.argv.slice(2);
  if (wantsHelp(given)) {
    console.log(helpOf(command));
    process.exit(0);
  }
  try {
    return readCommand(command, given);
  } catch (error) {
    if (!(error instanceof BadCommand)) throw error;
    return refuse(error.message);
  }
}

/** Prints what the caller must mend, and ends with the code of unusable arguments. */
export function refuse(problem: string): never {
  console.error(problem);
  process.exit(2);
}

/** A path as the person meant it. npm runs tools in its own folder; INIT_CWD is the person's folder. */
export function whereGiven(path: string): string {
  if (path === '')
    return refuse('A file or a folder is named by an empty text. Perhaps a variable of the shell is not set.');
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** `--help` counts beside any other flag, but not after `--`. */
export function wantsHelp(given: readonly string[]): boolean {
  const end = given.indexOf('--');
  return given.slice(0, end === -1 ? given.length : end).includes('--help');
}

/** Throws a BadCommand for what the command does not know, or cannot use. */
export function readCommand<const F extends Flags>(command: Command<F>, given: readonly string[]): Given<F> {
  const { flags = {} as F, words } = command;
  const { values, positionals } = parsed(command, given);
  const { least = 0, most = Number.POSITIVE_INFINITY, of = '' } = words ?? { most: 0 };
  if (positionals.length > most) throw bad(command, `does not know ${JSON.stringify(positionals[most])}`);
  if (positionals.length < least) throw bad(command, `needs ${of}`);
  const read = Object.entries(flags).map(([name, flag]) => [
    name,
    readValue(command, { name, flag, given: values[name] }),
  ]);
  return { values: Object.fromEntries(read), words: positionals };
}

export function helpOf({ name, does, flags = {}, words, more }: Command): string {
  const rows = Object.entries(flags).map(([flag, spec]) => [`--${flag}${placeOf(spec)}`, tellsOf(spec)]);
  if (words !== undefined) rows.unshift([words.of, words.tells]);
  const all = [...rows, ['--help', 'this text']];
  const width = Math.max(...all.map(([left = '']) => left.length));
  const lines = all.map(([left = '', right]) => `  ${left.padEnd(width)}  ${right}`);
  const needs = Object.entries(flags).flatMap(([flag, spec]) =>
    'isNeeded' in spec ? [`--${flag}${placeOf(spec)}`] : [],
  );
  const usage = [...(words === undefined ? [] : [words.least ? words.of : `[${words.of}]`]), ...needs, '[OPTIONS]'];
  const head = rows.length === 0 ? `npm run ${name} ${does}` : `npm run ${open(name)} ${usage.join(' ')} ${does}`;
  return [head, '', ...lines, ...(more === undefined ? [] : ['', more])].join('\n');
}

/** What npm passes on stands behind two hyphens: those that a tool of `do` has already, or its own. */
const open = (name: string): string => (name.includes(' -- ') ? name : `${name} --`);

function parsed(command: Command, given: readonly string[]) {
  const options = Object.entries(command.flags ?? {}).map(([name, { kind }]) => {
    const type = kind === 'switch' ? ('boolean' as const) : ('string' as const);
    return [name, { type, multiple: kind !== 'switch' }] as const;
  });
  try {
    return parseArgs({ args: [...given], options: Object.fromEntries(options), allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    throw bad(command, problemIn(message, given));
  }
}

/** What is wrong, from what Node says of it. */
function problemIn(message: string, given: readonly string[]): string {
  const [, unknown] = /^Unknown option '(.+?)'/.exec(message) ?? [];
  if (unknown !== undefined) return `does not know ${unknown}`;
  const [, flag] = /^Option '(--.+?)' argument is ambiguous/.exec(message) ?? [];
  if (flag === undefined) return `cannot use this: ${message.split(/\.\s/)[0]}`;
  const next = given[given.indexOf(flag) + 1] ?? '';
  return `misses the value of ${flag}; a value that begins with - is written ${flag}=${next}`;
}

function readValue(
  command: Command,
  { name, flag, given }: { readonly name: string; readonly flag: Flag; readonly given: unknown },
) {
  if (flag.kind === 'switch') return given === true;
  const texts: readonly string[] = Array.isArray(given) ? given.map(String) : [];
  const [text] = texts;
  if (text === undefined && flag.isNeeded) throw bad(command, `needs --${name}${placeOf(flag)}`);
  if (flag.kind === 'texts') return texts;
  if (text === undefined) return flag.kind === 'wholes' ? [] : flag.usual;
  if (texts.length > 1) throw bad(command, `takes --${name} once`);
  if (flag.kind === 'wholes') return text.split(',').map((one) => numberOf(command, { name, flag, text: one }));
  if (flag.kind !== 'text') return numberOf(command, { name, flag, text });
  if (flag.among?.includes(text) === false)
    throw bad(command, `takes ${flag.among.join(', ')} for --${name}, not ${JSON.stringify(text)}`);
  return text;
}

interface AskedNumber {
  readonly name: string;
  readonly flag: Numeric | Wholes;
  readonly text: string;
}

function numberOf(command: Command, { name, flag, text }: AskedNumber): number {
  const { kind, least = 0, most = Number.MAX_SAFE_INTEGER } = flag;
  const number = Number(text);
  const isNumber = (kind !== 'number' ? /^(0|[1-9]\d{0,14})$/ : /^\d{1,15}(\.\d+)?$/).test(text);
  if (isNumber && number >= least && number <= most) return number;
  const bounds = flag.most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
  const what = kind !== 'number' ? 'whole number' : 'number';
  throw bad(command, `takes a ${what} ${bounds} for --${name}, not ${JSON.stringify(text)}`);
}

function bad({ name, flags = {}, words }: Command, problem: string): BadCommand {
  const known = [
    ...(words === undefined ? [] : [words.of]),
    ...Object.keys(flags).map((flag) => `--${flag}`),
    '--help',
  ];
  const knows =
    known.length === 1
      ? 'It knows --help alone.'
      : `It knows ${known.join(', ')}: npm run ${open(name)} --help explains them.`;
  return new BadCommand(`npm run ${name} ${problem}. ${knows}`);
}

function placeOf(flag: Flag): string {
  if (flag.kind === 'switch') return '';
  const usual = { text: 'TEXT', texts: 'TEXT', whole: 'N', number: 'N', wholes: '1,2,3' } as const;
  return ` ${flag.of ?? usual[flag.kind]}`;
}

function tellsOf(flag: Flag): string {
  const among = flag.kind === 'text' && flag.among !== undefined ? `: ${flag.among.join(', ')}` : '';
  return `${flag.tells}${among}${'usual' in flag ? ` (${flag.usual})` : ''}`;
}
