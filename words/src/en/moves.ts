/** Moves, as what a player does. */
import type { MoveTables, TieqchieqWalk } from '../eventTables.ts';
import { count } from './count.ts';
import { RING_MOVES } from './ring/moves.ts';

const cards = (n: number): string => count(n, { one: '# card', other: '# cards' });

/** What becomes of a token that reaches its square, perhaps after a fight. */
function arriving({ fights, gives }: TieqchieqWalk): string {
  const fight = fights === undefined ? '' : ' and fight there';
  const prize = gives === undefined ? '' : PRIZES[gives];
  if (prize === '') return fight;
  return fights === undefined ? `; ${prize}` : `${fight}; if you win, ${prize}`;
}

const PRIZES: Readonly<Record<NonNullable<TieqchieqWalk['gives']>, string>> = {
  turn: 'you have another turn',
  step: 'you may get a bonus step',
  home: '',
};

const place = ({ to, gives }: TieqchieqWalk): string => (gives === 'home' ? 'into the goal' : `to ${to}`);

export const MOVES: MoveTables = {
  ring: RING_MOVES,
  'space-aztecs': {
    take: ({ pile, cards: n }) => `Take pile ${pile}, which has ${cards(n)}.`,
    choose: ({ card, replaces }, telling) => {
      if (replaces === undefined) return `Choose ${telling.card(card)}.`;
      if (replaces === card) return `Keep ${telling.card(card)}.`;
      return `Choose ${telling.card(card)} instead of ${telling.card(replaces)}.`;
    },
    hide: ({ card, temple }, telling) => `Put ${telling.card(card)} under ${telling.card(temple)}.`,
    show: ({ card }, telling) => `Leave ${telling.card(card)} visible.`,
    capture: ({ seat, card }, { name, card: titled }) => `Capture ${titled(card)} of ${name(seat)}.`,
  },
  tieqchieq: {
    toss: () => 'Toss the coins.',
    introduce: (walk) => `Bring a token onto the board, ${place(walk)}${arriving(walk)}.`,
    pass: () => 'Move no token. Your turn ends.',
    step: (walk) => `Go one square farther, ${place(walk)}${arriving(walk)}.`,
    stay: () => 'Stay. Your turn ends.',
    move: (walk) => `Move the token on ${walk.from} ${place(walk)}${arriving(walk)}.`,
  },
};
