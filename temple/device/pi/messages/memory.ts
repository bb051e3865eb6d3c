/** What a running temple remembers besides its totals: the messages that it received, and its last beads. */
import type { Slot } from '@flower-war/protocol/temple';
import type { SavedTotals } from '../storage/savedTotals.ts';
import type { Payload } from './brokerLink.ts';
import {
  block,
  identify,
  link,
  NOTHING_RECEIVED,
  type Received,
  receiveAck,
  receiveBridge,
  receiveMatch,
  sense,
} from './incoming.ts';
import { lampsOn, lightOf } from './lights.ts';
import { type Bead, odometerOf, remember } from './outgoing.ts';

export type Memory = ReturnType<typeof createMemory>;

export function createMemory(now: () => number) {
  let received: Received = NOTHING_RECEIVED;
  let recent: readonly Bead[] = [];
  let seq = 0;
  const become = (next: Received) => {
    received = next;
  };
  return {
    sensed(slot: Slot, ordinal: number) {
      recent = remember(recent, { slot, ordinal, at: now() });
      become(sense(received, now()));
    },
    odometer: (kept: SavedTotals) => odometerOf(kept, recent, { seq: ++seq, now: now() }),
    ack: (ack: Payload<'ack'>, life: SavedTotals) => become(receiveAck(received, ack, { at: now(), life, recent })),
    match: (match: Payload<'match'>) => become(receiveMatch(received, match, now())),
    bridge: ({ state }: Payload<'bridge'>) => become(receiveBridge(received, state === 'online')),
    linked: (isLinked: boolean) => become(link(received, isLinked)),
    blocked: (beams: readonly Slot[]) => become(block(received, beams)),
    identify: () => become(identify(received, now())),
    lamps: () => lampsOn(lightOf(received.known, now()), now()),
  };
}
