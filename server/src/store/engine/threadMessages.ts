/** What the server and the thread of the database tell each other. */
import type { Call } from './engine.ts';

export interface Where {
  readonly path: string;
  /** Whether a write counts only once the disk has it. */
  readonly isSynced: boolean;
}

export interface Asked {
  readonly id: number;
  readonly call: Call;
}

export interface Told {
  readonly calls: readonly Asked[];
  /** Nothing comes after this. */
  readonly isLast: boolean;
}

export type Said = readonly {
  readonly id: number;
  readonly value?: unknown;
  readonly failure?: { readonly message: string; readonly isOfStore: boolean };
}[];
