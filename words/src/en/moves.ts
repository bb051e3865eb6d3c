/** Moves, as what a player does, and the questions that they answer. */
import type { MoveTables, PromptTables, RingMoveOf, RingView, Telling, TieqchieqWalk } from '../telling.ts';
import { DECKS } from './effects.ts';
import { count } from './screen/names.ts';

// Moves on the ring, as what a player does, what it costs and what it gives.

const GODS = { war: 'Huitzilopochtli', rain: 'Tlaloc' } as const;
const days = (n: number): string => count(Math.abs(n), { one: '# day', other: '# days' });
const steps = (n: number): string => `${days(n)} ${n < 0 ? 'back' : 'forward'}`;
const cards = (n: number): string => count(n, { one: 'a card', other: '# cards' });

type Costs = RingMoveOf<'play'>['costs'];

/** `; you have 5 left`: not that of the deck. */
const leaving = (costs: Costs, before = '; '): string =>
  costs?.left === undefined ? '' : `${before}then you have ${costs.left === 0 ? 'none' : costs.left} left`;

/** ` and draw a War card`. */
const drawing = (gives: RingMoveOf<'offer'>['gives']): string =>
  gives?.deck === undefined ? '' : ` and draw a ${DECKS[gives.deck]}`;

function offering({ god, costs, gives, times }: RingMoveOf<'offer'>, { skulls }: Telling): string {
  if (costs?.skulls === undefined) return `Make an offering to ${GODS[god]}.`;
  if (times !== undefined) {
    const each = gives === undefined ? '' : `${drawing(gives)} for each`;
    return `Offer ${skulls(costs.skulls)} to ${GODS[god]} in ${times} offerings${each}${leaving(costs)}.`;
  }
  const instead = costs.orCards ? '; you may pay with cards' : '';
  return `Offer ${skulls(costs.skulls)} to ${GODS[god]}${drawing(gives)}${instead}${leaving(costs)}.`;
}

function prayer({ costs, gives }: RingMoveOf<'tonantzin'>, { skulls }: Telling): string {
  if (costs?.skulls === undefined) return 'Make an offering to Tonantzin and draw a Day card.';
  return `Offer ${skulls(costs.skulls)} to Tonantzin${drawing(gives)}${leaving(costs)}.`;
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
  ranged: () => 'Do not attack from afar.',
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
    endsTurn ? 'Finish your offerings. Your turn ends.' : 'Finish your offerings, and go on to your cards.',
  cards: ({ costs }) =>
    costs?.cards === undefined ? 'End your turn.' : `End your turn, and discard ${cards(costs.cards)}.`,
  discarding: () => 'Choose no more cards.',
};

