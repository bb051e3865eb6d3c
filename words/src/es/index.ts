/** Spanish. */
import { wordsOf } from '../language.ts';
import type { BotTable, EndingTable, HabitTables } from '../words.ts';
import { RING_CARDS, SPACE_AZTECS_CARDS } from './cards.ts';
import { CODES, REASONS } from './codes.ts';
import { EVENTS } from './events.ts';
import { MOVES, PROMPTS } from './moves.ts';
import { OPTIONS } from './options.ts';
import { SCREEN } from './screen/index.ts';
import { count } from './screen/names.ts';

const BOTS: BotTable = {
  random: { name: 'Bot al azar', level: 'al azar', about: 'Hace cualquier jugada que permiten las reglas.' },
  easy: {
    name: 'Bot fácil',
    level: 'fácil',
    about: 'Ve lo que tiene delante y a veces se le escapa lo demás. Bueno para una primera partida.',
  },
  greedy: { name: 'Bot medio', level: 'medio', about: 'Toma lo mejor de cada momento y no hace planes.' },
  strong: {
    name: 'Bot difícil',
    level: 'difícil',
    about: 'Prueba sus jugadas antes de hacerlas y supone lo que no ve.',
  },
};

/** What the days of the ring mean, the first one first. */
const DAYS = [
  'Caimán',
  'Viento',
  'Casa',
  'Lagartija',
  'Serpiente',
  'Muerte',
  'Venado',
  'Conejo',
  'Agua',
  'Perro',
  'Mono',
  'Hierba',
  'Caña',
  'Jaguar',
  'Águila',
  'Zopilote',
  'Temblor',
  'Pedernal',
  'Lluvia',
  'Flor',
] as const;

const ENDINGS: EndingTable = {
  none: { name: 'Apocalipsis', about: 'La cuenta regresiva corre y ningún dios golpea.' },
  open: { name: 'Apocalipsis', about: 'Los dioses están igualados. El primero que se adelante decide lo que llega.' },
  flood: { name: 'Diluvio', about: 'Tláloc envía un diluvio: ya nada sale de un día.' },
  invasion: {
    name: 'Invasión',
    about:
      'Cortés invade: una vez en cada turno, su jugador tira un dado contra el 5 de Cortés. Si gana, toma una calavera del día; si pierde, pierde una calavera para siempre.',
  },
  war: { name: 'Guerra', about: 'Huitzilopochtli trae la guerra, que cuesta fichas.' },
};

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

const HABITS: HabitTables = {
  'flower-war': RING,
  mexica: RING,
  'space-aztecs': {},
  tieqchieq: {
    toss: 'Las monedas se lanzan por ti.',
    single: 'La jugada se hace por ti cuando es la única.',
    bonus: 'Tu ficha da el paso extra.',
  },
};

export const spanish = wordsOf({
  language: 'es',
  days: DAYS,
  codes: CODES,
  reasons: REASONS,
  options: OPTIONS,
  bots: BOTS,
  habits: HABITS,
  ring: RING_CARDS,
  spaceAztecs: SPACE_AZTECS_CARDS,
  endings: ENDINGS,
  events: EVENTS,
  moves: MOVES,
  prompts: PROMPTS,
  screen: SCREEN,
  counters: {
    'flower-war': (n) => count(n, { one: 'una calavera', other: '# calaveras' }),
    mexica: (n) => count(n, { one: 'una ficha', other: '# fichas' }),
  },
});
