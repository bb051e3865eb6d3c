/** Puts the public table and the seat's private part together, so that a player never sees one without the other. */
import type { Private, TableJson } from '@flower-war/protocol';

export interface Shown<V> {
  readonly table: TableJson<V>;
  /** Absent for a spectator. */
  readonly own?: Private;
}

/** Pairs the parts that come over one connection. It holds a part back until the other one fits. */
export class StateSync<V> {
  private readonly isSeated: boolean;
  private table: TableJson<V> | undefined;
  private own: Private | undefined;

  constructor(isSeated: boolean) {
    this.isSeated = isSeated;
  }

  /** Takes a part. Returns what can be shown now, if anything. */
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
