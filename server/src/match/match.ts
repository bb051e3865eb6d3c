/**
 * A match: everything that players, bots and temples do at a table is a command of this class. It knows no socket, no
 * room and no timer; the time comes in with each command.
 */
import {
  type Action,
  type Answer,
  type EntryOf,
  MOST_REQUESTS,
  type Position,
  type Private,
} from '@flower-war/protocol';
import type { AnyGame, Seat } from '@flower-war/rules';
import { isTournament } from '../base/ids.ts';
import { type Committed, DONE, REPEATED, refused } from '../base/refused.ts';
import type { Gap } from '../base/serverTime.ts';
import { lengthOf, type Outage } from '../store/ownership/processes.ts';
import {
  Attendance,
  awaited,
  decisionOf,
  isForgotten,
  isHiding,
  isStoodInFor,
  type MatchParts,
  type MatchTools,
} from './matchParts.ts';
import { type BeadReport, BeadReports, type Binding, bindingOf } from './beadReports.ts';
import { type Body, isReply, type Turn, whatIsAsked } from './record/entryKinds.ts';
import { type AskedFor, CommandQueue, LATER, type Later, PendingList } from './pendingList.ts';
import { type AskedAction, keyOf, type PlayedMove } from './record/acceptedActions.ts';
import { answerTo, type OpenedMatch, type Watcher, Writer } from './record/writer.ts';
import {
  followUp,
  type NewOccupant,
  noteVacations,
  type Sat,
  seatHeldBy,
  sit,
  standUp,
  type WantedSeat,
} from './seats.ts';
import type { Own, PublicTable } from './record/viewerProgress.ts';
import { commitAndTend, dueAt, mustSayLater, mustUseTemple, refusalOfWord, say, tend } from './byItself.ts';

export type { MatchTools } from './matchParts.ts';
export type { Watcher } from './record/writer.ts';
export type { NewOccupant } from './seats.ts';

export class Match {
  private readonly parts: MatchParts;
  private readonly queue: CommandQueue;
  private readonly writer: Writer;
  private readonly pending = new PendingList();
  private readonly lostTime = new LostTime();

