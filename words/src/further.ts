/** A language that is a file. What the file does not say is told in English: whole sentences, never half of one. */
import type { GameName } from '@flower-war/protocol';
import { ENGLISH, english } from './en/index.ts';
import { type Language, wordsOf } from './language.ts';
import type { Words } from './words.ts';

export { ENGLISH } from './en/index.ts';

/** The texts of a file, by their keys. */
type FurtherTexts = Readonly<Record<string, string>>;

/** The formats that a language makes for itself stand under these keys, beside its texts. */
const FORMATS = 'formats.';

export function furtherWords(language: string, texts: FurtherTexts): Words {
  const has = (key: string): boolean => Object.hasOwn(texts, key);
  const translate = translator(language, texts);
  const own = wordsOf({ ...withTitles(translate('', ENGLISH), { texts, translate }), language });
  const teller = (key: string): Words => (has(key) ? own : english);
  return {
    ...own,
    event: (game, event, speech) =>
      teller(`events.${tableOf(game)}.${event.kind}`).event(game, event, speech) || undefined,
    move: (game, move, speech) => teller(`moves.${tableOf(game)}.${move.verb}`).move(game, move, speech),
    prompt: (game, view, speech) =>
      teller(`prompts.${tableOf(game)}.${'phase' in view ? view.phase : ''}`).prompt(game, view, speech),
    card: (game, card, options) => {
      const told = own.card(game, card, options);
      const isWhole = clausesOf(game, card.face).every((key) => has(key) || !isClause(key));
      return isWhole ? told : { ...told, text: english.card(game, card, options).text };
    },
    translate,
  };
}

const tableOf = (game: GameName): string => (game === 'flower-war' || game === 'mexica' ? 'ring' : game);

/** The clauses of which the text of a card is made. */
function clausesOf(game: GameName, face: object | undefined): readonly string[] {
  const kinds = [...JSON.stringify(face ?? {}).matchAll(/"kind":"([\w-]+)"/g)].map(([, kind = '']) => kind);
  if (game === 'space-aztecs')
    return face !== undefined && 'type' in face
      ? [`spaceAztecs.aztecs.${face.type}`]
      : kinds.flatMap((kind) => [`spaceAztecs.${kind}`, `spaceAztecs.goals.${kind}`]);
  const changes = face !== undefined && 'changes' in face ? Object.keys(face.changes as object) : [];
  return [...kinds.map((kind) => `ring.effects.${kind}`), ...changes.map((name) => `ring.omens.${name}`)];
}

function isClause(key: string): boolean {
  const found = key
    .split('.')
    .reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name], ENGLISH);
  return typeof found === 'function';
}

interface Filled {
  readonly texts: FurtherTexts;
  readonly translate: NonNullable<Words['translate']>;
}

const FAMILIES = 13;
/** A card without a title of this language keeps the printed one. */
const printed = (_day: string): never => undefined as never;

/** Titles of cards, which English takes from the cards themselves. */
function withTitles(tables: Language, { texts, translate }: Filled): Language {
  const named = (start: string) =>
    Object.fromEntries(
      Object.entries(texts).flatMap(([key, text]) => (key.startsWith(start) ? [[key.slice(start.length), text]] : [])),
    ) as never;
  const series = (name: string | number) => translate(`titles.series.${name}`, printed);
  const families = Array.from({ length: FAMILIES }, (_, index) => series(index + 1));
  const [week, land, disc] = [series('week'), series('land'), series('disc')];
  return {
    ...tables,
    ring: { ...tables.ring, titles: { own: named('titles.own.'), families, week, land, disc } },
    spaceAztecs: { ...tables.spaceAztecs, titles: { own: named('titles.own.'), types: named('titles.types.') } },
  };
}

/** Puts the texts of the file into the place of the English ones, which may be sentences or functions that make them. */
function translator(language: string, texts: FurtherTexts): NonNullable<Words['translate']> {
  const parsed = new Map<string, readonly Piece[]>();
  const pieces = (key: string): readonly Piece[] | undefined => {
    const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
    if (text !== undefined && !parsed.has(key)) parsed.set(key, parseTemplate(text));
    return parsed.get(key);
  };
  const manner: Manner = {
    plurals: new Intl.PluralRules(language),
    numbers: new Intl.NumberFormat(language),
    format: (name) => pieces(`${FORMATS}${name}`),
  };
  const filled = (key: string, text: unknown): unknown => {
    if (typeof text === 'string') return texts[key] ?? text;
    if (typeof text === 'function') {
      const own = pieces(key);
      return own === undefined ? text : (...args: readonly unknown[]) => linesOf(key, render(own, { args }, manner));
    }
    if (Array.isArray(text)) return text.map((one, index) => filled(under(key, index), one));
    if (typeof text !== 'object' || text === null) return text;
    return Object.fromEntries(Object.entries(text).map(([name, one]) => [name, filled(under(key, name), one)]));
  };
  return <T>(key: string, text: T): T => filled(key, text) as T;
}

const under = (key: string, name: string | number): string => (key === '' ? String(name) : `${key}.${name}`);

/** The clauses of a card are a list, a line each. */
const linesOf = (key: string, told: string): string | readonly string[] =>
  /^(ring|spaceAztecs)\./.test(key) && told.includes('\n') ? told.split('\n') : told;

// Sentences with places, as the file of a language has them: `{name} takes {n, plural, one {a card} other {# cards}}`. It is the part
// of ICU MessageFormat that translators know, and a place may lead on (`{costs.left}`) or name how it is written (`{seat, name}`).

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
  if (path === '#') return given.number === undefined ? '#' : manner.numbers.format(given.number);
  const value = valueAt(path, given);
  if (cases !== undefined) {
    const chosen = casesFor(value, manner).find((name) => Object.hasOwn(cases, name)) ?? 'other';
    if (typeof value !== 'number') return render(cases[chosen] ?? [], given, manner);
    const number = Object.hasOwn(cases, '<0') ? Math.abs(value) : value; // the words of such a case say what the sign says
    return render(cases[chosen] ?? [], { ...given, number }, manner);
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

function written(
  value: unknown,
  format: string | undefined,
  { given, manner }: { readonly given: Given; readonly manner: Manner },
): string {
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
