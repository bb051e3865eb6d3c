import { english } from './en/index.ts';
import { spanish } from './es/index.ts';
import { FURTHER } from './languages/index.ts';
import type { Words } from './words.ts';

export type { Card, CardText } from './card.ts';
export { english } from './en/index.ts';
export type { Screen } from './en/screen/index.ts';
export { spanish } from './es/index.ts';
export type { Speech, TitledCard } from './eventTables.ts';
export { FURTHER } from './languages/index.ts';
export { BOTS_BY_LEVEL, byLevel, NAHUATL } from './language.ts';
export { ruleOf, ruleOfEvent, ruleOfQuestion } from './rulebook/ruleOf.ts';
export type { BotText, EndingText, HabitText, OptionText, Refused, SeatOfMatch, Words } from './words.ts';

/** Every language that has all texts, the default first. Those of `FURTHER` may lack some, which are English there. */
export const LANGUAGES: readonly Words[] = [english, spanish];

const loaded = new Map<string, Words>();

/** The words for a locale such as `es-MX`; English if there are none. A language of `FURTHER` is found once it is loaded. */
export function wordsFor(locale: string): Words {
  const language = languageOf(locale);
  return LANGUAGES.find((words) => words.language === language) ?? loaded.get(language) ?? english;
}

/** The same, and loads a language of `FURTHER` first. */
export async function loadWords(locale: string): Promise<Words> {
  const language = languageOf(locale);
  const further = Object.hasOwn(FURTHER, language) ? FURTHER[language] : undefined;
  if (further !== undefined && !loaded.has(language)) {
    const [{ furtherWords }, { default: texts }] = await Promise.all([import('./further.ts'), further.load()]);
    loaded.set(language, furtherWords(language, texts));
  }
  return wordsFor(locale);
}

/** `es` of `es_MX.UTF-8`. */
const languageOf = (locale: string): string => locale.toLowerCase().split(/[-_.]/)[0] ?? '';
