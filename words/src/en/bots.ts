import type { BotTable } from '../tables.ts';

export const BOTS: BotTable = {
  greedy: { name: 'Greedy', level: 'medium', about: 'Takes what is best at once, and does not plan ahead.' },
  random: { name: 'Random', level: 'easy', about: 'Plays any move that the rules allow. Good for a first match.' },
  strong: {
    name: 'Strong',
    level: 'hard',
    about: 'Tries its moves out before it plays, and guesses what it cannot see.',
  },
};
