/** A match as one viewer sees it, kept up to date. */
import type {
  Action,
  ActionName,
  AgreementKind,
  Answer,
  Asks,
  BeadWord,
  OptionsOf,
  PhraseId,
  PresetOf,
  ReasonOf,
  SeatNameOf,
  TableJson,
  TalkLine,
  ViewOf,
} from '@flower-war/protocol';
import type { RoomSocket } from '../socket/roomSocket.ts';
import { askUntilFinal, newActionId, newMoveId } from './asking.ts';
import { LastingConnection, type Place } from './connection.ts';
import { Emitter, waitFor } from './emitter.ts';
import { listenTo, type MatchEvents } from './matchEvents.ts';
import type { Fairness, Opening } from './opening.ts';
import type { Shown } from './stateSync.ts';
import { Talking } from './talking.ts';

/** `G`: the game. `LiveMatch<string>` is a match of any game: its view and its events are plain records. */
export class LiveMatch<G extends string = string> extends Emitter<MatchEvents> {
  readonly id: string;
  readonly game: G;
  readonly preset: PresetOf<G>;
  /** The value of every option of the game. */
  readonly options: OptionsOf<G>;
  /** What the game calls each seat, by its number. */
  readonly seatNames: readonly SeatNameOf<G>[];
  readonly fairness: Fairness;
  /** The seat of this viewer; absent for a spectator. */
  seat: number | undefined;
  /** The match in which the people of this one play once more; absent until there is one. */
  rematchId: string | undefined;
  private readonly connection: LastingConnection;
  private readonly talking = new Talking();
  private room: RoomSocket | undefined;
  private shown: Shown<ViewOf<G>> | undefined;
  private ending: Error | undefined;
  private readonly playAgain: (() => Promise<unknown>) | undefined;

  private constructor({ summary, url, fairness, reserve, rematch }: Opening<G>) {
    super();
    this.id = summary.match;
    this.game = summary.game;
    this.preset = summary.preset;
    this.options = summary.options;
    this.seatNames = summary.seats.map(({ called }) => called);
    this.fairness = fairness;
    this.playAgain = rematch;
    this.connection = new LastingConnection(url, reserve, {
      onJoin: (room, place) => this.join(room, place),
      onLost: () => this.lose(),
      onRefused: (error) => this.end(error),
    });
  }

  /** Resolves when the whole state has come; rejects if the server refuses the place. */
  static async open<G extends string>(opening: Opening<G>): Promise<LiveMatch<G>> {
    const live = new LiveMatch<G>(opening);
    void live.connection.run();
    await live.until((match) => match.isConnected);
    return live;
  }

  /** Listens until the returned function is called. A match of several games tells the events of all of them. */
  override on<Name extends keyof MatchEvents, Match extends { readonly game: string }>(
    this: Match,
    name: Name,
    listener: (value: MatchEvents<Match['game']>[Name]) => void,
  ): () => void {
    return super.on(name, listener as never);
  }

  /** The public table: status, seats, result, and the game's public view. */
  get table(): TableJson<ViewOf<G>> {
    if (this.shown === undefined) throw new Error('the match has not been shown yet');
    return this.shown.table;
  }

  /** The game as this viewer sees it. */
  get view(): ViewOf<G> {
    return { ...this.table.view, ...this.shown?.own?.view };
  }

  /** The moves that this seat may play now, in notation; empty when it has nothing to decide. */
  get legal(): readonly string[] {
    return this.shown?.own?.legal ?? [];
  }

  /** The number of the open decision of this seat. Another number is another decision. */
  get decision(): number | undefined {
    return this.shown?.own?.decision;
  }

  /** When the clock answers for this seat, in milliseconds since 1970 by the server's clock. */
  get deadline(): number | undefined {
    return this.windowDeadline ?? (this.table.clocks[this.seat ?? -1]?.deadline || undefined);
  }

  /**
   * The deadline of a hidden window. Such a window asks this seat because of its secret cards, and no other player sees
   * it.
   */
  get windowDeadline(): number | undefined {
    return this.shown?.own?.until;
  }

  /** Whether a bot stands in for this seat, until `back` or a move. */
  get isStoodInFor(): boolean {
    return this.seat !== undefined && (this.table.seats[this.seat]?.bot ?? '') !== '';
  }

  /** In which hidden windows this seat wants to be asked. */
  get wish(): Asks {
    return this.shown?.own?.asks ?? 'all';
  }

  /** What was said, the oldest first, without the lines of muted players. */
  get lines(): readonly TalkLine[] {
    return this.talking.lines;
  }

  /** How many seconds late this viewer sees the match; 0: at once. */
  get behind(): number {
    return this.table.behind ?? 0;
  }

  /** How many steps this viewer was shown. A repeated or missing number would mean that a message was lost. */
  get step(): number {
    const own = this.shown?.own;
    return this.table.step + (own === undefined ? 0 : own.step - own.table);
  }

