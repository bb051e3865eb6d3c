/** Views for the tests of pictures: a match that has just begun. The tests change it. */
import type { RingView } from '@flower-war/rules';
import { byId, type Cards } from '../../words.ts';

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
  god: '',
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
    timing: 'action',
    text: 'ATTACK CHOSEN (maxDist 4) > IF WON: GAIN 1 from HERE.',
    when: 'In your turn.',
    cost: 'It costs 1 skull.',
  },
  {
    id: 'W12',
    title: 'Jaguar in the Reeds',
    timing: 'trap',
    text: 'ATTACK TRIGGERER roll +2.',
    when: 'As a trap.',
    cost: 'It costs 3 skulls.',
  },
  {
    id: 'R12',
    title: 'Flooded Field',
    timing: 'linger',
    text: 'Others take 1 fewer skull.',
    when: '',
    cost: '',
  },
  { id: 'D003', title: 'Harvest of Calli', timing: 'event', text: 'GAIN 1 from SPACE:3.', when: '', cost: '' },
  {
    id: 'K05',
    title: 'Spirit of Coatl',
    timing: 'passive',
    when: '',
    cost: '',
    text: 'Your reach grows by 1 day. Visitors pay you 1 token.',
  },
  { id: 'K16', title: 'Spirit', timing: 'passive', text: 'Take 1 more token.', when: '', cost: '' },
  ...[
    ['C03', 'take a card from a pile instead of drawing.'],
    ['C07', 'go to any day.'],
    ['C18', 'a tribe that can sacrifice must.'],
  ].map(([id = '', text = '']) => ({ id, title: 'Disc', timing: 'omen', text, when: '', cost: '' })),
]);
