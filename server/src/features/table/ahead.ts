/**
 * Answers ahead: what a player says to play when their own seat is asked next, at a table whose clock counts days. It is a secret until it
 * is played. Nothing in the record or in any view tells that there is one, and all that the server does between is done for each
 * such match, with or without answers: it looks into the store after what a seat was shown.
 */
import { randomUUID } from 'node:crypto';
import type { AnswerAhead, AnswersAhead } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import type { Match } from '../../match/match.ts';
import { StoreError } from '../../store/engine/engine.ts';
import type { Stores } from '../../store/operations.ts';
import { Elsewhere } from '../../store/ownership/processes.ts';
import type { AheadRow } from '../../store/people/away.ts';
import { missedSteps } from '../replay/missedSteps.ts';
import type { Replays } from '../replay/replays.ts';
import { type FindingSeats, type OpenTables, seatOf, withMatch } from './seating.ts';

/**
 * How long after its question an answer is played: as long as a player who sits at the page takes to look and choose, and never the
 * same time twice. An answer at once, or after just a minute, would tell others how it was made.
 */
const SOONEST_MS = 30_000;
const WITHIN_MS = 120_000;
/** An answer that could not be played or shown yet is tried again. */
const AGAIN_MS = 60_000;
const AT_ONCE = 50;
/** Of all answers that are left, as JSON: far more than any event takes. */
const MOST_LETTERS = 4000;
/** The most steps since the last answer among which one looks for what was to happen. */
const MOST_STEPS = 2000;

type Kept = AnswerAhead & { readonly id: string };
type Dropped = NonNullable<AnswersAhead['dropped']>;

interface AheadTools {
  readonly store: Stores['ahead'];
  readonly replays: Pick<Replays, 'open'>;
  readonly now: () => number;
  readonly process: string;
  readonly isClosed: () => boolean;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly use: (match: string, job: (match: Match) => Promise<void>) => Promise<unknown>;
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
}

export class Ahead {
  private readonly tools: AheadTools;
  private isPlaying = false;

  constructor(tools: AheadTools) {
    this.tools = tools;
  }

  async of(match: string, player: string): Promise<AnswersAhead> {
    const row = await this.tools.store.find(match, player);
    return row === undefined ? { answers: [] } : told(row);
  }

  /** In place of those that were left before; none withdraws them. */
  async leave(match: Match, player: string, answers: readonly AnswerAhead[]): Promise<AnswersAhead> {
    const { store } = this.tools;
    if (answers.length === 0) await store.withdraw(match.id, player);
    else await this.keep(match, player, answers);
    return this.of(match.id, player);
  }

  private async keep(match: Match, player: string, answers: readonly AnswerAhead[]): Promise<void> {
    const seat = match.seatOf(player);
    if (seat === undefined) throw new Refused('not-seated');
    mayLeave(match, seat);
    if (JSON.stringify(answers).length > MOST_LETTERS) throw new Refused('ahead-refused', 'too-long');
    const kept = answers.map((one): Kept => ({ ...one, move: spelled(match, one.move), id: randomUUID() }));
    const { step } = match.privateOf(seat);
    const row = { answers: JSON.stringify(kept), decision: match.askedSoFar(seat), step, dueAt: null, dropped: null };
    if (!(await this.tools.store.leave({ match: match.id, player, ...row }))) throw new Refused('unauthorized');
    await this.look(match); // the question may have come meanwhile
  }

  async sweep(): Promise<void> {
    await this.tools.store.sweep();
  }

  /** For the export of a player's data. */
  async kept(player: string): Promise<readonly (AnswersAhead & { readonly match: string })[]> {
    return (await this.tools.store.of(player)).map((row) => ({ match: row.match, ...told(row) }));
  }

  /** After a match was opened or has shown something: an answer whose question has come is to be played soon. Never rejects. */
  async note(match: Match): Promise<void> {
    if (match.position.created.table.clock.kind !== 'days') return;
    try {
      await this.look(match);
    } catch (error) {
      this.tools.report('answers that were left ahead could not be looked for', { match: match.id, error });
    }
  }

