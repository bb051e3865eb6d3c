/** The parts of a move: what it is about, what it costs and gives, and whether it ends the turn. */
import { at } from '../../json/at.ts';
import { cardOf } from '../cards/cards.ts';
import type { Deck } from '../model/card.ts';
import type { Move } from '../model/move.ts';
import type { Settings } from '../model/options.ts';
import { homeDeck } from '../play/hand.ts';
import type { RingView } from '../view/view.ts';
import { named, type Prices, type MoveQuestion as SeenWith } from './named.ts';
import type { RingEffects, RingParts } from './ringParts.ts';

type RingMoveQuestion = SeenWith<RingView, Settings>;

export function partsOf(prices: Prices, seen: RingMoveQuestion, move: Move): RingParts {
  const parts = { ...named(seen, move), ...effectsOf(prices, seen, move) };
  if (parts.verb !== 'take-card' || move.kind !== 'take-card') return parts;
  const card = prices.lying(seen, move);
  return card === undefined ? parts : { ...parts, card };
}

function effectsOf(prices: Prices, seen: RingMoveQuestion, move: Move): RingEffects {
  switch (move.kind) {
    case 'offer':
      return { costs: offeringCosts(prices, seen), ...drawn(prices, seen, move.god) };
    case 'tonantzin':
      return { costs: paid(seen, prices.prayer(seen)), ...drawn(prices, seen, 'day') };
    case 'give':
      return { costs: paid(seen, move.n) };
    case 'skull':
      return { costs: paid(seen, 1) };
    case 'play':
      return played(seen, prices.card(seen, cardOf(move.card)));
    case 'pick':
      return picked(seen, move.card);
    case 'claim':
      return drawn(prices, seen, move.god);
    case 'draw':
      return { gives: { cards: 1, ...(seen.view.god !== '' && { deck: seen.view.god }) } };
    case 'take-card':
      return { gives: { cards: 1 } };
    case 'discard':
      return { costs: { cards: 1 } };
    case 'done':
      return finished(seen);
    case 'roll':
    case 'pass':
    case 'decline':
    case 'take':
    case 'go':
    case 'cancel':
    case 'step':
    case 'extra':
    case 'attack':
    case 'fight':
    case 'choose':
      return {};
  }
}

function paid({ view, seat }: RingMoveQuestion, skulls: number) {
  return { skulls, left: at(view.tribes, seat).skulls - skulls };
}

function offeringCosts(prices: Prices, seen: RingMoveQuestion) {
  const { skulls, orCards } = prices.offering(seen);
  return orCards ? { skulls, orCards } : paid(seen, skulls);
}

const drawn = (prices: Prices, seen: RingMoveQuestion, deck: Deck): RingEffects =>
  prices.hasCards(seen, deck) ? { gives: { cards: 1, deck } } : {};

const played = (seen: RingMoveQuestion, skulls: number): RingEffects =>
  skulls === 0 ? {} : { costs: paid(seen, skulls) };

/** A dealt card is not in the hand yet. An exchanged one brings another card of its deck. */
function picked(seen: RingMoveQuestion, card: string): RingEffects {
  const { view } = seen;
  if (view.phase === 'dealing') return {};
  const parts = named(seen, { kind: 'pick', card });
  const costs = { cards: 1 };
  return parts.verb === 'pick' && parts.use === 'exchange'
    ? { costs, gives: { cards: 1, deck: homeDeck(card) } }
    : { costs };
}

/** After the last offering come the cards. A tribe without any ends its turn. */
function finished({ view, options: { handLimit } }: RingMoveQuestion): RingEffects {
  const { phase, hand, pending } = view;
  if (phase === 'offering') return hand.length + pending.length === 0 ? { endsTurn: true } : {};
  if (phase !== 'playing') return {};
  const excess = handLimit > 0 ? hand.length - handLimit : 0;
  return excess > 0 ? { endsTurn: true, costs: { cards: excess } } : { endsTurn: true };
}
