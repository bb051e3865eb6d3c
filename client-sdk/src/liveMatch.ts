/** A match as one viewer sees it, kept up to date. */
import type { Room } from '@colyseus/sdk';
import type { Action, ActionId, ActionName, Answer, Private, TableJson } from '@flower-war/protocol';
import { MESSAGES } from '@flower-war/protocol/paths';
import { LastingConnection, type Place } from './connection.ts';
import { Emitter } from './emitter.ts';

export type { Place } from './connection.ts';

export interface MatchEvents {
  /** Something this viewer sees has changed. */
  readonly change: undefined;
  /** What happened, in order, for animation; the state is already the new one. */
  readonly events: readonly unknown[];
  /** The connection was lost (false) or is back (true); nothing needs to be done. */
  readonly connected: boolean;
}

export interface Opening {
  readonly match: string;
  readonly url: string;
  readonly reserve: () => Promise<Place>;
}

const RETRY_AFTER_MS = 250;
const NOTHING: Pick<Private, 'legal' | 'view'> = { legal: [], view: {} };

export class LiveMatch<V> extends Emitter<MatchEvents> {
  readonly id: string;
  /** The seat of this viewer; absent for a spectator. */
  seat: number | undefined;
  private readonly connection: LastingConnection;
  private room: Room | undefined;
  private tableJson: TableJson<V> | undefined;
  private own: Private | undefined;
  /** What belongs to a patch that has not arrived yet. */
  private ahead: Private | undefined;
  private ending: Error | undefined;

  private constructor({ match, url, reserve }: Opening) {
    super();
    this.id = match;
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
    if (this.tableJson === undefined) throw new Error('the match has not been shown yet');
    return this.tableJson;
  }

  /** The game as this viewer sees it. */
  get view(): V {
    return { ...this.table.view, ...(this.own ?? NOTHING).view };
  }

  /** The moves that this seat may play now, in notation; empty when it has nothing to decide. */
  get legal(): readonly string[] {
    return (this.own ?? NOTHING).legal;
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

  /** Plays one of the legal moves. Waits through lost connections and restarts; is never played twice. */
  play(move: string): Promise<Answer> {
    return this.ask('act', [newActionId(), this.own?.decision ?? 0, move]);
  }

  /** Gives the match up. */
  resign(): Promise<Answer> {
    return this.ask('resign', [newActionId()]);
  }

  /** Stops looking; the seat stays taken. */
  close(): void {
    this.connection.close();
    this.end(new Error('the match was closed here'));
  }

  /** Resolves as soon as the condition holds, also if it holds already. */
  until(condition: (match: this) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (this.ending === undefined && !condition(this)) return;
        stop();
        if (this.ending === undefined) resolve();
        else reject(this.ending);
      };
      const stops = [this.on('change', check), this.on('connected', check)];
      const stop = () => {
        for (const one of stops) one();
      };
      check();
    });
  }

  private async ask<N extends ActionName>(name: N, action: Action<N>): Promise<Answer> {
    for (;;) {
      await this.until((match) => match.isConnected);
      const answer = await this.request(name, action);
      if (answer !== undefined && answer.kind !== 'retry') return answer;
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    }
  }

  /** Nothing when the connection went before the answer came: the action, with its id, is then sent again. */
  private async request(name: string, action: unknown): Promise<Answer | undefined> {
    try {
      return await this.room?.request<unknown, Answer>(name, action);
    } catch {
      return undefined;
    }
  }

  private join(room: Room, { seat }: Place): void {
    this.seat = seat;
    this.own = undefined;
    this.ahead = undefined;
    this.tableJson = undefined;
    room.onMessage(MESSAGES.events, (events: readonly unknown[]) => this.emit('events', events));
    room.onMessage(MESSAGES.private, (own: Private) => {
      this.ahead = own;
      this.update(room);
    });
    room.onStateChange((state) => {
      this.tableJson = (state as { toJSON(): TableJson<V> }).toJSON();
      this.update(room);
    });
  }

  /** Shows table and private part together, never one without the other. */
  private update(room: Room): void {
    if (this.tableJson === undefined) return;
    if (this.ahead !== undefined) {
      if (this.ahead.table > this.tableJson.step) return;
      this.own = this.ahead;
      this.ahead = undefined;
    }
    if (this.seat !== undefined && this.own === undefined) return;
    if (this.room !== room) {
      this.room = room;
      this.emit('connected', true);
    }
    this.emit('change', undefined);
  }

  private end(why: Error): void {
    this.ending ??= why;
    this.emit('change', undefined);
  }

  private lose(): void {
    this.room = undefined;
    this.emit('connected', false);
  }
}

function newActionId(): ActionId {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
