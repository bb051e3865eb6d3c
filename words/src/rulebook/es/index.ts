/** The rulebooks in Spanish. */
import { count } from '../../es/screen/names.ts';
import type { Shelf } from '../texts.ts';
import { FLOWER_WAR } from './flowerWar.ts';
import { MEXICA } from './mexica.ts';
import { SPACE_AZTECS } from './spaceAztecs.ts';
import { TIEQCHIEQ } from './tieqchieq.ts';

const number = (n: number): string => count(n, { other: '#' });

export const SPANISH: Shelf = {
  books: { 'flower-war': FLOWER_WAR, mexica: MEXICA, 'space-aztecs': SPACE_AZTECS, tieqchieq: TIEQCHIEQ },
  titles: { editions: 'Ediciones', options: 'Opciones' },
  pages: {
    language: 'Español',
    contents: 'Contenido',
    toCards: 'Todas las cartas',
    toRules: 'Las reglas',
    aboutCards: 'Cada carta, con las palabras que leen los jugadores.',
  },
  isTold: 'Este libro la cuenta.',
  changes: 'Cambia esto:',
  otherwise: (meaning) => `O bien: ${meaning}`,
  between: (min, max) => `Puede ser de ${number(min)} a ${number(max)}.`,
};
