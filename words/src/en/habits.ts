/** What each habit does for a player. */
import type { HabitTables } from '../tables.ts';

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

export const HABITS: HabitTables = {
  'flower-war': RING,
  mexica: RING,
  'space-aztecs': {},
  tieqchieq: {
    toss: 'The coins are tossed for you.',
    single: 'A move is made for you when it is the only one.',
    bonus: 'Your token takes the bonus step.',
  },
};
