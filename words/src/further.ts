/** A language that is a file. What the file does not say is told in English: whole sentences, never half of one. */
import type { GameName } from '@flower-war/protocol';
import { ENGLISH, english } from './en/index.ts';
import { type Language, wordsOf } from './language.ts';
import { type Manner, type Piece, parseTemplate, render } from './template.ts';
import type { Words } from './words.ts';

export { ENGLISH } from './en/index.ts';
export { type Piece, parseTemplate, TemplateError } from './template.ts';

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
    card: (game, card) => {
      const told = own.card(game, card);
      const isWhole = clausesOf(game, card.face).every((key) => has(key) || !isClause(key));
      return isWhole ? told : { ...told, text: english.card(game, card).text };
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
