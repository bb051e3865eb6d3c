/** What may be written of temples while a hidden window is open. */
import type { AnyGame } from '@flower-war/rules';
import type { EntryOf } from '../entry/entries.ts';
import type { Position } from '../position/position.ts';

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** What happens to a temple, wherever in a record. */
export type TempleDeed = DistributiveOmit<EntryOf<'temple'>, 'seq' | 'at' | 'check'>;

/**
 * Whether the beads of the seat whose turn it is are told of: without a window they might be offered at once, so that it
 * would tell of one if they were not. Beads of nobody in particular may be anybody's.
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
 * Whether this is not written while a window is open. Where outcomes are shown late, everything waits; records of before
 * may have temples that came or went all the same.
 */
export function waitsForWindows(engine: AnyGame, position: Position, entry: TempleDeed): boolean {
  switch (entry.what) {
    case 'offered':
    case 'drawn':
      return true;
    case 'bound':
    case 'unbound':
      return false;
    default:
      return position.created.table.reactDelaySeconds > 0 || concernsTurnSeat(engine, position, entry);
  }
}
