/** Moves, as what a player does, in Spanish. */
import type { MoveTables, TieqchieqWalk } from '../eventTables.ts';
import { count } from './count.ts';
import { RING_MOVES } from './ring/moves.ts';

const cards = (n: number): string => count(n, { one: '# carta', other: '# cartas' });

/** What becomes of a token that reaches its square, perhaps after a fight. */
function arriving({ fights, gives }: TieqchieqWalk): string {
  const fight = fights === undefined ? '' : ' y lucha ahí';
  const prize = gives === undefined ? '' : PRIZES[gives];
  if (prize === '') return fight;
  return fights === undefined ? `; ${prize}` : `${fight}; si ganas, ${prize}`;
}

const PRIZES: Readonly<Record<NonNullable<TieqchieqWalk['gives']>, string>> = {
  turn: 'tienes otro turno',
  step: 'quizá tengas un paso más',
  home: '',
};

const place = ({ to, gives }: TieqchieqWalk): string => (gives === 'home' ? 'a la meta' : `a ${to}`);

export const MOVES: MoveTables = {
  ring: RING_MOVES,
  'space-aztecs': {
    take: ({ pile, cards: n }) => `Toma el montón ${pile}, que tiene ${cards(n)}.`,
    choose: ({ card, replaces }, telling) => {
      if (replaces === undefined) return `Elige ${telling.card(card)}.`;
      if (replaces === card) return `Quédate con ${telling.card(card)}.`;
      return `Elige ${telling.card(card)} en lugar de ${telling.card(replaces)}.`;
    },
    hide: ({ card, temple }, telling) => `Pon ${telling.card(card)} bajo ${telling.card(temple)}.`,
    show: ({ card }, telling) => `Deja ${telling.card(card)} a la vista.`,
    capture: ({ seat, card }, { name, card: titled }) => `Captura ${titled(card)} de ${name(seat)}.`,
  },
  tieqchieq: {
    toss: () => 'Lanza las monedas.',
    introduce: (walk) => `Mete una ficha en el tablero, ${place(walk)}${arriving(walk)}.`,
    pass: () => 'No muevas ninguna ficha. Tu turno acaba.',
    step: (walk) => `Avanza una casilla más, ${place(walk)}${arriving(walk)}.`,
    stay: () => 'Quédate. Tu turno acaba.',
    move: (walk) => `Mueve la ficha de ${walk.from} ${place(walk)}${arriving(walk)}.`,
  },
};
