/** Hidden windows, and the players who do not want to be asked in them. */
import type { AnyGame, Seat, Window } from '@flower-war/rules';
import type { Asks } from '../../wire/actionFields.ts';
import type { Position } from '../position/position.ts';
import { answerOf } from './habits.ts';

/** The hidden window that is open. */
export function windowOf(engine: AnyGame, { status, state }: Position): Window | undefined {
  return status === 'running' ? engine.windows?.open(state) : undefined;
}

/**
 * Whether the open window asks this seat although its player does not want to be asked, by a wish or by a habit. A bot has neither.
 */
export function isWished(engine: AnyGame, position: Position, seat: number): boolean {
  const window = windowOf(engine, position);
  const occupant = position.occupants.get(seat);
  if (window === undefined || occupant?.kind !== 'player' || occupant.bot !== undefined) return false;
  if (!engine.toMove(position.state).includes(seat as Seat)) return false;
  return covers(position.wishes.get(seat) ?? 'all', window) || answerOf(engine, position, seat as Seat) !== undefined;
}

function covers(asks: Asks, { kind }: Window): boolean {
  switch (asks) {
    case 'all':
      return false;
    case 'attacks':
      return kind === 'reaction';
    case 'none':
      return kind !== 'own';
  }
}
