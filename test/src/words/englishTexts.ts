/** Every text that a language has, as English says it: the sentence, the places in it, and examples where a function puts it together. */
import { globSync } from 'node:fs';
import { type AnyGame, GAMES } from '@flower-war/rules';
import { questions } from '@flower-war/terminal/testing';
import { english, NAHUATL } from '@flower-war/words';
import { ADVICE } from '@flower-war/words/advice';
import { ENDING, type EndFacts } from '@flower-war/words/ending';
import { ENGLISH } from '@flower-war/words/further';
import { RESERVED_TEXTS } from '@flower-war/words/reserved';
import { ENGLISH_RULEBOOKS, RULEBOOKS, rulebook } from '@flower-war/words/rulebook';
import ts from 'typescript';

export interface EnglishText {
  /** With places: `{seat, name} rolls {die}.` A part that cannot be shown like that stands in brackets: `[drawing]`. */
  readonly text: string;
  /** What it says in real matches, where the text has such a part. */
  readonly like: readonly string[];
  /** What the English function is given, as the file names it; what programs load counts it. */
  readonly params: readonly (string | undefined)[];
  /** The places that another language must not forget. */
  readonly printed: readonly string[];
  /** The places that a thing was seen to have, where the English function is given one thing with many fields. */
  readonly fields: Set<string>;
}

export type EnglishTexts = ReadonlyMap<string, EnglishText>;

const ROOT = new URL('../../../', import.meta.url);

export async function englishTexts(): Promise<EnglishTexts> {
  const { language: _, ...tables } = ENGLISH;
  const texts = new Map<string, EnglishText>();
  collect(texts, '', tables);
  for (const [of, { en }] of await textsOfPages()) collect(texts, `page.${of}`, en);
  collect(texts, 'titles', printedTitles());
  collect(texts, 'rulebook', ENGLISH_RULEBOOKS);
  collect(texts, 'advice', ADVICE.en);
  collect(texts, 'ending', ENDING.en);
  collect(texts, 'reserved', RESERVED_TEXTS.en);
  addExamples(texts);
  addEndings(texts);
  shareFields(texts);
  return texts;
}

/** A thing of a table may have any field that another one has, since not every match shows all of them. */
function shareFields(texts: EnglishTexts): void {
  const told = [...texts].filter(([key]) => TOLD.test(key));
  const byTable = Object.groupBy(told, ([key]) => key.split('.').slice(0, 2).join('.'));
  for (const held of Object.values(byTable)) {
    const all = held?.flatMap(([, { fields }]) => [...fields]) ?? [];
    for (const [, { fields }] of held ?? []) for (const field of all) fields.add(field);
  }
}

/** The texts of the page, of the board and of links stand in files called `texts.ts`, with the name of their feature in `of`. */
export async function textsOfPages(): Promise<ReadonlyMap<string, PageTexts>> {
  const files = globSync('{board,server,web}/src/**/texts{,/en}.ts', { cwd: ROOT }).toSorted();
  const found = new Map<string, PageTexts>();
  const read = (file: string): Promise<Readonly<Record<string, Texts>>> => import(new URL(file, ROOT).href);
  for (const file of files) {
    const { EN, ...others } = await read(file);
    if (file.endsWith('/en.ts')) {
      const { ES } = await read(file.replace('/en.ts', '/es.ts'));
      found.set('app', { en: EN as object, es: ES as object });
    }
    for (const [name, { of, en, es = {} }] of Object.entries(others)) {
      if (en === undefined) continue;
      if (of === undefined || found.has(of))
        throw new Error(`${file}: ${name} needs a name in \`of\` that no other texts have`);
      found.set(of, { en, es });
    }
  }
  return found;
}

interface PageTexts {
  readonly en: object;
  readonly es: object;
}

interface Texts {
  readonly of?: string;
  readonly en?: object;
  readonly es?: object;
}

function collect(texts: Map<string, EnglishText>, key: string, value: unknown): void {
  if (typeof value === 'string' && value !== '')
    texts.set(key, { text: value, like: [], params: [], printed: [], fields: new Set() });
  else if (typeof value === 'function') {
    const said = saidBy(value, { isTold: TOLD.test(key) });
    if (said !== undefined) texts.set(key, said);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) collect(texts, key === '' ? name : `${key}.${name}`, part);
}

/** Functions that are given a thing with fields, and a teller who knows names, days and cards. */
const TOLD = /^(events|moves|prompts|ring\.effects|spaceAztecs\.(aztecs|goals)|rulebook\.books|ending\.(why|lead))\b/;

