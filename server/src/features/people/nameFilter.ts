/** Which names are refused, and which two names look the same: by the confusable characters of Unicode (UTS 39). */
import { RESERVED } from '@flower-war/words/reserved';
import CONFUSABLES from 'unhomoglyph/data.json' with { type: 'json' };

/** A player's name as others see it, and how it looks. */
export interface Named {
  readonly player: string;
  readonly name: string;
  readonly look: string;
}

/** What UTS 39 keeps apart and a fast reader does not: digits and signs, small capitals, letters with hooks and strokes. */
const ALIKE: Readonly<Record<string, string>> = {
  a: '@4ⱥᴀᶏ',
  b: 'ʙƅß8ᵬᶀꞗ',
  c: 'ςƈɕꞔ𝼝',
  d: 'ȡᴅᵭᶁᶑꟈ',
  e: 'ꞓ3ᴇᶒⱸꬴ',
  f: 'ϝᶂꜰ',
  g: 'ɢ9ʛꞡ',
  h: 'ʜⱨꜧ',
  j: 'ʝᴊ',
  k: 'ĸᶄⱪꝁꝃꝅꞣ',
  l: 'i!ȴɬʟᴌᶅⱡꝉꞎꬷꬸꬹ𝼄𝼑𝼓',
  rn: 'ʍᶆꬺ',
  n: 'πɴȵɲᶇꞑꞥꬻ',
  o: 'ⱺꝍ𝼛',
  p: 'ᴘᵱᶈꝑꝓꝕ',
  q: 'ɋꝗꝙꞯ',
  r: 'ʀɾᶉꞧꭆꭉ𝼖',
  s: '$5ȿᶊꞩꟊ𝼞',
  t: 'ᴛ7ƫȶʈⱦ𝼉',
  u: 'ᶙꞹ',
  v: 'ⱱⱴꝟ',
  w: 'шωⱳ',
  x: 'χᶍꭖꭗꭘꭙ',
  z: '2ɀʑᶎⱬ',
};

/** Two letters that look like one. That `rn` looks like `m` is in UTS 39. */
const PAIRS = [
  ['vv', 'w'],
  ['cl', 'd'],
] as const;

/** Where the letters A to Z begin: white on a disc, white on a square, and as halves of flags. */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const SKELETONS: ReadonlyMap<string, string> = new Map(Object.entries(CONFUSABLES));

const LETTER_OF: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ALIKE).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter] as const)),
  ...ALPHABETS.flatMap((start) => LETTERS.map((letter, n) => [String.fromCodePoint(start + n), letter] as const)),
]);

const CAMEL = /(?<=\p{Ll})(?=\p{Lu})/gu;

/** Quotation marks are none. */
const BRACKETS = /(?![‚„⹂〝〞〟])[\p{Ps}\p{Pe}⎛⎜⎝⎞⎟⎠]/gu;

const OPENING = /(?![‚„⹂〝])[\p{Ps}⎛⎜⎝]/u;

