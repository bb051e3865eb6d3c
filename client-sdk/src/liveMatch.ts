/** A match as one viewer sees it, kept up to date. */
import type { Room } from '@colyseus/sdk';
import type { Action, ActionId, ActionName, Answer, Asks, Private, TableJson } from '@flower-war/protocol';
import { MESSAGES, type RematchMessage } from '@flower-war/protocol/paths';
import { LastingConnection, type Place } from './connection.ts';
import { Emitter } from './emitter.ts';
import { Pairing, type Shown } from './pairing.ts';

export type { Place } from './connection.ts';

/** What happened, as the rules of the game tell it. */
export interface GameEvent {
  readonly kind: string;
}

export interface MatchEvents {
  /** Something this viewer sees has changed. */
  readonly change: undefined;
  /** What happened, in order, for animation; the state is already the new one. */
  readonly events: readonly GameEvent[];
  /** Those who played this match play once more, in the match of this id. */
  readonly rematch: string;
  /** The connection was lost (false) or is back (true); nothing needs to be done. */
  readonly connected: boolean;
  /** It will not come back: it was closed here, or the server refuses the place. */
  readonly closed: Error;
}

/** What to hold against the record once the match is over. */
export interface Fairness {
  /** The server's promise, as it was before this client added anything. */
  readonly commitment: string;
  /** What this client added to the dice; absent for a spectator, and for who comes back to a seat. */
  readonly contribution?: string;
}

export interface Opening {
  readonly match: string;
  readonly url: string;
  readonly fairness: Fairness;
  readonly reserve: () => Promise<Place>;
  /** Absent for a spectator. */
  readonly rematch?: () => Promise<unknown>;
}

const RETRY_AFTER_MS = 250;
/**
 * The longest that a timer can wait. An answer may take as long as a hidden window is open, and a window may be open as
 * long as somebody thinks; a connection that is gone is noticed by its pings.
 */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

export class LiveMatch<V> extends Emitter<MatchEvents> {
  readonly id: string;
  readonly fairness: Fairness;
  /** The seat of this viewer; absent for a spectator. */
  seat: number | undefined;
  private readonly connection: LastingConnection;
  private room: Room | undefined;
  private shown: Shown<V> | undefined;
  private ending: Error | undefined;
  private next: string | undefined;
  private readonly playAgain: (() => Promise<unknown>) | undefined;

  private constructor({ match, url, fairness, reserve, rematch }: Opening) {
    super();
    this.id = match;
    this.fairness = fairness;
    this.playAgain = rematch;
    this.connection = new LastingConnection(url, reserve, {
      onJoin: (room, place) => this.join(room, place),
      onLost: () => this.lose(),
      onRefused: (error) => this.end(error),
    });
  }

  /** Resolves with the whole state in hand; rejects if the server refuses the place. */
  static async open<V>(opening: Opening): Promise<LiveMatch<V>> {
    const live = new LiveMatch<V>(opening);
    void live.connection.run();
    await live.until((match) => match.isConnected);
    return live;
  }

  /** The public table: status, seats, result, and the game's public view. */
  get table(): TableJson<V> {
    if (this.shown === undefined) throw new Error('the match has not been shown yet');
    return this.shown.table;
  }

  /** The game as this viewer sees it. */
  get view(): V {
    return { ...this.table.view, ...this.own?.view };
  }

  /** The moves that this seat may play now, in notation; empty when it has nothing to decide. */
  get legal(): readonly string[] {
    return this.own?.legal ?? [];
  }

  /** Names the question that is open for this seat; another number is another question. */
  get decision(): number | undefined {
    return this.own?.decision;
  }

  /**
   * When the clock answers for this seat, in milliseconds since 1970 by the server's clock. Only in a hidden window: one
   * that asks this seat because of what it secretly holds, and of which nobody else knows.
   */
  get deadline(): number | undefined {
    return this.own?.until;
  }

  /** In which hidden windows this seat wants to be asked. */
  get wish(): Asks {
    return this.own?.asks ?? 'all';
  }

  /** How many steps this viewer was shown; a repeated or missing number would mean a lost message. */
  get step(): number {
    return this.table.step + (this.own === undefined ? 0 : this.own.step - this.own.table);
  }