/** Cards have their English titles printed on them: of their own, of their kind, or of a series with a day in it. */
function printedTitles(): object {
  const own: Record<string, string> = {};
  const types: Record<string, string> = {};
  const series: Record<string, unknown> = {};
  for (const [, { game }] of GAMES) {
    const isShared = (title: string) => (game.cards ?? []).filter((card) => card.title === title).length > 1;
    for (const { id, title, deck, face } of game.cards ?? []) {
      const { day, number, isLand, kind, type = kind } = face as unknown as Face;
      const name = day === undefined ? '' : (NAHUATL[day - 1] ?? '');
      const kindOf = kind === 'disc' ? 'disc' : isLand ? 'land' : deck === 'week' ? 'week' : (number ?? '');
      if (name !== '' && title.endsWith(` ${name}`)) series[kindOf] ??= `${title.slice(0, -name.length)}{day}`;
      else if (day !== undefined || !isShared(title) || (types[type] ?? title) !== title) own[id] = title;
      else types[type] = title;
    }
  }
  return {
    own,
    types,
    series: Object.fromEntries(Object.entries(series).map(([name, text]) => [name, seriesOf(text as string)])),
  };
}

interface Face {
  readonly kind: string;
  readonly type?: string;
  readonly day?: number;
  readonly number?: number;
  readonly isLand?: boolean;
}

/** What a title of a series would be as a function of English. */
const seriesOf = (text: string): object =>
  Object.assign(() => text, { toString: () => `(day) => \`${text.replace('{', '${')}\`` });

// What a function says, read from its source.

interface Reading {
  /** The place for each name in the source. */
  readonly places: Map<string, string>;
  /** The formats that the teller knows, by their name in the source. */
  readonly formats: Map<string, string>;
  readonly printed: Set<string>;
}

function saidBy(tells: object, { isTold }: { readonly isTold: boolean }): EnglishText | undefined {
  const { statements } = ts.createSourceFile('it.ts', `(${tells})`, ts.ScriptTarget.Latest, true);
  const [statement] = statements;
  const it = statement && ts.isExpressionStatement(statement) ? bare(statement.expression) : undefined;
  if (it === undefined || !(ts.isArrowFunction(it) || ts.isFunctionExpression(it)))
    throw new Error(`not a function: ${tells}`);
  const reading: Reading = { places: new Map(), formats: new Map(), printed: new Set() };
  const params = it.parameters.map(({ name }, index) => named(name, { reading, index, isTold }));
  const text = it.body === undefined ? '' : textOf(it.body, reading);
  if (text === '') return undefined;
  return {
    text,
    like: [],
    printed: [...reading.printed],
    fields: new Set([...reading.places.values()].map(firstOf)),
    params,
  };
}

export const firstOf = (path: string): string => path.split('.')[0] ?? '';

interface Named {
  readonly reading: Reading;
  readonly index: number;
  readonly isTold: boolean;
}

/** The name of a parameter; nothing for a thing with fields, and for one that is taken apart. */
function named(name: ts.BindingName, { reading, index, isTold }: Named): string | undefined {
  const isThing = isTold && index === 0;
  if (ts.isIdentifier(name)) {
    reading.places.set(name.text, isThing ? '' : name.text);
    return isThing ? undefined : name.text;
  }
  for (const element of name.elements) {
    if (ts.isOmittedExpression(element) || !ts.isIdentifier(element.name)) continue;
    const field = (element.propertyName ?? element.name).getText();
    (index === 0 || !TELLERS.includes(field) ? reading.places : reading.formats).set(element.name.text, field);
  }
  return undefined;
}

/** What those can write who tell events, moves, questions, cards and rules. */
export const TELLERS = ['name', 'card', 'cardAndText', 'text', 'day', 'skulls', 'together'];

function bare(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ? bare(node.expression) : node;
}

function textOf(node: ts.Node, reading: Reading): string {
  if (ts.isBlock(node)) return textOfBlock(node.statements, reading);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return textOf(node.expression, reading);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node) && node.text === 'undefined') return '';
  if (ts.isTemplateExpression(node))
    return (
      node.head.text + node.templateSpans.map((span) => textOf(span.expression, reading) + span.literal.text).join('')
    );
  if (ts.isConditionalExpression(node)) return chosen(node, reading);
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((one) => textOf(one, reading)).join('\n');
  const path = pathOf(node, reading);
  if (path !== undefined) return printed(path, reading);
  return ts.isCallExpression(node) ? called(node, reading) : `[${shortName(node)}]`;
}