  get isConnected(): boolean {
    return this.room !== undefined;
  }

  get isOver(): boolean {
    return this.table.status === 'ended';
  }

  /**
   * Plays one of the legal moves. It waits through lost connections and restarts, and the move is never played twice.
   * The answer comes when the outcome is shown, which may take a while when other players decide something hidden.
   */
  play(move: string): Promise<Answer<ReasonOf<G>>> {
    return this.ask('act', [newMoveId(), this.decision ?? 0, move]);
  }

  /** Says in which hidden windows this seat wants to be asked, for the rest of the match. It passes in the others. */
  asks(what: Asks): Promise<Answer> {
    return this.ask('asks', [newActionId(), what]);
  }

  /** Offers an agreement, which takes effect when all people at the table have accepted. A pause needs minutes. */
  offer(what: Exclude<AgreementKind, 'pause'>): Promise<Answer>;
  offer(what: 'pause', minutes: number): Promise<Answer>;
  offer(what: AgreementKind, minutes = 0): Promise<Answer> {
    return this.ask('offer', what === 'pause' ? [newActionId(), what, minutes] : [newActionId(), what]);
  }

  /** Answers the open offer. The player who made it takes it back by declining. */
  reply(isAccepted: boolean): Promise<Answer> {
    return this.ask('reply', [newActionId(), isAccepted]);
  }

  /** Takes the seat back from the bot that stands in. */
  back(): Promise<Answer> {
    return this.ask('back', [newActionId()]);
  }

  /** Says something about beads in a temple at this table. */
  beads(said: BeadWord): Promise<Answer> {
    return this.ask('beads', [newActionId(), said]);
  }

  /** Gives the match up. */
  resign(): Promise<Answer> {
    return this.ask('resign', [newActionId()]);
  }

  /**
   * A player talks to the players, a spectator to the spectators. A line that is sent again after a loss is not said
   * twice.
   */
  say(text: string): Promise<Answer> {
    return this.ask('say', [newActionId(), text]);
  }

  /** Says one of the phrases that every client knows in its own language. */
  phrase(phrase: PhraseId): Promise<Answer> {
    return this.ask('phrase', [newActionId(), phrase]);
  }

  /** Hides what a player says, in this client, until this match is closed. No other player learns of it. */
  mute(player: string, isMuted = true): void {
    this.talking.mute(player, isMuted);
  }

  /** The host silences a player: no other player or spectator hears them any more. */
  silence(player: string, isSilenced = true): Promise<Answer> {
    return this.ask('silence', [newActionId(), player, isSilenced]);
  }

  /**
   * Sits down in the rematch, at the seat kept for this player. The first call creates it. Only after the match is
   * over.
   */
  async rematch(): Promise<LiveMatch<G>> {
    if (this.playAgain === undefined) throw new Error('only players of the match can play it again: watch `rematchId`');
    return (await this.playAgain()) as LiveMatch<G>;
  }

  /** Closes the connection. The seat stays taken. */
  close(): void {
    this.end(new Error('the match was closed here'));
    this.connection.close();
  }

  /** Resolves as soon as the condition holds, also if it holds already. Rejects when the match is closed. */
  until(condition: (match: this) => boolean): Promise<void> {
    const ending = () => this.ending;
    return waitFor(this, { names: ['change', 'talk', 'connected', 'closed'], holds: () => condition(this), ending });
  }

  private ask<N extends ActionName>(name: N, action: Action<N>): Promise<Answer<never>> {
    const connected = async () => {
      await this.until((match) => match.isConnected);
      return this.room;
    };
    return askUntilFinal(connected, name, action);
  }

  /** The old state stays in sight until the new connection has brought the whole new one. */
  private join(room: RoomSocket, { seat }: Place): void {
    listenTo<ViewOf<G>>(room, seat, {
      show: (shown) => this.show(room, shown),
      happen: (events) => this.emit('events', events),
      hear: (lines) => this.hear(lines),
      tellRematch: (match) => this.tellRematch(match),
    });
    this.seat = seat;
  }

  private hear(told: readonly TalkLine[]): void {
    const fresh = this.talking.take(told);
    if (fresh.length > 0 && this.ending === undefined) this.emit('talk', fresh);
  }

  private show(room: RoomSocket, shown: Shown<ViewOf<G>>): void {
    if (this.ending !== undefined) return;
    this.shown = shown;
    if (this.room !== room) {
      this.room = room;
      this.emit('connected', true);
    }
    this.emit('change', undefined);
  }

  private tellRematch(match: string): void {
    if (match === this.rematchId) return;
    this.rematchId = match;
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

/** For several games, a union: `game` says which of them it is. */
export type LiveMatchOf<G extends string> = G extends string ? LiveMatch<G> : never;
