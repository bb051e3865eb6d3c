/** The accepted actions, by seat and id. A repeat gets the same answer, also after a restart. */
import type { ActionId, Entry } from '@flower-war/protocol';
import { type Asked, type AskedBody, type Reply, whatIsAsked } from '../entries/entryKinds.ts';
import type { ViewerProgress } from '../shown/viewerProgress.ts';

export interface AskedAction {
  readonly body: AskedBody | Reply;
  /** The decision that a move answers. Its id is unique only among moves for this decision. */
  readonly decision?: number;
}

interface AcceptedAction {
  /** What was asked for. The same id with something else is refused. */
  readonly what: string;
  /** The seat's step that showed the action. Absent while a hidden window keeps the outcome from the seat. */
  readonly step?: number;
  /** The situation of the action, to tell a repeat from a new action with the same short id. */
  readonly occasion: string;
}

/** What all viewers were shown before an entry, and with it. */
export interface EntryShown {
  readonly before: ViewerProgress;
  readonly shown: ViewerProgress;
}

/** Ids of this length never coincide by chance. Shorter ones, and numbers, may. */
const WIDE = 16;
const isWide = (id: ActionId): boolean => typeof id === 'string' && id.length >= WIDE;

export class AcceptedActions {
  private readonly accepted = new Map<string, AcceptedAction>();
  /** The seats of actions whose outcome is not shown yet, by key. */
  private readonly owed = new Map<string, number>();
  private readonly words = new Map<number, number>();
  /** How often each seat did anything but a move, and how often a bot stood in for it. */
  private readonly said = new Map<number, number>();
  private readonly standIns = new Map<number, number>();
  private offers = 0;

  find(key: string): AcceptedAction | undefined {
    return this.accepted.get(key);
  }

  /** How many words a seat has said: offers, replies, wishes, bead reports. The rules do not bound them. */
  wordsOf(seat: number): number {
    return this.words.get(seat) ?? 0;
  }

  /**
   * Whether an action with the id of an accepted one is a repeat of it. Two connections of a seat may both count their
   * actions from 1, so a short id means the same word only until the seat says another, or is asked anew.
   */
  isRepeat(action: AskedAction): boolean {
    const known = this.accepted.get(keyOf(action));
    if (known?.what !== whatIsAsked(action.body)) return false;
    const isSure = action.decision !== undefined || isWide(action.body.id);
    return isSure || known.occasion === this.occasionOf(action.body.seat, action.body);
  }

  /** Notes which earlier actions an entry showed, and the entry's own action, if it has one. */
  note(entry: Entry, { before, shown }: EntryShown): void {
    for (const [key, seat] of this.owed) if (!shown.owes(seat)) this.show(key, shown.stepOf(seat));
    if (entry.kind === 'agreement' && entry.is === 'offered') this.offers++;
    if (entry.kind === 'absence' && entry.what === 'bot') add1(this.standIns, entry.seat);
    if (!('id' in entry) || entry.id === undefined || entry.seat === undefined) return;
    const { id, seat } = entry;
    if (entry.kind !== 'move') add1(this.said, seat);
    if (entry.kind !== 'move' && entry.kind !== 'absence') add1(this.words, seat);
    const decision = entry.kind === 'move' ? before.questionOf(seat) : undefined;
    const key = keyIn({ seat, id, decision });
    const action = { what: whatIsAsked(entry), occasion: this.occasionOf(seat, entry) };
    const isOwed = entry.kind === 'move' && shown.owes(seat);
    this.accepted.set(key, isOwed ? action : { ...action, step: shown.stepOf(seat) });
    if (isOwed) this.owed.set(key, seat);
  }

  private occasionOf(seat: number, asked: Asked): string {
    const isReply = asked.kind === 'agreement' && asked.is !== 'offered';
    const isBack = asked.kind === 'absence' && asked.what === 'returned';
    const about = isReply ? this.offers : isBack ? (this.standIns.get(seat) ?? 0) : '';
    return `${this.said.get(seat) ?? 0} ${about}`;
  }

  private show(key: string, step: number): void {
    this.owed.delete(key);
    const action = this.accepted.get(key);
    if (action !== undefined) this.accepted.set(key, { ...action, step });
  }
}

export function keyOf({ body: { seat, id }, decision }: AskedAction): string {
  return keyIn({ seat, id, decision });
}

/** The type is part of the key, because 7 and "7" are different ids. */
function keyIn({ seat, id, decision }: { seat: number; id: ActionId; decision: number | undefined }): string {
  return `${seat} ${decision ?? 'word'} ${typeof id} ${id}`;
}

function add1(counts: Map<number, number>, seat: number): void {
  counts.set(seat, (counts.get(seat) ?? 0) + 1);
}
