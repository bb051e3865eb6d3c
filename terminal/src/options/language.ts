/** The language in which the terminal speaks: that of --lang, or else that of the system. */
import { LANGUAGES, type Words, wordsFor } from '@flower-war/words';

const OPTION = /^--lang(?:=(.*))?$/;

/** Read before all other arguments, because what is wrong with them is told in this language. */
export function languageFor(given: readonly string[], environment: NodeJS.ProcessEnv): Words {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  return wordsFor(chosenIn(given) || LC_ALL || LC_MESSAGES || LANG || '');
}

function chosenIn(given: readonly string[]): string | undefined {
  const index = given.findIndex((word) => OPTION.test(word));
  return OPTION.exec(given[index] ?? '')?.[1] ?? (index < 0 ? undefined : given[index + 1]);
}

export function isLanguage(locale: string): boolean {
  return LANGUAGES.some(({ language }) => language === wordsFor(locale).language && locale.startsWith(language));
}
