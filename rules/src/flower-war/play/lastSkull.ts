/** The last skull of a day: the day's calendar disc, the duel for a disc that a tribe holds, and the refill. */

import type { Seat } from '../../contract/seat.ts';
import { at } from '../../json/at.ts';
import type { Day } from '../../ring/model/calendar.ts';
import { ask, tell } from '../../ring/play/agenda.ts';
import { transfer } from '../../ring/play/skulls.ts';
import type { FlowerTable, FlowerWork } from '../model/table.ts';
import { discTaken } from './apocalypse.ts';

const DIE = 6;

const holderOf = ({ discs }: Pick<FlowerTable, 'discs'>, day: Day) => at(discs, day - 1);

/** [C4.3] First the disc, then the refill from the supply. */
export function emptied(work: FlowerWork, seat: Seat, day: Day): void {
  const { refill, perSpace } = work.state.options;
  contend(work, seat, day);
  if (refill) transfer(work, { n: perSpace, from: 'pool', to: { day }, why: 'refill' });
}

function contend(work: FlowerWork, seat: Seat, day: Day): void {
  const holder = holderOf(work.state, day);
  if (holder === 'day') return offerDisc(work, seat, day);
  if (holder === 'gone' || holder === seat) return;
  if (work.state.options.discRematch === 'transfer' || winsDuel(work, { seat, holder, day })) hold(work, seat, day);
}

/** Each side rolls one die. If they are equal, the holder keeps the disc. */
function winsDuel(work: FlowerWork, duel: { readonly seat: Seat; readonly holder: Seat; readonly day: Day }): boolean {
  const [arriving, holding] = [work.chance.die(DIE), work.chance.die(DIE)];
  tell(work, { kind: 'disc-duel', ...duel, dice: [arriving, holding] });
  return arriving > holding;
}

/** [discPickup] The tribe takes the disc at once or is asked, as the option says. */
function offerDisc(work: FlowerWork, seat: Seat, day: Day): void {
  if (work.state.options.discPickup === 'auto') take(work, seat, day);
  else ask(work, { kind: 'taking-disc', seat, day });
}

/** Any tribe that arrives may take a disc that was left on its day. */
export function offerLeftDisc(work: FlowerWork, seat: Seat, day: Day): void {
  if (work.state.declined.includes(day) && holderOf(work.state, day) === 'day')
    ask(work, { kind: 'taking-disc', seat, day });
}

export function leaveDisc({ state }: FlowerWork, day: Day): void {
  if (!state.declined.includes(day)) state.declined = [...state.declined, day];
}

export function take(work: FlowerWork, seat: Seat, day: Day): void {
  hold(work, seat, day);
  work.state.declined = work.state.declined.filter((other) => other !== day);
  discTaken(work, seat, day);
}

function hold(work: FlowerWork, seat: Seat, day: Day): void {
  work.state.discs = work.state.discs.with(day - 1, seat);
  tell(work, { kind: 'disc-taken', seat, day });
}
