/**
 * The moves that wait: one after the other, each played as soon as what came before it is played and its own time has
 * come. Where a table shows outcomes late, that time is some seconds after the move was made; else it is at once. Only
 * moves wait here, never the queue of the match: a window's answers overtake nobody, and nobody keeps them waiting.
 */
import { at as item } from '@flower-war/rules';
import type { Named } from './record/acceptedActions.ts';
import { type Committed, type Draft, judged, RETRY, refused, type Turn } from './record/draft.ts';
import type { Flush, ViewerProgress } from './shown/viewerProgress.ts';

interface InLine {
  readonly turn: Turn;
  /** The decision that it answers; when another is open, it is stale. */
  readonly decision: number | undefined;
  readonly done: (outcome: Committed) => void;
}

/** What the line needs of its match. */
export interface LineTools {
  readonly shown: () => ViewerProgress;
  readonly isRunning: () => boolean;
  readonly draft: (turn: Turn) => Draft | { readonly reason: string };
  readonly write: (draft: Draft) => Promise<Committed>;
  /** What a wish or the clock plays now, if anything. */
  readonly answerFor: (now: number) => Turn | undefined;
  readonly report: (error: unknown) => void;
  /** How long after a move its outcome is shown. */
  readonly delayMs: number;
}

type Outcome = Committed | { readonly kind: 'waits' };

export class Line {
  private waiting: readonly InLine[] = [];
  private readonly tools: LineTools;

  constructor(tools: LineTools) {
    this.tools = tools;
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /** When the line or the window moves on by itself. */
  get dueAt(): number | undefined {
    const [head] = this.waiting;
    return head === undefined ? this.tools.shown().dueAt : this.showAt(head.turn);
  }

  has(seat: number): boolean {
    return this.waiting.some(({ turn }) => turn.seat === seat);
  }

  /** The move that this seat has in the line under this id, in answer to this decision. */
  moveOf({ seat, id, decision }: Named): string | undefined {
    const own = this.waiting.find(
      ({ turn, decision: of }) => turn.seat === seat && of === decision && 'id' in turn && turn.id === id,
    );
    return own?.turn.move;
  }

  /** The move answers the decision that is open for its seat. */
  add(turn: Turn, done: (outcome: Committed) => void): void {
    this.waiting = [...this.waiting, { turn, decision: this.tools.shown().questionOf(turn.seat), done }];
  }

  /** Plays whatever need not wait, then what wishes and the clock answer. */
  async tend(now: number): Promise<void> {
    let isRefused = false;
    const done = (outcome: Committed) => {
      isRefused = outcome.kind === 'refused';
      if (isBug(outcome)) this.tools.report(new Error(`the fallback was refused: ${outcome.reason}`));
    };
    while (!isRefused && (await this.play(now))) {
      const turn = this.tools.answerFor(now);
      if (turn === undefined) return;
      this.add(turn, done);
    }
  }

  /** Nobody in it is played any more. */
  clear(outcome: Committed): void {
    const all = this.waiting;
    this.waiting = [];
    for (const { done } of all) done(outcome);
  }

  /** Plays from the head of the line; says whether it came to its end. Nothing is written after an unknown outcome. */
  private async play(now: number): Promise<boolean> {
    while (!this.isEmpty) {
      const head = item(this.waiting, 0);
      const outcome = await this.outcomeOf(head, now);
      if (outcome.kind === 'retry') this.clear(RETRY);
      if (outcome.kind === 'retry' || outcome.kind === 'waits') return false;
      this.waiting = this.waiting.slice(1);
      head.done(outcome);
    }
    return true;
  }

  /** A throw is a bug in the rules: the move is not played, and those behind it are not kept waiting. */
  private async outcomeOf({ turn, decision }: InLine, now: number): Promise<Outcome> {
    const { draft, isRunning, report, shown, write } = this.tools;
    if (!isRunning()) return refused('match-over');
    if (shown().questionOf(turn.seat) !== decision) return refused('stale-decision');
    try {
      const drafted = draft(turn);
      if ('reason' in drafted) return judged(drafted.reason);
      return this.mustWait(turn, drafted, now) ? { kind: 'waits' } : await write(drafted);
    } catch (error) {
      report(error);
      return refused('internal');
    }
  }

  /** What shows others anything waits for its time, but a window is opened, and answered, at once. */
  private mustWait(turn: Turn, { shown, flush }: Draft, now: number): boolean {
    if (shown.window !== undefined || now >= this.showAt(turn)) return false;
    return this.tools.shown().window !== undefined || isSeenByOthers(flush, turn.seat);
  }

  /** Windows hide the outcome of one move: theirs is shown when that of the move would be. */
  private showAt({ at }: Turn): number {
    return (this.tools.shown().window?.movedAt ?? at) + this.tools.delayMs;
  }
}

/** A wish may have been withdrawn meanwhile, and time given back; nothing else speaks against a fallback. */
function isBug(outcome: Committed): outcome is Extract<Committed, { kind: 'refused' }> {
  return (
    outcome.kind === 'refused' &&
    outcome.code === 'illegal-move' &&
    !['not-wished', 'time-left'].includes(outcome.reason ?? '')
  );
}

function isSeenByOthers({ public: isPublic, seats }: Flush, mover: number): boolean {
  return isPublic || [...seats.keys()].some((seat) => seat !== mover);
}
