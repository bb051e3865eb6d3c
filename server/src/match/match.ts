/**
 * A match: what players, bots and temples do at a table, each as a command of its own. Knows no socket, no room and no
 * timer; the time comes in with each command.
 */

import type { Action, Answer, EntryOf, Position, Private } from '@flower-war/protocol';
import type { AnyGame, Seat } from '@flower-war/rules';
import { type Committed, DONE, refused } from '../base/outcome.ts';
import type { Gap } from '../base/serverTime.ts';
import { Attendance } from './attendance.ts';
import { type BeadReport, BeadReports, type Binding, bindingOf } from './beadReports.ts';
import { commitAndTend, dueAt, tend } from './clockwork.ts';
import type { Body } from './entries/body.ts';
import { LostTime, resume } from './lostTime.ts';
import { awaited, decisionOf, isForgotten, isHiding, isStoodInFor, type MatchParts, type MatchTools } from './parts.ts';
import { PendingList } from './pendingList.ts';
import { CommandQueue } from './queue.ts';
import { type OpenedMatch, type Watcher, Writer } from './record/writer.ts';
import { ask, play, sayInTurn } from './requests.ts';
import { fill, type NewOccupant, type Sat, seatHeldBy, sit, standUp, type WantedSeat } from './seats.ts';
import type { PublicTable } from './shown/viewerProgress.ts';

export type { MatchTools } from './parts.ts';
export type { Watcher } from './record/writer.ts';
export type { NewOccupant } from './seats.ts';

export class Match {
  private readonly parts: MatchParts;
  private readonly queue: CommandQueue;
  private readonly writer: Writer;
  private readonly pending = new PendingList();
  private readonly lostTime = new LostTime();

  constructor(opened: OpenedMatch, tools: MatchTools) {
    this.writer = new Writer(opened, tools, () => this.sleep());
    this.queue = new CommandQueue({
      isReady: async () => (await this.writer.isSure()) && this.lostTime.giveBack(this.parts),
      onFailure: (error) => this.writer.reportFailure(error),
      onDone: () => this.tellDone(),
    });
    const { pending, queue, writer } = this;
    const attendance = new Attendance(opened.openedAt);
    this.parts = { queue, writer, pending, attendance, reports: new BeadReports(), tools };
  }

  get id(): string {
    return this.writer.match;
  }

  get engine(): AnyGame {
    return this.writer.engine;
  }

  get position(): Position {
    return this.writer.position;
  }

  get publicStep(): number {
    return this.writer.shown.step;
  }

  /** What everybody was shown; behind the position while a hidden window is open. */
  get table(): PublicTable {
    return this.writer.shown.table;
  }

  /** How many entries the record has. */
  get length(): number {
    return this.writer.length;
  }

  get isBusy(): boolean {
    return !this.queue.isEmpty || !this.pending.isWritten;
  }

  /** When the match must be tended although nobody asks. */
  get dueAt(): number | undefined {
    return dueAt(this.parts);
  }

  /** The seats that must decide, and have not. */
  get awaited(): readonly Seat[] {
    return awaited(this.parts);
  }

  /** Whether a hidden window is open, so that what everybody sees is not how it stands. */
  get isHiding(): boolean {
    return isHiding(this.parts);
  }

  /** How many look at it; a match with nobody may be put to sleep. */
  get watchers(): number {
    return this.writer.watchers.size;
  }

  watch(watcher: Watcher): () => void {
    this.writer.watchers.add(watcher);
    return () => this.writer.watchers.delete(watcher);
  }

  isForgotten(now: number): boolean {
    return isForgotten(this.parts, now);
  }

  privateOf(seat: number): Private {
    return this.writer.shown.privateOf(seat);
  }

  seatOf(player: string): number | undefined {
    return seatHeldBy(this.position, player);
  }

  /** The decision that is open for this seat, and that it has not answered. */
  decisionOf(seat: number): number | undefined {
    return decisionOf(this.parts, seat);
  }

  /** A player plays a move. The answer comes when they have been shown what came of it. */
  act(seat: number, [id, decision, text]: Action<'act'>, at: number): Promise<Answer> {
    const move = this.engine.spelling?.notation(text) ?? text;
    return ask(this.parts, { body: { kind: 'move', at, seat, by: 'player', move, id }, decision });
  }

  /** Where outcomes are shown late it waits for what is pending: what leaving does to a window shows with that alone. */
  resign(seat: number, [id]: Action<'resign'>, at: number): Promise<Answer> {
    return ask(this.parts, { body: { kind: 'absence', at, seat, what: 'resigned', id } });
  }

  /** What a player wants to be asked in hidden windows, from now on. */
  asks(seat: number, [id, what]: Action<'asks'>, at: number): Promise<Answer> {
    return ask(this.parts, { body: { kind: 'asks', at, seat, what, id } });
  }

  offer(seat: number, [id, what, minutes]: Action<'offer'>, at: number): Promise<Answer> {
    return ask(this.parts, {
      body: { kind: 'agreement', at, seat, what, is: 'offered', ...(minutes && { minutes }), id },
    });
  }

