/** What happens in every game. */
import type { EventTables, RingEventOf, Telling } from '../telling.ts';
import { DECKS } from './effects.ts';
import { count } from './screen/names.ts';

// What happens on the ring of twenty days.

// Why skulls move from one place to another.

const GODS = { war: 'Huitzilopochtli', rain: 'Tlaloc' } as const;

type Moved = RingEventOf<'skulls'>;
type Zone = Moved['from'];

interface SkullWords {
  /** `a skull`, `2 skulls`. */
  readonly skulls: string;
  readonly from: string;
  readonly to: string;
}

function tellSkulls(moved: Moved, telling: Telling): string {
  const { n, from, to, why } = moved;
  const told = { skulls: telling.skulls(n), from: place(from, telling), to: place(to, telling) };
  return Object.hasOwn(WHY, why) ? (WHY[why]?.(told) ?? '') : byZones(moved, told);
}

/** Reasons that have a verb of their own. */
const WHY: Readonly<Record<string, (told: SkullWords) => string>> = {
  'pick-up': ({ skulls, to }) => `${to} picks up ${skulls}.`,
  collect: ({ skulls, to }) => `${to} collects ${skulls}.`,
  tribute: ({ skulls, from, to }) => `${from} pays ${to} ${skulls} of tribute.`,
  marriage: ({ skulls, from, to }) => `A marriage: ${from} pays ${to} ${skulls}.`,
  gift: ({ skulls, from, to }) => `${from} gives ${skulls} to ${to}.`,
  tonantzin: ({ skulls, from }) => `${from} gives ${skulls} to Tonantzin.`,
  refill: ({ skulls, to }) => `${to} is filled again, with ${skulls}.`,
  retired: ({ skulls, from }) => `${from} leaves ${skulls} to the pool.`,
};

/** For all other reasons, cards and omens among them, the two places say enough. */
function byZones({ from, to }: Moved, { skulls, ...told }: SkullWords): string {
  const isPaid = typeof from === 'object' && 'seat' in from;
  if (to === 'out') return `${told.from} loses ${skulls}.`;
  if (to === 'pool') return `${told.from} loses ${skulls} to the pool.`;
  if ('lake' in to) return `${told.from} gives ${skulls} to ${told.to}.`;
  if ('day' in to)
    return isPaid ? `${told.from} puts ${skulls} on ${told.to}.` : `${told.to} gets ${skulls} from ${told.from}.`;
  return isPaid ? `${told.from} pays ${told.to} ${skulls}.` : `${told.to} takes ${skulls} from ${told.from}.`;
}

function place(zone: Zone, { name, day }: Telling): string {
  if (zone === 'pool') return 'the pool';
  if (zone === 'out') return 'what is lost'; // nothing comes back from there
  if ('seat' in zone) return name(zone.seat);
  return 'day' in zone ? day(zone.day) : GODS[zone.lake];
}

const DECK_NAMES = { war: 'War', rain: 'Rain', day: 'Day' } as const;

const MOMENTS = {
  attack: 'attack',
  card: 'card',
  payment: 'payment',
  tribute: 'tribute',
  draw: 'drawing of a card',
} as const;