  get isConnected(): boolean {
    return this.room !== undefined;
  }

  get isOver(): boolean {
    return this.table.status === 'ended';
  }

  /**
   * Plays one of the legal moves. Waits through lost connections and restarts; is never played twice. The answer comes
   * when its outcome is shown: while others decide something hidden, that may take them a while.
   */
  play(move: string): Promise<Answer> {
    return this.ask('act', [newActionId(), this.decision ?? 0, move]);
  }

  /** Says in which hidden windows this seat wants to be asked, for the rest of the match; in others it passes. */
  asks(what: Asks): Promise<Answer> {
    return this.ask('asks', [newActionId(), what]);
  }

  /** Gives the match up. */
  resign(): Promise<Answer> {
    return this.ask('resign', [newActionId()]);
  }

  /** The match in which those who played this one play once more, as soon as there is one. */
  get rematchId(): string | undefined {
    return this.next;
  }

  /** Sits down in the rematch, at the seat kept for this player; the first who asks makes it. Only when it is over. */
  async rematch(): Promise<LiveMatch<V>> {
    if (this.playAgain === undefined) throw new Error('only who played the match can play it again: watch `rematchId`');
    return (await this.playAgain()) as LiveMatch<V>;
  }

  /** Stops looking; the seat stays taken. */
  close(): void {
    this.end(new Error('the match was closed here'));
    this.connection.close();
  }

  /** Resolves as soon as the condition holds, also if it holds already; rejects when the match is closed. */
  until(condition: (match: this) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (this.ending === undefined && !condition(this)) return;
        stop();
        if (this.ending === undefined) resolve();
        else reject(this.ending);
      };
      const stops = [this.on('change', check), this.on('connected', check), this.on('closed', check)];
      const stop = () => {
        for (const one of stops) one();
      };
      check();
    });
  }

  private get own(): Private | undefined {
    return this.shown?.own;
  }

  private async ask<N extends ActionName>(name: N, action: Action<N>): Promise<Answer> {
    for (;;) {
      await this.until((match) => match.isConnected);
      const answer = await this.request(name, action);
      if (answer !== undefined && isFinal(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    }
  }

  /** Nothing when the connection went before the answer came: the action, with its id, is then sent again. */
  private async request(name: string, action: unknown): Promise<Answer | undefined> {
    try {
      return await this.room?.request<unknown, Answer>(name, action, { timeout: NO_TIMEOUT_MS });
    } catch {
      return undefined;
    }
  }

  /** What was shown before stays in sight until the new connection has brought the whole. */
  private join(room: Room, { seat }: Place): void {
    const pairing = new Pairing<V>(seat !== undefined);
    room.onMessage(MESSAGES.events, (events: readonly GameEvent[]) => this.emit('events', events));
    room.onMessage(MESSAGES.private, (own: Private) => this.show(room, pairing.take({ own })));
    room.onMessage(MESSAGES.rematch, ({ match }: RematchMessage) => this.tellRematch(match));
    room.onMessage('*', () => {}); // of a newer server
    room.onStateChange((state) => {
      const table = (state as { toJSON(): TableJson<V> }).toJSON();
      this.show(room, pairing.take({ table }));
    });
    this.seat = seat;
  }

  private show(room: Room, shown: Shown<V> | undefined): void {
    if (shown === undefined || this.ending !== undefined) return;
    this.shown = shown;
    if (this.room !== room) {
      this.room = room;
      this.emit('connected', true);
    }
    this.emit('change', undefined);
  }

  private tellRematch(match: string): void {
    if (match === this.next) return;
    this.next = match;
    this.emit('rematch', match);
  }

  private end(why: Error): void {
    if (this.ending !== undefined) return;
    this.ending = why;
    this.emit('closed', why);
  }

  private lose(): void {
    if (this.room === undefined) return;
    this.room = undefined;
    if (this.ending === undefined) this.emit('connected', false);
  }
}

/** Whoever is merely too fast is slowed down here, with the same action. */
function isFinal(answer: Answer): boolean {
  return answer.kind === 'accepted' || (answer.kind === 'rejected' && answer.code !== 'too-many');
}

function newActionId(): ActionId {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
