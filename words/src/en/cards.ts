/** Cards, calendar discs and week cards of the games on the ring. */
import type { OmenTable, RingCards, SpaceAztecsCards } from '../card.ts';
import { DECKS, EFFECTS, more, SIGNS } from './effects.ts';
import { count } from './screen/names.ts';

// The cards of Space Aztecs.

const points = (n: number): string => count(n, { one: '# point', other: '# points' });
const COLOURS = { P: 'pink', Y: 'yellow', B: 'blue', G: 'green' } as const;
type Aztec = Parameters<SpaceAztecsCards['aztecs']['noble']>[0];
const worth = ({ points: n }: Aztec): string => `${points(n)}`;

/** `1 is worth 3 points, 2 are worth 9, 3 are worth 18`. */
const byNumber = ({ scale }: Aztec): string =>
  scale.map((n, index) => (index === 0 ? `1 is worth ${points(n)}` : `${index + 1} are worth ${n}`)).join(', ');

const alone = (n: number): string => (n === 0 ? 'alone it is worth nothing' : `alone it is worth ${points(n)}`);

export const SPACE_AZTECS_CARDS: SpaceAztecsCards = {
  aztecs: {
    villager: worth,
    animal: worth,
    eagle: (aztec) => `Eagle Warriors in your city: ${byNumber(aztec)}`,
    jaguar: (aztec) => `Jaguar Warriors in your city: ${byNumber(aztec)}`,
    otomi: (aztec) => `Otomi Warriors in your city: ${byNumber(aztec)}`,
    noble: worth,
    priest: ({ pair, points: n }) => [`${points(pair)} together with a Star Visitor`, alone(n)],
    alien: ({ pair, points: n }) => [`${points(pair)} together with a High Priest`, alone(n)],
    agent: ({ points: n }) => [
      points(n),
      'as long as it is visible, Aztecs that come later may go under one of your temples of their colour',
    ],
    archivist: ({ points: n, bonus }) => `${points(n)}, or ${points(n + bonus)} under a temple`,
  },
  temple: (colour) => `put all your visible ${COLOURS[colour]} Aztecs under it, where no saucer finds them`,
  saucer: (colour) => [
    `capture one visible ${COLOURS[colour]} Aztec of each other player`,
    `each captured Aztec is worth ${points(1)}`,
  ],
  goals: {
    hours: ({ from, to }, each) => `${each} for each of your cards from ${from} to ${to}, except saucers`,
    temple: (_, each) => `${each} for each of your temples`,
    sheltered: (_, each) => `${each} for each of your Aztecs under a temple`,
    set: (_, each) => `${each} for each set of one Aztec of every colour in the game`,
    aztec: (_, each) => `${each} for each Aztec in your city`,
  },
  decks: { P: 'pink card', Y: 'yellow card', B: 'blue card', G: 'green card', codex: 'codex' },
  points,
  time: (time) => `its time is ${time}`,
};

const skulls = (n: number): string => count(n, { one: '# skull', other: '# skulls' });
const tokens = (n: number): string => count(n, { one: '# token', other: '# tokens' });

const MOVEMENTS = {
  roll: '',
  'one-step': 'players do not roll to move: they go 1 day forward or back',
  anywhere: 'players do not roll to move: they go to any other day',
} as const;

const BATTLES = {
  dice: '',
  coin: ['a coin decides each battle instead of the dice', 'heads: the attacker wins; tails: the defender wins'],
  none: ['there are no battles', 'a player who arrives pays 1 skull to each other player on the day'],
} as const;

const BANNED = { war: DECKS.war, rain: DECKS.rain } as const;

/** What each omen changes. A value at which it changes nothing has no words. */
const OMENS: OmenTable = {
  movement: (movement) => MOVEMENTS[movement],
  movesTwice: (does) => (does ? 'players move twice in each turn' : ''),
  battles: (kind) => BATTLES[kind],
  range: (n) =>
    n === 0
      ? ''
      : `once in each turn, players may attack one player from afar; their reach grows by ${count(n, { one: '# day', other: '# days' })}`,
  attacksAnybody: (does) => (does ? 'once in each turn, players may attack one other player, however far away' : ''),
  stake: (n) => (n === 0 ? '' : `the loser of a battle pays ${more(n, skulls)}`),
  bothLose: (does) => (does ? 'after a battle, both players put 1 skull on the day' : ''),
  pickup: (n) => (n === 0 ? '' : `players pick up ${more(n, skulls)} each time that they arrive`),
  coinForSkull: (does) =>
    does ? ['after each pick-up, a coin is tossed', 'heads: the player takes 1 more skull from the same day'] : '',
  price: (n) => (n === 1 ? '' : `each offering costs ${skulls(n)} and counts ${n}`),
  mustSacrifice: (does) => (does ? 'players who can pay for an offering must make one in each turn' : ''),
  takesCards: (does) => (does ? 'in an offering, players may give a card in place of a skull' : ''),
  cardsDrawNothing: (does) => (does ? 'an offering with a card draws no card' : ''),
  givesToDay: (does) => (does ? 'in the step of offerings, players may put skulls on the day where they stand' : ''),
  takesFromPiles: (does) =>
    does ? 'after an offering, players may take any card of that god from a pile instead of drawing one' : '',
  bans: (gods) => gods.map((god) => `players may not play a ${BANNED[god]}, except lands`),
  losesHands: (does) => (does ? 'all players put their hands on the piles of their days, once' : ''),
};

const UNTIL_COVERED = 'lay it on the day where you stand';

export const RING_CARDS: RingCards = {
  effects: EFFECTS,
  omens: OMENS,
  cancels: ['the player who took this disc cancels one other omen', 'if there is none, flood and invasion do not come'],
  timings: {
    event: 'it happens in your next card step',
    action: 'play it in your card step',
    battle: 'play it in your battle',
    'react-attack': 'play it when a player attacks you',
    'react-card': 'play it when another player plays a card',
    'react-payment': 'play it when you have lost a battle and must pay',
    'react-tribute': 'play it when you must pay tribute',
    'react-draw': 'play it when another player is about to draw a card',
    trap: `${UNTIL_COVERED}: it works whenever another player comes there, until a card covers it`,
    linger: `${UNTIL_COVERED}: it works until a card covers it`,
    passive: 'it works as long as you hold it',
    victory: 'it lies face up in front of you',
    omen: 'once it is in force, it changes the rules for all players',
  },
  decks: { ...DECKS, week: 'week card', disc: 'calendar disc' },
  cost: (n) => (n === 0 ? 'it costs nothing' : `it costs ${skulls(n)}`),
  skulls: { 'flower-war': skulls, mexica: tokens },
  week: (day, sign) => [
    `each other player who comes to ${day} pays you 1 token`,
    ...(sign === undefined ? [] : [`the card counts as the sign of the ${sign}`]),
  ],
  signs: SIGNS,
};
