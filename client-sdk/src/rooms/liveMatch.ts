/** A match as one viewer sees it, kept up to date. */
import type {
  Action,
  ActionName,
  AgreementKind,
  Answer,
  Asks,
  BeadWord,
  HabitOf,
  LegalMove,
  LegalMoves,
  MatchSummary,
  OptionsOf,
  Pace,
  PhraseId,
  PresetOf,
  ReasonOf,
  SeatNameOf,
  TableJson,
  TalkLine,
  ViewOf,
} from '@flower-war/protocol';
import { EXPLAIN } from '@flower-war/protocol/names';
import type { RoomSocket } from '../socket/roomSocket.ts';
import { limited, type Waiting } from '../waiting/limited.ts';
import type { Place, Way } from './connection.ts';
import { askUntilFinal, LiveRoom, newActionId, newMoveId, opened, type SyncedState } from './liveRoom.ts';
import { listenTo, type MatchEvents, type MatchSnapshot, matchSnapshot } from './matchSnapshot.ts';

export interface Playing extends Waiting {
  /**
   * The decision that the move answers: the one that was on the screen. By default it is the one that is open now. If
   * it is no longer open, the answer is `stale-decision`, and nothing is played.
   */
  readonly decision?: number | undefined;
}

/** `G`: the game. `LiveMatch<string>` is a match of any game: its view and its events are plain records. */
export class LiveMatch<G extends string = string> extends LiveRoom<MatchEvents, MatchSnapshot<G>> {
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
  protected readonly noun = 'match';
  protected readonly telling = ['change', 'talk', 'rematch', 'connection'] as const;
  private readonly talking = new Talking();
  private readonly playAgain: (() => Promise<unknown>) | undefined;
  private readonly explain: ((waiting: Waiting) => Promise<LegalMoves>) | undefined;
  private shown: SyncedState<ViewOf<G>> | undefined;
  /** What the moves of the last question do, once this client has asked for that. */
  private explained: LegalMoves | undefined;
  /** The connection that was asked to explain, and cannot. */
  private asked: RoomSocket | undefined;

  private constructor({ summary, fairness, way, rematch, explain }: Opening<G>) {
    super(way);
    this.id = summary.match;
    this.game = summary.game;
    this.preset = summary.preset;
    this.options = summary.options;
    this.seatNames = summary.seats.map(({ called }) => called);
    this.fairness = fairness;
    this.playAgain = rematch;
    this.explain = explain;
  }

  /** @internal Resolves when the whole state has come; rejects if the server refuses or cannot be reached. */
  static open<G extends string>(opening: Opening<G>, waiting: Waiting): Promise<LiveMatch<G>> {
    const live = new LiveMatch<G>(opening);
    live.begin();
    return opened(live, waiting);
  }

  /** Listens until the returned function is called. A match of several games tells the events of all of them. */
  override on<Name extends keyof MatchEvents, Match extends { readonly game: string }>(
    this: Match,
    name: Name,
    listener: (value: MatchEvents<Match['game']>[Name]) => void,
  ): () => void {
    return super.on(name, listener as never);
  }

  /** Listens to the next event alone. */
  override once<Name extends keyof MatchEvents, Match extends { readonly game: string }>(
    this: Match,
    name: Name,
    listener: (value: MatchEvents<Match['game']>[Name]) => void,
  ): () => void {
    return super.once(name, listener as never);
  }

  /** Stops listening. */
  override off<Name extends keyof MatchEvents, Match extends { readonly game: string }>(
    this: Match,
    name: Name,
    listener: (value: MatchEvents<Match['game']>[Name]) => void,
  ): void {
    super.off(name, listener as never);
  }

  /** The public table: status, seats, result, and the game's public view. */
  get table(): TableJson<ViewOf<G>> {
    return this.getSnapshot().table;
  }

  /** The game as this viewer sees it. */
  get view(): ViewOf<G> {
    return this.getSnapshot().view;
  }

  /** The moves that this seat may play now, in notation; empty when it has nothing to decide. */
  get legal(): readonly string[] {
    return this.getSnapshot().legal;
  }

  /** The number of the open decision of this seat. Another number is another decision. */
  get decision(): number | undefined {
    return this.getSnapshot().decision;
  }

  /** When the clock answers for this seat, in milliseconds since 1970 by the server's clock: see `clockAhead`. */
  get deadline(): number | undefined {
    return this.getSnapshot().deadline;
  }

  /**
   * The deadline of a hidden window. Such a window asks this seat because of its secret cards, and no other player sees
   * it.
   */
  get windowDeadline(): number | undefined {
    return this.getSnapshot().windowDeadline;
  }

  /** Whether a bot stands in for this seat, until `back` or a move. */
  get isStoodInFor(): boolean {
    return this.getSnapshot().isStoodInFor;
  }

  /** In which hidden windows this seat wants to be asked. */
  get wish(): Asks {
    return this.getSnapshot().wish;
  }