function printed(path: string, { printed: all }: Reading, format?: string): string {
  all.add(firstOf(path));
  return format === undefined ? `{${path}}` : `{${path}, ${format}}`;
}

function textOfBlock(statements: ts.NodeArray<ts.Statement>, reading: Reading): string {
  const texts = statements.map((one) => {
    const { expression } = ts.isReturnStatement(one) ? one : { expression: undefined };
    return expression === undefined ? `[${ts.isReturnStatement(one) ? '' : '…'}]` : textOf(expression, reading);
  });
  return texts
    .filter((text) => text !== '[]')
    .join('')
    .replaceAll('[…][…]', '[…]');
}

/** `costs.left` of `costs?.left`. */
function pathOf(node: ts.Node, reading: Reading): string | undefined {
  if (ts.isIdentifier(node)) return reading.places.get(node.text) || undefined;
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const before = ts.isIdentifier(node.expression)
    ? reading.places.get(node.expression.text)
    : pathOf(node.expression, reading);
  if (before === undefined) return undefined;
  return before === '' ? node.name.text : `${before}.${node.name.text}`;
}

function chosen({ condition, whenTrue, whenFalse }: ts.ConditionalExpression, reading: Reading): string {
  const [then, otherwise] = [whenTrue, whenFalse].map((node) => apart(node, reading)) as [Branch, Branch];
  const [yes, no] = [then.text, otherwise.text];
  const need = (names: readonly string[]) => {
    for (const name of names) reading.printed.add(name);
  };
  const told = pathOf(condition, reading);
  if (told !== undefined) {
    need([...then.printed, ...otherwise.printed]);
    return `{${told}, select, true {${yes}} other {${no}}}`;
  }
  if (ts.isBinaryExpression(condition)) {
    const path = pathOf(condition.left, reading);
    const value = valueIn(condition.right);
    const isNot = condition.operatorToken.getText().startsWith('!');
    const isEqual = /^[!=]==$/.test(condition.operatorToken.getText());
    if (path !== undefined && value !== undefined && isEqual) {
      const [same, other] = isNot ? [no, yes] : [yes, no];
      const kind = /^\d+$/.test(value) ? 'plural' : 'select';
      need([...then.printed, ...otherwise.printed]);
      return `{${path}, ${kind}, ${kind === 'plural' ? '=' : ''}${value} {${same}} other {${other}}}`;
    }
  }
  need([...then.printed].filter((name) => otherwise.printed.has(name))); // no other language can ask what English asks here
  return `[${shortName(condition)}: ${yes} / ${no}]`;
}

interface Branch {
  readonly text: string;
  readonly printed: ReadonlySet<string>;
}

function apart(node: ts.Node, reading: Reading): Branch {
  const printed = new Set<string>();
  return { text: textOf(node, { ...reading, printed }), printed };
}

function valueIn(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text === '' ? 'none' : node.text;
  if (ts.isNumericLiteral(node)) return node.text;
  return node.getText() === 'undefined' ? 'none' : undefined;
}

function called({ expression, arguments: args }: ts.CallExpression, reading: Reading): string {
  const name = shortName(expression);
  const [first, second] = args;
  const path = first && pathOf(first, reading);
  if (name === 'count' && path !== undefined && second && ts.isObjectLiteralExpression(second)) {
    reading.printed.add(firstOf(path));
    const forms = second.properties.map((one) =>
      ts.isPropertyAssignment(one) ? `${one.name.getText()} {${textOf(one.initializer, reading)}}` : '',
    );
    return `{${path}, plural, ${forms.join(' ')}}`;
  }
  const format = formatOf(expression, reading);
  if (format !== undefined && path !== undefined) return printed(path, reading, format);
  if (ts.isIdentifier(expression) && reading.places.has(expression.text) && first && ts.isStringLiteralLike(first))
    return printed(`${reading.places.get(expression.text)}.${first.text}`, reading);
  return path === undefined ? `[${name}]` : `[${name} ${path}]`;
}

/** The teller of `name(seat)` or `telling.name(seat)`. */
function formatOf(called: ts.Expression, { formats }: Reading): string | undefined {
  if (ts.isIdentifier(called)) return formats.get(called.text);
  return ts.isPropertyAccessExpression(called) && TELLERS.includes(called.name.text) ? called.name.text : undefined;
}

