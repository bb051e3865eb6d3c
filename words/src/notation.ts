/** Reads moves as the wire has them. A text that is no move of this version gives nothing, and is shown as it is. */
import type { Aim, RingMove, SpaceAztecsMove, TieqchieqMove } from '@flower-war/protocol';
import { NAHUATL } from './nahuatl.ts';

const PLAIN = ['roll', 'pass', 'tonantzin', 'skull', 'draw', 'decline', 'discard', 'take', 'done'] as const;

export function ringMove(text: string): RingMove | undefined {
  const [verb = '', ...words] = text.split(' ');
  const plain = PLAIN.find((one) => one === verb);
  if (words.length === 0) return plain && { kind: plain };
  const [first = ''] = words;
  const { day, god, target } = aimOf(words);
  switch (verb) {
    case 'go':
    case 'cancel':
      return day === undefined ? undefined : { kind: verb, day };
    case 'step':
    case 'extra':
    case 'give':
      return Number.isInteger(Number(first)) ? { kind: verb, n: Number(first) } : undefined;
    case 'attack':
    case 'fight':
      return target && { kind: verb, target };
    case 'play':
      return { kind: 'play', card: first, aim: aimOf(words.slice(1)) };
    case 'pick':
      return { kind: 'pick', card: first };
    case 'offer':
      return god && { kind: 'offer', god };
    case 'draw':
      return god && { kind: 'claim', god };
    case 'take':
      return day === undefined ? undefined : { kind: 'take-card', day, index: Number(words[1]) };
    case 'choose':
      return { kind: 'choose', aim: aimOf(words) };
    default:
      return undefined;
  }
}

const COMPASS = ['east', 'north', 'west', 'south', 'center', 'zenith'] as const;
const GODS = ['war', 'rain'] as const;

function aimOf(words: readonly string[]): Aim {
  return Object.assign({}, ...words.map(partOf));
}

function partOf(word: string): Aim {
  const target = COMPASS.find((compass) => word === `@${compass}`);
  const god = GODS.find((one) => one === word);
  const day = NAHUATL.findIndex((name) => name.toLowerCase() === word) + 1;
  if (target !== undefined) return { target };
  if (god !== undefined) return { god };
  if (day > 0) return { day };
  return /^[+-]\d$/.test(word) ? { steps: Number(word) } : {};
}

export function spaceAztecsMove(text: string): SpaceAztecsMove | undefined {
  const [verb = '', first = '', second = ''] = text.split(' ');
  switch (verb) {
    case 'take':
      return { kind: 'take', pile: Number(first) };
    case 'choose':
      return { kind: 'choose', card: first };
    case 'hide':
      return { kind: 'hide', temple: first };
    case 'show':
      return { kind: 'show' };
    case 'capture':
      return { kind: 'capture', seat: Number(first.slice(1)) as 0, card: second };
    default:
      return undefined;
  }
}

const STEPS = ['toss', 'introduce', 'pass', 'step', 'stay'] as const;

export function tieqchieqMove(text: string): TieqchieqMove | undefined {
  const kind = STEPS.find((one) => one === text);
  if (kind !== undefined) return { kind };
  return /^move \d+$/.test(text) ? { kind: 'move', from: Number(text.slice(5)) } : undefined;
}