  private async look(match: Match): Promise<void> {
    const { store } = this.tools;
    for (const row of await store.at(match.id)) {
      const next = isOver(match, row) ? undefined : this.timed(match, row);
      if (next === undefined) await store.withdraw(match.id, row.player);
      else if (next !== row) await store.replace(row, next);
    }
  }

  /** The time is drawn for each question. One that comes in place of a question that was taken back has its own. */
  private timed(match: Match, row: AheadRow): AheadRow {
    const [first] = keptIn(row);
    if (first === undefined) return row;
    if (isTakenBack(match, row)) return this.without(row, first, 'played');
    const { now, random } = this.tools;
    const before = beforeItsQuestion(match, row);
    if (before === undefined || (row.dueAt !== null && before === row.decision)) return row;
    return { ...row, decision: before, dueAt: now() + SOONEST_MS + Math.floor(random() * WITHIN_MS) };
  }

  /** Plays the answers whose time has come. Never rejects: what fails is done at a later turn. */
  async play(): Promise<void> {
    const { store, now, process, isClosed, report } = this.tools;
    if (this.isPlaying || isClosed()) return;
    this.isPlaying = true;
    try {
      for (const row of await store.due(now(), AT_ONCE, process)) await this.playOne(row);
    } catch (error) {
      report('answers that were left ahead could not be played', { error });
    }
    this.isPlaying = false;
  }

  private async playOne(row: AheadRow): Promise<void> {
    const { store, now, use } = this.tools;
    try {
      await use(row.match, async (match) => {
        const next = isOver(match, row) ? undefined : await this.next(match, row);
        if (next === undefined) await store.withdraw(row.match, row.player);
        else await store.replace(row, next);
        await this.look(match);
      });
    } catch (error) {
      if (error instanceof Elsewhere || error instanceof StoreError) return; // its owner plays it, or a later turn
      await store.replace(row, { ...row, dueAt: now() + AGAIN_MS });
      throw error;
    }
  }

  /** What is left once the first answer was played or thrown away. */
  private async next(match: Match, row: AheadRow): Promise<AheadRow> {
    const seat = match.seatOf(row.player) ?? -1;
    const [first, ...rest] = keptIn(row);
    if (first === undefined) return { ...row, dueAt: null };
    if (isTakenBack(match, row)) return this.without(row, first, 'played');
    const since = match.movesSince(seat, row.decision);
    const played = since.find(({ id }) => id === first.id);
    // The process may have died after it had played the answer.
    if (played !== undefined) return after(match, row, { seat, rest, decision: played.decision });
    if (since.length > 0) return this.without(row, first, 'played');
    const decision = match.decisionOf(seat);
    const isItsQuestion = decision !== undefined && decision === row.decision + 1;
    if (!isItsQuestion || match.position.pause !== undefined) return { ...row, dueAt: null };
    if (!match.privateOf(seat).legal.includes(first.move)) return this.without(row, first, 'not-legal');
    if (!(await this.hasSeen(match, { seat, row, first }))) return this.without(row, first, 'not-seen');
    const refused = await this.act(match, seat, { decision, first });
    if (match.movesSince(seat, row.decision).some(({ id }) => id === first.id))
      return after(match, row, { seat, rest, decision });
    return refused ? this.without(row, first, 'refused') : { ...row, dueAt: this.tools.now() + AGAIN_MS };
  }

  /** As the player would. Whether it was refused: the outcome may be shown much later, or be hidden. */
  private async act(match: Match, seat: number, { decision, first }: { decision: number; first: Kept }) {
    const now = this.tools.now();
    let isRefused = false;
    const acting = match.act(seat, [first.id, decision, first.move], now).then(({ kind }) => {
      isRefused = kind === 'rejected';
    });
    await Promise.race([acting, match.tend(now)]);
    return isRefused;
  }

