/** The file of a language: read, checked, renewed when English has changed, and made into what programs load. */
import { type Piece, parseTemplate, TemplateError } from '@flower-war/words/further';
import { isMap, isScalar, LineCounter, type Pair, parseDocument } from 'yaml';
import { type EnglishText, type EnglishTexts, firstOf, TELLERS } from './englishTexts.ts';

/** A text in the file. */
export interface Entry {
  readonly key: string;
  readonly line: number;
  /** What English said when the text was written. */
  readonly en: string;
  /** Empty if it is still to be written. */
  readonly text: string;
  /** What English said before: the text may have to change, too. */
  readonly was?: string;
}

interface LanguageFile {
  readonly entries: readonly Entry[];
  /** What is wrong, each with its line. */
  readonly faults: readonly string[];
}

export function readLanguageFile(source: string, language: string): LanguageFile {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, strict: true });
  const faults = document.errors.map(
    ({ pos, message }) =>
      `line ${lines.linePos(pos[0]).line}: this is not YAML: ${message.split('\n')[0]}. Put the text between "…", and write \\" for a " in it.`,
  );
  if (faults.length > 0) return { entries: [], faults };
  if (!isMap(document.contents))
    return { entries: [], faults: ['line 1: the file has no texts. Take it away, and the tool makes it anew.'] };
  const entries = document.contents.items.map((pair) => entryIn(pair, { lines, language }));
  return {
    entries: entries.filter((one) => typeof one !== 'string'),
    faults: entries.filter((one) => typeof one === 'string'),
  };
}

interface Place {
  readonly lines: LineCounter;
  readonly language: string;
}

function entryIn({ key: name, value }: Pair, { lines, language }: Place): Entry | string {
  const key = isScalar(name) ? String(name.value) : '';
  const line = isScalar(name) && name.range ? lines.linePos(name.range[0]).line : 1;
  const part = (field: string): string | undefined => {
    const found = isMap(value) ? value.get(field) : undefined;
    return found === undefined || found === null ? undefined : typeof found === 'string' ? found : 'NO TEXT';
  };
  const text = part(language);
  if (text === undefined || text === 'NO TEXT')
    return `line ${line}: ${key} has no text for ${language}. Write ${language}: "…" below it; between "" it is English.`;
  const was = part('was');
  return { key, line, en: part('en') ?? '', text, ...(was !== undefined && { was }) };
}

/** The formats that a language makes for itself: the English side has none. */
const FORMAT = 'formats.';

/** What is wrong with the texts of a file. */
export function faultsIn(entries: readonly Entry[], english: EnglishTexts): readonly string[] {
  const formats = formatNames(entries);
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const { key, line, text } = entry;
    const twice = seen.has(key) ? ['stands there twice. Remove one of the two.'] : [];
    seen.add(key);
    const found = text === '' ? [] : faultsOf(entry, { english: english.get(key), formats });
    return [...twice, ...found].map((fault) => `line ${line}: ${key} ${fault}`);
  });
}

const isFormat = ({ key }: Pick<Entry, 'key'>): boolean => key.startsWith(FORMAT);
const formatNames = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(entries.filter(isFormat).map(({ key }) => key.slice(FORMAT.length)));

interface Known {
  readonly english: EnglishText | undefined;
  readonly formats: ReadonlySet<string>;
}

/** What tellers know beside the thing that is told. */
const TOLD = [
  ...TELLERS,
  'value',
  'timing',
  'isChosen',
  'hasCosts',
  'standing',
  'game',
  'means',
  'options',
  'starts',
  'seats',
];

function faultsOf(entry: Entry, { english, formats }: Known): readonly string[] {
  const { text } = entry;
  if (english === undefined && !isFormat(entry))
    return ['is not a text of the program, or no longer. Correct its name, or take it out.'];
  const html = /<\/?[a-z][^>]*>/i.exec(text);
  if (html !== null) return [`has HTML in it: ${html[0]}. Write the text alone.`];
  const places = placesIn(text);
  if (typeof places === 'string') return [`cannot be read: ${places}.`];
  const used = new Set(places.map(({ path }) => firstOf(path)));
  const missing = (english?.printed ?? []).filter((name) => name !== '' && !used.has(name));
  const unknown = english === undefined ? [] : [...used].filter((name) => !isPlaceOf(english, name));
  const strange = places.flatMap(({ format }) =>
    format === undefined || formats.has(format) || TELLERS.includes(format) ? [] : [format],
  );
  return [
    ...missing.map((name) => `does not say {${name}}. English says: ${english?.text}`),
    ...unknown.map((name) => `has {${name}}, which is not a place of this text. English says: ${english?.text}`),
    ...strange.map(
      (format) =>
        `has the format "${format}", which does not exist. There are: ${[...TELLERS, ...formats].join(', ')}.`,
    ),
  ];
}