  /** The habits that answer for this seat, so that its player is not asked. */
  get habits(): readonly string[] {
    return this.getSnapshot().habits;
  }

  /** Whether this seat may take its last move back alone. */
  get canUndo(): boolean {
    return this.getSnapshot().canUndo;
  }

  /** What was said, the oldest first, without the lines of muted players. */
  get lines(): readonly TalkLine[] {
    return this.getSnapshot().lines;
  }

  /** How many seconds late this viewer sees the match; 0: at once. */
  get behind(): number {
    return this.getSnapshot().behind;
  }

  /** How many steps this viewer was shown. A repeated or missing number would mean that a message was lost. */
  get step(): number {
    return this.getSnapshot().step;
  }

  get isOver(): boolean {
    return this.getSnapshot().isOver;
  }

  /**
   * Plays one of the legal moves. It waits through lost connections and restarts, and the move is never played twice.
   * The answer comes when the outcome is shown, which may take a while when other players decide something hidden. A
   * move may still count after the caller waits no more.
   */
  play(move: string, { decision = this.decision, ...waiting }: Playing = {}): Promise<Answer<ReasonOf<G>>> {
    return this.ask('act', [newMoveId(), decision ?? 0, move], waiting);
  }

  /**
   * The legal moves with what they do, cost and give, for a screen that says them in words. From the first call on they come
   * with each decision. Empty if there is nothing to decide, or if the server asks something else by then.
   */
  async moves(waiting: Waiting = {}): Promise<readonly LegalMove<G>[]> {
    const { decision } = this;
    if (decision === undefined) return [];
    if (this.explained?.decision !== decision) await this.askToExplain(waiting);
    const told = this.explained?.decision === decision ? this.explained : await this.explain?.(waiting);
    return told?.decision === decision ? (told.moves as unknown as LegalMove<G>[]) : [];
  }

  /** Again if they are not there yet. A server that cannot do it is asked over HTTP, one decision at a time. */
  private async askToExplain(waiting: Waiting): Promise<void> {
    const { room } = this;
    if (room === undefined || this.asked === room) return;
    const answer = await limited(waiting, () => room.request<Answer>(EXPLAIN, null)).catch(() => undefined);
    if (answer?.kind !== 'accepted') this.asked = room;
  }

  /** Says in which hidden windows this seat wants to be asked, for the rest of the match. It passes in the others. */
  asks(what: Asks, waiting?: Waiting): Promise<Answer> {
    return this.ask('asks', [newActionId(), what], waiting);
  }

  /**
   * Says which questions habits answer for this seat, for the rest of the match: `none`, the `usual` ones, which leave no choice worth
   * making, the `brisk` or `swift` ones, or the names of some habits.
   */
  keep(keeps: Pace | readonly HabitOf<G>[], waiting?: Waiting): Promise<Answer> {
    return this.ask('habits', [newActionId(), keeps as Action<'habits'>[1]], waiting);
  }

  /** Offers an agreement, which takes effect when all people at the table have accepted. A pause needs minutes. */
  offer(what: Exclude<AgreementKind, 'pause' | 'undo'>, waiting?: Waiting): Promise<Answer>;
  offer(what: 'pause', minutes: number, waiting?: Waiting): Promise<Answer>;
  offer(what: AgreementKind, given?: number | Waiting, waiting?: Waiting): Promise<Answer> {
    if (what === 'pause') return this.ask('offer', [newActionId(), what, given as number], waiting);
    return this.ask('offer', [newActionId(), what], given as Waiting | undefined);
  }

  /**
   * Takes the last move back, without asking another player. Refused unless `canUndo`: once the turn has passed on, chance was drawn, or
   * something hidden was shown.
   */
  undo(waiting?: Waiting): Promise<Answer> {
    return this.ask('offer', [newActionId(), 'undo'], waiting);
  }

  /** Answers the open offer. The player who made it takes it back by declining. */
  reply(isAccepted: boolean, waiting?: Waiting): Promise<Answer> {
    return this.ask('reply', [newActionId(), isAccepted], waiting);
  }

  /** Takes the seat back from the bot that stands in. */
  back(waiting?: Waiting): Promise<Answer> {
    return this.ask('back', [newActionId()], waiting);
  }

  /** Says something about beads in a temple at this table. */
  beads(said: BeadWord, waiting?: Waiting): Promise<Answer> {
    return this.ask('beads', [newActionId(), said], waiting);
  }

  /** Gives the match up. */
  resign(waiting?: Waiting): Promise<Answer> {
    return this.ask('resign', [newActionId()], waiting);
  }

  /**
   * A player talks to the players, a spectator to the spectators. A line that is sent again after a loss is not said
   * twice.
   */
  say(text: string, waiting?: Waiting): Promise<Answer> {
    return this.ask('say', [newActionId(), text], waiting);
  }

