/** The language of the board: the shared words, and what the board says beside them. */
import { english, type Words } from '@flower-war/words';
import { createContext, useContext } from 'react';

const Context = createContext<Words>(english);

/** Says in which language all inside it speaks. */
export const WordsProvider = Context.Provider;

export const useWords = (): Words => useContext(Context);

/** Texts that belong to one part, in each language; they are loaded with their part. */
export function useTexts<T>(texts: InLanguages<T>): T {
  return textsIn(texts, useWords());
}

export interface InLanguages<T> {
  /** Under which name other languages have these texts: `page.NAME` in their files. */
  readonly of: string;
  readonly en: T;
  readonly es: NoInfer<T>;
}

/** What a language that is a file says instead of English texts. */
const translated = new WeakMap<object, Map<Words, unknown>>();

export function textsIn<T>(texts: InLanguages<T>, words: Pick<Words, 'language' | 'translate'>): T {
  const { of, en, es } = texts;
  if (words.translate === undefined) return words.language === 'es' ? es : en;
  const known = translated.get(texts) ?? new Map();
  translated.set(texts, known);
  if (!known.has(words)) known.set(words, words.translate(`page.${of}`, en));
  return known.get(words) as T;
}

export interface Holder {
  readonly kind: string;
  readonly name: string;
}

/** A match begins once no seat is free. One that ended before that has nothing on its table. */
export const neverBegan = ({
  status,
  seats,
}: {
  readonly status: string;
  readonly seats: readonly Pick<Holder, 'kind'>[];
}): boolean => status === 'ended' && seats.some(({ kind }) => kind === 'free');

/** The name of a person as it is; a bot has a name of its own at each place, and its level. */
export const sitterName = (words: Words, { kind, name }: Holder, place: { match: string; seat: number }): string =>
  kind === 'bot' ? words.botAt(name, place) : name;