function isPlaceOf({ params, fields }: EnglishText, name: string): boolean {
  return params.includes(name) || fields.has(name) || (fields.size > 0 && TOLD.includes(name)) || name === '#';
}

interface Used {
  readonly path: string;
  readonly format?: string;
}

/** The places of a text, or what is wrong with it. */
function placesIn(text: string): readonly Used[] | string {
  const inside = (pieces: readonly Piece[]): readonly Used[] =>
    pieces.flatMap((piece) =>
      typeof piece === 'string' ? [] : [piece, ...Object.values(piece.cases ?? {}).flatMap((one) => inside(one))],
    );
  try {
    return inside(parseTemplate(text));
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

/** What programs load: texts without faults, whose places are counted where the English function counts them. */
export function compiled(entries: readonly Entry[], english: EnglishTexts): Readonly<Record<string, string>> {
  const formats = formatNames(entries);
  const right = entries.filter(
    (entry) => entry.text !== '' && faultsOf(entry, { english: english.get(entry.key), formats }).length === 0,
  );
  return Object.fromEntries(right.map(({ key, text }) => [key, counted(text, english.get(key)?.params ?? [])]));
}

const counted = (text: string, params: readonly (string | undefined)[]): string =>
  text.replace(/\{(\s*)([\w-]+)(?=[\s.,}])/g, (all, space: string, name: string) => {
    const at = params.indexOf(name);
    return at < 0 ? all : `{${space}${at}`;
  });

interface Naming {
  /** As `Intl` calls it. */
  readonly language: string;
  readonly name: string;
}

/** The file with every text of English, in its order; what is new is empty, and what has changed says what English said. */
export function renewed(entries: readonly Entry[], english: EnglishTexts, naming: Naming): string {
  const before = new Map(entries.map((entry) => [entry.key, entry]));
  const texts = [...english].map(([key, { text, like }]) => {
    const old = before.get(key);
    const was = old === undefined || old.text === '' ? undefined : (old.was ?? old.en);
    return lines(key, {
      en: text,
      ...(like.length > 0 && { like }),
      ...(was !== undefined && was !== text && { was }),
      [naming.language]: old?.text ?? '',
    });
  });
  const strange = entries.filter((entry) => entry.text !== '' && !isFormat(entry) && !english.has(entry.key));
  const others = [...entries.filter(isFormat), ...strange].map(({ key, text }) =>
    lines(key, { [naming.language]: text }),
  );
  return [head(naming), ...others, ...texts].join('\n');
}

const quoted = (text: string): string => JSON.stringify(text);

function lines(key: string, fields: Readonly<Record<string, string | readonly string[]>>): string {
  const told = Object.entries(fields).map(([field, text]) =>
    typeof text === 'string'
      ? `  ${field}: ${quoted(text)}\n`
      : `  ${field}:\n${text.map((one) => `    - ${quoted(one)}\n`).join('')}`,
  );
  return `${quoted(key)}:\n${told.join('')}`;
}

const head = ({ language, name }: Naming): string => `# ${name}. How to fill this in: docs/languages.md
# Write behind ${language}: what English says behind en:. What stays empty is shown in English.
# Behind was: stands what English said before, where it has changed since: look whether your text still fits, and take that line out.
# Then: npm run do -- language ${language}
`;

// The lists of all files, for programs.

export const LANGUAGE_INDEX = new URL('../../../words/src/languages/index.ts', import.meta.url);

export function languageIndex(languages: readonly string[]): string {
  const rows = languages.map((language) => {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    const shown = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return `  ${language}: { name: '${shown}', load: () => import('./${language}.json', { with: { type: 'json' } }) },\n`;
  });
  return `/** The languages that are a file in \`words/languages/\`. \`npm run do -- language\` writes this. */

interface Further {
  /** As its own speakers call it. */
  readonly name: string;
  readonly load: () => Promise<{ readonly default: Readonly<Record<string, string>> }>;
}

export const FURTHER: Readonly<Record<string, Further>> = {
${rows.join('')}};
`;
}

export const LANGUAGE_TEXTS = new URL('../../../words/src/languages/texts.ts', import.meta.url);

export function languageTexts(languages: readonly string[]): string {
  const imports = languages.map((language) => `import ${language} from './${language}.json' with { type: 'json' };\n`);
  return `/** The texts of those languages, for a program that wants all at once. \`npm run do -- language\` writes this. */
${imports.join('')}
export const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = { ${languages.join(', ')} };
`;
}
