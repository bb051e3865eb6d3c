/** All languages that are complete, at once: for programs that have them at hand anyway. */
import { english } from './en/index.ts';
import { spanish } from './es/index.ts';
import { FURTHER, found, languageOf } from './index.ts';
import type { Words } from './words.ts';

export { spanish } from './es/index.ts';

/** Every language that has all texts, the default first. Those of `FURTHER` may lack some, which are English there. */
export const LANGUAGES: readonly Words[] = [english, spanish];

/** By their short names, such as `en`: these and those of `FURTHER`. */
export const LANGUAGE_NAMES: readonly string[] = [
  ...LANGUAGES.map(({ language }) => language),
  ...Object.keys(FURTHER),
];

/** The words for a locale such as `es-MX`; English if there are none. A language of `FURTHER` is found once it is loaded. */
export function wordsFor(locale: string): Words {
  const language = languageOf(locale);
  return LANGUAGES.find((words) => words.language === language) ?? found(language) ?? english;
}
