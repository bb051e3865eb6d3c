import { RESERVED } from '@flower-war/words/reserved';

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
