/** Every card of the ring by its id, and the contents of the decks. */
import { DAY_NAMES, type Day } from '../model/calendar.ts';
import { type Card, type CardId, type Deck, GODS, type God } from '../model/card.ts';
import { DAY_CARDS } from './dayCards.ts';
import {
  attack,
  cancel,
  change,
  type Design,
  designer,
  dice,
  draw,
  type Edition,
  gain,
  goTo,
  ifWon,
  lose,
  moveChoice,
  numbered,
  pay,
  roll,
  stake,
} from './shorthand.ts';
import { WEEK_CARDS } from './weekCards.ts';

// The lands of Flower War: each god's deck has one card for each day, which moves its player there.

const LETTERS: Readonly<Record<God, string>> = { war: 'W', rain: 'R' };

const land = (deck: God, day: Day): Design => ({
  id: numbered('L', day, 2) + LETTERS[deck],
  deck,
  timing: 'action',
  cost: 0,
  effects: [goTo(day)],
  day,
  isLand: true,
  copies: { mexica: 0, flowerWar: 1 },
});

export const LAND_CARDS: readonly Design[] = GODS.flatMap((god) => DAY_NAMES.map((_, index) => land(god, index + 1)));

// The Rain deck of both editions, without the lands.

const rain = designer('rain');

export const RAIN_CARDS: readonly Design[] = [
  rain('R01', { timing: 'action', cost: 1, copies: [0, 2] }, [{ kind: 'space-add', n: 1 }]),
  rain('R02', { timing: 'action', cost: 0, copies: [3, 2] }, [gain(1, 'here')]),
  rain('R03', { timing: 'action', cost: 1, copies: [3, 2] }, [gain(2, 'pool')]),
  rain('R04', { timing: 'battle', cost: 1, copies: [3, 2] }, [roll('defender', 2)]),
  rain('R05', { timing: 'battle', cost: 1, copies: [3, 2] }, [stake(-2)]),
  rain('R06', { timing: 'react-attack', cost: 0, copies: [3, 2] }, [cancel('attack'), pay('self', 'attacker', 1)]),
  rain('R07', { timing: 'react-payment', cost: 1, copies: [3, 2] }, [cancel('payment')]),
  rain('R08', { timing: 'react-card', cost: 1, copies: [3, 2] }, [cancel('card'), roll('any', 1)]),
  rain('R09', { timing: 'action', cost: 1, copies: [3, 2] }, [{ kind: 'deal', mode: 'keep-give' }]),
  rain('R10', { timing: 'action', cost: 0, copies: [3, 2] }, [
    { kind: 'cycle', max: 3 },
    change('play-cost', -1, 'turn'),
  ]),
  rain('R11', { timing: 'action', cost: 1, copies: [3, 2] }, [moveChoice(2)]),
  rain('R12', { timing: 'linger', cost: 2, copies: [0, 2] }, [change('pickup', -1, 'uncovered')]),
  rain('R13', { timing: 'action', cost: 1, copies: [3, 1] }, [
    { kind: 'give-card', from: 'chosen', to: 'self', n: 1 },
    pay('self', 'chosen', 1),
  ]),
  rain('R14', { timing: 'trap', cost: 4, copies: [0, 1] }, [lose(2, 'here', 'triggerer')]),
  rain('R15', { timing: 'action', cost: 5, copies: [0, 1] }, [goTo('chosen'), gain(3, 'pool')]),
  rain('R16', { timing: 'react-draw', cost: 0, copies: [3, 0] }, [cancel('draw')]),
  rain('R17', { timing: 'action', cost: 0, copies: [3, 0] }, [{ kind: 'deal', mode: 'one-each' }]),
  rain('RSE', { timing: 'victory', cost: 0, copies: [1, 0] }, [{ kind: 'victory', sign: 'serpent' }]),
];

// The War deck of both editions, without the lands.

const war = designer('war');

export const WAR_CARDS: readonly Design[] = [
  war('W01', { timing: 'battle', cost: 0, copies: [3, 2] }, [roll('any', 1)]),
  war('W02', { timing: 'battle', cost: 1, copies: [3, 2] }, [roll('attacker', 2)]),
  war('W03', { timing: 'battle', cost: 0, copies: [3, 2] }, [{ kind: 'discard-for-roll', max: 3, per: 1 }]),
  war('W04', { timing: 'battle', cost: 2, copies: [3, 2] }, [dice('self', 'high')]),
  war('W05', { timing: 'battle', cost: 2, copies: [3, 2] }, [dice('opponent', 'low')]),
  war('W06', { timing: 'battle', cost: 2, copies: [3, 2] }, [stake(2)]),
  war('W07', { timing: 'battle', cost: 1, copies: [3, 2] }, [{ kind: 'coin-duel', lasts: 'battle' }]),
  war('W08', { timing: 'battle', cost: 0, copies: [3, 2] }, [gain(1, 'pool'), roll('any', -2)]),
  war('W09', { timing: 'action', cost: 1, copies: [3, 2] }, [pay('each-other', 'self', 1)]),
  war('W10', { timing: 'action', cost: 1, copies: [3, 2] }, [attack('chosen', { within: 4 }), ifWon(gain(1, 'here'))]),
  war('W11', { timing: 'action', cost: 1, copies: [3, 2] }, [change('range', 2, 'next-turn')]),
  war('W12', { timing: 'trap', cost: 3, copies: [0, 2] }, [attack('triggerer', { roll: 2 })]),
  war('W13', { timing: 'action', cost: 2, copies: [3, 1] }, [draw('war'), attack('chosen')]),
  war('W14', { timing: 'battle', cost: 2, copies: [3, 1] }, [roll('any', 'quarter-of-day-count')]),
  war('W15', { timing: 'action', cost: 5, copies: [0, 1] }, [attack('each-other', { roll: 1, stake: 1 })]),
  war('WEA', { timing: 'victory', cost: 0, copies: [1, 0] }, [{ kind: 'victory', sign: 'eagle' }]),
];

const DESIGNS: readonly Design[] = [...DAY_CARDS, ...WAR_CARDS, ...RAIN_CARDS, ...LAND_CARDS];
export const CARDS: ReadonlyMap<CardId, Card> = new Map([...DESIGNS, ...WEEK_CARDS].map((card) => [card.id, card]));

export function cardOf(id: CardId): Card {
  const card = CARDS.get(id);
  if (!card) throw new Error(`no card ${id}`);
  return card;
}

type Decks = Readonly<Record<Deck, readonly CardId[]>>;
const DECKS: Readonly<Record<Edition, Decks>> = { mexica: decksOf('mexica'), flowerWar: decksOf('flowerWar') };

/** The ids of a whole deck in their order, each as often as the deck has copies of it. */
export const deckOf = (edition: Edition, deck: Deck): readonly CardId[] => DECKS[edition][deck];

function decksOf(edition: Edition): Decks {
  const copies = (deck: Deck) =>
    DESIGNS.filter((card) => card.deck === deck).flatMap((card) => copiesOf(card, edition));
  return { day: copies('day'), war: copies('war').sort(), rain: copies('rain').sort() };
}

function copiesOf({ id, copies }: Design, edition: Edition): readonly CardId[] {
  return Array.from({ length: copies[edition] }, () => id);
}
