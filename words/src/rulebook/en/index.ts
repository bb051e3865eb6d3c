/** The rulebooks in English. */
import { count } from '../../en/screen/names.ts';
import type { Shelf } from '../texts.ts';
import { FLOWER_WAR } from './flowerWar.ts';
import { MEXICA } from './mexica.ts';
import { SPACE_AZTECS } from './spaceAztecs.ts';
import { TIEQCHIEQ } from './tieqchieq.ts';

const number = (n: number): string => count(n, { other: '#' });

export const ENGLISH: Shelf = {
  books: { 'flower-war': FLOWER_WAR, mexica: MEXICA, 'space-aztecs': SPACE_AZTECS, tieqchieq: TIEQCHIEQ },
  titles: { editions: 'Editions', options: 'Options' },
  pages: {
    language: 'English',
    contents: 'Contents',
    toCards: 'All cards',
    toRules: 'The rules',
    aboutCards: 'Every card, in the words that players read.',
  },
  isTold: 'This book tells it.',
  changes: 'It changes this:',
  otherwise: (meaning) => `Or: ${meaning}`,
  between: (min, max) => `It can be from ${number(min)} to ${number(max)}.`,
};
