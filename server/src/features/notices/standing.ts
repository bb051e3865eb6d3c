/**
 * What matches ask a player now, read from their records. What waits in the outbox for hours may be out of date: the decision was made,
 * the clock got time back, the server stood still, or another process plays the match.
 */
import { deadlineOf, type Notice, type NoticeEvent, type Position } from '@flower-war/protocol';
import type { ViewerProgress } from '../../match/record/viewerProgress.ts';
import { type EngineOf, openMatch } from '../../matches/openMatch.ts';
import type { Journal } from '../../store/journal/journal.ts';
import type { Due } from '../../store/journal/noticeOutbox.ts';
import { postedFrom } from '../listing/filter.ts';
import type { Digest, Outcome, Place, Post } from './attempt.ts';
import { afterQuiet, remindAt, type Wishes } from './hours.ts';

export interface Question {
  readonly match: string;
  readonly game: string;
  readonly seat: number;
  readonly decision: number;
  /** When its time is over. Absent while no clock runs. */
  readonly until?: number;
  /** The players have agreed on a pause: the match waits for no decision now. */
  readonly isPaused: boolean;
}

export interface Standing {
  /** What the match asks this player. Undefined if it is not the player's turn. */
  questionTo(player: string, match: string): Promise<Question | undefined>;
  /** All matches that wait for the player. */
  questionsTo(player: string): Promise<readonly Question[]>;
}

interface StandingTools {
  readonly journal: Pick<Journal, 'read' | 'tail' | 'lostSince' | 'unfinishedOf'>;
  readonly engineOf: EngineOf;
  readonly now: () => number;
}

export function standingIn({ journal, engineOf, now }: StandingTools): Standing {
  const questionTo = async (player: string, match: string): Promise<Question | undefined> => {
    const stored = await journal.read(match);
    if (stored === undefined) return undefined;
    const { position, shown, lastAt } = await openMatch(stored, engineOf);
    // A match that sleeps has not noticed what was lost since its last entry: for all, or for the process that wrote it.
    const { owner = '' } = (await journal.tail(match)) ?? {};
    return questionOf({ position, shown }, player, await journal.lostSince(lastAt, { owner, now: now() }));
  };
  const questionsTo = async (player: string) => {
    const running = (await journal.unfinishedOf(player)).map(postedFrom).filter(({ status }) => status === 'running');
    const found: Question[] = [];
    for (const { match } of running) {
      const question = await questionTo(player, match);
      if (question !== undefined && !question.isPaused) found.push(question);
    }
    return found;
  };
  return { questionTo, questionsTo };
}

interface Shown {
  readonly position: Position;
  readonly shown: ViewerProgress;
}

function questionOf({ position, shown }: Shown, player: string, lost: number): Question | undefined {
  const { created, occupants, status, pause } = position;
  if (status !== 'running') return undefined;
  for (const [seat, occupant] of occupants) {
    if (occupant.kind !== 'player' || occupant.player !== player || occupant.bot !== undefined) continue;
    const decision = shown.ownOf(seat).isAwaited ? shown.decisionOf(seat) : undefined;
    if (decision === undefined) continue;
    const until = untilOf(shown, seat);
    const place = { match: created.match, game: created.game, seat, decision, isPaused: pause !== undefined };
    return until === undefined ? place : { ...place, until: until + lost };
  }
  return undefined;
}

/** When the clock answers for this seat, as the seat is shown it. Undefined while no clock runs. */
export function untilOf(shown: ViewerProgress, seat: number): number | undefined {
  return shown.untilOf(seat) ?? deadlineOf(shown.openly.clocks, seat);
}

// What of the notices that have waited is still true when they are due: turns, reminders, and the lines of a daily digest.

type Reminder = Extract<Notice, { kind: 'reminder' }>;

interface TimelyTools {
  readonly standing: Standing;
  readonly now: () => number;
}

/** How soon a match is looked at again that is paused, or whose clock stands. */
const STANDS_MS = 15 * 60 * 1000;

/** A turn that is told later than this may be over. */
const FRESH_MS = 60 * 1000;

