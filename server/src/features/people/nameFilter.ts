/** Which names are refused, and which two names look the same. The data: refusedNames.ts, lookalikes.ts. */
import { LOOKALIKE_PAIRS, LOOKALIKES } from './lookalikes.ts';

/** A player's name, and how it looks. */
export interface Named {
  readonly player: string;
  readonly name: string;
  readonly look: string;
}

const LETTER_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter] as const)),
);
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})/gu;

/** The look of a text. Two texts that a reader could confuse have the same fold. */
export function fold(text: string): string {
  const bare = plain(text).toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const letters = [...bare].map((letter) => LETTER_OF.get(letter) ?? letter).join('');
  const joined = LOOKALIKE_PAIRS.reduce((folded, [pair, letter]) => folded.replaceAll(pair, letter), letters);
  return joined.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

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
    if (!isVisible(name)) return true;
    return readings(name).some((reading) => {
      const all = squeezed(reading);
      if (this.words.has(all) || this.whole.has(all) || this.parts.some((part) => all.includes(part))) return true;
      return fold(reading)
        .split(' ')
        .some((word) => this.words.has(word));
    });
  }
}

export function named(player: string, name: string): Named {
  return { player, name, look: fold(name) || plain(name) };
}

/** The names at one table, by seat. Names that look the same get the end of the player's id. */
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
  return [spaced, spaced.replace(/[^\p{L}\s]+(?=\s|$)/gu, ''), spaced.replace(/[^\p{L}]+/gu, ' ')];
}

/** The text in NFKC, without invisible characters. */
function plain(text: string): string {
  return text.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '');
}

function isVisible(name: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(plain(name));
}

/** The folded letters and digits only, so that gaps hide no word. */
function squeezed(text: string): string {
  return fold(text).replaceAll(' ', '');
}

function split<T>(items: readonly T[], test: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
