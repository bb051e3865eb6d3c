/** Tells why skulls move from one place to another. */
import type { RingEvent } from '@flower-war/rules';
import { DECK_NAMES, dayName } from '../words/ringWords.ts';
import type { Speech } from './speech.ts';

type Moved = RingEvent & { kind: 'skulls' };
type Zone = Moved['from'];

interface SkullWords {
  /** `a skull`, `2 skulls`. */
  readonly skulls: string;
  readonly from: string;
  readonly to: string;
}

export function tellSkulls(moved: Moved, speech: Speech): string {
  const { n, from, to, why } = moved;
  const skulls = n === 1 ? `a ${speech.counter}` : `${n} ${speech.counter}s`;
  const told = { skulls, from: place(from, speech), to: place(to, speech) };
  return WHY[why]?.(told) ?? byZones(moved, told);
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
function byZones({ from, to }: Moved, told: SkullWords): string {
  const isPaid = typeof from === 'object' && 'seat' in from;
  if (to === 'out') return `${told.from} loses ${told.skulls}.`;
  if (to === 'pool') return `${told.from} loses ${told.skulls} to the pool.`;
  if ('lake' in to) return `${told.from} sacrifices ${told.skulls} to ${told.to}.`;
  if ('day' in to)
    return isPaid
      ? `${told.from} puts ${told.skulls} on ${told.to}.`
      : `${told.to} gets ${told.skulls} from ${told.from}.`;
  return isPaid ? `${told.from} pays ${told.to} ${told.skulls}.` : `${told.to} takes ${told.skulls} from ${told.from}.`;
}

function place(zone: Zone, { name }: Speech): string {
  if (zone === 'pool') return 'the pool';
  if (zone === 'out') return 'what is lost'; // nothing comes back from there
  if ('seat' in zone) return name(zone.seat);
  return 'day' in zone ? dayName(zone.day) : DECK_NAMES[zone.lake];
}
