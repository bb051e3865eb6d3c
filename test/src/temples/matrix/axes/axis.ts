/** One value of an axis: what the cell sets up, and what goes wrong while beads fall. */
import type { Fall, TwinOptions } from '@flower-war/temple/twin';
import type { Dying } from '../stage/bridges.ts';
import type { CellBroker } from '../stage/brokers.ts';
import type { Stage } from '../stage/stage.ts';

export interface Value {
  /** Makes trouble while beads fall. Resolves when the trouble is over. */
  readonly act?: (stage: Stage) => Promise<void>;
  /** Runs when all is quiet again. Returns the problems that only this value can see. */
  readonly look?: (stage: Stage) => Promise<readonly string[]>;
  readonly broker?: CellBroker['kind'];
  readonly twin?: Partial<TwinOptions>;
  readonly bridges?: number;
  readonly dying?: Dying;
  readonly falls?: readonly Fall[];
  /** Whether the value needs the radio for itself. Other trouble with the radio then comes later. */
  readonly isRadio?: boolean;
  /** Whether beads may go unheard: the device forgets, or two devices share an id. */
  readonly isVague?: boolean;
  /** Whether an older ledger may show for a moment, until a bridge corrects it. */
  readonly mayFall?: boolean;
}

export type Axis = Readonly<Record<string, Value>>;
