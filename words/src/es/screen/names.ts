/** What seats, games, editions and languages are called on a screen, and how things are counted, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';
import { counting } from '../../telling.ts';

export const NAMES: Screen['names'] = {
  compass: {
    east: 'ESTE',
    north: 'NORTE',
    west: 'OESTE',
    south: 'SUR',
    center: 'CENTRO',
    zenith: 'ZENIT',
  },
  colours: ['ROJO', 'AMARILLO'],
  city: (number) => `CIUDAD ${number}`,
  seat: (seat) => `Asiento ${seat}`,
  cortes: 'Cortés',
  games: {
    'flower-war': 'Guerra Florida',
    mexica: 'Mexica',
    'space-aztecs': 'Aztecas del Espacio',
    tieqchieq: 'Tieqchieq',
  },
  editions: {
    'flower-war': 'Guerra Florida',
    'flower-war-rules-of-play': 'Guerra Florida, reglas de juego',
    mexica: 'Mexica',
    'flower-war-early': 'La primera Guerra Florida',
    'space-aztecs': 'Aztecas del Espacio',
    'space-aztecs-young': 'Aztecas del Espacio para jóvenes',
    tieqchieq: 'Tieqchieq',
    'tieqchieq-fortress': 'Tieqchieq, fortaleza',
    'tieqchieq-young': 'Tieqchieq para jóvenes',
  },
  lengths: { standard: 'normal', short: 'corta', long: 'larga' },
};

export const GOALS: Screen['goals'] = {
  'flower-war':
    'Ten más calaveras que los demás cuando acabe el mundo. El fin empieza cuando las tribus han tomado bastantes discos del calendario.',
  mexica:
    'Sé el primero en tener tres signos: serpiente, águila y flor. Algunas cartas de semana y otras cartas son signos. Si el mundo acaba antes, normalmente no gana ningún jugador.',
  'space-aztecs':
    'Ten más puntos que los demás cuando acabe la partida: hay dos montones vacíos, o han aterrizado bastantes platillos. Los aztecas, templos y códices de tu ciudad dan puntos.',
  tieqchieq: 'Lleva tus seis fichas a casa antes que el otro jugador.',
};

export const count = counting('es');
