/**
 * What matches ask a player now, read from their records. What waits in the outbox for hours may be out of date: the decision was made,
 * the clock got time back, the server stood still, or another process plays the match.
 */
import { deadlineOf, type Position } from '@flower-war/protocol';
import type { ViewerProgress } from '../../match/shown/viewerProgress.ts';
import { type EngineOf, openMatch } from '../../matches/openMatch.ts';
import type { Journal } from '../../store/journal/journal.ts';
import { postedFrom } from '../listing/filter.ts';

export interface Question {
  readonly match: string;
  readonly game: string;
  readonly seat: number;
  readonly decision: number;
  /** When its time is over. Absent while no clock runs. */
  readonly until?: number;
}

export interface Standing {
  /** What the match asks this player. Undefined if it is not the player's turn. */
  questionTo(player: string, match: string): Promise<Question | undefined>;
  /** All matches in which it is the player's turn. */
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
      if (question !== undefined) found.push(question);
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
  const { created, occupants, status } = position;
  if (status !== 'running') return undefined;
  for (const [seat, occupant] of occupants) {
    if (occupant.kind !== 'player' || occupant.player !== player || occupant.bot !== undefined) continue;
    const decision = shown.ownOf(seat).isAwaited ? shown.decisionOf(seat) : undefined;
    if (decision === undefined) continue;
    const until = untilOf(shown, seat);
    const place = { match: created.match, game: created.game, seat, decision };
    return until === undefined ? place : { ...place, until: until + lost };
  }
  return undefined;
}

/** When the clock answers for this seat, as the seat is shown it. Undefined while no clock runs. */
export function untilOf(shown: ViewerProgress, seat: number): number | undefined {
  return shown.untilOf(seat) ?? deadlineOf(shown.openly.clocks, seat);
}