const RING_EVENTS: EventTables['ring'] = {
  'turn-began': ({ seat, round, extra }, { name }) =>
    extra ? `${name(seat)} has another turn.` : `Round ${round}: ${name(seat)}'s turn.`,
  rolled: ({ seat, die }, { name }) => `${name(seat)} rolls ${die}.`,
  moved: ({ seat, from, to, way }, { name, day }) => {
    const path = `from ${day(from)} to ${day(to)}`;
    if (way === 'move') return `${name(seat)} moves ${path}.`;
    return way === 'card'
      ? `A card takes ${name(seat)} ${path}.`
      : `${name(seat)} is put ${path}; nothing else happens.`;
  },
  skulls: tellSkulls,
  challenged: ({ attacker, defender }, { name }) => `${name(attacker)} attacks ${name(defender)}.`,
  'battle-rolled': tellDice,
  'extra-die': ({ side, die, keeps }) =>
    `The ${side} rolls one more die: ${die}. The ${keeps === 'high' ? 'highest' : 'lowest'} counts.`,
  coin: ({ heads }) => `The coin shows ${heads ? 'heads' : 'tails'}.`,
  'battle-won': tellVictory,
  'battle-tied': ({ totals }) => `The battle is a draw${totals.length === 0 ? '' : `, ${totals.join(' : ')}`}.`,
  'card-played': ({ seat, card, moment, target }, { name, cardAndText, text, card: titled }) => {
    const aim = target === undefined ? '' : ` against ${name(target)}`;
    const verb = moment === undefined ? 'plays' : `answers the ${MOMENTS[moment]} with`;
    if (aim === '') return `${name(seat)} ${verb} ${cardAndText(card)}.`;
    return `${name(seat)} ${verb} ${titled(card)}${aim}${text(card) === '' ? '' : `: ${text(card)}`}.`;
  },
  'event-revealed': ({ seat, card }, { name, cardAndText }) => `${name(seat)} reveals ${cardAndText(card)}.`,
  cancelled: ({ what, by }, { name }) => `${name(by)} prevents the ${MOMENTS[what]}.`,
  'card-discarded': ({ seat, card }, { name, card: titled }) => `${name(seat)} discards ${titled(card)}.`,
  'trap-sprung': ({ seat, owner, card, day }, { name, cardAndText, day: dayName }) =>
    `On ${dayName(day)} ${name(seat)} meets ${name(owner)}'s ${cardAndText(card)}.`,
  'card-drawn': ({ seat, deck, card, isOpen }, { name, card: titled }) => {
    if (card === undefined) return `${name(seat)} draws a ${DECKS[deck]}.`;
    return `${name(seat)} draws ${titled(card)}${isOpen ? ', face up' : ''}.`;
  },
  'card-given': ({ from, to, card }, { name, card: titled }) =>
    `${name(from)} gives ${name(to)} ${card === undefined ? 'a card' : titled(card)}.`,
  'card-taken': ({ seat, card, day }, { name, card: titled, day: dayName }) =>
    `${name(seat)} takes ${titled(card)} from ${dayName(day)}.`,
  'deck-empty': ({ deck }) => `There is no ${DECKS[deck]} left to draw.`,
  'deck-rebuilt': ({ deck, cards }) => `The ${DECK_NAMES[deck]} deck is made again from ${cards} used cards.`,
  sacrificed: () => undefined, // another event tells what was given, and the picture shows the tally
  'card-offered': ({ seat, god, card }, { name, card: titled, skulls }) =>
    `${name(seat)} gives ${titled(card)} to ${GODS[god]} in place of ${skulls(1)}.`,
  'extra-turn': () => undefined, // the event of the turn tells it
  'disc-taken': ({ seat, day }, { name, day: dayName }) => `${name(seat)} takes the calendar disc of ${dayName(day)}.`,
  'disc-duel': ({ seat, holder, day, dice }, { name, day: dayName }) =>
    `${name(seat)} and ${name(holder)} roll for the disc of ${dayName(day)}: ${dice.join(' against ')}.`,
  'week-taken': ({ seat, day, from }, { name, day: dayName }) =>
    `${name(seat)} takes the week card of ${dayName(day)}${from === 'box' ? '' : ` from ${name(from)}`}.`,
  'omen-cancelled': ({ seat, day }, { name, day: dayName }) => `${name(seat)} cancels the omen of ${dayName(day)}.`,
  'omens-woke': ({ days }, { day, text }) =>
    days
      .map((one) => `The omen of ${day(one)} is in force: ${text(`C${`${one}`.padStart(2, '0')}`)}`)
      .map((words) => `${words.replace(/: $/, '')}.`)
      .join(' '),
  apocalypse: ({ counter }, { name }) => `The apocalypse begins, in ${name(counter)}'s turn.`,
  'ending-fixed': ({ ending }, { skulls }) => ENDINGS[ending](skulls(1).replace(/^a /, '')),
  countdown: ({ left, isLast }) =>
    left === 0 ? 'Time is up.' : `Countdown: ${left} left${isLast ? ', the last' : ''}.`,
  forestalled: () => 'The gods are level: the countdown stands still.',
  'balance-settled': ({ god }) =>
    `Nothing is left to offer: ${GODS[god]} received the last offering and counts as the greater god. The countdown goes on.`,
  'turn-ended': () => undefined,
  retired: ({ seat }, { name }) => `${name(seat)} gives up.`,
  ended: () => undefined, // the result tells it
};

const ENDINGS = {
  flood: (skull: string) => `Tlaloc sends the flood: no ${skull} leaves a day any more.`,
  invasion: () => 'Cortés invades: he attacks in every turn.',
  war: (skull: string) => `The war comes, and costs ${skull}s.`,
} as const;

