/** Why skulls move from one place to another. */
import type { RingEventOf, Telling } from '../../eventTables.ts';

type Moved = RingEventOf<'skulls'>;
type Zone = Moved['from'];

interface Told {
  /** `a skull`, `2 skulls`. */
  readonly skulls: string;
  readonly from: string;
  readonly to: string;
}

export function tellSkulls(moved: Moved, telling: Telling): string {
  const { n, from, to, why } = moved;
  const told = { skulls: telling.skulls(n), from: place(from, telling), to: place(to, telling) };
  return Object.hasOwn(WHY, why) ? (WHY[why]?.(told) ?? '') : byZones(moved, told);
}

/** Reasons that have a verb of their own. */
const WHY: Readonly<Record<string, (told: Told) => string>> = {
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
function byZones({ from, to }: Moved, { skulls, ...told }: Told): string {
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
  return 'day' in zone ? day(zone.day) : { war: 'Huitzilopochtli', rain: 'Tlaloc' }[zone.lake];
}
