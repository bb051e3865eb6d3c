/** Moves on the ring, as what a player does, what it costs and what it gives. */
import type { MoveTables, RingMoveOf, Telling } from '../../eventTables.ts';
import { count } from '../count.ts';
import { DECKS } from './effects.ts';

const GODS = { war: 'Huitzilopochtli', rain: 'Tlaloc' } as const;
const days = (n: number): string => count(Math.abs(n), { one: '# day', other: '# days' });
const steps = (n: number): string => `${days(n)} ${n < 0 ? 'back' : 'forward'}`;
const cards = (n: number): string => count(n, { one: 'a card', other: '# cards' });

type Costs = RingMoveOf<'play'>['costs'];

/** `; you have 5 left`: not that of the deck. */
const leaving = (costs: Costs, before = '; '): string =>
  costs?.left === undefined ? '' : `${before}you have ${costs.left === 0 ? 'none' : costs.left} left`;

/** ` and draw a War card`. */
const drawing = (gives: RingMoveOf<'offer'>['gives']): string =>
  gives?.deck === undefined ? '' : ` and draw a ${DECKS[gives.deck]}`;

function offering({ god, costs, gives }: RingMoveOf<'offer'>, { skulls }: Telling): string {
  if (costs?.skulls === undefined) return `Make an offering to ${GODS[god]}.`;
  const instead = costs.orCards ? '; you may pay with cards' : '';
  return `Give ${skulls(costs.skulls)} to ${GODS[god]}${drawing(gives)}${instead}${leaving(costs)}.`;
}

function prayer({ costs, gives }: RingMoveOf<'tonantzin'>, { skulls }: Telling): string {
  if (costs?.skulls === undefined) return 'Give to Tonantzin and draw a Day card.';
  return `Give ${skulls(costs.skulls)} to Tonantzin${drawing(gives)}${leaving(costs)}.`;
}

/** ` against NORTH`, ` for Tlaloc`. */
function aimed({ seat, god, day, number }: RingMoveOf<'play'>, telling: Telling): string {
  return [
    seat === undefined ? '' : ` against ${telling.name(seat)}`,
    god === undefined ? '' : ` for ${GODS[god]}`,
    day === undefined ? '' : ` to go to ${telling.day(day)}`,
    number === undefined ? '' : ` to go ${steps(number)}`,
  ].join('');
}

function playing(move: RingMoveOf<'play'>, telling: Telling): string {
  const { card, costs } = move;
  const price = costs?.skulls === undefined ? '' : `; it costs ${telling.skulls(costs.skulls)}${leaving(costs, ', ')}`;
  return `Play ${telling.card(card)}${aimed(move, telling)}${price}.`;
}

function chosen({ seat, god, day, number, card }: RingMoveOf<'choose'>, telling: Telling): string {
  if (seat !== undefined && card !== undefined) return `Give ${telling.card(card)} to ${telling.name(seat)}.`;
  if (seat !== undefined) return `Choose ${telling.name(seat)}.`;
  if (god !== undefined) return `Choose ${GODS[god]}.`;
  return day === undefined ? `Go ${steps(number ?? 0)}.` : `Choose ${telling.day(day)}.`;
}

const PICKS: {
  readonly [U in RingMoveOf<'pick'>['use']]: (card: string, move: RingMoveOf<'pick'>, telling: Telling) => string;
} = {
  offering: (card, _, { skulls }) => `Give ${card} in place of ${skulls(1)}.`,
  discard: (card) => `Discard ${card}.`,
  exchange: (card, { gives }) => `Discard ${card}${drawing(gives)}.`,
  roll: (card) => `Discard ${card} for a higher roll.`,
  payment: (card) => `Pay with ${card}.`,
  deal: (card) => `Choose ${card}.`,
};

type ByRule<V extends 'pass' | 'decline' | 'done'> = Partial<
  Record<RingMoveOf<V>['rule'], (move: RingMoveOf<V>, telling: Telling) => string>
>;

const PASSES: ByRule<'pass'> = {
  ranged: () => 'Attack no player from afar.',
  battle: () => 'Play no card in the battle for now.',
  reactions: () => 'Play no card, and let it happen.',
  dealing: () => 'Give no card to this player.',
};

const DECLINES: ByRule<'decline'> = {
  drawing: () => 'Draw no card.',
  spoils: () => 'Draw no card.',
  discarding: () => 'Keep all your cards.',
  discs: ({ day }, telling) => (day === undefined ? 'Leave the disc.' : `Leave the disc on ${telling.day(day)}.`),
};

const ENDS: ByRule<'done'> = {
  offerings: ({ endsTurn }) =>
    endsTurn ? 'Make no more offerings. Your turn ends.' : 'Make no more offerings, and go on to your cards.',
  cards: ({ costs }) =>
    costs?.cards === undefined
      ? 'Play no more cards. Your turn ends.'
      : `End your turn, and discard ${cards(costs.cards)}.`,
  discarding: () => 'Choose no more cards.',
};

export const RING_MOVES: MoveTables['ring'] = {
  roll: () => 'Roll the die and move.',
  pass: (move, telling) => PASSES[move.rule]?.(move, telling) ?? 'Pass.',
  tonantzin: prayer,
  skull: ({ costs }, { skulls }) => `Pay with ${skulls(1)}${leaving(costs)}.`,
  draw: ({ gives }) => (gives?.deck === undefined ? 'Draw the card.' : `Draw a ${DECKS[gives.deck]}.`),
  decline: (move, telling) => DECLINES[move.rule]?.(move, telling) ?? 'Take nothing.',
  discard: () => 'Discard a card of your hand.',
  take: ({ day }, telling) => (day === undefined ? 'Take the disc.' : `Take the disc of ${telling.day(day)}.`),
  done: (move, telling) => ENDS[move.rule]?.(move, telling) ?? 'Finish this step.',
  go: ({ day }, telling) => `Go to ${telling.day(day)}.`,
  cancel: ({ day }, telling) => `Cancel the omen of ${telling.day(day)}.`,
  step: ({ number, day }, telling) => `Go ${steps(number)}, to ${telling.day(day)}.`,
  extra: ({ number }) =>
    number === 0 ? 'Go no farther than you rolled.' : `Go ${days(number)} farther than you rolled.`,
  give: ({ number, costs }, { skulls }) => `Put ${skulls(number)} on your day${leaving(costs)}.`,
  attack: ({ seat }, { name }) => `Attack ${name(seat)} from afar.`,
  fight: ({ seat }, { name }) => `Fight ${name(seat)}.`,
  play: playing,
  pick: (move, telling) => PICKS[move.use]?.(telling.card(move.card), move, telling),
  offer: offering,
  claim: ({ god }) => `Draw a ${DECKS[god]}.`,
  'take-card': ({ day, number, card }, telling) =>
    `Take ${card === undefined ? `card ${number}` : telling.card(card)} from the pile of ${telling.day(day)}.`,
  choose: chosen,
};
