/** One thing has one name in each language, one thing is not several, and Spanish is that of Mexico. */
import { english, loadWords, type Words } from '@flower-war/words';
import { ADVICE } from '@flower-war/words/advice';
import { spanish } from '@flower-war/words/all';
import { ENGLISH } from '@flower-war/words/further';
import { beforeAll, expect, test } from 'vitest';
import { textsOfPages } from './englishTexts.ts';

/** What a text must say where the English one says the first, in Spanish and in German. */
const NAMES: readonly (readonly [RegExp, RegExp, RegExp])[] = [
  [/\bpuzzle/i, /acertijo/i, /rätsel/i],
  [/\bchalleng/i, /\bret(os?|an?|ar)\b/i, /heraus|fordert/i],
  [/\bnotices?\b/i, /avis/i, /benachrichtig/i],
  [/\breports?\b/i, /report|comunica/i, /meld/i],
  [/\bratings?\b|\brated\b/i, /puntuaci/i, /wertung|gewertet/i],
  [/(?<!-)\bguests?\b/i, /invitad/i, /\bgast\b|gäste/i],
  [/\bhost of (the|this) server\b/i, /anfitri/i, /betreiber/i],
  [/\bcountdown\b/i, /cuenta regresiva/i, /countdown/i],
  [/\bomens?\b/i, /presagio/i, /\bomen/i],
  [/\bbeads?\b/i, /cuenta/i, /perle/i],
  [/\bvacations?\b/i, /vacacion/i, /urlaub/i],
];

let pages: Awaited<ReturnType<typeof textsOfPages>>;
let german: Words;
beforeAll(async () => {
  [pages, german] = await Promise.all([textsOfPages(), loadWords('de')]);
});

const CODES = Object.keys(ENGLISH.codes) as Parameters<Words['refusal']>[0]['code'][];
const codesIn = (words: Words) => Object.fromEntries(CODES.map((code) => [code, words.refusal({ code, message: '' })]));
const toldIn = (words: Words, page: Readonly<Record<string, object>>): object => ({
  codes: codesIn(words),
  screen: words.screen,
  page,
});
const pagesIn = (text: (of: string) => object) => Object.fromEntries([...pages.keys()].map((of) => [of, text(of)]));
const inEnglish = () =>
  toldIn(
    english,
    pagesIn((of) => pages.get(of)!.en),
  );
const inSpanish = () =>
  toldIn(
    spanish,
    pagesIn((of) => pages.get(of)!.es),
  );
const inGerman = () =>
  toldIn(
    german,
    pagesIn((of) => german.translate!(`page.${of}`, pages.get(of)!.en)),
  );

/** Every text by its key, with the source of those that are functions. */
function* texts(table: unknown, key = ''): Generator<readonly [string, string]> {
  if (typeof table !== 'object' || table === null) yield [key, String(table)];
  else for (const [name, one] of Object.entries(table)) yield* texts(one, `${key}.${name}`);
}

test.each([
  ['Spanish', inSpanish, 1],
  ['German', inGerman, 2],
] as const)('%s has one name for one thing', (_, told, place) => {
  const own = new Map(texts(told()));
  const otherwise = [...texts(inEnglish())].flatMap(([key, text]) =>
    NAMES.filter(([thing]) => !text.includes('=>') && thing.test(text))
      .filter((names) => !names[place].test(own.get(key) ?? ''))
      .map(([thing]) => `${key} says ${thing} otherwise: ${own.get(key)}`),
  );
  expect(otherwise).toEqual([]);
});

test('Spanish speaks to a player as tú, and to several as ustedes', () => {
  const other = /(?<!\p{L})(os|vosotr[oa]s|vuestr[oa]s?|\p{L}+[áé]is)(?!\p{L})/iu;
  expect([...texts(inSpanish())].filter(([, text]) => other.test(text))).toEqual([]);
});

test('one is told as one', () => {
  const told = [english, spanish, german].map(({ language, screen: { match, temples }, translate }) => {
    const { 'space-aztecs': aztecs, tieqchieq } = translate?.('advice', ADVICE.en) ?? ADVICE[language as 'en' | 'es'];
    const one = { n: 1, of: 0, who: 'Ana', where: '', god: '', skulls: '' };
    return [match.earlier(1), temples.held(1), temples.refused(1), aztecs.leads(one), tieqchieq.waiting(one)];
  });
  expect(told).toEqual([
    [
      '(1 more line above)',
      '1 waiting',
      '1 refused',
      'Ana leads with 1 point.',
      'One of your tokens still waits in the reserve.',
    ],
    [
      '(1 línea más arriba)',
      '1 en espera',
      '1 rechazada',
      'Ana va en cabeza con 1 punto.',
      'Una de tus fichas espera todavía en la reserva.',
    ],
    [
      '(1 Zeile mehr darüber)',
      '1 wartet',
      '1 abgelehnt',
      'Ana führt mit 1 Punkt.',
      'Einer deiner Steine wartet noch im Vorrat.',
    ],
  ]);
});
