/** Puts the public table and the seat's private part together: a viewer never sees one without the other. */
import type { Private, TableJson } from '@flower-war/protocol';

export interface Shown<V> {
  readonly table: TableJson<V>;
  /** Absent for a spectator. */
  readonly own?: Private;
}

/** One connection's worth: what comes in is kept back until it fits. */
export class Pairing<V> {
  private readonly isSeated: boolean;
  private table: TableJson<V> | undefined;
  private own: Private | undefined;

  constructor(isSeated: boolean) {
    this.isSeated = isSeated;
  }

  /** What can be shown now that this has come, if anything. */
  take(part: { readonly table: TableJson<V> } | { readonly own: Private }): Shown<V> | undefined {
    if ('table' in part) this.table = part.table;
    else this.own = part.own;
    return this.shown();
  }

  private shown(): Shown<V> | undefined {
    const { table, own } = this;
    if (table === undefined) return undefined;
    if (own === undefined) return this.isSeated ? undefined : { table };
    return own.table > table.step ? undefined : { table, own }; // the patch that it belongs to follows
  }
}
