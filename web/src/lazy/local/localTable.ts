/** A match on this device, in the form in which the page shows a match of the server. It needs no network. */
import type { LegalMove, MatchSnapshot } from '@flower-war/client';
import type { Played } from '@flower-war/client/react';
import {
  advanced,
  explainedIn,
  isInWindow,
  type LocalMatch,
  shownIn,
  takenBack,
  withMove,
} from '@flower-war/rules/local';
import type { Step } from '../../match/Story.tsx';

/** So long is seen what a bot has done before the next one acts. */
const USUAL_PACE_MS = 600;

interface Opening {
  readonly id: string;
  /** Who sits where. */
  readonly seats: readonly Sitter[];
  readonly paceMs?: number;
  /** Whether the person may not move now, though the rules allow it. */
  readonly isHeld?: (match: LocalMatch) => boolean;
  /** Told after each change, so that the match can be kept. */
  readonly onChange?: (match: LocalMatch) => void;
}

interface Sitter {
  readonly kind: 'player' | 'bot';
  readonly name: string;
}

export class LocalTable {
  readonly id: string;
  /** What happened so far, as the person saw it. */
  story: readonly Step[] = [];
  private readonly opening: Opening;
  private readonly listeners = new Set<() => void>();
  private match: LocalMatch;
  private snapshot: MatchSnapshot;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(match: LocalMatch, opening: Opening) {
    this.id = opening.id;
    this.opening = opening;
    this.match = match;
    this.snapshot = this.look();
    this.goOn();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): MatchSnapshot => this.snapshot;

  /** The match itself, with all that led to it. */
  get now(): LocalMatch {
    return this.match;
  }

  async moves(): Promise<readonly LegalMove[]> {
    return explainedIn(this.match) as readonly LegalMove[];
  }

  /** Plays a move of the person, in answer to the question that is open. */
  readonly play = async (move: string): Promise<Played> => {
    const played = withMove(this.match, { seat: this.match.setting.seat, move });
    if (!played.ok) return { kind: 'rejected', code: 'illegal-move', reason: played.reason, message: played.reason };
    this.show(played.match);
    return { kind: 'accepted', step: this.snapshot.step };
  };

  get canTakeBack(): boolean {
    return takenBack(this.match) !== undefined;
  }

  async undo(): Promise<void> {
    this.takeBack();
  }

  /** One step back: to the last question that the person answered. */
  takeBack(): void {
    const before = takenBack(this.match);
    if (before !== undefined) this.show(before);
  }

  /** Shows another match, or the same one at another moment. */
  show(match: LocalMatch): void {
    this.match = match;
    this.snapshot = this.look();
    for (const listener of [...this.listeners]) listener();
    this.opening.onChange?.(match);
    this.goOn();
  }

  close(): void {
    clearTimeout(this.timer);
    this.listeners.clear();
  }

  /** The others act one after another, each in sight. What is decided in secret takes no time that would tell of it. */
  private goOn(): void {
    clearTimeout(this.timer);
    const act = () => {
      const next = advanced(this.match);
      if (next !== this.match) this.show(next);
    };
    if (isInWindow(this.match)) act();
    else this.timer = setTimeout(act, this.opening.paceMs ?? USUAL_PACE_MS);
  }

  private look(): MatchSnapshot {
    const { setting, moments } = this.match;
    const { table: shown, view, result, ...asked } = shownIn(this.match);
    const isHeld = this.opening.isHeld?.(this.match) === true;
    const { legal, decision } = isHeld ? HELD : asked;
    this.story = moments.map(({ events }, number) => ({ number, events })).filter(({ events }) => events.length > 0);
    return {
      view: view as MatchSnapshot['view'],
      legal,
      decision,
      deadline: undefined,
      windowDeadline: undefined,
      table: {
        ...EMPTY,
        status: result === undefined ? 'running' : 'ended',
        step: moments.length,
        seats: this.opening.seats.map((sitter) => ({ ...sitter, present: true, bot: '' })),
        result: (result ?? EMPTY.result) as MatchSnapshot['table']['result'],
        view: shown as MatchSnapshot['view'],
      },
      connection: { state: 'connected', since: 0, attempt: 0 },
      seat: setting.seat,
      step: moments.length,
      isStoodInFor: false,
      wish: 'all',
      habits: setting.habits ?? [],
      canUndo: takenBack(this.match) !== undefined,
      lines: [],
      behind: 0,
      isOver: result !== undefined,
      rematchId: undefined,
    };
  }
}

const HELD = { legal: [], decision: undefined } as const;

/** What only a server has. */
const EMPTY = {
  behind: 0,
  clocks: [],
  offer: { what: '', by: 0, minutes: 0, accepted: [] },
  pausedUntil: 0,
  result: { result: '', reason: '', winners: [], standings: [] },
  temples: [],
  byHand: [],
};