const shortName = (node: ts.Node): string =>
  node
    .getText()
    .replace(/^__vi\w+__\./, '')
    .replace(/\W.*$/s, '') || '…';

// Examples, from matches of random moves and from the cards.

const MOST = 3;

function addExamples(texts: Map<string, EnglishText>): void {
  const add = (key: string, thing: object, said: string | undefined): void => {
    const text = texts.get(key);
    if (text === undefined) return;
    for (const [name, value] of Object.entries(thing)) if (value !== undefined) text.fields.add(name);
    if (said && text.text.includes('[') && text.like.length < MOST && !text.like.includes(said))
      (text.like as string[]).push(said);
  };
  for (const { game, key, thing, said } of told())
    add(`${key.split('.')[0]}.${tableOf(game)}.${key.split('.').slice(1).join('.')}`, thing, said);
  for (const [name, { game }] of GAMES)
    for (const card of game.cards ?? []) {
      const face = card.face as {
        effects?: readonly { kind: string }[];
        type?: string;
        goal?: { kind: string };
        changes?: object;
      };
      const said = english.card(name, card).text;
      for (const effect of face.effects ?? []) add(`ring.effects.${effect.kind}`, effect, said);
      for (const change of Object.keys(face.changes ?? {})) add(`ring.omens.${change}`, {}, said);
      if (face.type !== undefined) add(`spaceAztecs.aztecs.${face.type}`, face, said);
      if (face.goal !== undefined) add(`spaceAztecs.goals.${face.goal.kind}`, face.goal, said);
    }
  for (const game of RULEBOOKS)
    for (const { id, rules } of rulebook(english, game).chapters)
      for (const { number, text } of rules) add(`rulebook.books.${game}.chapters.${id}.rules.${number}`, {}, text);
}

/** The end of a match is put together from what happened in it. */
const ENDS: readonly EndFacts[] = [
  {
    winner: 'EAST',
    hasWinner: true,
    quitter: 'WEST',
    round: 12,
    counted: 13,
    still: 2,
    began: { round: 9, who: 'NORTH', day: 'Lizard (Cuetzpalin)' },
    ending: 'flood',
  },
  { winner: '', hasWinner: false, quitter: '', round: 12, counted: 13, still: 0, began: { round: 9, who: 'NORTH' } },
  { winner: 'EAST', hasWinner: true, quitter: 'WEST', round: 12, counted: 0, still: 0 },
];

function addEndings(texts: EnglishTexts): void {
  for (const [reason, why] of Object.entries(ENDING.en.why)) {
    const text = texts.get(`ending.why.${reason}`);
    for (const facts of ENDS) {
      for (const field of Object.keys(facts)) text?.fields.add(field);
      const said = why(facts);
      if (text?.text.includes('[') && !text.like.includes(said)) (text.like as string[]).push(said);
    }
  }
  const lead = { first: 'EAST', last: 'WEST', from: 3, of: 40, isLevel: true };
  const told = texts.get('ending.lead');
  for (const changes of [0, 2]) (told?.like as string[] | undefined)?.push(ENDING.en.lead({ ...lead, changes }));
}

const tableOf = (game: string): string => (game === 'flower-war' || game === 'mexica' ? 'ring' : game);

interface SpokenThing {
  readonly game: string;
  readonly key: string;
  readonly thing: object;
  readonly said: string | undefined;
}

const SEEDS = [1, 2];
const PLAYERS = ['Ana', 'Ben', 'Citlali', 'Dora', 'Emil', 'Flor', 'Cortés'];

function* told(): Generator<SpokenThing> {
  for (const [id, { game }] of GAMES) {
    const cards = new Map((game.cards ?? []).map((card) => [card.id, english.card(id, card)]));
    const speech = { name: (seat: number) => PLAYERS[seat] ?? '', cards };
    for (const seed of SEEDS)
      for (const { view, legal, events } of questions(game as AnyGame, seed, game.usualSeats ?? game.seats[1])) {
        for (const event of events)
          yield { game: id, key: `events.${event.kind}`, thing: event, said: english.event(id, event, speech) };
        for (const move of legal)
          yield { game: id, key: `moves.${move.verb}`, thing: move, said: english.move(id, move, speech) };
        const { phase } = view as { phase: string };
        yield { game: id, key: `prompts.${phase}`, thing: view, said: english.prompt(id, view, { ...speech, legal }) };
      }
  }
}
