import type { HabitTables } from '../tables.ts';

const RING: HabitTables['mexica'] = {
  roll: 'El dado se tira por ti cuando no puedes moverte de otra manera.',
  single: 'La jugada se hace por ti cuando está a la vista que es la única.',
  draw: 'La carta que un dios da por una ofrenda se roba por ti.',
  cards: 'En los turnos que no te dieron ninguna carta no se te pide jugar una, salvo en uno de cada tres.',
  'new-cards': 'Juegas cartas solo en los turnos que te dieron una nueva.',
  'one-card': 'Juegas una carta por turno. Solo si aún te quedan más de ocho se te pide otra.',
  'no-second-card': 'Nunca juegas una segunda carta en un turno.',
  'no-far-attacks': 'No atacas a ningún jugador desde lejos.',
  'same-god': 'Das al dios al que diste la última vez, mientras puedas pagar. Cada tercer turno vuelves a elegir.',
  'oldest-card': 'Entregas la carta que tienes desde hace más tiempo, cuando debes entregar una.',
  'no-steps': 'Nunca avanzas más de lo que tiras.',
  draws: 'No impides que otros jugadores roben una carta, salvo que tengan dos cartas de victoria.',
  replies: 'Con tus cartas ocultas respondes solo a los ataques contra ti.',
  'no-replies': 'Con tus cartas ocultas no respondes a nada, ni a los ataques contra ti.',
  ahead: 'No juegas cartas en una batalla que vas ganando o que decide una moneda.',
  'one-battle-card': 'Nunca juegas una segunda carta en una batalla.',
};

export const HABITS: HabitTables = {
  'flower-war': RING,
  mexica: RING,
  'space-aztecs': {},
  tieqchieq: {
    toss: 'Las monedas se lanzan por ti.',
    single: 'La jugada se hace por ti cuando es la única.',
    bonus: 'Tu ficha da el paso extra.',
  },
};
