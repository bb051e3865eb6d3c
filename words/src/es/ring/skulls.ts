/** Why skulls move from one place to another, in Spanish. */
import type { RingEventOf, Telling } from '../../eventTables.ts';

type Moved = RingEventOf<'skulls'>;
type Zone = Moved['from'];

interface Told {
  /** `una calavera`, `2 calaveras`. */
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
  'pick-up': ({ skulls, to }) => `${to} recoge ${skulls}.`,
  collect: ({ skulls, to }) => `${to} recoge ${skulls}.`,
  tribute: ({ skulls, from, to }) => `${from} paga a ${to} ${skulls} de tributo.`,
  marriage: ({ skulls, from, to }) => `Una boda: ${from} paga ${skulls} a ${to}.`,
  gift: ({ skulls, from, to }) => `${from} da ${skulls} a ${to}.`,
  tonantzin: ({ skulls, from }) => `${from} da ${skulls} a Tonantzin.`,
  refill: ({ skulls, to }) => `${to} se llena otra vez, con ${skulls}.`,
  retired: ({ skulls, from }) => `${from} deja ${skulls} en la reserva.`,
};

/** For all other reasons, cards and omens among them, the two places say enough. */
function byZones({ from, to }: Moved, { skulls, ...told }: Told): string {
  const isPaid = typeof from === 'object' && 'seat' in from;
  if (to === 'out') return `${told.from} pierde ${skulls}.`;
  if (to === 'pool')
    return `${told.from} pierde ${skulls}, que van a la reserva.`.replace(/(una \S+), que van/, '$1, que va');
  if ('lake' in to) return `${told.from} da ${skulls} a ${told.to}.`;
  if ('day' in to)
    return isPaid ? `${told.from} pone ${skulls} en ${told.to}.` : `${told.to} recibe ${skulls} de ${told.from}.`;
  return isPaid ? `${told.from} paga ${skulls} a ${told.to}.` : `${told.to} toma ${skulls} de ${told.from}.`;
}

function place(zone: Zone, { name, day }: Telling): string {
  if (zone === 'pool') return 'la reserva';
  if (zone === 'out') return 'lo perdido'; // nothing comes back from there
  if ('seat' in zone) return name(zone.seat);
  return 'day' in zone ? day(zone.day) : { war: 'Huitzilopochtli', rain: 'Tláloc' }[zone.lake];
}
