import type { BotTable } from '../tables.ts';

export const BOTS: BotTable = {
  greedy: { name: 'Codicioso', level: 'medio', about: 'Toma lo mejor de cada momento y no hace planes.' },
  random: {
    name: 'Azar',
    level: 'fácil',
    about: 'Hace cualquier jugada que permiten las reglas. Bueno para una primera partida.',
  },
  strong: { name: 'Fuerte', level: 'difícil', about: 'Prueba sus jugadas antes de hacerlas y supone lo que no ve.' },
};
