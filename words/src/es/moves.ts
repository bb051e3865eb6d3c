/** Moves, as what a player does, in Spanish. */
import type { Aim } from '@flower-war/protocol';
import type { MoveTables, Telling } from '../eventTables.ts';
import { count } from './count.ts';
import { DECKS } from './ringEffects.ts';

const GODS = { war: 'Huitzilopochtli', rain: 'Tláloc' } as const;
const days = (n: number): string => count(Math.abs(n), { one: '# día', other: '# días' });
const steps = (n: number): string => `${days(n)} hacia ${n < 0 ? 'atrás' : 'delante'}`;
const seat = (compass: string): string => compass.toUpperCase();

/** ` contra NORTH`, ` para Tláloc`. */
function aimed({ target, god, day, steps: n }: Aim, telling: Telling): string {
  return [
    target === undefined ? '' : ` contra ${seat(target)}`,
    god === undefined ? '' : ` para ${GODS[god]}`,
    day === undefined ? '' : ` para ir a ${telling.day(day)}`,
    n === undefined ? '' : ` para ir ${steps(n)}`,
  ].join('');
}

function chosen({ target, god, day, steps: n }: Aim, telling: Telling): string {
  if (target !== undefined) return `Elige a ${seat(target)}.`;
  if (god !== undefined) return `Elige a ${GODS[god]}.`;
  return day === undefined ? `Ve ${steps(n ?? 0)}.` : `Elige ${telling.day(day)}.`;
}

export const MOVES: MoveTables = {
  ring: {
    roll: () => 'Tira el dado y muévete.',
    pass: () => 'Pasa.',
    tonantzin: () => 'Da a Tonantzin y roba una carta de Día.',
    skull: (_, { skulls }) => `Paga con ${skulls(1)}.`,
    draw: () => 'Roba la carta.',
    decline: () => 'No tomes nada.',
    discard: () => 'Descarta una carta.',
    take: () => 'Toma el disco.',
    done: () => 'Termina este paso.',
    go: ({ day }, telling) => `Ve a ${telling.day(day)}.`,
    cancel: ({ day }, telling) => `Anula el presagio de ${telling.day(day)}.`,
    step: ({ n }) => `Ve ${steps(n)}.`,
    extra: ({ n }) => (n === 0 ? 'No vayas más lejos que tu tirada.' : `Ve ${days(n)} más lejos que tu tirada.`),
    give: ({ n }, { skulls }) => `Pon ${skulls(n)} en tu día.`,
    attack: ({ target }) => `Ataca de lejos a ${seat(target)}.`,
    fight: ({ target }) => `Lucha contra ${seat(target)}.`,
    play: ({ card, aim }, telling) => `Juega ${telling.card(card)}${aimed(aim, telling)}.`,
    pick: ({ card }, telling) => `Elige ${telling.card(card)}.`,
    offer: ({ god }) => `Haz una ofrenda a ${GODS[god]}.`,
    claim: ({ god }) => `Roba una ${DECKS[god]}.`,
    'take-card': ({ day, index }, telling) => `Toma la carta ${index} del montón de ${telling.day(day)}.`,
    choose: ({ aim }, telling) => chosen(aim, telling),
  },
  'space-aztecs': {
    take: ({ pile }) => `Toma el montón ${pile}.`,
    choose: ({ card }, telling) => `Elige ${telling.card(card)}.`,
    hide: ({ temple }, telling) => `Ponlo bajo ${telling.card(temple)}.`,
    show: () => 'Déjalo a la vista.',
    capture: ({ seat: victim, card }, { name, card: titled }) => `Captura ${titled(card)} de ${name(victim)}.`,
  },
  tieqchieq: {
    toss: () => 'Lanza las monedas.',
    introduce: () => 'Mete una ficha en el tablero.',
    pass: () => 'Pasa.',
    step: () => 'Avanza una casilla más.',
    stay: () => 'Quédate.',
    move: ({ from }) => `Mueve la ficha de ${from}.`,
  },
};
