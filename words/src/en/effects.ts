/** What each effect of a card on the ring does. */
import type { Deck, GodChoice, Moment, Place, Sign, Who } from '@flower-war/protocol';
import type { CardSpeech, EffectOf, EffectTable } from '../card.ts';
import { count } from './screen/names.ts';

export const SEATS = {
  east: 'East',
  north: 'North',
  west: 'West',
  south: 'South',
  center: 'Center',
  zenith: 'Zenith',
} as const;

const PLAYERS: Readonly<Record<Exclude<Who, 'chosen'>, string>> = {
  self: 'you',
  all: 'every player',
  'each-other': 'each other player',
  nearest: 'the nearest player, on your day or ahead of you',
  attacker: 'the attacker',
  triggerer: 'the player who comes here',
  'seat-east': `the player of the ${SEATS.east}`,
  'seat-north': `the player of the ${SEATS.north}`,
  'seat-west': `the player of the ${SEATS.west}`,
  'seat-south': `the player of the ${SEATS.south}`,
};

const player = (who: Who, { isChosen }: CardSpeech): string =>
  who === 'chosen' ? (isChosen ? 'that player' : 'a player of your choice') : PLAYERS[who];

/** `take` for the card's own player, `each other player takes` for others. */
const does = (who: Who, verb: string, speech: CardSpeech): string =>
  who === 'self' ? verb : `${player(who, speech)} ${verb}s`;

export const DECKS: Readonly<Record<Deck, string>> = { war: 'War card', rain: 'Rain card', day: 'Day card' };

const GODS: Readonly<Record<GodChoice, string>> = {
  war: 'Huitzilopochtli',
  rain: 'Tlaloc',
  choice: 'a god of your choice',
  lesser: 'the god with fewer offerings',
  greater: 'the god with more offerings',
};

const cards = (n: number): string => count(n, { one: '# card', other: '# cards' });
const days = (n: number): string => count(n, { one: '# day', other: '# days' });

export const SIGNS: Readonly<Record<Sign, string>> = { eagle: 'Eagle', serpent: 'Serpent', flower: 'Flower' };

const CANCELS: Readonly<Record<Moment, string>> = {
  attack: 'cancel the attack on you: there is no battle',
  card: 'cancel the card of the other player: it has no effect',
  payment: 'cancel the payment: you pay nothing for the battle',
  tribute: 'cancel the tribute: you do not pay it',
  draw: 'cancel the draw: the other player gets no card',
};

/** `add 2 to your roll`, `subtract 2 from your roll`. */
const toRoll = (n: number): string => (n < 0 ? `subtract ${-n} from your roll` : `add ${n} to your roll`);

const SIDES = { attacker: 'as the attacker, ', defender: 'as the defender, ', any: '' } as const;

const LASTS = {
  turn: 'for the rest of this turn',
  'next-turn': 'in your next turn',
  held: 'in every turn',
  uncovered: 'as long as no card covers this one',
} as const;

/** `1 more skull`, `2 fewer skulls`. */
export const more = (n: number, skulls: (n: number) => string): string =>
  skulls(Math.abs(n)).replace(' ', n < 0 ? ' fewer ' : ' more ');

function rollClause({ side, n, lasts }: EffectOf<'roll'>, { timing, skulls }: CardSpeech): string {
  if (lasts === 'held') return `${SIDES[side]}${toRoll(Number(n))} in every battle`;
  if (n === 'quarter-of-day-count')
    return `add 1 to your roll in this battle for every ${skulls(4)} missing from the day where you stand`;
  const words = `${SIDES[side]}${toRoll(n)}`;
  return timing === 'battle' ? `${words} in this battle` : `if you are in a battle, ${words}`;
}

function attackClauses(
  { target, otherwise, within, roll, stake }: EffectOf<'attack'>,
  speech: CardSpeech,
): readonly string[] {
  const reach = within === undefined ? '' : ` who is at most ${days(within)} away`;
  const isMany = target === 'each-other' || target === 'all';
  return [
    `attack ${player(target, speech)}${reach}`,
    ...(otherwise ? [`if that seat is empty or your own, attack ${player(otherwise, speech)}`] : []),
    ...(roll ? [`${toRoll(roll)} in ${isMany ? 'each of these battles' : 'that battle'}`] : []),
    ...(stake
      ? [`the loser of ${isMany ? 'each of these battles' : 'that battle'} pays ${more(stake, speech.skulls)}`]
      : []),
  ];
}

function from(place: 'pool' | Place, who: Who, { day }: CardSpeech): string {
  if (place === 'pool') return 'the pool';
  if (place === 'here') return who === 'self' ? 'the day where you stand' : 'the day where they stand';
  return typeof place === 'number' ? day(place) : startOf(place);
}

const startOf = (place: string): string =>
  `the start day of the ${SEATS[place.replace('start-', '') as keyof typeof SEATS]}`;

const LOST = {
  pool: (skulls: string, verb: string) => `${verb} ${skulls} to the pool`,
  out: (skulls: string, verb: string) => `${verb} ${skulls} for good`,
  here: (skulls: string, verb: string) => `${verb} ${skulls} on the day`,
} as const;

