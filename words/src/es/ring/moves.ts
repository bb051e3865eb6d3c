/** Moves on the ring in Spanish, as what a player does, what it costs and what it gives. */
import type { MoveTables, RingMoveOf, Telling } from '../../eventTables.ts';
import { count } from '../count.ts';
import { DECKS } from './effects.ts';

const GODS = { war: 'Huitzilopochtli', rain: 'Tláloc' } as const;
const days = (n: number): string => count(Math.abs(n), { one: '# día', other: '# días' });
const steps = (n: number): string => `${days(n)} hacia ${n < 0 ? 'atrás' : 'delante'}`;
const cards = (n: number): string => count(n, { one: 'una carta', other: '# cartas' });

type Costs = RingMoveOf<'play'>['costs'];

/** `; te quedan 5`. */
function leaving(costs: Costs, before = '; '): string {
  if (costs?.left === undefined) return '';
  if (costs.left === 0) return `${before}no te queda nada`;
  return `${before}${count(costs.left, { one: 'te queda #', other: 'te quedan #' })}`;
}

/** ` y roba una carta de Guerra`. */
const drawing = (gives: RingMoveOf<'offer'>['gives']): string =>
  gives?.deck === undefined ? '' : ` y roba una ${DECKS[gives.deck]}`;

function offering({ god, costs, gives }: RingMoveOf<'offer'>, { skulls }: Telling): string {
  if (costs?.skulls === undefined) return `Haz una ofrenda a ${GODS[god]}.`;
  const instead = costs.orCards ? '; puedes pagar con cartas' : '';
  return `Da ${skulls(costs.skulls)} a ${GODS[god]}${drawing(gives)}${instead}${leaving(costs)}.`;
}

function prayer({ costs, gives }: RingMoveOf<'tonantzin'>, { skulls }: Telling): string {
  if (costs?.skulls === undefined) return 'Da a Tonantzin y roba una carta de Día.';
  return `Da ${skulls(costs.skulls)} a Tonantzin${drawing(gives)}${leaving(costs)}.`;
}

/** ` contra NORTH`, ` para Tláloc`. */
function aimed({ seat, god, day, number }: RingMoveOf<'play'>, telling: Telling): string {
  return [
    seat === undefined ? '' : ` contra ${telling.name(seat)}`,
    god === undefined ? '' : ` para ${GODS[god]}`,
    day === undefined ? '' : ` para ir a ${telling.day(day)}`,
    number === undefined ? '' : ` para ir ${steps(number)}`,
  ].join('');
}

function playing(move: RingMoveOf<'play'>, telling: Telling): string {
  const { card, costs } = move;
  const price = costs?.skulls === undefined ? '' : `; cuesta ${telling.skulls(costs.skulls)}${leaving(costs, ', ')}`;
  return `Juega ${telling.card(card)}${aimed(move, telling)}${price}.`;
}

function chosen({ seat, god, day, number, card }: RingMoveOf<'choose'>, telling: Telling): string {
  if (seat !== undefined && card !== undefined) return `Da ${telling.card(card)} a ${telling.name(seat)}.`;
  if (seat !== undefined) return `Elige a ${telling.name(seat)}.`;
  if (god !== undefined) return `Elige a ${GODS[god]}.`;
  return day === undefined ? `Ve ${steps(number ?? 0)}.` : `Elige ${telling.day(day)}.`;
}

const PICKS: {
  readonly [U in RingMoveOf<'pick'>['use']]: (card: string, move: RingMoveOf<'pick'>, telling: Telling) => string;
} = {
  offering: (card, _, { skulls }) => `Da ${card} en lugar de ${skulls(1)}.`,
  discard: (card) => `Descarta ${card}.`,
  exchange: (card, { gives }) => `Descarta ${card}${drawing(gives)}.`,
  roll: (card) => `Descarta ${card} para subir tu tirada.`,
  payment: (card) => `Paga con ${card}.`,
  deal: (card) => `Elige ${card}.`,
};

type ByRule<V extends 'pass' | 'decline' | 'done'> = Partial<
  Record<RingMoveOf<V>['rule'], (move: RingMoveOf<V>, telling: Telling) => string>
>;

const PASSES: ByRule<'pass'> = {
  ranged: () => 'No ataques de lejos a ningún jugador.',
  battle: () => 'No juegues ninguna carta en la batalla por ahora.',
  reactions: () => 'No juegues ninguna carta y deja que ocurra.',
  dealing: () => 'No des ninguna carta a este jugador.',
};

const DECLINES: ByRule<'decline'> = {
  drawing: () => 'No robes ninguna carta.',
  spoils: () => 'No robes ninguna carta.',
  discarding: () => 'Quédate con todas tus cartas.',
  discs: ({ day }, telling) => (day === undefined ? 'Deja el disco.' : `Deja el disco en ${telling.day(day)}.`),
};

const ENDS: ByRule<'done'> = {
  offerings: ({ endsTurn }) =>
    endsTurn ? 'No hagas más ofrendas. Tu turno acaba.' : 'No hagas más ofrendas y pasa a tus cartas.',
  cards: ({ costs }) =>
    costs?.cards === undefined
      ? 'No juegues más cartas. Tu turno acaba.'
      : `Acaba tu turno y descarta ${cards(costs.cards)}.`,
  discarding: () => 'No elijas más cartas.',
};

export const RING_MOVES: MoveTables['ring'] = {
  roll: () => 'Tira el dado y muévete.',
  pass: (move, telling) => PASSES[move.rule]?.(move, telling) ?? 'Pasa.',
  tonantzin: prayer,
  skull: ({ costs }, { skulls }) => `Paga con ${skulls(1)}${leaving(costs)}.`,
  draw: ({ gives }) => (gives?.deck === undefined ? 'Roba la carta.' : `Roba una ${DECKS[gives.deck]}.`),
  decline: (move, telling) => DECLINES[move.rule]?.(move, telling) ?? 'No tomes nada.',
  discard: () => 'Descarta una carta de tu mano.',
  take: ({ day }, telling) => (day === undefined ? 'Toma el disco.' : `Toma el disco de ${telling.day(day)}.`),
  done: (move, telling) => ENDS[move.rule]?.(move, telling) ?? 'Termina este paso.',
  go: ({ day }, telling) => `Ve a ${telling.day(day)}.`,
  cancel: ({ day }, telling) => `Anula el presagio de ${telling.day(day)}.`,
  step: ({ number, day }, telling) => `Ve ${steps(number)}, a ${telling.day(day)}.`,
  extra: ({ number }) =>
    number === 0 ? 'No vayas más lejos que tu tirada.' : `Ve ${days(number)} más lejos que tu tirada.`,
  give: ({ number, costs }, { skulls }) => `Pon ${skulls(number)} en tu día${leaving(costs)}.`,
  attack: ({ seat }, { name }) => `Ataca de lejos a ${name(seat)}.`,
  fight: ({ seat }, { name }) => `Lucha contra ${name(seat)}.`,
  play: playing,
  pick: (move, telling) => PICKS[move.use]?.(telling.card(move.card), move, telling),
  offer: offering,
  claim: ({ god }) => `Roba una ${DECKS[god]}.`,
  'take-card': ({ day, number, card }, telling) =>
    `Toma ${card === undefined ? `la carta ${number}` : telling.card(card)} del montón de ${telling.day(day)}.`,
  choose: chosen,
};
