/** Actions that were accepted, by seat and id: a repeat, also after a restart, gets the same answer. */
import type { ActionId, Entry } from '@flower-war/protocol';
import type { ViewerProgress } from '../shown/viewerProgress.ts';

/** What tells one action from another. The id of a move counts for the decision that it answers, and for no other. */
export interface Named {
  readonly seat: number;
  readonly id: ActionId;
  readonly decision?: number | undefined;
}

interface Acted {
  /** The move in notation, or what else was asked for: the same id for something else is refused. */
  readonly what: string;
  /** What the seat had been shown with the action in it; absent as long as a hidden window keeps it from the seat. */
  readonly step?: number;
  /** What it was said about. */
  readonly occasion: string;
}

/** What everybody was shown before an entry, and with it. */
export interface Showing {
  readonly before: ViewerProgress;
  readonly shown: ViewerProgress;
}

export const RESIGN = 'resign';
export const BACK = 'back';
export const asksFor = (what: string): string => `asks ${what}`;
export const offerOf = (what: string, minutes?: number): string => `offer ${what} ${minutes ?? ''}`;
export const replyOf = (isAccepted: boolean): string => `reply ${isAccepted}`;

/** The same for what was asked and for the entry that came of it. */
export function beadsOf(said: object): string {
  const { what, temple, slot, n, is, as } = said as Readonly<Record<string, unknown>>;
  return ['beads', what, temple, slot, n, is, as].filter((part) => part !== undefined).join(' ');
}

/** Ids of this length are not met twice by chance; shorter ones, and numbers, may be. */
const WIDE = 16;
const isWide = (id: ActionId): boolean => typeof id === 'string' && id.length >= WIDE;

export class AcceptedActions {
  private readonly acted = new Map<string, Acted>();
  /** The seats of actions whose outcome was not shown yet, by key. */
  private readonly owed = new Map<string, number>();
  private readonly words = new Map<number, number>();
  /** How often each seat said anything that is no move, and how often a bot stood in for it. */
  private readonly said = new Map<number, number>();
  private readonly standIns = new Map<number, number>();
  private offers = 0;

  find(key: string): Acted | undefined {
    return this.acted.get(key);
  }

  /** How often a seat has said something that is no move: offers, answers to them, wishes. The rules do not bound it. */
  wordsOf(seat: number): number {
    return this.words.get(seat) ?? 0;
  }

  /**
   * Whether an action with this id can only be the one that was accepted under it. Two connections of a seat may both
   * count their actions from 1: a short id means the same word only until the seat says another, or it is asked anew.
   */
  isRepeat({ seat, id, decision }: Named): boolean {
    const known = this.acted.get(keyOf({ seat, id, decision }));
    const isSure = decision !== undefined || isWide(id);
    return known !== undefined && (isSure || known.occasion === this.occasionOf(seat, known.what));
  }

  /** Notes what an entry showed of the actions before it, and the action behind it, if a person's is. */
  note(entry: Entry, { before, shown }: Showing): void {
    for (const [key, seat] of this.owed) if (!shown.owes(seat)) this.show(key, shown.stepOf(seat));
    this.count(entry);
    const what = whatIn(entry);
    if (what === undefined || !('id' in entry) || entry.id === undefined || entry.seat === undefined) return;
    const { seat, id } = entry;
    const isMove = entry.kind === 'move';
    const key = keyOf({ seat, id, decision: isMove ? before.questionOf(seat) : undefined });
    const isOwed = isMove && shown.owes(seat);
    this.acted.set(key, {
      ...{ what, occasion: this.occasionOf(seat, what) },
      ...(!isOwed && { step: shown.stepOf(seat) }),
    });
    if (isOwed) this.owed.set(key, seat);
  }

  private count(entry: Entry): void {
    if (entry.kind === 'agreement' && entry.is === 'offered') this.offers++;
    if (entry.kind === 'absence' && entry.what === 'bot') add1(this.standIns, entry.seat);
    if (entry.kind === 'move' || !('id' in entry) || entry.id === undefined || entry.seat === undefined) return;
    add1(this.said, entry.seat);
    if (entry.kind !== 'absence') add1(this.words, entry.seat);
  }

  private occasionOf(seat: number, what: string): string {
    const about = what.startsWith('reply') ? this.offers : what === BACK ? this.standIns.get(seat) : '';
    return `${this.said.get(seat) ?? 0} ${about ?? 0}`;
  }

  private show(key: string, step: number): void {
    this.owed.delete(key);
    const acted = this.acted.get(key);
    if (acted !== undefined) this.acted.set(key, { ...acted, step });
  }
}

/** 7 and "7" are two ids. */
export function keyOf({ seat, id, decision }: Named): string {
  return `${seat} ${decision ?? 'word'} ${typeof id} ${id}`;
}

function add1(counts: Map<number, number>, seat: number): void {
  counts.set(seat, (counts.get(seat) ?? 0) + 1);
}

function whatIn(entry: Entry): string | undefined {
  if (entry.kind === 'move') return entry.move;
  if (entry.kind === 'absence') return entry.what === 'returned' ? BACK : RESIGN;
  if (entry.kind === 'agreement')
    return entry.is === 'offered' ? offerOf(entry.what, entry.minutes) : replyOf(entry.is === 'accepted');
  if (entry.kind === 'temple') return beadsOf(entry);
  return entry.kind === 'asks' ? asksFor(entry.what) : undefined;
}
