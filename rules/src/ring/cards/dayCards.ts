/** The day cards, made from their families: one for each of the 260 names of a day in the tonalpohualli. */
import { at } from '../../json.ts';
import { DAYS, type Day, wrap } from '../model/calendar.ts';
import type { Card, CardId, Deck, Effect, Timing } from '../model/card.ts';
import {
  attack,
  cancel,
  cancelCard,
  change,
  type Design,
  discard,
  draw,
  gain,
  goTo,
  ifWon,
  lose,
  moveChoice,
  numbered,
  offer,
  pay,
  roll,
  stake,
  takeWeek,
} from './shorthand.ts';

// The effects of the 260 day cards: a family for each number, with effects for each direction.

/** The signs take the directions in turn. They are not the quarters of the board. */
export const DIRECTIONS = ['east', 'north', 'west', 'south'] as const;

type Direction = (typeof DIRECTIONS)[number];

/** What the effects of a day card depend on besides its family. */
interface Cell {
  readonly sign: Day;
  readonly direction: Direction;
  /** 0..4: how many signs of its direction come before this one. */
  readonly tier: number;
  /** 1..3. */
  readonly amount: number;
}

type Each<T> = Readonly<Record<Direction, T>>;
type Saying = (cell: Cell) => readonly Effect[];

interface Family {
  readonly timing: Each<Timing>;
  readonly sayings: Each<Saying>;
}

const alike = <T>(one: T): Each<T> => ({ east: one, north: one, west: one, south: one });
const family = (timing: Timing, sayings: Each<Saying>): Family => ({ timing: alike(timing), sayings });
const pilgrimage = (sign: Day, reward: Effect) => [goTo(sign), reward, ifWon(reward)];
const road = (n: number): Effect => ({ kind: 'move', n });

/** The decks whose cards the wards cancel, by tier. Wards of higher tiers cancel any card. */
const WARDED: readonly Deck[] = ['war', 'rain', 'day'];

const wardOf = (deck: Deck | undefined) => (deck ? cancelCard(deck) : cancel('card'));

/** Families by number, from 1 on. */
const FAMILIES: readonly Family[] = [
  family('event', {
    east: ({ sign }) => pilgrimage(sign, draw('rain')),
    north: ({ sign }) => pilgrimage(sign, gain(2, 'pool')),
    west: ({ sign }) => pilgrimage(sign, draw('day')),
    south: ({ sign }) => pilgrimage(sign, draw('war')),
  }),
  family('event', {
    east: ({ tier }) => [road(tier + 1)],
    north: ({ tier }) => [road(tier + 1)],
    west: ({ tier }) => [road(-tier - 1)],
    south: ({ tier }) => [road(-tier - 1)],
  }),
  family('event', {
    east: ({ amount }) => [gain(amount, 'pool')],
    north: ({ amount }) => [gain(amount, 'here')],
    west: ({ amount, sign }) => [gain(amount, sign)],
    south: () => [pay('each-other', 'self', 1)],
  }),
  family(
    'event',
    alike(({ direction }) => [goTo(`start-${direction}`), gain(1, 'pool')]),
  ),
  family('event', {
    east: ({ amount }) => [lose(amount, 'pool')],
    north: ({ amount }) => [lose(amount, 'out')],
    west: ({ amount }) => [pay('self', 'chosen', amount)],
    south: () => [pay('self', 'each-other', 1)],
  }),
  family('event', {
    east: ({ amount }) => [offer(amount, 'rain')],
    north: ({ amount }) => [offer(amount, 'lesser')],
    west: () => [offer(1, 'greater', 'all')],
    south: ({ amount }) => [offer(amount, 'war')],
  }),
  family('event', {
    east: () => [draw('rain')],
    north: ({ sign }) => [takeWeek(sign, gain(3, 'pool'))],
    west: () => [draw('day'), gain(1, 'pool')],
    south: () => [draw('war')],
  }),
  family(
    'event',
    alike(({ direction }) => [attack(`seat-${direction}`, { otherwise: 'nearest' })]),
  ),
  family('event', {
    east: () => [change('step', -2, 'next-turn')],
    north: () => [discard('self')],
    west: () => [change('pickup', -1, 'next-turn')],
    south: () => [change('offer-cost', 1, 'next-turn')],
  }),
  family('battle', {
    east: ({ amount }) => [roll('attacker', amount)],
    north: ({ amount }) => [roll('defender', amount)],
    west: ({ amount }) => [roll('any', amount)],
    south: ({ amount }) => [stake(amount)],
  }),
  {
    timing: { east: 'react-attack', north: 'react-card', west: 'react-payment', south: 'react-tribute' },
    sayings: {
      east: () => [cancel('attack')],
      north: ({ tier }) => [wardOf(WARDED[tier])],
      west: () => [cancel('payment')],
      south: () => [cancel('tribute')],
    },
  },
  family('action', {
    east: () => [discard('chosen')],
    north: () => [attack('nearest', { roll: 1 })],
    west: ({ amount }) => [gain(amount, 'pool'), gain(1, 'pool', 'chosen')],
    south: ({ amount }) => [offer(amount, 'choice', 'chosen')],
  }),
  family('action', {
    east: () => [{ kind: 'extra-turn' }],
    north: ({ amount }) => [change('pickup', amount, 'next-turn')],
    west: () => [moveChoice(3)],
    south: () => [change('offer-cost', -2, 'next-turn')],
  }),
];

const NUMBERS = FAMILIES.length;

/** Numbers and signs advance together until every pair of them has come once. */
const TONALPOHUALLI = NUMBERS * DAYS;

/** The only card whose effects differ from its family's. */
const FLOWER_ID: CardId = 'D020';

const FLOWER: Pick<Card, 'timing' | 'effects'> = {
  timing: 'victory',
  effects: [{ kind: 'victory', sign: 'flower' }],
};

export const DAY_CARDS: readonly Design[] = Array.from({ length: TONALPOHUALLI }, (_, index) => dayCard(index));

/** 1..13: the number in the name of a day card. */
export function dayNumber(id: CardId): number {
  return ((Number(id.slice(1)) - 1) % NUMBERS) + 1;
}

function dayCard(index: number): Design {
  const id = numbered('D', index + 1, 3);
  const day = wrap(index + 1);
  const said = id === FLOWER_ID ? FLOWER : saying(dayNumber(id), day);
  return { id, deck: 'day', cost: 0, ...said, day, copies: { mexica: 1, flowerWar: 0 } };
}

function saying(number: number, sign: Day): Pick<Card, 'timing' | 'effects'> {
  const { timing, sayings } = at(FAMILIES, number - 1);
  const direction = at(DIRECTIONS, (sign - 1) % DIRECTIONS.length);
  const tier = Math.floor((sign - 1) / DIRECTIONS.length);
  const cell = { sign, direction, tier, amount: 1 + (tier % 3) };
  return { timing: timing[direction], effects: sayings[direction](cell) };
}