  /** Whether the seat was shown such an event since its last answer. */
  private async hasSeen(match: Match, { seat, row, first }: { seat: number; row: AheadRow; first: Kept }) {
    if (first.seen === undefined) return true;
    const folded = await this.tools.replays.open(match.id);
    const { step: until } = match.privateOf(seat);
    const away = { viewer: seat as 0, from: row.step, until, most: MOST_STEPS };
    const frames = (folded && (await missedSteps(folded, away))) ?? [];
    const events = frames.slice(1).flatMap(({ flush }) => flush.seats.get(seat)?.events ?? flush.publicEvents);
    return events.some((event) => fits(event as Fields, first.seen ?? {}));
  }

  private without(row: AheadRow, { move }: Kept, why: Dropped['why']): AheadRow {
    const dropped: Dropped = { move, why, at: this.tools.now() };
    return { ...row, answers: NONE, dueAt: null, dropped: JSON.stringify(dropped) };
  }
}

const NONE = '[]';

type Fields = Readonly<Record<string, unknown>>;

function fits(event: Fields, wanted: Fields): boolean {
  return Object.entries(wanted).every(([field, value]) => event[field] === value);
}

const keptIn = ({ answers }: AheadRow): readonly Kept[] => JSON.parse(answers) as readonly Kept[];

/** Without the ids under which they are played. */
function told(row: AheadRow): AnswersAhead {
  const answers = keptIn(row).map(({ id: _, ...one }) => one);
  return { answers, ...(row.dropped !== null && { dropped: JSON.parse(row.dropped) as Dropped }) };
}

/** Only for later questions: one that is open is answered by a move. */
function mayLeave(match: Match, seat: number): void {
  const { status, created, gone } = match.position;
  if (created.table.clock.kind !== 'days') throw new Refused('ahead-refused', 'clock');
  if (status === 'open') throw new Refused('not-started');
  if (status !== 'running' || gone.includes(seat)) throw new Refused('match-over');
  if (match.decisionOf(seat) !== undefined) throw new Refused('ahead-refused', 'your-turn');
}

/** In the notation that lists of legal moves have. */
function spelled({ engine }: Match, text: string): string {
  const move: unknown = engine.parse(engine.spelling?.notation(text) ?? text);
  if (move === undefined) throw new Refused('bad-notation');
  return engine.format(move);
}

function isOver(match: Match, { player }: AheadRow): boolean {
  const { status, gone } = match.position;
  const seat = match.seatOf(player);
  return status !== 'running' || seat === undefined || gone.includes(seat);
}

/** The player plays on from an earlier question, for which none of these answers was meant. */
function isTakenBack(match: Match, { player, step }: AheadRow): boolean {
  return match.hasTakenBack(match.seatOf(player) ?? -1, step);
}

/** The question before the one that the next answer is for. Undefined while that one has not come. */
function beforeItsQuestion(match: Match, { player, decision }: AheadRow): number | undefined {
  const seat = match.seatOf(player) ?? -1;
  if (match.movesSince(seat, decision).length > 0) return decision;
  const open = match.decisionOf(seat) ?? -1;
  return open > decision ? open - 1 : undefined;
}

interface Played {
  readonly seat: number;
  readonly rest: readonly Kept[];
  readonly decision: number;
}

function after(match: Match, row: AheadRow, { seat, rest, decision }: Played): AheadRow {
  const { step } = match.privateOf(seat);
  return { ...row, answers: JSON.stringify(rest), decision, step, dueAt: null, dropped: null };
}

/** Reads the answers of the player who asks, or leaves them. */
export async function answersAhead(
  services: FindingSeats & OpenTables & { readonly ahead: Ahead },
  { match, player, answers }: { match: string; player: string; answers?: readonly AnswerAhead[] },
): Promise<AnswersAhead> {
  await seatOf(services, match, player);
  if (answers === undefined) return services.ahead.of(match, player);
  return withMatch(services, match, (opened) => services.ahead.leave(opened, player, answers));
}
