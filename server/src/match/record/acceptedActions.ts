/** The accepted actions, by seat and id. A repeat gets the same answer, also after a restart. */
import { type ActionId, type Entry, lengthOf, type Position } from '@flower-war/protocol';
import { type ActionContent, type AskedBody, type Reply, whatIsAsked } from './entryKinds.ts';
import type { ViewerProgress } from './viewerProgress.ts';

/** Identifies an action of a player. */
export interface ActionKey {
  readonly seat: number;
  readonly id: ActionId;
  /** The decision that a move answers. Its id is unique only among moves for this decision. */
  readonly decision?: number | undefined;
}

export interface AskedAction {
  readonly body: AskedBody | Reply;
  readonly decision?: number;
}

/** A move of a player, and the question that it answered. */
export interface PlayedMove {
  readonly id: ActionId;
  readonly decision: number;
}

/** A match keeps one for each entry of a player, so it has all its fields from the beginning: later ones cost memory of their own. */
interface AcceptedAction {
  readonly seat: number;
  readonly id: ActionId;
  /** What was asked for. The same id with something else is refused. */
  readonly what: string;
  /** The seat's step that showed the action. Absent while a hidden window keeps the outcome from the seat. */
  step: number | undefined;
  /** The situation of an action that is not a move, to tell a repeat from a new action with the same short id. */
  readonly occasion: string | undefined;
  /** The move before it that answered the same question. */
  readonly earlier: AcceptedAction | undefined;
}

/** The position before an entry and after it, and what all viewers were shown before it and with it. */
export interface EntryShown {
  readonly was: Position;
  readonly position: Position;
  readonly before: ViewerProgress;
  readonly shown: ViewerProgress;
}

/** Ids of this length never coincide by chance. Shorter ones, and numbers, may. */
const WIDE = 16;
const isWide = (id: ActionId): boolean => typeof id === 'string' && lengthOf(id) >= WIDE;

export class AcceptedActions {
  /** The last one for each seat and decision. */
  private readonly moves = new Map<number, AcceptedAction>();
  /** All other actions, by seat and id. */
  private readonly others = new Map<string, AcceptedAction>();
  /** The actions whose outcome is not shown yet. */
  private readonly owed = new Set<AcceptedAction>();
  private readonly words = new Map<number, number>();
  /** How often each seat did anything but a move, and how often a bot stood in for it. */
  private readonly said = new Map<number, number>();
  private readonly standIns = new Map<number, number>();
  /** The step with which each seat was last shown that a move of its player was taken back. */
  private readonly takenBack = new Map<number, number>();
  private offers = 0;

  find({ seat, id, decision }: ActionKey): Readonly<AcceptedAction> | undefined {
    if (decision === undefined) return this.others.get(keyIn(seat, id));
    let move = this.moves.get(questionOf(seat, decision));
    while (move !== undefined && move.id !== id) move = move.earlier;
    return move;
  }

  /** The moves with which the player of a seat has answered questions after one, and up to another. */
  movesIn(seat: number, { after, upTo }: { readonly after: number; readonly upTo: number }): readonly PlayedMove[] {
    const found: PlayedMove[] = [];
    for (let decision = after + 1; decision <= upTo; decision++)
      for (let move = this.moves.get(questionOf(seat, decision)); move !== undefined; move = move.earlier)
        found.push({ id: move.id, decision });
    return found;
  }

  /** Whether a move of the seat's player was taken back after this step of the seat. */
  hasTakenBack(seat: number, step: number): boolean {
    return (this.takenBack.get(seat) ?? 0) > step;
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
    const known = this.find(keyOf(action));
    if (known?.what !== whatIsAsked(action.body)) return false;
    const isSure = action.decision !== undefined || isWide(action.body.id);
    return isSure || known.occasion === this.occasionOf(action.body.seat, action.body);
  }

  /** Notes which earlier actions an entry showed, and the entry's own action, if it has one. */
  note(entry: Entry, { was, position, before, shown }: EntryShown): void {
    for (const action of this.owed) if (!shown.owes(action.seat)) this.show(action, shown);
    if (entry.kind === 'agreement')
      for (const seat of takenBackSeats(was, position)) this.takenBack.set(seat, shown.stepOf(seat));
    if (entry.kind === 'agreement' && entry.is === 'offered') this.offers++;
    if (entry.kind === 'absence' && entry.what === 'bot') add1(this.standIns, entry.seat);
    if (!('id' in entry) || entry.id === undefined || entry.seat === undefined) return;
    const { id, seat } = entry;
    if (entry.kind !== 'move') add1(this.said, seat);
    if (entry.kind !== 'move' && entry.kind !== 'absence') add1(this.words, seat);
    const decision = entry.kind === 'move' ? before.questionOf(seat) : undefined;
    const action = this.keep(entry, { seat, id, decision });
    if (entry.kind === 'move' && shown.owes(seat)) this.owed.add(action);
    else action.step = shown.stepOf(seat);
  }

  private keep(entry: ActionContent, { seat, id, decision }: ActionKey): AcceptedAction {
    const question = decision === undefined ? undefined : questionOf(seat, decision);
    const occasion = question === undefined ? this.occasionOf(seat, entry) : undefined;
    const earlier = question === undefined ? undefined : this.moves.get(question);
    const action = { seat, id, what: whatIsAsked(entry), step: undefined, occasion, earlier };
    if (question === undefined) this.others.set(keyIn(seat, id), action);
    else this.moves.set(question, action);
    return action;
  }

  private occasionOf(seat: number, asked: ActionContent): string {
    const isReply = asked.kind === 'agreement' && asked.is !== 'offered';
    const isBack = asked.kind === 'absence' && asked.what === 'returned';
    const about = isReply ? this.offers : isBack ? (this.standIns.get(seat) ?? 0) : '';
    return `${this.said.get(seat) ?? 0} ${about}`;
  }

  private show(action: AcceptedAction, shown: ViewerProgress): void {
    this.owed.delete(action);
    action.step = shown.stepOf(action.seat);
  }
}

/** The seats whose players made the moves that an agreement has taken back: the state is again what it was before them. */
function takenBackSeats({ past }: Position, now: Position): readonly number[] {
  const first = past.findIndex(({ before }) => before === now.state);
  return first < 0 ? [] : past.slice(first).flatMap(({ seat, isByPlayer }) => (isByPlayer ? seat : []));
}

export function keyOf({ body: { seat, id }, decision }: AskedAction): ActionKey {
  return { seat, id, decision };
}

export function isSameAction(a: ActionKey | undefined, b: ActionKey): boolean {
  return a !== undefined && a.seat === b.seat && a.id === b.id && a.decision === b.decision;
}

/** More than any table has. */
const SEATS = 16;

/** A number is found sooner than a text, and each move is looked for several times. */
function questionOf(seat: number, decision: number): number {
  return decision * SEATS + seat;
}

/** The type is part of the key, because 7 and "7" are different ids. */
function keyIn(seat: number, id: ActionId): string {
  return `${seat} ${typeof id} ${id}`;
}

function add1(counts: Map<number, number>, seat: number): void {
  counts.set(seat, (counts.get(seat) ?? 0) + 1);
}
