/** Which entries about temples may be written while a hidden window is open. */
import type { AnyGame } from '@flower-war/rules';
import type { EntryOf } from '../entry/entries.ts';
import type { Position } from '../position/position.ts';

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** What happens to a temple, without its place in a record. */
export type TempleDeed = DistributiveOmit<EntryOf<'temple'>, 'seq' | 'at' | 'check'>;

/**
 * Whether a deed tells of beads of the seat whose turn it is. Without a window these beads might be offered at once, so
 * the deed without the offering would reveal the window. Beads without an owner may belong to any seat.
 */
export function concernsTurnSeat(engine: AnyGame, { state, temples }: Position, deed: TempleDeed): boolean {
  const turn = state === undefined ? undefined : engine.temple?.standing(state)?.seat;
  if (turn === undefined) return false;
  const bound = temples.all.get(deed.temple);
  switch (deed.what) {
    case 'bound':
      return deed.seat === turn && deed.account.waiting.length > 0;
    case 'unbound':
    case 'returned':
    case 'disputed':
      return false;
    case 'by-hand':
    case 'claimed':
    case 'confirmed':
      return (bound?.seat ?? deed.seat) === turn;
    case 'sensed':
    case 'settled':
    case 'offered':
    case 'drawn':
      return (bound?.seat ?? turn) === turn;
  }
}

/**
 * Whether a deed waits until no window is open. A server makes all deeds wait at a table that shows outcomes late;
 * older records may still have temples that came or went in a window.
 */
export function waitsForWindows(engine: AnyGame, position: Position, entry: TempleDeed): boolean {
  switch (entry.what) {
    case 'offered':
    case 'drawn':
      return true;
    case 'bound':
    case 'unbound':
      return false;
    case 'by-hand':
    case 'claimed':
    case 'confirmed':
    case 'disputed':
    case 'returned':
    case 'sensed':
    case 'settled':
      return position.created.table.reactDelaySeconds > 0 || concernsTurnSeat(engine, position, entry);
  }
}