const RING_MOVES: MoveTables['ring'] = {
  roll: () => 'Roll the die and move.',
  pass: (move, telling) => PASSES[move.rule]?.(move, telling) ?? 'Pass.',
  tonantzin: prayer,
  skull: ({ costs }, { skulls }) => `Pay with ${skulls(1)}${leaving(costs)}.`,
  draw: ({ gives }) => (gives?.deck === undefined ? 'Draw the card.' : `Draw a ${DECKS[gives.deck]}.`),
  decline: (move, telling) => DECLINES[move.rule]?.(move, telling) ?? 'Take nothing.',
  discard: () => 'Discard a card from your hand.',
  take: ({ day }, telling) => (day === undefined ? 'Take the disc.' : `Take the disc of ${telling.day(day)}.`),
  done: (move, telling) => ENDS[move.rule]?.(move, telling) ?? 'Finish this step.',
  end: ({ costs }) =>
    costs?.cards === undefined
      ? 'End your turn at once, and play no card.'
      : `End your turn at once, and play no card. You discard ${cards(costs.cards)}.`,
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

// Moves of the other games.

const cardCount = (n: number): string => count(n, { one: '# card', other: '# cards' });

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
    take: ({ pile, cards: n }) => `Take pile ${pile}, which has ${cardCount(n)}.`,
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

// Questions to the seat that is asked: what it has to do now.

const CORTES = 6;

function battle(_: RingView, { name, standing }: Telling): string {
  const question = 'Play a card in the battle, or pass.';
  if (standing === undefined) return question;
  const { attacker, defender, totals } = standing;
  const who = (seat: number) => (seat === CORTES ? 'Cortés' : name(seat));
  return `The battle stands ${totals[0]} : ${totals[1]} between ${who(attacker)} and ${who(defender)}. ${question}`;
}

/** Old rules do not show which god the question is about. */
const godIn = (god: RingView['god'] | undefined, unknown: string): string => (god ? GODS[god] : unknown);

const ANSWER = 'Play a card against it, or pass.';

const MOMENTS: Readonly<Record<string, (card: string) => string>> = {
  attack: () => `A player attacks you. ${ANSWER}`,
  card: (card) => `Another player plays ${card}. ${ANSWER}`,
  payment: () => `You have lost the battle and must pay. ${ANSWER}`,
  tribute: () => `You must pay tribute. ${ANSWER}`,
  draw: () => `Another player is about to draw a card. ${ANSWER}`,
};

export const PROMPTS: PromptTables = {
  ring: {
    moving: () => 'Move to another day.',
    'adding-steps': ({ amount }) => `Choose how far you go beyond your roll, up to ${amount}.`,
    'choosing-opponent': ({ day }, telling) => `Choose the player whom you fight on ${telling.day(day)}.`,
    ranged: () => 'Attack a player from afar, or pass.',
    battle,
    reacting: ({ moment, card }, telling) => MOMENTS[moment]?.(telling.card(card)) ?? ANSWER,
    'paying-card': (_, { skulls }) =>
      `You have lost the battle and have not even ${skulls(1)}. Choose a card to pay with.`,
    claiming: (_, { skulls }) =>
      `The loser has not even ${skulls(1)}. Draw a card of one of the gods, or take nothing.`,
    offering: ({ hand, pending }) =>
      `Make offerings to the gods: each may bring you a card. When you finish, ${
        hand.length + pending.length === 0 ? 'your turn ends' : 'you play cards'
      }.`,
    sacrificing: ({ amount, god }, { skulls }) =>
      `Pay for the offering to ${godIn(god, 'this god')} with ${skulls(1)} or a card; ${amount} left to pay.`,
    drawing: ({ god }) => `Draw a card of ${godIn(god, 'this god')}, or take nothing.`,
    playing: () => 'Play a card, discard one, or end your turn.',
    discarding: () => 'Choose the card that you discard.',
    picking: ({ amount }, { mustGive }) => `Choose ${mustGive ? '' : 'up to '}${cardCount(amount)} from your hand.`,
    choosing: () => 'Choose what your card does.',
    dealing: () => 'Choose one of the cards that you look at.',
    giving: () => 'Choose the player who gets the other card.',
    cancelling: () => 'Choose the omen that you cancel.',
    'taking-disc': ({ day }, telling) => `Take the disc of ${telling.day(day)}, or leave it there.`,
    over: () => 'The match is over.',
  },
  'space-aztecs': {
    taking: () => 'Take a pile that no player holds.',
    choosing: () => 'Choose a card of your pile, in secret. You may change your choice until all have chosen.',
    hiding: ({ card }, telling) => `Put ${telling.card(card)} under a temple, or leave it visible.`,
    capturing: ({ victim }, { name }) => `Choose the Aztec of ${name(victim)} that your saucer captures.`,
    over: () => 'The match is over.',
  },
  tieqchieq: {
    tossing: () => 'Toss the coins.',
    acting: ({ roll }) => `You have tossed ${roll}. Move a token.`,
    bonus: ({ at }) => `Your token on ${at} has reached a plus. Go one square farther, or stay.`,
    over: () => 'The match is over.',
  },
};
