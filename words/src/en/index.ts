/** English. */
import { type Language, wordsOf } from '../language.ts';
import type { BotTable, EndingTable, HabitTables } from '../words.ts';
import { RING_CARDS, SPACE_AZTECS_CARDS } from './cards.ts';
import { CODES, REASONS } from './codes.ts';
import { EVENTS } from './events.ts';
import { MOVES, PROMPTS } from './moves.ts';
import { OPTIONS } from './options.ts';
import { SCREEN } from './screen/index.ts';
import { count } from './screen/names.ts';

const BOTS: BotTable = {
  random: { name: 'Random bot', level: 'random', about: 'Plays any move that the rules allow.' },
  easy: {
    name: 'Easy bot',
    level: 'easy',
    about: 'Sees what lies in front of it, and overlooks the rest now and then. Good for a first match.',
  },
  greedy: { name: 'Medium bot', level: 'medium', about: 'Takes what is best at once, and does not plan ahead.' },
  strong: {
    name: 'Hard bot',
    level: 'hard',
    about: 'Tries its moves out before it plays, and guesses what it cannot see.',
  },
};

/** What the days of the ring mean, the first one first. */
const DAYS = [
  'Crocodile',
  'Wind',
  'House',
  'Lizard',
  'Serpent',
  'Death',
  'Deer',
  'Rabbit',
  'Water',
  'Dog',
  'Monkey',
  'Grass',
  'Reed',
  'Jaguar',
  'Eagle',
  'Vulture',
  'Quake',
  'Flint',
  'Rain',
  'Flower',
] as const;

const ENDINGS: EndingTable = {
  none: { name: 'Apocalypse', about: 'The countdown runs, and no god strikes.' },
  open: { name: 'Apocalypse', about: 'The gods are level. The first one to lead decides what comes.' },
  flood: { name: 'Flood', about: 'Tlaloc sends a flood: nothing leaves a day any more.' },
  invasion: {
    name: 'Invasion',
    about:
      'Cortés invades: once in each turn, its player rolls a die against the 5 of Cortés. A player who wins takes a skull of the day; a player who is beaten loses one for good.',
  },
  war: { name: 'War', about: 'Huitzilopochtli brings war, and it costs tokens.' },
};

// What each habit does for a player.

const RING: HabitTables['mexica'] = {
  roll: 'The die is rolled for you when you can move in no other way.',
  single: 'A move is made for you when it is plainly the only one.',
  draw: 'The card that a god gives for an offering is drawn for you.',
  cards: 'In turns that brought you no card you are not asked to play one, except in every third of them.',
  'new-cards': 'You play cards only in turns that brought you a new one.',
  'one-card': 'You play one card in a turn. Only if you still hold more than eight, you are asked for another.',
  'no-second-card': 'You never play a second card in a turn.',
  'no-far-attacks': 'You attack no player from afar.',
  'same-god': 'You give to the god to whom you gave last, as long as you can pay. Every third turn you choose anew.',
  'oldest-card': 'You give up the card that you have held longest, when you must give up one.',
  'no-steps': 'You never go further than you roll.',
  draws: 'You do not stop other players from drawing a card, unless they have two victory cards.',
  replies: 'With your hidden cards you answer nothing but attacks on you.',
  'no-replies': 'You answer nothing with your hidden cards, not even attacks on you.',
  ahead: 'You play no card in a battle that you are winning, or that a coin decides.',
  'one-battle-card': 'You never play a second card in a battle.',
};

const HABITS: HabitTables = {
  'flower-war': RING,
  mexica: RING,
  'space-aztecs': {},
  tieqchieq: {
    toss: 'The coins are tossed for you.',
    single: 'A move is made for you when it is the only one.',
    bonus: 'Your token takes the bonus step.',
  },
};

export const ENGLISH: Language = {
  language: 'en',
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
    'flower-war': (n) => count(n, { one: 'a skull', other: '# skulls' }),
    mexica: (n) => count(n, { one: 'a token', other: '# tokens' }),
  },
};

export const english = wordsOf(ENGLISH);
