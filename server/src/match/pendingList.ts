/**
 * The requests to a match that are not answered yet, in their order. Each item says what it waits for. They wait here
 * and never in the command queue, so that a waiting move does not block the answers in a hidden window.
 */
import { MOST_REQUESTS } from '@flower-war/protocol';
import { type Committed, DONE, RETRY, refused } from '../base/refused.ts';
import type { Body, Turn } from './record/entryKinds.ts';
import { type AcceptedActions, type ActionKey, isSameAction } from './record/acceptedActions.ts';

/** The askers of an item. A move by a wish, a habit or the clock has none. */
export interface AskedFor {
  /** Identifies a player's action. Absent for other requests, which are never repeated. */
  readonly key?: ActionKey;
  /** What is asked for. The same key with something else is refused. */
  readonly what?: string;
  /** All askers: the first, and those of repeats. */
  readonly askers: readonly Asker[];
}

/** A move is played when all moves before it are played and its outcome may be shown. */
export interface PendingMove extends AskedFor {
  readonly waitsFor: 'its-time';
  readonly turn: Turn;
  /** The decision that the move answers. If another one is open, the move is stale. */
  readonly decision: number | undefined;
}

/** Any other request is written when no move is pending. */
export interface PendingWord extends AskedFor {
  readonly waitsFor: 'no-pending-move';
  readonly body: Body;
}

/** An accepted action is answered when its player has been shown the outcome. */
interface PendingAnswer extends AskedFor {
  readonly waitsFor: 'being-shown';
}

type PendingItem = PendingMove | PendingWord | PendingAnswer;

/** The most repeats of one action. A client repeats an action only after a lost connection. */
const MOST_REPEATS = 100;

export class PendingList {
  private items: readonly PendingItem[] = [];

  /** Whether no item waits to be written. */
  get isWritten(): boolean {
    return this.items.every(({ waitsFor }) => waitsFor === 'being-shown');
  }

  /** The next move to play. */
  get nextMove(): PendingMove | undefined {
    return this.items.find((item) => item.waitsFor === 'its-time');
  }

  /** The next word to write. */
  get nextWord(): PendingWord | undefined {
    return this.items.find((item) => item.waitsFor === 'no-pending-move');
  }

  hasMoveOf(seat: number): boolean {
    return this.items.some((item) => item.waitsFor === 'its-time' && item.turn.seat === seat);
  }

  isResigning(seat: number): boolean {
    return this.wordsOf(seat).some(({ body }) => body.kind === 'absence');
  }

  /** Whether the temple waits to count here. */
  isBinding(temple: string): boolean {
    return this.items.some(
      (item) =>
        'body' in item && item.body.kind === 'temple' && item.body.what === 'bound' && item.body.temple === temple,
    );
  }

  /** How many words of a seat are not written yet. */
  countOf(seat: number): number {
    return this.wordsOf(seat).length;
  }

  /** What the action of this key asks for. */
  whatOf(key: ActionKey): string | undefined {
    return this.items.find((item) => isSameAction(item.key, key))?.what;
  }

  add<I extends PendingItem>(item: I): I {
    this.items = [...this.items, item];
    return item;
  }

  /** Adds a word. False if the seat has too many waiting. */
  addWord(asked: AskedFor, body: Body): boolean {
    const isFull = asked.key !== undefined && 'seat' in body && this.countOf(body.seat ?? -1) >= MOST_REQUESTS;
    if (!isFull) this.add({ ...asked, waitsFor: 'no-pending-move', body });
    return !isFull;
  }

  /** Notes that a player's action was written and waits for being shown. */
  accept(asked: AskedFor): void {
    if (asked.key !== undefined) this.add({ ...asked, waitsFor: 'being-shown' });
  }

  /** Adds the asker of a repeat. False if there are too many repeats. */
  repeat(asked: Required<AskedFor>): boolean {
    const known = this.items.find((item) => isSameAction(item.key, asked.key));
    if (known === undefined)
      this.accept(asked); // it was written before a restart
    else if (known.askers.length >= MOST_REPEATS) return false;
    else this.replace(known, { ...known, askers: [...known.askers, ...asked.askers] });
    return true;
  }

  /** Takes the outcome of a move or a word. An accepted action of a player then waits for being shown. */
  settle(item: PendingItem, outcome: Committed): void {
    const { key, what = '', askers } = item;
    if (outcome.kind !== 'done' || key === undefined) this.answer([item], outcome);
    else this.replace(item, { waitsFor: 'being-shown', key, what, askers });
  }

  /** Answers the actions whose outcome has been shown. */
  answerShown(accepted: AcceptedActions): void {
    const isShown = ({ key }: AskedFor) => key !== undefined && accepted.find(key)?.step !== undefined;
    const shown = this.items.filter((item) => item.waitsFor === 'being-shown' && isShown(item));
    if (shown.length > 0) this.answer(shown, DONE);
  }

  /** Removes all moves and answers their askers. */
  dropMoves(outcome: Committed): void {
    this.answer(
      this.items.filter(({ waitsFor }) => waitsFor === 'its-time'),
      outcome,
    );
  }

  /** Removes all items that wait to be written, and answers their askers. */
  dropUnwritten(outcome: Committed): void {
    this.answer(
      this.items.filter(({ waitsFor }) => waitsFor !== 'being-shown'),
      outcome,
    );
  }

  /** Removes all items. Their askers must retry. */
  drop(): void {
    this.answer(this.items, RETRY);
  }

  /** Removes items and answers their askers. */
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

// Runs the commands of a match one after the other. Each has one asker, who gets one answer.

/** The way back to the asker of a command. */
type Asker = Pick<PromiseWithResolvers<Committed>, 'resolve'>;

/** Returned by a command that has put its asker on the pending list. */
export const LATER = 'later';
export type Later = typeof LATER;

interface QueueTools {
  /** Whether commands may write now. A promise only where something must be settled first. */
  readonly isReady: () => boolean | Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
  /** Called after each command, with any outcome. */
  readonly onDone: () => void;
}

/** The most commands that wait for the journal. A table of six is never so busy. */
const MOST_QUEUED = 1000;

export class CommandQueue {
  private readonly tools: QueueTools;
  private last: Promise<void> = Promise.resolve();
  private length = 0;

  constructor(tools: QueueTools) {
    this.tools = tools;
  }

  /** Whether no command runs or waits. */
  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** Whether this many commands wait that the journal cannot be merely slow. */
  get isSwamped(): boolean {
    return this.length >= MOST_QUEUED;
  }

  /** Runs a command after all earlier ones. A throw is a bug: it is reported, and the match stays as it was. */
  run<T extends Committed>(command: (asker: Asker) => Promise<T | Later>): Promise<T | Committed> {
    const { promise, resolve } = Promise.withResolvers<T | Committed>();
    this.length++;
    this.last = this.last.then(async () => {
      const outcome = await this.attempt(() => command({ resolve }));
      this.length--;
      this.tools.onDone();
      if (outcome !== LATER) resolve(outcome);
    });
    return promise;
  }

  private async attempt<T>(command: () => Promise<T>): Promise<T | Committed> {
    try {
      const ready = this.tools.isReady();
      return ready === true || (await ready) ? await command() : RETRY;
    } catch (error) {
      this.tools.onFailure(error);
      return refused('internal');
    }
  }
}