  reply(seat: number, [id, isAccepted]: Action<'reply'>, at: number): Promise<Answer> {
    return ask(this.parts, { body: { kind: 'agreement', at, seat, is: isAccepted ? 'accepted' : 'declined', id } });
  }

  /** What a player says of beads in a temple. */
  beads(seat: number, [id, said]: Action<'beads'>, at: number): Promise<Answer> {
    return ask(this.parts, { body: { kind: 'temple', at, seat, ...said, id } });
  }

  /** A player takes the seat back from the bot that stands in. */
  back(seat: number, [id]: Action<'back'>, at: number): Promise<Answer> {
    return ask(this.parts, { body: { kind: 'absence', at, seat, what: 'returned', id } });
  }

  /** A bot plays, if it is still asked when its turn in the queue comes. */
  playBot(seat: Seat, choose: (state: unknown) => unknown, at: number): Promise<Committed> {
    return this.queue.run(async (asker) => {
      if (!isStoodInFor(this.parts, seat) || !this.awaited.includes(seat)) return DONE;
      const move = this.engine.format(choose(this.position.state));
      return play(this.parts, { kind: 'move', at, seat, by: 'bot', move }, { askers: [asker] });
    });
  }

  /** From now on a temple counts for this match. It is done when it is in the record. */
  bindTemple(binding: Binding, at: number): Promise<Committed> {
    return this.queue.run((asker) => sayInTurn(this.parts, bindingOf(binding, this.position, at), { askers: [asker] }));
  }

  unbindTemple(temple: string, at: number): Promise<Committed> {
    const body: Body = { kind: 'temple', at, temple, what: 'unbound' };
    return this.queue.run((asker) => sayInTurn(this.parts, body, { askers: [asker] }));
  }

  /** A temple's running totals. They wait while what becomes of them would tell of a hidden window. */
  observe(temple: string, report: BeadReport): Promise<Committed> {
    return this.queue.run(async () => {
      this.parts.reports.add(temple, report);
      await tend(this.parts, report.at);
      return DONE;
    });
  }

  /** A player looks at the table from this seat, by one connection more. */
  async arrive(seat: number, at: number): Promise<void> {
    this.parts.attendance.arrive(seat);
    if (this.position.occupants.get(seat)?.kind !== 'player') return;
    await this.queue.run(async () => {
      const isReplaced = this.position.status === 'running' && isStoodInFor(this.parts, seat);
      return isReplaced ? commitAndTend(this.parts, { kind: 'absence', at, seat, what: 'returned' }) : DONE;
    });
  }

  depart(seat: number, at: number): void {
    this.parts.attendance.depart(seat, at);
    this.tellWatchers();
  }

  /** A player or a bot takes a seat, the last free one unless it is named. The match starts when all are taken. */
  sit(who: NewOccupant, seat: WantedSeat, at: number): Promise<Sat> {
    return this.queue.run(() => sit(this.parts, { who, seat, at }));
  }

  /** Gives a seat back before the start, if its holder is still the one who is meant. */
  standUp(seat: number, at: number, who = this.position.occupants.get(seat)): Promise<Committed> {
    return this.queue.run(() => standUp(this.writer, seat, { who, at }));
  }

  /** Shows what is to be shown now, and answers for players who do not answer. */
  tend(at: number): Promise<Committed> {
    return this.queue.run(async () => {
      const filled = await fill(this.parts, at);
      if (filled.kind === 'done') await tend(this.parts, at);
      return filled;
    });
  }

  abort(reason: string, at: number): Promise<Committed> {
    return this.queue.run(async () => {
      const ended = await this.writer.end({ result: 'aborted', winners: [], standings: [], reason }, at);
      if (ended.kind === 'done') this.pending.dropUnwritten(refused('match-over'));
      return ended;
    });
  }

  /** Goes on from a backup: nothing may be drawn before the record says so. `entropy` is fresh. */
  restore(restored: Pick<EntryOf<'restored'>, 'lost' | 'at' | 'entropy'>): Promise<Committed> {
    return this.queue.run(() => this.writer.commit({ kind: 'restored', ...restored }));
  }

  /** Nobody could act until now. Whatever comes next, also what waits already, finds the clocks as they were. */
  noteGap(gap: Gap): void {
    this.lostTime.note(gap);
    void this.tend(gap.at);
  }

  /** Finishes what a crash interrupted, and notes how long the server was away. */
  resume(lost: number, at: number): Promise<Committed> {
    return this.queue.run(() => resume(this.parts, lost, at));
  }

  /** Is put to sleep: all who still wait for an answer ask again. */
  sleep(): void {
    this.pending.drop();
  }

  private tellDone(): void {
    this.pending.answerShown(this.writer.accepted);
    this.tellWatchers();
  }

  private tellWatchers(): void {
    for (const { onDone } of this.writer.watchers) onDone?.();
  }
}