/** The look of a text. Two texts that a reader could confuse have the same fold. */
export function fold(text: string): string {
  const letters = replaced(skeleton(skeleton(plain(replaced(text, SKELETONS))).toLowerCase()), LETTER_OF);
  const joined = PAIRS.reduce((folded, [pair, letter]) => folded.replaceAll(pair, letter), letters);
  return joined.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

const replaced = (text: string, table: ReadonlyMap<string, string>) =>
  [...text].map((one) => table.get(one) ?? one).join('');

/** As UTS 39 has it, and without accents. */
const skeleton = (text: string) => replaced(text.normalize('NFD'), SKELETONS).normalize('NFD').replace(/\p{M}/gu, '');

/** Checks names against patterns in the form of refusedNames.ts. */
export class NameFilter {
  private readonly words: ReadonlySet<string>;
  private readonly whole: ReadonlySet<string>;
  private readonly parts: readonly string[];

  constructor(patterns: readonly string[]) {
    const [parts, others] = split(patterns, (pattern) => /^\*.+\*$/.test(pattern));
    const [whole, words] = split(others, (pattern) => pattern.startsWith('='));
    this.parts = parts.map(squeezed).filter(Boolean);
    this.whole = new Set(whole.map(squeezed).filter(Boolean));
    this.words = new Set(words.map(squeezed).filter(Boolean));
  }

  refuses(name: string): boolean {
    return !isVisible(name) || hasBracket(name) || this.forbids(name);
  }

  /** Whether a text says one of the patterns. */
  forbids(text: string): boolean {
    return readings(text).some((reading) => {
      const all = squeezed(reading);
      if (this.words.has(all) || this.whole.has(all) || this.parts.some((part) => all.includes(part))) return true;
      return fold(reading)
        .split(' ')
        .some((word) => this.words.has(word));
    });
  }
}

/** Brackets are the server's and the screens' marks. A name from before that has some is kept, and shown without. */
export function named(player: string, stored: string): Named {
  const bare = hasBracket(stored) ? plain(stored).replace(BRACKETS, ' ').replace(/\s+/g, ' ').trim() : stored;
  const name = bare || player.slice(-4);
  return { player, name, look: fold(name) || plain(name) };
}

/** A bot account shows its owner in brackets, which no name of a person has. */
export function namedBot(bot: Named, owner: Named): Named {
  const name = `${bot.name} (bot: ${owner.name})`;
  return { ...bot, name, look: fold(name) };
}

const MOST_ADDRESS = 30;

/** A visitor shows the host at home in brackets. Of a long address the end is shown, which says whose it is. */
export function namedVisitor(visitor: Named, home: string): Named {
  const { host } = new URL(home);
  const shown = host.length > MOST_ADDRESS ? `…${host.slice(1 - MOST_ADDRESS)}` : host;
  const name = `${visitor.name} (${shown})`;
  return { ...visitor, name, look: fold(name) };
}

/** The names at one table, by seat. Names that look the same get the end of the player's id in brackets. */
export function toldApart(people: readonly (Named | undefined)[]): readonly (string | undefined)[] {
  const looks = people.map((person) => person?.look);
  return people.map((person, seat) => {
    if (person === undefined) return undefined;
    const isAlone = looks.indexOf(looks[seat]) === looks.lastIndexOf(looks[seat]);
    return isAlone ? person.name : `${person.name} (${person.player.slice(-4)})`;
  });
}

/** A symbol may replace a letter, end a word or separate words: `@dmin`, `admin!`, `the.admin`. */
function readings(name: string): readonly string[] {
  const spaced = plain(name).replace(CAMEL, ' ');
  return [name, spaced, spaced.replace(/[^\p{L}\s]+(?=\s|$)/gu, ''), spaced.replace(/[^\p{L}]+/gu, ' ')];
}

/** The text in NFKC, without invisible characters. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{13430}-\u{1343F}]/gu, '');
}

/** A closing one alone is part of a smile. */
function hasBracket(name: string): boolean {
  return OPENING.test(replaced(plain(name), SKELETONS));
}

function isVisible(name: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(plain(name));
}

/** The folded letters and digits only, so that gaps hide no word, and no name that was taken away. */
export function squeezed(text: string): string {
  return fold(text).replaceAll(' ', '');
}

function split<T>(items: readonly T[], test: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** The worst words, refused in talk as well as in names. A host adds words of the languages spoken there. */
export const REFUSED_WORDS: readonly string[] = ['nazi', 'hitler', 'rapist', 'cunt', '*fuck*', '*nigger*', '*faggot*'];

/**
 * What no name may contain, here and in the host's own file: `word` as a word of the name, `=word` as the whole
 * name, `*word*` anywhere in it. Upper case, accents and lookalike letters make no difference.
 */
export const REFUSED_NAMES: readonly string[] = [
  ...Object.values(RESERVED).flatMap(({ words, names }) => [...words, ...names.map((name) => `=${name}`)]),
  ...REFUSED_WORDS,
];
