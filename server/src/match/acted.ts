/** Actions that were accepted, by seat and id: a repeat, also after a restart, gets the same answer. */
import type { ActionId, Entry } from '@flower-war/protocol';
import type { Shown } from './shown.ts';

interface Acted {
  /** The move in notation, or what else was asked for: the same id for something else is refused. */
  readonly what: string;
  /** What the seat had been shown with the action in it; absent as long as a hidden window keeps it from the seat. */
  readonly step?: number;
}

export const RESIGN = 'resign';
export const BACK = 'back';
export const asksFor = (what: string): string => `asks ${what}`;
export const offerOf = (what: string, minutes?: number): string => `offer ${what} ${minutes ?? ''}`;
export const replyOf = (isAccepted: boolean): string => `reply ${isAccepted}`;

/** The same for what was asked and for the entry that came of it. */
export function beadsOf(said: object): string {
  const { what, slot, n, is, as } = said as Readonly<Record<string, unknown>>;
  return ['beads', what, slot, n, is, as].filter((part) => part !== undefined).join(' ');
}

export class ActedLog {
  private readonly acted = new Map<string, Acted>();
  /** The seats of actions whose outcome was not shown yet, by key. */
  private readonly owed = new Map<string, number>();
  private readonly words = new Map<number, number>();

  find(key: string): Acted | undefined {
    return this.acted.get(key);
  }

  /** How often a seat has said something that is no move: offers, answers to them, wishes. The rules do not bound it. */
  wordsOf(seat: number): number {
    return this.words.get(seat) ?? 0;
  }

  /** Notes what an entry showed of the actions before it, and the action behind it, if a person's is. */
  note(entry: Entry, shown: Shown): void {
    for (const [key, seat] of this.owed) if (!shown.owes(seat)) this.show(key, shown.stepOf(seat));
    const what = whatIn(entry);
    if (what === undefined || !('id' in entry) || entry.id === undefined || entry.seat === undefined) return;
    if (entry.kind === 'asks' || entry.kind === 'agreement' || entry.kind === 'temple')
      this.words.set(entry.seat, this.wordsOf(entry.seat) + 1);
    const key = keyOf(entry.seat, entry.id);
    const isOwed = entry.kind === 'move' && shown.owes(entry.seat);
    this.acted.set(key, { what, ...(!isOwed && { step: shown.stepOf(entry.seat) }) });
    if (isOwed) this.owed.set(key, entry.seat);
  }

  private show(key: string, step: number): void {
    this.owed.delete(key);
    this.acted.set(key, { what: this.acted.get(key)?.what ?? '', step });
  }
}

/** 7 and "7" are two ids. */
export function keyOf(seat: number, id: ActionId): string {
  return `${seat} ${typeof id} ${id}`;
}

function whatIn(entry: Entry): string | undefined {
  if (entry.kind === 'move') return entry.move;
  if (entry.kind === 'absence') return entry.what === 'returned' ? BACK : RESIGN;
  if (entry.kind === 'agreement')
    return entry.is === 'offered' ? offerOf(entry.what, entry.minutes) : replyOf(entry.is === 'accepted');
  if (entry.kind === 'temple') return beadsOf(entry);
  return entry.kind === 'asks' ? asksFor(entry.what) : undefined;
}
