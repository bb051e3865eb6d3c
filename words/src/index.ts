import { english } from './en/index.ts';
import { spanish } from './es/index.ts';
import type { Words } from './words.ts';

export type { Card, CardText } from './card.ts';
export { english } from './en/index.ts';
export type { Screen } from './en/screen/index.ts';
export { spanish } from './es/index.ts';
export type { Speech, TitledCard } from './eventTables.ts';
export { NAHUATL } from './language.ts';
export { ruleOf, ruleOfEvent, ruleOfQuestion } from './rulebook/ruleOf.ts';
export type { BotText, EndingText, HabitText, OptionText, Refused, SeatOfMatch, Words } from './words.ts';

/** Every language, the default first. */
export const LANGUAGES: readonly Words[] = [english, spanish];

/** The words for a locale such as `es-MX`; English if there are none. */
export function wordsFor(locale: string): Words {
  const [language = ''] = locale.toLowerCase().split(/[-_.]/);
  return LANGUAGES.find((words) => words.language === language) ?? english;
}
