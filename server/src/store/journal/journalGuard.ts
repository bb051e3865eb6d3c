/** Wraps a journal: refuses writes while they are closed, reports whether they succeed, and can wait for them. */
import type { Readiness } from '../../base/readiness.ts';
import { StoreError } from '../engine/engine.ts';
import type { Claimed } from '../ownership/claims.ts';
import type { Renewed } from '../ownership/processes.ts';
import type { Append, AskedOwnership, Journal } from './journal.ts';

/** The listeners to writes. */
export interface Hooks {
  readonly onAppended: (append: Append) => void;
  /** The outcome of this append is unknown. */
  readonly onDoubt?: (append: Append) => void;
  /** The append changed nothing: another process owns the match, or has written. */
  readonly onRefused?: () => void;
  /** This process took a match or a temple over from one that died. */
  readonly onTakeover?: () => void;
  /** Old matches were deleted. */
  readonly onForgotten?: () => void;
}

export class JournalGuard {
  private readonly readiness: Readiness;
  private readonly hooks: Hooks;
  private pending = 0;
  private onIdle: () => void = () => {};

  constructor(readiness: Readiness, hooks: Hooks) {
    this.readiness = readiness;
    this.hooks = hooks;
  }

  /** The same journal, guarded where it writes. All else goes straight through. */
  around(journal: Journal): Journal {
    const guards: Partial<Journal> = {
      append: (append) => this.append(journal, append),
      beat: (now) => this.beat(journal, now),
      claim: (asked) => this.claim(journal, asked),
      forget: (endedBefore, limit) => this.forget(journal, endedBefore, limit),
      forgetMatch: async (match) => {
        await journal.forgetMatch(match);
        this.hooks.onForgotten?.();
      },
    };
    return new Proxy(journal, {
      get(_, name) {
        if (Object.hasOwn(guards, name)) return Reflect.get(guards, name);
        const member: unknown = Reflect.get(journal, name);
        return typeof member === 'function' ? member.bind(journal) : member;
      },
    });
  }

  /** Resolves when no append is under way. */
  idle(): Promise<void> {
    return this.pending === 0 ? Promise.resolve() : new Promise((resolve) => (this.onIdle = resolve));
  }

  /** Every move goes through here, so it costs only one extra promise. */
  private append(journal: Journal, append: Append): Promise<'appended' | 'conflict'> {
    if (this.readiness.isClosedForWriting)
      return Promise.reject(new StoreError(`nothing is written: ${this.readiness.state}`));
    this.pending++;
    return journal.append(append).then(
      (outcome) => {
        this.settled(true);
        if (outcome === 'appended') this.hooks.onAppended(append);
        else this.hooks.onRefused?.();
        return outcome;
      },
      (error: unknown) => {
        this.settled(false);
        this.hooks.onDoubt?.(append);
        throw error;
      },
    );
  }

  private async claim(journal: Journal, asked: AskedOwnership): Promise<Claimed> {
    const claimed = await journal.claim(asked);
    if (claimed.awaySince !== undefined) this.hooks.onTakeover?.();
    return claimed;
  }

  private async forget(journal: Journal, endedBefore: number, limit: number): Promise<number> {
    const gone = await journal.forget(endedBefore, limit);
    if (gone > 0) this.hooks.onForgotten?.();
    return gone;
  }

  private settled(isWritten: boolean): void {
    this.readiness.isDiskFailing = !isWritten;
    this.pending--;
    if (this.pending === 0) this.onIdle();
  }

  /** A beat also finds out that a failed disk works again while no match is played. */
  private async beat(journal: Journal, now: number): Promise<Renewed> {
    try {
      const beat = await journal.beat(now, this.readiness.isDiskFailing);
      this.readiness.isDiskFailing = false;
      return beat;
    } catch (error) {
      this.readiness.isDiskFailing = true;
      throw error;
    }
  }
}