export const EFFECTS: EffectTable = {
  gain: ({ who, n, from: place }, speech) =>
    `${does(who, 'take', speech)} ${speech.skulls(n)} from ${from(place, who, speech)}`,
  lose: ({ who, n, to }, speech) =>
    LOST[to](speech.skulls(n), does(who, to === 'here' ? 'put' : to === 'pool' ? 'return' : 'lose', speech)),
  pay: ({ from: payer, to, n }, speech) =>
    to === 'self'
      ? `${does(payer, 'pay', speech)} you ${speech.skulls(n)}`
      : `${does(payer, 'pay', speech)} ${speech.skulls(n)} to ${player(to, { ...speech, isChosen: speech.isChosen || payer === 'chosen' })}`,
  offer: ({ who, god, n }, speech) => [
    `${does(who, 'give', speech)} ${speech.skulls(n)} to ${GODS[god]}`,
    'this draws no card',
  ],
  draw: ({ deck, n }) => (n === 1 ? `draw a ${DECKS[deck]}` : `draw ${n} ${DECKS[deck]}s`),
  'take-week': ({ sign, otherwise }, { day, together }) => [
    `take the week card of ${day(sign)} from the box`,
    `if it is not there, ${together(otherwise)}`,
  ],
  discard: ({ who, n }, speech) =>
    who === 'self'
      ? `discard ${cards(n)} of your choice`
      : `${does(who, 'discard', speech)} ${cards(n)}, and chooses which`,
  'give-card': ({ from: giver, to, n }, speech) =>
    `${does(giver, 'give', speech)} ${player(to, speech)} ${cards(n)} at random`,
  cycle: ({ max }) => [`discard up to ${cards(max)}`, 'for each of them, draw a card from the deck that it came from'],
  deal: ({ mode }) =>
    mode === 'keep-give'
      ? ['choose a god and look at the 2 top cards of that deck', 'keep one and give the other to another player']
      : [
          'choose a god and look at the top cards of that deck, one for each player',
          'give each player one of them, and keep one yourself',
        ],
  move: ({ n }) => `go ${days(Math.abs(n))} ${n < 0 ? 'back' : 'forward'}`,
  'move-choice': ({ max }) => `go up to ${days(max)} forward or back`,
  'go-to': ({ to }, { day }) =>
    to === 'chosen' ? 'go to any day' : `go to ${typeof to === 'number' ? day(to) : startOf(to)}`,
  'extra-turn': () => ['take another turn after this one', 'in that turn, such a card does nothing'],
  attack: attackClauses,
  'space-add': ({ n }, { skulls }) => `put ${skulls(n)} from the pool on the day where you stand`,
  cancel: ({ what, deck }) =>
    deck === undefined ? CANCELS[what] : `${CANCELS[what].replace('the card', `the ${DECKS[deck]}`)}`,
  'discard-for-roll': ({ max, per }) => `discard up to ${cards(max)} and ${toRoll(per)} for each of them`,
  'if-won': ({ then }, { together }) => `if you win a battle because of this card, also ${together(then)}`,
  victory: ({ sign }) => [
    `the card counts as the sign of the ${SIGNS[sign]}`,
    'a player with the signs of Eagle, Serpent and Flower wins at once',
  ],
  roll: rollClause,
  dice: ({ side, keep }) =>
    side === 'self'
      ? `roll 1 more die in this battle and keep the ${keep === 'high' ? 'best' : 'lowest'}`
      : `your opponent rolls 1 more die in this battle and keeps the ${keep === 'high' ? 'best' : 'lowest'}`,
  stake: ({ n }, { skulls }) => `the loser of this battle pays ${more(n, skulls)}`,
  'coin-duel': (_, { skulls }) => [
    'a coin decides this battle instead of the dice',
    'heads: the attacker wins; tails: the defender wins',
    `the loser pays ${skulls(1)}`,
  ],
  range: ({ n, lasts }) => `${LASTS[lasts]}, you may attack one player from afar; your reach grows by ${days(n)}`,
  pickup: ({ n, lasts }, { skulls }) =>
    lasts === 'uncovered'
      ? `other players who come here take ${more(n, skulls)} from the day`
      : `${LASTS[lasts]}, take ${more(n, skulls)} at your first collection`,
  step: ({ n, lasts }) =>
    n < 0
      ? `${LASTS[lasts]}, subtract ${-n} from your roll for the move, down to 1 at the lowest`
      : `${LASTS[lasts]}, you may go ${days(n)} farther than you roll`,
  'offer-cost': ({ n, lasts }, { skulls }) =>
    `${LASTS[lasts]}, each offering costs ${more(n, skulls)}${n < 0 ? `, but at least ${skulls(1)}` : ''}`,
  'play-cost': ({ n, lasts }, { skulls, hasCosts }) =>
    hasCosts ? `${LASTS[lasts]}, each card that you play costs ${more(n, skulls)}` : '',
};
