/** Builds what lets the temples of several processes be reached from each of them. */
import type { ThisProcess } from '../../../base/ids.ts';
import type { Journal } from '../../../store/journal/journal.ts';
import type { Temples } from '../temples.ts';
import { BridgeRequests } from './bridgeRequests.ts';
import { BridgesElsewhere, type CallPeer } from './bridgesElsewhere.ts';
import { BridgesHere } from './bridgesHere.ts';
import { OperatorRequests, type Permitting } from './operatorRequests.ts';
import { TempleDesk } from './templeDesk.ts';
import type { Hall, TempleHomes } from './templeHomes.ts';

export interface HomesGround {
  readonly temples: Temples;
  readonly hall: Hall;
  readonly pairing: Permitting;
  readonly journal: Journal;
  readonly self: ThisProcess;
  /** No other process can be there. */
  readonly isAlone: boolean;
  readonly now: () => number;
  readonly call: CallPeer;
  readonly countReport: (kind: 'old' | 'new') => void;
}

export function homesOf(ground: HomesGround, homes: TempleHomes) {
  const { temples, pairing, journal, self, isAlone, now, call, countReport } = ground;
  const bridges = new BridgesHere({ temples, homes, self, isAlone, call, processes: () => journal.processes() });
  const operator = new OperatorRequests({ temples, homes, pairing, journal, now });
  const bridgeRequests = new BridgeRequests({ temples, homes, bridges, operator, now, countReport });
  const elsewhere = new BridgesElsewhere({ temples, call });
  return {
    homes,
    bridges,
    bridgeRequests,
    templeDesk: new TempleDesk({ temples, requests: bridgeRequests, bridges, elsewhere, now }),
  };
}
