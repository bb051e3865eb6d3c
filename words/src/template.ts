/**
 * Sentences with places, as the file of a language has them: `{name} takes {n, plural, one {a card} other {# cards}}`. It is the part
 * of ICU MessageFormat that translators know, and a place may lead on (`{costs.left}`) or name how it is written (`{seat, name}`).
 */

/** A text, or a place in braces. */
export type Piece = string | Place;

interface Place {
  /** `seat`, `costs.left`, `0` for the first thing that is given, `#` for the number that a case is about. */
  readonly path: string;
  /** How what stands there is written: `name`, `card`, or a format of the language. */
  readonly format?: string;
  readonly cases?: Readonly<Record<string, readonly Piece[]>>;
}

/** What is wrong with a text, for the person who wrote it. */
export class TemplateError extends Error {}

const HEAD = /\{\s*([\w.-]+)\s*(?:,\s*([\w-]+)\s*)?([,}])/y;
const CASE = /\s*([=<]?[\w.-]+)\s*\{/y;
const END = /\s*\}/y;
const WITH_CASES = ['plural', 'select'];

export function parseTemplate(text: string): readonly Piece[] {
  const reader = { text, at: 0 };
  const pieces = piecesIn(reader, false);
  if (reader.at < text.length) throw new TemplateError(`there is a } too many, before "${rest(reader)}"`);
  return pieces;
}

interface Reader {
  readonly text: string;
  at: number;
}

const rest = ({ text, at }: Reader): string => text.slice(at, at + 20);

function matched(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (found !== null) reader.at = pattern.lastIndex;
  return found;
}

function piecesIn(reader: Reader, isCase: boolean): readonly Piece[] {
  const pieces: Piece[] = [];
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    if (reader.text[reader.at] === '{') pieces.push(placeIn(reader));
    else {
      const [plain = ''] = matched(reader, isCase ? /#|[^{}#]+/y : /[^{}]+/y) ?? [];
      pieces.push(plain === '#' && isCase ? { path: '#' } : plain);
    }
  }
  return pieces;
}

function placeIn(reader: Reader): Place {
  const start = rest(reader);
  const [, path = '', format, end] = matched(reader, HEAD) ?? [];
  if (end === undefined) throw new TemplateError(`"${start}" is not a place: write {name}, or {name, format}`);
  const hasCases = format !== undefined && WITH_CASES.includes(format);
  if (hasCases !== (end === ','))
    throw new TemplateError(
      `"${start}" needs cases: {n, plural, one {…} other {…}} or {word, select, this {…} other {…}}`,
    );
  if (!hasCases) return { path, ...(format !== undefined && { format }) };
  return { path, cases: casesIn(reader, start) };
}

function casesIn(reader: Reader, start: string): Readonly<Record<string, readonly Piece[]>> {
  const cases: Record<string, readonly Piece[]> = {};
  for (let found = matched(reader, CASE); found !== null; found = matched(reader, CASE)) {
    cases[found[1] ?? ''] = piecesIn(reader, true);
    if (matched(reader, END) === null) throw new TemplateError(`a case of "${start}" has no } at its end`);
  }
  if (matched(reader, END) === null) throw new TemplateError(`the cases of "${start}" are not closed by a }`);
  if (!Object.hasOwn(cases, 'other')) throw new TemplateError(`"${start}" has no case for all the rest: other {…}`);
  return cases;
}

/** How a language writes numbers, and its own formats, which are templates about `value`. */
export interface Manner {
  readonly plurals: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
  readonly format: (name: string) => readonly Piece[] | undefined;
}

/** What a sentence is told about: what the English sentence is given, and inside a format `value`. */
interface Given {
  readonly args: readonly unknown[];
  readonly value?: unknown;
  /** The number that the case around is about. */
  readonly number?: number;
}

export function render(pieces: readonly Piece[], given: Given, manner: Manner): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : shown(piece, given, manner))).join('');
}

function shown({ path, format, cases }: Place, given: Given, manner: Manner): string {
  if (path === '#') return given.number === undefined ? '#' : manner.numbers.format(Math.abs(given.number));
  const value = valueAt(path, given);
  if (cases !== undefined) {
    const chosen = casesFor(value, manner).find((name) => Object.hasOwn(cases, name)) ?? 'other';
    return render(cases[chosen] ?? [], typeof value === 'number' ? { ...given, number: value } : given, manner);
  }
  const isOwn = format !== undefined && manner.format(format) !== undefined; // it may have a case for what is not there
  if (value === undefined && !isOwn) return `{${path}}`; // a test finds it, and a reader sees where something is missing
  // The effects of a card are told together; of other lists each thing alone.
  return Array.isArray(value) && format !== 'together'
    ? value.map((one) => written(one, format, { given, manner })).join(', ')
    : written(value, format, { given, manner });
}

/** From the most exact case to the widest. */
function casesFor(value: unknown, { plurals }: Manner): readonly string[] {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return ['none'];
  if (typeof value !== 'number') return [String(value)];
  return [`=${value}`, String(value), ...(value < 0 ? ['<0'] : []), plurals.select(Math.abs(value))];
}

interface Writing {
  readonly given: Given;
  readonly manner: Manner;
}

function written(value: unknown, format: string | undefined, { given, manner }: Writing): string {
  const own = format === undefined ? undefined : manner.format(format);
  if (own !== undefined) return render(own, { ...given, value }, manner);
  const teller = format === undefined ? undefined : tellerIn(given.args, format);
  return String(teller === undefined ? value : teller(value));
}

/** The thing that is told may have a field of the same name, such as `day`. */
function tellerIn(args: readonly unknown[], name: string): ((value: unknown) => unknown) | undefined {
  const tellers = args.map((one) => fieldIn([one], name));
  return tellers.find((one): one is (value: unknown) => unknown => typeof one === 'function');
}

/** A function on the way is asked for the next part: `{means.discTiming}`. */
function valueAt(path: string, { args, value }: Given): unknown {
  const [first = '', ...others] = path.split('.');
  const start = first === 'value' ? value : /^\d+$/.test(first) ? args[Number(first)] : fieldIn(args, first);
  const found = others.reduce(
    (part, name) =>
      typeof part === 'function' ? part(/^\d+$/.test(name) ? Number(name) : name) : fieldIn([part], name),
    start,
  );
  return typeof found === 'function' ? undefined : found; // a teller is not a thing, though it may have the name of one
}

function fieldIn(things: readonly unknown[], name: string): unknown {
  const thing = things.find((one) => typeof one === 'object' && one !== null && Object.hasOwn(one, name));
  return (thing as Readonly<Record<string, unknown>> | undefined)?.[name];
}