  /** Says one of the phrases that every client knows in its own language. */
  phrase(phrase: PhraseId, waiting?: Waiting): Promise<Answer> {
    return this.ask('phrase', [newActionId(), phrase], waiting);
  }

  /** Hides what a player says, in this client, until this match is closed. No other player learns of it. */
  mute(player: string, isMuted = true): void {
    this.talking.mute(player, isMuted);
    this.refresh();
  }

  /** The host silences a player: no other player or spectator hears them any more. */
  silence(player: string, isSilenced = true, waiting?: Waiting): Promise<Answer> {
    return this.ask('silence', [newActionId(), player, isSilenced], waiting);
  }

  /**
   * Sits down in the rematch, at the seat kept for this player. The first call creates it. Only after the match is
   * over.
   */
  async rematch(): Promise<LiveMatch<G>> {
    if (this.playAgain === undefined) throw new Error('only players of the match can play it again: watch `rematchId`');
    return (await this.playAgain()) as LiveMatch<G>;
  }

  /** The old state stays in sight until the new connection has brought the whole new one. */
  protected join(room: RoomSocket, { seat }: Place): void {
    listenTo<ViewOf<G>>(room, seat, {
      show: (shown) => this.show(room, shown),
      happen: (events) => this.emit('events', events),
      hear: (lines) => this.hear(lines),
      tellRematch: (match) => this.tellRematch(match),
      tellBulletin: (bulletin) => this.emit('bulletin', bulletin),
      explain: (moves) => {
        this.explained = moves;
      },
    });
    this.seat = seat;
  }

  protected snapshot(): MatchSnapshot<G> | undefined {
    const { shown, seat, connection, clockAhead, rematchId } = this;
    return shown && matchSnapshot<G>(shown, { seat, connection, clockAhead, rematchId, lines: this.talking.lines });
  }

  private ask<N extends ActionName>(name: N, action: Action<N>, waiting: Waiting = {}): Promise<Answer<never>> {
    return limited(waiting, (signal) => {
      const connected = async () => {
        await this.until(({ isConnected }) => isConnected, { signal });
        return this.room;
      };
      return askUntilFinal({ name, action, connected }, signal);
    });
  }

  private hear(told: readonly TalkLine[]): void {
    const fresh = this.talking.take(told);
    if (this.connection.state === 'closed') return;
    this.refresh();
    if (fresh.length > 0) this.emit('talk', fresh);
  }

  private show(room: RoomSocket, shown: SyncedState<ViewOf<G>>): void {
    if (this.connection.state === 'closed') return;
    this.shown = shown;
    this.confirm(room);
    this.refresh();
    this.emit('change', undefined);
  }

  private tellRematch(match: string): void {
    if (match === this.rematchId) return;
    this.rematchId = match;
    this.refresh();
    this.emit('rematch', match);
  }
}

/** For several games, a union: `game` says which of them it is. */
export type LiveMatchOf<G extends string> = G extends string ? LiveMatch<G> : never;

// What was said at a table, without the lines of muted players.

/** More lines than a viewer scrolls back. The server sends the last 50 to a viewer who joins. */
const MOST_KEPT = 500;

class Talking {
  /** The oldest line comes first. It is the same list until it changes. */
  lines: readonly TalkLine[] = [];
  private heard: readonly TalkLine[] = [];
  private readonly muted = new Set<string>();

  /**
   * Takes lines from the server, some of which come again after a lost connection. Returns those that are new and not
   * muted.
   */
  take(told: readonly TalkLine[]): readonly TalkLine[] {
    const last = this.heard.at(-1)?.n ?? 0;
    const fresh = told.filter(({ n }) => n > last);
    if (fresh.length === 0) return fresh;
    this.heard = [...this.heard, ...fresh].slice(-MOST_KEPT);
    this.choose();
    return fresh.filter(({ player }) => !this.muted.has(player));
  }

  mute(player: string, isMuted: boolean): void {
    if (isMuted) this.muted.add(player);
    else this.muted.delete(player);
    this.choose();
  }

  private choose(): void {
    this.lines = this.heard.filter(({ player }) => !this.muted.has(player));
  }
}

// What opens a live match.

/** What to compare with the record once the match is over. */
export interface Fairness {
  /** The server's commitment, as it was before this client added to the dice. */
  readonly commitment: string;
  /** What this client added to the dice; absent for a spectator, and for a player who came back to a seat. */
  readonly contribution?: string;
}

export interface Opening<G extends string> {
  readonly summary: Pick<MatchSummary<G>, 'match' | 'game' | 'preset' | 'options' | 'seats'>;
  readonly fairness: Fairness;
  readonly way: Way;
  /** Asks the server what the legal moves of the player do. Absent for a spectator. */
  readonly explain?: (waiting: Waiting) => Promise<LegalMoves>;
  /** Absent for a spectator. */
  readonly rematch?: () => Promise<unknown>;
}