/** After a second roll there are more than two dice, and the event does not tell whose they are. */
function tellDice({ attacker, defender, dice }: RingEventOf<'battle-rolled'>, telling: Telling): string | undefined {
  const [one, other] = [fighter(attacker, telling), fighter(defender, telling)];
  if (attacker === 'cortes') return `Cortés attacks ${other}${dice.length === 2 ? `: ${dice.join(' against ')}` : ''}.`;
  if (dice.length === 0) return undefined; // a coin decides, and its own event tells the result
  return dice.length === 2
    ? `${one} rolls ${dice[0]}, ${other} ${dice[1]}.`
    : `The dice of ${one} and ${other}: ${dice.join(', ')}.`;
}

/** The winner's total comes first. A battle by coin has no totals, and one against Cortés has no stake. */
function tellVictory({ winner, loser, totals, stake }: RingEventOf<'battle-won'>, telling: Telling): string {
  const score = totals.length === 0 ? '' : ` ${totals.toSorted((a, b) => b - a).join(' : ')}`;
  const won = `${fighter(winner, telling)} wins${score} against ${fighter(loser, telling)}`;
  return winner === 'cortes' || loser === 'cortes' ? `${won}.` : `${won}; the stake is ${stake}.`;
}

const fighter = (seat: number | 'cortes', { name }: Telling): string => (seat === 'cortes' ? 'Cortés' : name(seat));

// What happens in the other games.

const X = 15;
const square = (position: number): string => (position === X ? 'home' : `to ${position}`);

const COLOURS = { red: 'red', yellow: 'yellow' } as const;

export const EVENTS: EventTables = {
  ring: RING_EVENTS,
  'space-aztecs': {
    took: ({ seat, pile }, { name }) => `${name(seat)} takes pile ${pile}.`,
    chose: ({ seat, card }, { name, card: titled }) => `${name(seat)} chooses ${titled(card)}, in secret.`,
    announced: ({ times }, { name }) =>
      `The times: ${times.map(({ seat, time }) => `${name(seat)} ${time}`).join(', ')}.`,
    started: ({ seat }, { name }) => `${name(seat)} becomes the Starting Player.`,
    revealed: ({ seat, card }, { name, cardAndText }) => `${name(seat)} reveals ${cardAndText(card)}.`,
    sheltered: ({ seat, temple, aztecs }, { name, card }) =>
      `${name(seat)} shelters ${aztecs.map(card).join(', ')} under ${card(temple)}.`,
    captured: ({ seat, saucer, victim, card }, { name, card: titled }) =>
      `${name(seat)} captures ${name(victim)}'s ${titled(card)} with ${titled(saucer)}.`,
    'round-ended': ({ round }) => `Round ${round} ends.`,
    retired: ({ seat }, { name }) => `${name(seat)} gives up.`,
    returned: ({ seat, pile }, { name }) => `What ${name(seat)} held goes back to pile ${pile}.`,
    ended: ({ reason }) => REASONS[reason],
  },
  tieqchieq: {
    tossed: ({ seat, heads }, { name }) => `${name(seat)} tosses ${count(heads, { one: '# head', other: '# heads' })}.`,
    introduced: ({ seat, to }, { name }) => `${name(seat)} brings in a token, ${square(to)}.`,
    moved: ({ seat, from, to }, { name }) => `${name(seat)} moves from ${from} ${square(to)}.`,
    fought: ({ seat, at, coins, won }, { name }) =>
      `${name(seat)} attacks on ${at}: the coins show ${coins.map((face) => COLOURS[face]).join(' and ')}; ${won ? 'the attack succeeds' : 'it fails'}.`,
    captured: ({ seat, at, tokens }, { name }) =>
      `${name(seat)} loses ${count(tokens, { one: 'a token', other: '# tokens' })} on ${at}, back to the reserve.`,
    'extra-turn': ({ seat, by }, { name }) => `A ${by}: ${name(seat)} tosses again.`,
    'turn-ended': () => undefined,
    retired: ({ seat }, { name }) => `${name(seat)} gives up.`,
    ended: () => undefined, // the result tells it
  },
};

const REASONS = {
  'piles-empty': 'At least two piles are empty: the match ends.',
  'saucers-landed': 'Enough flying saucers have landed: the match ends.',
  retired: undefined, // the event `retired` tells it
} as const;
