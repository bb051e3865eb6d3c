/** What a running temple remembers besides its record: what it was told, and its last beads. */
import type { Slot } from '@flower-war/protocol/temple';
import type { Record } from '../storage/savedTotals.ts';
import type { Payload } from './brokerLink.ts';
import { block, type Heard, hearAck, hearBridge, hearMatch, identify, link, NOTHING_HEARD, sense } from './incoming.ts';
import { lampsOn, lightOf } from './lights.ts';
import { type Bead, odometerOf, remember } from './outgoing.ts';

export type Memory = ReturnType<typeof createMemory>;

export function createMemory(now: () => number) {
  let heard: Heard = NOTHING_HEARD;
  let recent: readonly Bead[] = [];
  let seq = 0;
  const become = (next: Heard) => {
    heard = next;
  };
  return {
    sensed(slot: Slot, ordinal: number) {
      recent = remember(recent, { slot, ordinal, at: now() });
      become(sense(heard, now()));
    },
    odometer: (kept: Record) => odometerOf(kept, recent, { seq: ++seq, now: now() }),
    ack: (ack: Payload<'ack'>, life: Record) => become(hearAck(heard, ack, { at: now(), life, recent })),
    match: (match: Payload<'match'>) => become(hearMatch(heard, match, now())),
    bridge: ({ state }: Payload<'bridge'>) => become(hearBridge(heard, state === 'online')),
    linked: (isLinked: boolean) => become(link(heard, isLinked)),
    blocked: (beams: readonly Slot[]) => become(block(heard, beams)),
    identify: () => become(identify(heard, now())),
    lamps: () => lampsOn(lightOf(heard.told, now()), now()),
  };
}
