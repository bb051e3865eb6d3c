/** Moves that only Mexica has, or that work differently there. */
import type { Judge } from '../../ring/bot/judge.ts';
import type { Move } from '../../ring/model/move.ts';
import type { Situation } from './situation.ts';
import { offering, prayer } from './temple.ts';

export function editionMove(judge: Judge, now: Situation, move: Move): number {
  switch (move.kind) {
    case 'offer':
      return offering(judge, now, move.god);
    case 'tonantzin':
      return prayer(judge, now);
    case 'draw':
      return 1;
    case 'pick':
      return -judge.worth(move.card);
    case 'discard':
      return -1;
    default:
      return 0;
  }
}
