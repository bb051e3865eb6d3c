/** Tells events on the ring of twenty days. Mexica says tokens where Flower War says skulls. */

import type { GameEvent } from '@flower-war/client';
import type { RingEvent } from '@flower-war/rules';
import { type Cards, textAfter, titleOf } from '../words/cards.ts';
import { DECK_NAMES, dayName, omenOf } from '../words/ringWords.ts';
import { tellGeneric } from './generic.ts';
import { tellSkulls } from './ringSkulls.ts';
import type { Speech } from './speech.ts';

type Kind = RingEvent['kind'];
type EventOf<K extends Kind> = RingEvent & { kind: K };
type Words<K extends Kind> = (event: EventOf<K>, speech: Speech) => string | undefined;

const WORDS: { readonly [K in Kind]: Words<K> } = {
  'turn-began': ({ seat, round, extra }, { name }) =>
    extra ? `${name(seat)} has another turn.` : `Round ${round}: ${name(seat)}'s turn.`,
  rolled: ({ seat, die }, { name }) => `${name(seat)} rolls ${die}.`,
  moved: ({ seat, from, to, way }, { name }) => {
    const path = `from ${dayName(from)} to ${dayName(to)}`;
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
  'card-played': ({ seat, card, moment, target }, { name, cards }) => {
    const aim = target === undefined ? '' : ` against ${name(target)}`;
    const verb = moment === undefined ? 'plays' : `answers the ${moment} with`;
    return `${name(seat)} ${verb} ${titleOf(cards, card)}${aim}${textAfter(cards, card)}.`;
  },
  'event-revealed': ({ seat, card }, { name, cards }) =>
    `${name(seat)} reveals ${titleOf(cards, card)}${textAfter(cards, card)}.`,
  cancelled: ({ what, by }, { name }) => `${name(by)} prevents the ${what}.`,
  'card-discarded': ({ seat, card }, { name, cards }) => `${name(seat)} discards ${titleOf(cards, card)}.`,
  'trap-sprung': ({ seat, owner, card, day }, { name, cards }) =>
    `On ${dayName(day)} ${name(seat)} meets ${name(owner)}'s ${titleOf(cards, card)}${textAfter(cards, card)}.`,
  'card-drawn': ({ seat, deck, card, isOpen }, { name, cards }) => {
    if (card === undefined) return `${name(seat)} draws a ${DECK_NAMES[deck]} card.`;
    return `${name(seat)} draws ${titleOf(cards, card)}${isOpen ? ', face up' : ''}.`;
  },
  'card-given': ({ from, to, card }, { name, cards }) =>
    `${name(from)} gives ${name(to)} ${card === undefined ? 'a card' : titleOf(cards, card)}.`,
  'card-taken': ({ seat, card, day }, { name, cards }) =>
    `${name(seat)} takes ${titleOf(cards, card)} from ${dayName(day)}.`,
  'deck-empty': ({ deck }) => `There is no ${DECK_NAMES[deck]} card left to draw.`,
  'deck-rebuilt': ({ deck, cards }) => `The ${DECK_NAMES[deck]} deck is made again from ${cards} used cards.`,
  sacrificed: () => undefined, // another event tells what was given, and the picture shows the tally
  'card-offered': ({ seat, god, card }, { name, cards, counter }) =>
    `${name(seat)} sacrifices ${titleOf(cards, card)} to ${DECK_NAMES[god]} in place of a ${counter}.`,
  'extra-turn': () => undefined, // the event of the turn tells it
  'disc-taken': ({ seat, day }, { name }) => `${name(seat)} takes the calendar disc of ${dayName(day)}.`,
  'disc-duel': ({ seat, holder, day, dice }, { name }) =>
    `${name(seat)} and ${name(holder)} roll for the disc of ${dayName(day)}: ${dice.join(' against ')}.`,
  'week-taken': ({ seat, day, from }, { name }) =>
    `${name(seat)} takes the week card of ${dayName(day)}${from === 'box' ? '' : ` from ${name(from)}`}.`,
  'omen-cancelled': ({ seat, day }, { name }) => `${name(seat)} cancels the omen of ${dayName(day)}: ${omenOf(day)}.`,
  'omens-woke': ({ days }) =>
    days.length === 1
      ? `The omen of ${days.map(dayName)} wakes: ${days.map(omenOf)}.`
      : `The omens in force: ${days.map(dayName).join(', ')}.`,
  apocalypse: ({ counter }, { name }) => `The apocalypse begins, in ${name(counter)}'s turn.`,
  'ending-fixed': ({ ending }, { counter }) => ENDINGS[ending](counter),
  countdown: ({ left, isLast }) =>
    left === 0 ? 'Time is up.' : `Countdown: ${left} left${isLast ? ', the last' : ''}.`,
  forestalled: () => 'The gods are level: the countdown stands still.',
  'balance-settled': ({ god }) =>
    `No skull is left to be offered: ${DECK_NAMES[god]} received the last one and counts as the greater god. The countdown goes on.`,
  'turn-ended': () => undefined,
  retired: ({ seat }, { name }) => `${name(seat)} gives up.`,
  ended: () => undefined,
};

const ENDINGS = {
  flood: (counter: string) => `Tlaloc sends the flood: no ${counter} leaves a day any more.`,
  invasion: () => 'Cortes invades: he attacks in every turn.',
  war: (counter: string) => `The war comes: at every collection one more ${counter} is lost.`,
};

/** After a second roll there are more than two dice, and the event does not tell whose they are. */
function tellDice({ attacker, defender, dice }: EventOf<'battle-rolled'>, speech: Speech): string | undefined {
  const [one, other] = [fighter(attacker, speech), fighter(defender, speech)];
  if (attacker === 'cortes') return `Cortes attacks ${other}${dice.length === 2 ? `: ${dice.join(' against ')}` : ''}.`;
  if (dice.length === 0) return undefined; // a coin decides, and its own event tells the result
  return dice.length === 2
    ? `${one} rolls ${dice[0]}, ${other} ${dice[1]}.`
    : `The dice of ${one} and ${other}: ${dice.join(', ')}.`;
}

/** The winner's total comes first. A battle by coin has no totals, and one against Cortes has no stake. */
function tellVictory({ winner, loser, totals, stake }: EventOf<'battle-won'>, speech: Speech): string {
  const score = totals.length === 0 ? '' : ` ${totals.toSorted((a, b) => b - a).join(' : ')}`;
  const won = `${fighter(winner, speech)} wins${score} against ${fighter(loser, speech)}`;
  return winner === 'cortes' || loser === 'cortes' ? `${won}.` : `${won}; the stake is ${stake}.`;
}

const fighter = (seat: number | 'cortes', { name }: Speech): string => (seat === 'cortes' ? 'Cortes' : name(seat));

export const tellRing =
  (counter: Speech['counter']) =>
  (event: GameEvent, name: Speech['name'], cards: Cards): string | undefined => {
    const words = (WORDS as Readonly<Record<string, Words<never> | undefined>>)[event.kind];
    return words === undefined ? tellGeneric(event, name) : words(event as never, { counter, name, cards });
  };
