/** What happens in every game, in Spanish. */
import type { EventTables } from '../eventTables.ts';
import { count } from './count.ts';
import { RING_EVENTS } from './ring/events.ts';

const X = 15;
const place = (position: number): string => (position === X ? 'a casa' : `a ${position}`);

const COLOURS = { red: 'rojo', yellow: 'amarillo' } as const;
const MARKS = { ring: 'Un anillo', sun: 'Un sol' } as const;

export const EVENTS: EventTables = {
  ring: RING_EVENTS,
  'space-aztecs': {
    took: ({ seat, pile }, { name }) => `${name(seat)} toma el montón ${pile}.`,
    chose: ({ seat, card }, { name, card: titled }) => `${name(seat)} elige ${titled(card)} en secreto.`,
    announced: ({ times }, { name }) =>
      `Las horas: ${times.map(({ seat, time }) => `${name(seat)} ${time}`).join(', ')}.`,
    started: ({ seat }, { name }) => `${name(seat)} pasa a ser el jugador inicial.`,
    revealed: ({ seat, card }, { name, cardAndText }) => `${name(seat)} muestra ${cardAndText(card)}.`,
    sheltered: ({ seat, temple, aztecs }, { name, card }) =>
      `${name(seat)} pone ${aztecs.map(card).join(', ')} bajo ${card(temple)}.`,
    captured: ({ seat, saucer, victim, card }, { name, card: titled }) =>
      `${name(seat)} captura ${titled(card)} de ${name(victim)} con ${titled(saucer)}.`,
    'round-ended': ({ round }) => `Termina la ronda ${round}.`,
    retired: ({ seat }, { name }) => `${name(seat)} abandona.`,
    returned: ({ seat, pile }, { name }) => `Lo que tenía ${name(seat)} vuelve al montón ${pile}.`,
    ended: ({ reason }) => REASONS[reason],
  },
  tieqchieq: {
    tossed: ({ seat, heads }, { name }) => `${name(seat)} saca ${count(heads, { one: '# cara', other: '# caras' })}.`,
    introduced: ({ seat, to }, { name }) => `${name(seat)} mete una ficha, ${place(to)}.`,
    moved: ({ seat, from, to }, { name }) => `${name(seat)} mueve de ${from} ${place(to)}.`,
    fought: ({ seat, at, coins, won }, { name }) =>
      `${name(seat)} ataca en ${at}: las monedas muestran ${coins.map((face) => COLOURS[face]).join(' y ')}; el ataque ${won ? 'sale bien' : 'fracasa'}.`,
    captured: ({ seat, at, tokens }, { name }) =>
      `${name(seat)} pierde ${count(tokens, { one: 'una ficha', other: '# fichas' })} en ${at}, que ${tokens === 1 ? 'vuelve' : 'vuelven'} a la reserva.`,
    'extra-turn': ({ seat, by }, { name }) => `${MARKS[by]}: ${name(seat)} tira otra vez.`,
    'turn-ended': () => undefined,
    retired: ({ seat }, { name }) => `${name(seat)} abandona.`,
    ended: () => undefined, // the result tells it
  },
};

const REASONS = {
  'piles-empty': 'Hay dos montones vacíos: la partida termina.',
  'saucers-landed': 'Han aterrizado bastantes platillos: la partida termina.',
  retired: undefined, // the event `retired` tells it
} as const;
