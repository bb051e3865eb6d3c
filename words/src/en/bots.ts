import type { BotTable } from '../tables.ts';

export const BOTS: BotTable = {
  greedy: { name: 'Greedy', about: 'Takes what is best at once, and does not plan ahead.' },
  random: { name: 'Random', about: 'Plays any move that the rules allow. Good for a first match.' },
};
