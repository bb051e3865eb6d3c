/**
 * What was asked of a match and is not answered yet, in the order in which it was asked. Each item says what it waits for.
 * Nothing waits in the queue of the match: a window's answers overtake no move, and no move keeps them waiting.
 */

import { MOST_REQUESTS } from '@flower-war/protocol';
import { type Committed, DONE, RETRY } from '../base/outcome.ts';
import type { Body, Turn } from './entries/body.ts';
import type { Asker } from './queue.ts';
import type { AcceptedActions } from './record/acceptedActions.ts';

/** By whom something was asked. Wishes and the clock ask for nobody. */
export interface AskedFor {
  /** Names the action of a player; absent when it is none, so that nobody repeats it. */
  readonly key?: string;
  /** What is asked for: the same key for something else is refused. */
  readonly what?: string;
  /** All who asked for it. */
  readonly askers: readonly Asker[];
}

/** A move is played when what came before it is played, and its outcome may be shown. */
export interface PendingMove extends AskedFor {
  readonly waitsFor: 'its-time';
  readonly turn: Turn;
  /** The decision that it answers; when another is open, it is stale. */
  readonly decision: number | undefined;
}

/** Whatever else is asked for is written when no move is pending. */
export interface PendingWord extends AskedFor {
  readonly waitsFor: 'no-pending-move';
  readonly body: Body;
}

/** An action that was accepted is answered when its player was shown what came of it. */
interface PendingAnswer extends AskedFor {
  readonly waitsFor: 'being-shown';
}

type PendingItem = PendingMove | PendingWord | PendingAnswer;

/** A client repeats an action when its connection was lost; hardly oftener than this while one window is open. */
const MOST_REPEATS = 100;

export class PendingList {
  private items: readonly PendingItem[] = [];

  /** Whether all was written that was asked for. */
  get isWritten(): boolean {
    return this.items.every(({ waitsFor }) => waitsFor === 'being-shown');
  }

  /** The move that is played next. */
  get nextMove(): PendingMove | undefined {
    return this.items.find((item) => item.waitsFor === 'its-time');
  }

  /** The word that is said next. */
  get nextWord(): PendingWord | undefined {
    return this.items.find((item) => item.waitsFor === 'no-pending-move');
  }

  hasMoveOf(seat: number): boolean {
    return this.items.some((item) => item.waitsFor === 'its-time' && item.turn.seat === seat);
  }

  isResigning(seat: number): boolean {
    return this.wordsOf(seat).some(({ body }) => body.kind === 'absence');
  }

  /** How much a seat has said that is not written yet. */
  countOf(seat: number): number {
    return this.wordsOf(seat).length;
  }

  /** What is asked for by the action that has this key. */
  whatOf(key: string): string | undefined {
    return this.items.find((item) => item.key === key)?.what;
  }

  add<I extends PendingItem>(item: I): I {
    this.items = [...this.items, item];
    return item;
  }

  /** Says whether there is room for one more word of this seat. */
  addWord(asked: AskedFor, body: Body): boolean {
    const isFull = asked.key !== undefined && 'seat' in body && this.countOf(body.seat ?? -1) >= MOST_REQUESTS;
    if (!isFull) this.add({ ...asked, waitsFor: 'no-pending-move', body });
    return !isFull;
  }

  /** Notes that the action of a player was written. */
  accept(asked: AskedFor): void {
    if (asked.key !== undefined) this.add({ ...asked, waitsFor: 'being-shown' });
  }

  /** Another asks for the same; says whether there is room for one more. */
  repeat(asked: Required<AskedFor>): boolean {
    const known = this.items.find((item) => item.key === asked.key);
    if (known === undefined)
      this.accept(asked); // it was written before a restart
    else if (known.askers.length >= MOST_REPEATS) return false;
    else this.replace(known, { ...known, askers: [...known.askers, ...asked.askers] });
    return true;
  }

  /** Notes what became of a move or a word. The action of a player that was accepted waits for being shown. */
  settle(item: PendingItem, outcome: Committed): void {
    const { key, what = '', askers } = item;
    if (outcome.kind !== 'done' || key === undefined) this.answer([item], outcome);
    else this.replace(item, { waitsFor: 'being-shown', key, what, askers });
  }

  /** Answers the actions whose outcome was shown. */
  answerShown(accepted: AcceptedActions): void {
    const isShown = ({ key = '' }: AskedFor) => accepted.find(key)?.step !== undefined;
    const shown = this.items.filter((item) => item.waitsFor === 'being-shown' && isShown(item));
    if (shown.length > 0) this.answer(shown, DONE);
  }

  /** None of the moves is played any more. */
  dropMoves(outcome: Committed): void {
    this.answer(
      this.items.filter(({ waitsFor }) => waitsFor === 'its-time'),
      outcome,
    );
  }

  /** Nothing that waits to be written is written any more. */
  dropUnwritten(outcome: Committed): void {
    this.answer(
      this.items.filter(({ waitsFor }) => waitsFor !== 'being-shown'),
      outcome,
    );
  }

  /** All who wait for an answer ask again. */
  drop(): void {
    this.answer(this.items, RETRY);
  }

  /** Takes items from the list, and tells all who asked. */
  private answer(items: readonly PendingItem[], outcome: Committed): void {
    this.items = this.items.filter((item) => !items.includes(item));
    for (const { askers } of items) for (const { resolve } of askers) resolve(outcome);
  }

  private replace(item: PendingItem, by: PendingItem): void {
    this.items = this.items.map((one) => (one === item ? by : one));
  }

  private wordsOf(seat: number): readonly PendingWord[] {
    const words = this.items.filter((item) => item.waitsFor === 'no-pending-move');
    return words.filter(({ key, body }) => key !== undefined && 'seat' in body && body.seat === seat);
  }
}
