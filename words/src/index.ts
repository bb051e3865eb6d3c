import { english } from './en/index.ts';
import { FURTHER } from './languages/index.ts';
import type { Words } from './words.ts';

export type { Card, CardText, MatchOptions } from './card.ts';
export { english } from './en/index.ts';
export type { Screen } from './en/screen/index.ts';
export type { Speech, TitledCard } from './telling.ts';
export {
  BOTS_BY_LEVEL,
  byLevel,
  editionName,
  gameName,
  goalOf,
  lengthName,
  NAHUATL,
  partName,
  reasonName,
} from './language.ts';
export { FURTHER } from './languages/index.ts';
export { ruleOf, ruleOfEvent, ruleOfQuestion } from './rulebook/ruleOf.ts';
export { type GameView, seatName } from './seatName.ts';
export type { BotText, EndingText, HabitText, OptionText, Refused, SeatOfMatch, Words } from './words.ts';

const loaded = new Map<string, Words>();
export const found = (language: string): Words | undefined => loaded.get(language);

/**
 * The words for a locale such as `es-MX`; English if there are none. Each language but English is loaded when it is first wanted: a page need
 * not load what its person does not read.
 */
export async function loadWords(locale: string): Promise<Words> {
  const language = languageOf(locale);
  const known = loaded.get(language) ?? (await load(language));
  if (known !== undefined) loaded.set(language, known);
  return known ?? english;
}

async function load(language: string): Promise<Words | undefined> {
  if (language === 'es') return (await import('./es/index.ts')).spanish;
  const further = Object.hasOwn(FURTHER, language) ? FURTHER[language] : undefined;
  if (further === undefined) return undefined;
  const [{ furtherWords }, { default: texts }] = await Promise.all([import('./further.ts'), further.load()]);
  return furtherWords(language, texts);
}

/** `es` of `es_MX.UTF-8`. */
export const languageOf = (locale: string): string => locale.toLowerCase().split(/[-_.]/)[0] ?? '';
