/** What an axis of the matrix is made of: a value says what is set up, and what goes wrong while beads fall. */
import type { Fall, TwinOptions } from '@flower-war/temple/twin';
import type { Dying } from '../stage/bridges.ts';
import type { CellBroker } from '../stage/brokers.ts';
import type { Stage } from '../stage/stage.ts';

export interface Value {
  /** While beads fall; ends when the trouble is over. */
  readonly act?: (stage: Stage) => Promise<void>;
  /** Afterwards, when all is quiet: the problems that this value alone can see. */
  readonly look?: (stage: Stage) => Promise<readonly string[]>;
  readonly broker?: CellBroker['kind'];
  readonly twin?: Partial<TwinOptions>;
  readonly bridges?: number;
  readonly dying?: Dying;
  readonly falls?: readonly Fall[];
  /** It needs the radio for itself: other trouble with that comes later. */
  readonly isRadio?: boolean;
  /** Not every bead can be known of: a device that forgets, or two with one id. */
  readonly isVague?: boolean;
  /** Older ledgers may be seen for a moment, until a bridge puts them right. */
  readonly mayFall?: boolean;
}

export type Axis = Readonly<Record<string, Value>>;
