import type { EndingTable } from '../tables.ts';

export const ENDINGS: EndingTable = {
  none: { name: 'Apocalypse', about: 'The countdown runs, and no god strikes.' },
  open: { name: 'Apocalypse', about: 'The gods are level. The first one to lead decides what comes.' },
  flood: { name: 'Flood', about: 'Tlaloc sends a flood: nothing leaves a day any more.' },
  invasion: {
    name: 'Invasion',
    about:
      'Cortés invades: once in each turn, its player rolls a die against the 5 of Cortés. A player who wins takes a skull of the day; a player who is beaten loses one for good.',
  },
  war: { name: 'War', about: 'Huitzilopochtli brings war: with each collection, one more token of the day is lost.' },
};
