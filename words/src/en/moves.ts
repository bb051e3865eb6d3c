/** Moves, as what a player does. */
import type { Aim } from '@flower-war/protocol';
import type { MoveTables, Telling } from '../eventTables.ts';
import { count } from './count.ts';
import { DECKS } from './ringEffects.ts';

const GODS = { war: 'Huitzilopochtli', rain: 'Tlaloc' } as const;
const days = (n: number): string => count(Math.abs(n), { one: '# day', other: '# days' });
const steps = (n: number): string => `${days(n)} ${n < 0 ? 'back' : 'forward'}`;
const seat = (compass: string): string => compass.toUpperCase();

/** ` against NORTH`, ` for Tlaloc`. */
function aimed({ target, god, day, steps: n }: Aim, telling: Telling): string {
  return [
    target === undefined ? '' : ` against ${seat(target)}`,
    god === undefined ? '' : ` for ${GODS[god]}`,
    day === undefined ? '' : ` to go to ${telling.day(day)}`,
    n === undefined ? '' : ` to go ${steps(n)}`,
  ].join('');
}

function chosen({ target, god, day, steps: n }: Aim, telling: Telling): string {
  if (target !== undefined) return `Choose ${seat(target)}.`;
  if (god !== undefined) return `Choose ${GODS[god]}.`;
  return day === undefined ? `Go ${steps(n ?? 0)}.` : `Choose ${telling.day(day)}.`;
}

export const MOVES: MoveTables = {
  ring: {
    roll: () => 'Roll the die and move.',
    pass: () => 'Pass.',
    tonantzin: () => 'Give to Tonantzin and draw a Day card.',
    skull: (_, { skulls }) => `Pay with ${skulls(1)}.`,
    draw: () => 'Draw the card.',
    decline: () => 'Take nothing.',
    discard: () => 'Discard a card.',
    take: () => 'Take the disc.',
    done: () => 'Finish this step.',
    go: ({ day }, telling) => `Go to ${telling.day(day)}.`,
    cancel: ({ day }, telling) => `Cancel the omen of ${telling.day(day)}.`,
    step: ({ n }) => `Go ${steps(n)}.`,
    extra: ({ n }) => (n === 0 ? 'Go no farther than you rolled.' : `Go ${days(n)} farther than you rolled.`),
    give: ({ n }, { skulls }) => `Put ${skulls(n)} on your day.`,
    attack: ({ target }) => `Attack ${seat(target)} from afar.`,
    fight: ({ target }) => `Fight ${seat(target)}.`,
    play: ({ card, aim }, telling) => `Play ${telling.card(card)}${aimed(aim, telling)}.`,
    pick: ({ card }, telling) => `Choose ${telling.card(card)}.`,
    offer: ({ god }) => `Make an offering to ${GODS[god]}.`,
    claim: ({ god }) => `Draw a ${DECKS[god]}.`,
    'take-card': ({ day, index }, telling) => `Take card ${index} from the pile of ${telling.day(day)}.`,
    choose: ({ aim }, telling) => chosen(aim, telling),
  },
  'space-aztecs': {
    take: ({ pile }) => `Take pile ${pile}.`,
    choose: ({ card }, telling) => `Choose ${telling.card(card)}.`,
    hide: ({ temple }, telling) => `Put it under ${telling.card(temple)}.`,
    show: () => 'Leave it visible.',
    capture: ({ seat: victim, card }, { name, card: titled }) => `Capture ${titled(card)} of ${name(victim)}.`,
  },
  tieqchieq: {
    toss: () => 'Toss the coins.',
    introduce: () => 'Bring a token onto the board.',
    pass: () => 'Pass.',
    step: () => 'Go one square farther.',
    stay: () => 'Stay.',
    move: ({ from }) => `Move the token on ${from}.`,
  },
};
