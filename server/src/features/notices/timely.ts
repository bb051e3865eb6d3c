/** What of the notices that have waited is still true when they are due: reminders, and the lines of a daily digest. */
import type { Notice, NoticeEvent } from '@flower-war/protocol';
import type { Due } from '../../store/journal/noticeOutbox.ts';
import type { Digest, Outcome, Place, Post } from './attempt.ts';
import { remindAt, type Wishes } from './hours.ts';
import type { Standing } from './standing.ts';

type Reminder = Extract<Notice, { kind: 'reminder' }>;

interface TimelyTools {
  readonly standing: Standing;
  readonly now: () => number;
}

/** How soon a match is looked at again whose clock stands. */
const STANDS_MS = 15 * 60 * 1000;

/** Posts what is still true. Never throws: while the records cannot be read, it is tried again later. */
export function timely(post: Post, tools: TimelyTools): Post {
  return async (due, signal) => {
    const told = await (due.kind === 'reminder' ? reminderNow(due, tools) : digestNow(due, tools)).catch(
      () => 'unavailable',
    );
    return typeof told === 'object' && 'webhook' in told ? post(told, signal) : told;
  };
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
