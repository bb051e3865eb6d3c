/** Actions that were accepted, by seat and id: a repeat, also after a restart, gets the same answer. */
import type { ActionId, Entry } from '@flower-war/protocol';
import type { Shown } from './shown.ts';

export interface Acted {
  /** The move in notation, or what else was asked for: the same id for something else is refused. */
  readonly what: string;
  /** What the seat had been shown with the action in it. */
  readonly step: number;
}

export const RESIGN = 'resign';

export class ActedLog {
  private readonly acted = new Map<string, Acted>();

  find(seat: number, id: ActionId): Acted | undefined {
    return this.acted.get(keyOf(seat, id));
  }

  /** Notes the action behind an entry, if a person's action is behind it. */
  note(entry: Entry, shown: Shown): void {
    if ((entry.kind !== 'move' && entry.kind !== 'absence') || entry.id === undefined) return;
    const what = entry.kind === 'move' ? entry.move : RESIGN;
    this.acted.set(keyOf(entry.seat, entry.id), { what, step: shown.stepOf(entry.seat) });
  }
}

/** 7 and "7" are two ids. */
function keyOf(seat: number, id: ActionId): string {
  return `${seat} ${typeof id} ${id}`;
}
