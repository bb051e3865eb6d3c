/** People who wait for the answer to an action: it comes when they have been shown what came of it. */
import type { Answer } from '@flower-war/protocol';
import type { AcceptedActions } from './record/acceptedActions.ts';

type Resolve = (answer: Answer) => void;

/** A client repeats an action when its connection was lost; hardly oftener than this while one window is open. */
const MOST_REPEATS = 100;

export class Waiting {
  private readonly people = new Map<string, readonly Resolve[]>();

  /** Says whether there is room for one more who waits for this action. */
  add(key: string, resolve: Resolve): boolean {
    const others = this.people.get(key) ?? [];
    if (others.length >= MOST_REPEATS) return false;
    this.people.set(key, [...others, resolve]);
    return true;
  }

  settle(key: string, answer: Answer): void {
    const resolves = this.people.get(key) ?? [];
    this.people.delete(key);
    for (const resolve of resolves) resolve(answer);
  }

  /** Answers the actions whose outcome was shown. */
  settleShown(acted: AcceptedActions): void {
    for (const key of this.people.keys()) {
      const step = acted.find(key)?.step;
      if (step !== undefined) this.settle(key, { kind: 'accepted', step });
    }
  }

  settleAll(answer: Answer): void {
    for (const key of this.people.keys()) this.settle(key, answer);
  }
}