  constructor(opened: OpenedMatch, tools: MatchTools) {
    this.writer = new Writer(opened, tools, { lost: () => this.sleep(), late: (gap) => this.lostTime.note(gap) });
    this.queue = new CommandQueue({
      isReady: () => (this.writer.isSettled && this.lostTime.isNothing) || this.makeReady(),
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

  /** The public table. It lags behind the position while a hidden window is open. */
  get table(): PublicTable {
    return this.writer.shown.table;
  }

  /** How many entries the record has. */
  get length(): number {
    return this.writer.length;
  }

  /** While it must know what was written, and until it has given lost time back, it may not sleep. */
  get isBusy(): boolean {
    return !this.queue.isEmpty || !this.pending.isWritten || this.writer.isInDoubt || !this.lostTime.isNothing;
  }

  /** Whether it goes on elsewhere. Watchers that come after the others were told hear nothing. */
  get isLost(): boolean {
    return this.writer.isLost;
  }

  /** When the match must be tended although no client asks. */
  get dueAt(): number | undefined {
    return dueAt(this.parts);
  }

  /** The seats that must decide and have not. */
  get awaited(): readonly Seat[] {
    return awaited(this.parts);
  }

  /** Whether a hidden window is open, so that the public table differs from the position. */
  get isHiding(): boolean {
    return isHiding(this.parts);
  }

  /** The number of watchers. A match without any may be put to sleep. */
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

  ownOf(seat: number): Own {
    return this.writer.shown.ownOf(seat);
  }

  seatOf(player: string): number | undefined {
    return seatHeldBy(this.position, player);
  }

  /** The open decision of this seat, if the seat has not answered it. */
  decisionOf(seat: number): number | undefined {
    return decisionOf(this.parts, seat);
  }

  /** The last question that was put to this seat, open or not. */
  askedSoFar(seat: number): number {
    return this.writer.shown.askedSoFar(seat);
  }

  /** The moves of the seat's player in answer to later questions than this one. */
  movesSince(seat: number, decision: number): readonly PlayedMove[] {
    return this.writer.accepted.movesIn(seat, { after: decision, upTo: this.askedSoFar(seat) });
  }

  /** Whether a move of the seat's player was taken back after this step of the seat. */
  hasTakenBack(seat: number, step: number): boolean {
    return this.writer.accepted.hasTakenBack(seat, step);
  }

  /** A player plays a move. The answer comes when the player has been shown the outcome. */
  act(seat: number, [id, decision, text]: Action<'act'>, at: number): Promise<Answer> {
    const move = this.engine.spelling?.notation(text) ?? text;
    return ask(this.parts, { body: { kind: 'move', at, seat, by: 'player', move, id }, decision });
  }

  /** A player resigns. Where outcomes are shown late this waits for a pending move, so that it reveals no window. */
  resign(seat: number, [id]: Action<'resign'>, at: number): Promise<Answer> {
    return ask(this.parts, { body: { kind: 'absence', at, seat, what: 'resigned', id } });
  }

  /** A player chooses what to be asked in hidden windows from now on. */
  asks(seat: number, [id, what]: Action<'asks'>, at: number): Promise<Answer> {
    return ask(this.parts, { body: { kind: 'asks', at, seat, what, id } });
  }

  /** A player chooses which questions habits answer from now on. */
  habits(seat: number, [id, keeps]: Action<'habits'>, at: number): Promise<Answer> {
    return ask(this.parts, { body: { kind: 'habits', at, seat, keeps, id } });
  }

  offer(seat: number, [id, what, minutes]: Action<'offer'>, at: number): Promise<Answer> {
    return ask(this.parts, {
      body: { kind: 'agreement', at, seat, what, is: 'offered', ...(minutes && { minutes }), id },
    });
  }

  reply(seat: number, [id, isAccepted]: Action<'reply'>, at: number): Promise<Answer> {
    return ask(this.parts, { body: { kind: 'agreement', at, seat, is: isAccepted ? 'accepted' : 'declined', id } });
  }

  /** A player reports about beads in a temple, such as a miscount. */
  beads(seat: number, [id, said]: Action<'beads'>, at: number): Promise<Answer> {
    return ask(this.parts, { body: { kind: 'temple', at, seat, ...said, id } });
  }

  /** A player takes the seat back from the bot that stood in. */
  back(seat: number, [id]: Action<'back'>, at: number): Promise<Answer> {
    return ask(this.parts, { body: { kind: 'absence', at, seat, what: 'returned', id } });
  }

  /** A bot plays, if its seat is still asked when the command runs. */
  playBot(seat: Seat, choose: (state: unknown) => unknown, at: number): Promise<Committed> {
    return this.queue.run(async (asker) => {
      if (!isStoodInFor(this.parts, seat) || !this.awaited.includes(seat)) return DONE;
      const move = this.engine.format(choose(this.position.state));
      return play(this.parts, { kind: 'move', at, seat, by: 'bot', move }, { askers: [asker] });
    });
  }

  /** Binds a temple to this match. Resolves when the record says so. Calls `onLater` if a move must be shown before. */
  bindTemple(binding: Binding, at: number, onLater?: () => void): Promise<Committed> {
    return this.sayOfTemple(() => bindingOf(binding, this.position, at), onLater);
  }

  /** Judges a binding without writing it, for a temple whose device is still to come. */
  judgeTemple(binding: Binding, at: number): Promise<Committed> {
    return this.queue.run(async () => refusalOfWord(this.writer, bindingOf(binding, this.position, at)) ?? DONE);
  }

  /** As `bindTemple`. */
  unbindTemple(temple: string, at: number, onLater?: () => void): Promise<Committed> {
    return this.sayOfTemple(() => ({ kind: 'temple', at, temple, what: 'unbound' }), onLater);
  }

  /** Takes a temple's running totals. They wait while counting them would reveal a hidden window. */
  observe(temple: string, report: BeadReport): Promise<Committed> {
    return this.queue.run(async () => {
      this.parts.reports.add(temple, report);
      await tend(this.parts, report.at);
      return DONE;
    });
  }

  /** Another connection of this seat's player. A bot that stood in gives the seat back. */
  async arrive(seat: number, at: number): Promise<void> {
    this.parts.attendance.arrive(seat);
    if (this.position.occupants.get(seat)?.kind !== 'player') return;
    await this.queue.run(async () => {
      const isReplaced = this.position.status === 'running' && isStoodInFor(this.parts, seat);
      return isReplaced ? commitAndTend(this.parts, { kind: 'absence', at, seat, what: 'returned' }) : DONE;
    });
  }

  /** Whether a player of the seat is connected. */
  isHere(seat: number): boolean {
    return this.parts.attendance.isHere(seat);
  }

  depart(seat: number, at: number): void {
    this.parts.attendance.depart(seat, at);
    this.tellWatchers();
  }

  /** Seats a player or a bot. The match starts when all seats are taken. */
  sit(who: NewOccupant, seat: WantedSeat, at: number): Promise<Sat> {
    return this.queue.run(() => sit(this.parts, { who, seat, at }));
  }

  /** Empties a seat before the start, if `who` still holds it. */
  standUp(seat: number, at: number, who = this.position.occupants.get(seat)): Promise<Committed> {
    return this.queue.run(() => standUp(this.writer, seat, { who, at }));
  }

  /** Does everything that is due: fills seats, starts, notes vacations, shows outcomes, plays for players who are late, and ends. */
  tend(at: number): Promise<Committed> {
    return this.queue.run(async () => {
      const followed = await followUp(this.parts, at);
      // Before the clock may answer for a player who has begun a vacation meanwhile.
      const noted = followed.kind === 'done' ? await noteVacations(this.parts, at) : followed;
      if (noted.kind === 'done') await tend(this.parts, at);
      return noted;
    });
  }

  abort(reason: string, at: number): Promise<Committed> {
    return this.queue.run(async () => {
      const ended = await this.writer.end({ result: 'aborted', winners: [], standings: [], reason }, at);
      if (ended.kind === 'done') this.pending.dropUnwritten(refused('match-over'));
      return ended;
    });
  }

  /** Marks the record as restored from a backup, before any chance is drawn. `entropy` is fresh. */
  restore(restored: Pick<EntryOf<'restored'>, 'lost' | 'at' | 'entropy'>): Promise<Committed> {
    return this.queue.run(() => {
      const lost = lostSinceEntry(this.writer, restored);
      return this.writer.commit({ kind: 'restored', ...restored, lost });
    });
  }

  /** Gives the time of a gap back to the clocks, before any other command runs. */
  noteGap(gap: Gap): void {
    this.lostTime.note(gap);
    void this.tend(gap.at);
  }

  /** Finishes what a crash interrupted, and records how long the server was away. */
  resume(lost: number, at: number): Promise<Committed> {
    return this.queue.run(() => resume(this.parts, lost, at));
  }

  /** Puts the match to sleep. All waiting actions are answered with `retry`. */
  sleep(): void {
    this.pending.drop();
  }

  /** Gives the match up, for another process. Resolves when nothing is under way any more. */
  async giveUp(): Promise<void> {
    this.writer.giveUp();
    await this.queue.run(async () => DONE);
    this.sleep();
  }

  /** Tells the watchers of a match that was given up, so that they come back to it elsewhere. */
  tellLost(): void {
    this.writer.tellLost();
  }

  /** Settles an append of unknown outcome, and gives lost time back to the clocks. Returns whether commands may write. */
  private async makeReady(): Promise<boolean> {
    return (await this.writer.isSure()) && this.lostTime.giveBack(this.parts);
  }

  private sayOfTemple(body: () => Body, onLater: () => void = () => {}): Promise<Committed> {
    return this.queue.run(async (asker) => {
      const said = await sayInTurn(this.parts, body(), { askers: [asker] });
      if (said === LATER) onLater();
      return said;
    });
  }

  private tellDone(): void {
    this.pending.answerShown(this.writer.accepted);
    this.tellWatchers();
  }

  private tellWatchers(): void {
    for (const { onDone } of this.writer.watchers) onDone?.();
  }
}

// Outages in which no player could act. Their time is given back to the clocks.

/** Lost time that no entry records yet. What two causes share counts once. */
class LostTime {
  private outages: readonly Outage[] = [];

  get isNothing(): boolean {
    return this.outages.length === 0;
  }

  note({ at, lost }: Gap): void {
    this.outages = [...this.outages, { began: at - lost, ended: at }];
  }

  /** Records the lost time before any other entry. Returns whether it is recorded. */
  async giveBack({ attendance, writer }: MatchParts): Promise<boolean> {
    const { outages } = this;
    if (outages.length === 0) return true;
    const at = Math.max(...outages.map(({ ended }) => ended));
    const lost = lengthOf(outages, writer.lastAt);
    const isCharging = writer.position.status === 'running' && lost > 0;
    const written = isCharging ? await writer.commit({ kind: 'resumed', at, lost }) : DONE;
    if (written.kind === 'retry') return false;
    attendance.giveBack(lost, at);
    this.outages = this.outages.filter((one) => !outages.includes(one));
    return true;
  }
}

/**
 * How much of it an entry may give back. What came before the last entry was not lost, or an entry has told of it already. The
 * clocks of two machines differ: more is never given back than has passed.
 */
function lostSinceEntry({ lastAt }: { readonly lastAt: number }, { at, lost }: Gap): number {
  return Math.max(0, Math.min(lost, at - lastAt));
}

/** Finishes what a crash interrupted, and records how long the server was away. */
async function resume(parts: MatchParts, lostAtAll: number, at: number): Promise<Committed> {
  if (parts.writer.position.status === 'open') parts.attendance.waitLonger(lostAtAll, at);
  const followed = await followUp(parts, at);
  if (followed.kind !== 'done' || parts.writer.position.status !== 'running') return followed;
  const lost = lostSinceEntry(parts.writer, { at, lost: lostAtAll });
  const given = lost > 0 ? await parts.writer.commit({ kind: 'resumed', at, lost }) : DONE;
  const noted = given.kind === 'done' ? await noteVacations(parts, at) : given;
  if (noted.kind === 'done') await tend(parts, at);
  return noted;
}

// The way of a player's action: through the queue onto the pending list, or straight into the record. The answer comes back when the player
// has been shown the outcome.

/** A player asks for an action. A repeat gets the same answer as the action it repeats. */
function ask(parts: MatchParts, action: AskedAction): Promise<Answer> {
  const { queue, writer } = parts;
  if (queue.isSwamped) return Promise.resolve(answerTo(refused('too-many')));
  const key = keyOf(action);
  const answered = queue.run(async (asker) => {
    const asked = { key, what: whatIsAsked(action.body), askers: [asker] };
    const known = answeredAnyway(parts, action, asked);
    if (known !== undefined) return known;
    if (action.body.kind === 'move') await showLife(parts, action.body);
    const no = refusalOf(parts, action);
    if (no !== undefined) return no;
    const body = bodyOf(action, writer.position);
    if (body === undefined) return refused('cannot-agree', 'no-offer');
    if (body.kind !== 'move') return sayInTurn(parts, body, asked);
    return play(parts, body, asked);
  });
  return answered.then((outcome) => answerTo(outcome, writer.accepted.find(key)?.step));
}

/** Puts a move on the pending list, and plays it if it need not wait. */
async function play(parts: MatchParts, turn: Turn, asked: AskedFor): Promise<Later> {
  const { pending, writer } = parts;
  pending.add({ ...asked, waitsFor: 'its-time', turn, decision: writer.shown.questionOf(turn.seat) });
  await tend(parts, turn.at);
  return LATER;
}

/** Writes a word: now, or when no move is pending any more. */
async function sayInTurn(parts: MatchParts, body: Body, asked: AskedFor): Promise<Committed | Later> {
  const { pending, writer } = parts;
  if (mustSayLater(parts, body)) return pending.addWord(asked, body) ? LATER : refused('cannot-agree', 'too-often');
  const said = await say(writer, body);
  if (said.kind !== 'done') return said;
  pending.accept(asked);
  await tend(parts, body.at);
  return asked.key === undefined ? said : LATER;
}

/** An answer, also one that comes too late, shows that the player is there. A bot gives the seat back. */
async function showLife(parts: MatchParts, { at, seat }: Turn): Promise<void> {
  const { attendance, writer } = parts;
  attendance.forgive(seat, writer.position.clocks[seat]?.missed ?? 0);
  if (isStoodInFor(parts, seat)) await writer.commit({ kind: 'absence', at, seat, what: 'returned' });
}

// Checks a player's action: whether it is a repeat, whether it is allowed now, and which entry it asks for.

/** The answer to a repeated action, or to one before the start or after the end. Undefined for any other. */
function answeredAnyway(
  { pending, writer }: MatchParts,
  action: AskedAction,
  asked: Required<AskedFor>,
): Committed | Later | undefined {
  const accepted = writer.accepted.find(asked.key);
  const known = accepted?.what ?? pending.whatOf(asked.key);
  if (known === undefined) return outOfTime(writer.position, action);
  const isRepeat = accepted === undefined ? known === asked.what : writer.accepted.isRepeat(action);
  if (!isRepeat) return refused('id-reused');
  if (accepted?.step !== undefined) return REPEATED;
  return pending.repeat(asked) ? LATER : refused('too-many');
}

/** Why an action is refused now, apart from the reasons of the rules and the record. */
function refusalOf(parts: MatchParts, { body, decision }: AskedAction): Committed | undefined {
  const { pending, writer } = parts;
  if (body.kind === 'move') {
    if (writer.position.pause) return refused('paused');
    if (decisionOf(parts, body.seat) !== decision) return refused('stale-decision');
    return mustUseTemple(parts, body) ? refused('use-your-temple') : undefined;
  }
  if (body.kind === 'absence') {
    const hasLeft = body.what === 'resigned' && pending.isResigning(body.seat);
    return hasLeft ? refused('illegal-move', 'has-left') : undefined;
  }
  if (isPauseOf(body) && isTournament(writer.position.created.host)) return refused('cannot-agree', 'no-pause-here');
  return isReply(body) ? undefined : tooOften(parts, body.seat);
}

/** Two players may not hold up the next round of a tournament. Records from before this was refused have such pauses. */
const isPauseOf = (body: AskedAction['body']): boolean =>
  body.kind === 'agreement' && body.is === 'offered' && body.what === 'pause';

/** The entry that an action asks for. Undefined for a reply without an open offer. */
function bodyOf({ body }: AskedAction, { offer }: Position): Body | undefined {
  if (!isReply(body)) return body;
  const { kind, at, seat, is, id } = body;
  return offer && { kind, at, seat, what: offer.what, is, id };
}

function outOfTime({ status }: Position, { body }: AskedAction): Committed | undefined {
  if (status === 'running') return undefined;
  if (status !== 'open') return refused('match-over');
  return body.kind === 'temple' ? undefined : refused('not-started');
}

/** The rules do not bound words, so this limit keeps one player from filling the disk and the other screens. */
function tooOften({ pending, writer }: MatchParts, seat: number): Committed | undefined {
  const words = writer.accepted.wordsOf(seat) + pending.countOf(seat);
  return words < MOST_REQUESTS && !writer.isForMovesAlone ? undefined : refused('cannot-agree', 'too-often');
}