/** Posts what is still true, and nothing in quiet hours. Never throws: while the records cannot be read, it is tried again later. */
export function timely(post: Post, tools: TimelyTools): Post {
  return async (due, signal) => {
    const told = await stillTrue(due, tools).catch(() => 'unavailable');
    return typeof told === 'object' && 'webhook' in told ? post(told, signal) : told;
  };
}

async function stillTrue(due: Due, tools: TimelyTools): Promise<Due | Outcome> {
  const held = heldBack(due, tools.now());
  if (held !== undefined) return held;
  if (due.kind === 'reminder') return reminderNow(due, tools);
  return due.kind === 'turn' && due.others === undefined ? turnNow(due, tools) : digestNow(due, tools);
}

/** The player has just asked for them. */
const AT_ONCE: readonly string[] = ['test', 'proof'];

/** A notice may be due long before it is sent: the receiver has failed, or no process was alive. */
function heldBack({ kind, body, wishes }: Due, now: number): Outcome | undefined {
  if (endOf(JSON.parse(body) as object) <= now) return 'moot';
  const dueAt = afterQuiet(now, JSON.parse(wishes) as Wishes);
  return dueAt > now && !AT_ONCE.includes(kind) ? { dueAt, body } : undefined;
}

/** From when on it is no news any more. */
export function endOf(notice: object): number {
  const { startsAt, endsAt = startsAt } = notice as { readonly startsAt?: number; readonly endsAt?: number };
  return endsAt ?? Number.POSITIVE_INFINITY;
}

/** Sends the reminder if the decision is still open and its time is as short as it was meant to be. */
async function reminderNow(due: Due, { standing, now }: TimelyTools): Promise<Due | Outcome> {
  const told = JSON.parse(due.body) as Reminder;
  const question = await standing.questionTo(due.player, told.match);
  if (question?.seat !== told.seat || question.decision !== told.decision) return 'moot';
  const { until } = question;
  if (until === undefined) return { dueAt: now() + STANDS_MS, body: due.body };
  if (until <= now()) return 'moot';
  if (until === told.until) return due;
  const body = JSON.stringify({ ...told, until });
  const dueAt = remindAt({ at: now(), until }, JSON.parse(due.wishes) as Wishes);
  return dueAt === undefined ? { ...due, body } : { dueAt, body };
}

/** Sends a turn that has waited if the match still waits for the player. What waited counts for a later turn of the match, too. */
async function turnNow(due: Due, { standing, now }: TimelyTools): Promise<Due | Outcome> {
  if (due.attempts === 0 && now() - due.at < FRESH_MS) return due;
  const told = JSON.parse(due.body) as Extract<Notice, { kind: 'turn' }>;
  const question = await standing.questionTo(due.player, told.match);
  if (question?.seat !== told.seat) return 'moot';
  return question.isPaused ? { dueAt: now() + STANDS_MS, body: due.body } : due;
}

/** Anything but a digest stays as it is. */
async function digestNow(due: Due, { standing }: TimelyTools): Promise<Due | Outcome> {
  if (due.others === undefined) return due;
  const events = JSON.parse(due.events) as readonly NoticeEvent[];
  const turns = events.includes('turn') ? await standing.questionsTo(due.player) : [];
  const told = [due, ...due.others].map(({ body }) => JSON.parse(body) as Notice);
  const ended = placesOf(told, 'ended');
  const isOver = new Set(ended.map(({ match }) => match));
  const digest: Digest = {
    id: due.notice,
    kind: 'digest',
    at: due.at,
    turns: turns.filter(({ match }) => (due.only_match ?? match) === match),
    started: placesOf(told, 'started').filter(({ match }) => !isOver.has(match)),
    ended,
  };
  const isEmpty = [digest.turns, digest.started, digest.ended].every(({ length }) => length === 0);
  return isEmpty ? 'moot' : { ...due, body: JSON.stringify(digest) };
}

function placesOf(told: readonly Notice[], kind: 'started' | 'ended'): readonly Place[] {
  return told.flatMap((notice) => (notice.kind === kind ? [{ match: notice.match, game: notice.game }] : []));
}
