import type { BotTable } from '../tables.ts';

export const BOTS: BotTable = {
  greedy: { name: 'Codicioso', about: 'Toma lo mejor de cada momento y no hace planes.' },
  random: { name: 'Azar', about: 'Hace cualquier jugada que permiten las reglas. Bueno para una primera partida.' },
};
