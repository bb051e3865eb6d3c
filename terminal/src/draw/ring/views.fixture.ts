/** Views for the tests of pictures: a match that has just begun. The tests change it. */
import type { RingView } from '@flower-war/rules';
import { byId, type Cards } from '../words/cards.ts';

type Tribe = RingView['tribes'][number];

export function tribe(compass: Tribe['compass'], day: number, more: Partial<Tribe> = {}): Tribe {
  return {
    compass,
    day,
    skulls: 0,
    cards: 0,
    pending: 0,
    victories: [],
    modifiers: [],
    nextModifiers: [],
    here: true,
    ...more,
  };
}

/** The same number on every day, except on the days of `others`. */
export const onDays = (usual: number, others: Readonly<Record<number, number>>): readonly number[] =>
  Array.from({ length: 20 }, (_, index) => others[index + 1] ?? usual);

export const RING: RingView = {
  phase: 'moving',
  turn: 0,
  asked: 0,
  round: 1,
  roundCap: 260,
  perSpace: 13,
  countdown: 13,
  tribes: [tribe('east', 20), tribe('west', 10)],
  days: onDays(13, {}),
  pool: 100,
  out: 0,
  warLake: 0,
  rainLake: 0,
  warTally: 0,
  rainTally: 0,
  warDeck: 47,
  rainDeck: 47,
  battle: {
    on: false,
    attacker: 0,
    defender: 0,
    attack: [],
    defence: [],
    attackKeeps: 'high',
    defenceKeeps: 'high',
    attackBonus: 0,
    defenceBonus: 0,
    stake: 0,
    coin: 'none',
  },
  amount: 0,
  day: 0,
  moment: '',
  card: '',
  hand: [],
  pending: [],
  looked: [],
};

export const CARDS: Cards = byId([
  {
    id: 'W10',
    title: 'Dart Thrower',
    deck: 'war',
    timing: 'action',
    cost: 1,
    text: 'ATTACK CHOSEN (maxDist 4) > IF WON: GAIN 1 from HERE',
  },
  { id: 'W12', title: 'Jaguar in the Reeds', deck: 'war', timing: 'trap', cost: 3, text: 'ATTACK TRIGGERER roll +2' },
  {
    id: 'R12',
    title: 'Flooded Field',
    deck: 'rain',
    timing: 'linger',
    cost: 2,
    text: 'Others take 1 fewer skull.',
  },
  { id: 'D003', title: 'Harvest of Calli', deck: 'day', timing: 'event', cost: 0, text: 'GAIN 1 from SPACE:3' },
  {
    id: 'K05',
    title: 'Spirit of Coatl',
    deck: 'week',
    timing: 'passive',
    cost: 0,
    text: 'Your reach grows by 1 day. Visitors pay you 1 token.',
  },
  { id: 'K16', title: 'Spirit', deck: 'week', timing: 'passive', cost: 0, text: 'Take 1 more token.' },
  ...[
    ['C03', 'take a card from a pile instead of drawing.'],
    ['C07', 'go to any day.'],
    ['C18', 'a tribe that can sacrifice must.'],
  ].map(([id = '', text = '']) => ({ id, title: 'Disc', deck: 'disc', timing: 'omen', cost: 0, text })),
]);
