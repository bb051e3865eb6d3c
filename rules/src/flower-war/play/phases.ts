/** Phases and tasks that only Flower War has. */

import { GODS } from '../../ring/model/card.ts';
import type { Move } from '../../ring/model/move.ts';
import type { Reason } from '../../ring/model/reason.ts';
import type { Task } from '../../ring/model/state.ts';
import { plan } from '../../ring/play/agenda.ts';
import type { FlowerTable, FlowerWork } from '../model/table.ts';
import { cancelOmen, cancelWithDog, fixEnding, strike } from './apocalypse.ts';
import { leaveDisc, take } from './lastSkull.ts';

export const PHASES = { refusal, candidates, answer, perform };

function refusal({ phase }: FlowerTable, move: Move): Reason | undefined {
  switch (phase.kind) {
    case 'claiming':
      return move.kind === 'claim' || move.kind === 'decline' ? undefined : 'draw-or-decline';
    case 'cancelling':
      return move.kind === 'cancel' && phase.discs.includes(move.day) ? undefined : 'cancel-an-omen';
    case 'taking-disc':
      return move.kind === 'take' || move.kind === 'decline' ? undefined : 'take-or-decline';
    default:
      return 'not-now';
  }
}

function candidates({ phase }: FlowerTable): readonly Move[] {
  switch (phase.kind) {
    case 'claiming':
      return [...GODS.map((god): Move => ({ kind: 'claim', god })), { kind: 'decline' }];
    case 'cancelling':
      return phase.discs.map((day) => ({ kind: 'cancel', day }));
    case 'taking-disc':
      return [{ kind: 'take' }, { kind: 'decline' }];
    default:
      return [];
  }
}

function answer(work: FlowerWork, move: Move): void {
  const { phase } = work.state;
  if (phase.kind === 'claiming' && move.kind === 'claim')
    plan(work, { kind: 'draw', seat: phase.seat, deck: move.god });
  if (phase.kind === 'cancelling' && move.kind === 'cancel') cancelOmen(work, move.day);
  if (phase.kind !== 'taking-disc') return;
  if (move.kind === 'take') take(work, phase.seat, phase.day);
  else leaveDisc(work, phase.day);
}

function perform(work: FlowerWork, { name, seat, day }: Extract<Task, { kind: 'own' }>): void {
  if (name === 'fix-ending') fixEnding(work);
  if (name === 'cancel') cancelWithDog(work, seat);
  if (name === 'strike') strike(work, day);
}
