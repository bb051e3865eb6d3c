/** What players arrange for the time when they are away: vacations, and answers that they leave ahead. */
import { all, change, changeAlone, first, type Work } from '../engine/engine.ts';
import { isNotElsewhere } from '../ownership/claims.ts';
import { people } from './people.ts';

// Vacations, and the matches whose records do not know yet what has changed of them. Both are written together, so that no match misses it,
// whatever ends the process.

export interface VacationRow {
  readonly began: number;
  /** When it ends, or has ended. */
  readonly until: number;
}

/** A match that has to look at the vacations of its players. */
export interface VacationNews {
  readonly match: string;
  /** Counts the changes since the match looked last. */
  readonly n: number;
}

type NewVacation = VacationRow & { readonly player: string };

export const vacations = {
  /** False if the player was deleted. */
  *begin({ player, began, until }: NewVacation): Work<boolean> {
    if (!(yield* people.isKnown(player))) return false;
    yield* change(BEGIN, { player, began, until });
    yield* change(TELL, { player });
    return true;
  },

  *end(player: string, at: number): Work<void> {
    yield* change('UPDATE vacations SET until = $at WHERE player = $player AND until > $at', { player, at });
    yield* change(TELL, { player });
  },

  /** The oldest first. */
  *of(player: string): Work<readonly VacationRow[]> {
    return yield* all<VacationRow>('SELECT began, until FROM vacations WHERE player = $player ORDER BY began', {
      player,
    });
  },

  /** Those of these players who are on vacation, and until when. */
  *lasting(
    players: readonly string[],
    at: number,
  ): Work<readonly { readonly player: string; readonly until: number }[]> {
    return yield* all(LASTING, { players: JSON.stringify(players), at });
  },

  /** Matches that have to look, without those of other living processes. */
  *news(limit: number, process: string): Work<readonly VacationNews[]> {
    return yield* all<VacationNews>(NEWS, { limit, process });
  },

  /** The match has looked. If more has changed meanwhile, it has to look again. */
  *looked({ match, n }: VacationNews): Work<void> {
    yield* changeAlone('DELETE FROM vacation_news WHERE match = $match AND n = $n', { match, n });
  },

  *forget(player: string): Work<void> {
    yield* change(TELL, { player });
    yield* change('DELETE FROM vacations WHERE player = $player', { player });
  },

  *sweep(endedBefore: number): Work<void> {
    yield* change('DELETE FROM vacations WHERE until < $endedBefore', { endedBefore });
  },
};

const BEGIN = `
  INSERT INTO vacations (player, began, until) VALUES ($player, $began, $until)
  ON CONFLICT (player, began) DO UPDATE SET until = excluded.until`;

/** Also matches that wait for players: one may start at this moment. A match that does not allow vacations finds that out itself. */
const TELL = `
  INSERT INTO vacation_news (match, n) SELECT matches.match, 1 FROM participants
    JOIN matches ON matches.match = participants.match
    WHERE player = $player AND status <> 'ended' AND summary LIKE '%"vacation":true%'
    ORDER BY matches.match
  ON CONFLICT (match) DO UPDATE SET n = vacation_news.n + 1`;

const LASTING = `
  SELECT player, max(until) AS until FROM vacations
  WHERE until > $at AND player IN (SELECT value FROM json_each($players)) GROUP BY player ORDER BY player`;

const NEWS = `
  SELECT match, n FROM vacation_news WHERE ${isNotElsewhere('vacation_news.match')} ORDER BY match LIMIT $limit`;

// Answers that players have left ahead for questions of a match. They lie beside its record, which is read by all in the end.

export interface AheadRow {
  readonly match: string;
  readonly player: string;
  /** What is left of the answers, as JSON. */
  readonly answers: string;
  /** The last question of the seat that needs no answer any more, and the last step that the seat had seen by then. */
  readonly decision: number;
  readonly step: number;
  /** When the next one is played. Null: its question has not come. */
  readonly dueAt: number | null;
  /** What became of answers that were thrown away, as JSON. */
  readonly dropped: string | null;
}

const ROW = 'match, player, answers, decision, step, due_at AS "dueAt", dropped';

export const ahead = {
  /** In place of what was left before. False if the player was deleted. */
  *leave(left: AheadRow): Work<boolean> {
    if (!(yield* people.isKnown(left.player))) return false;
    yield* change(LEAVE, { ...left });
    return true;
  },

  /** The same, but only in place of just these answers: the player may have left others, or withdrawn them. */
  *replace(was: Pick<AheadRow, 'answers'>, by: AheadRow): Work<void> {
    yield* changeAlone(REPLACE, { ...by, was: was.answers });
  },

  *find(match: string, player: string): Work<AheadRow | undefined> {
    return yield* first<AheadRow>(`SELECT ${ROW} FROM ahead WHERE match = $match AND player = $player`, {
      match,
      player,
    });
  },

  *at(match: string): Work<readonly AheadRow[]> {
    return yield* all<AheadRow>(`SELECT ${ROW} FROM ahead WHERE match = $match ORDER BY player`, { match });
  },

  *of(player: string): Work<readonly AheadRow[]> {
    return yield* all<AheadRow>(`SELECT ${ROW} FROM ahead WHERE player = $player ORDER BY match`, { player });
  },

  /** Those whose time has come, in matches of this process or of none. */
  *due(now: number, limit: number, process: string): Work<readonly AheadRow[]> {
    return yield* all<AheadRow>(DUE, { now, limit, process });
  },

  *withdraw(match: string, player: string): Work<void> {
    yield* changeAlone('DELETE FROM ahead WHERE match = $match AND player = $player', { match, player });
  },

  *forget(player: string): Work<void> {
    yield* change('DELETE FROM ahead WHERE player = $player', { player });
  },

  /** Of matches that have ended. */
  *sweep(): Work<void> {
    yield* change(
      "DELETE FROM ahead WHERE EXISTS (SELECT 1 FROM matches WHERE matches.match = ahead.match AND status = 'ended')",
    );
  },
};

const LEAVE = `
  INSERT INTO ahead (match, player, answers, decision, step, due_at, dropped)
  VALUES ($match, $player, $answers, $decision, $step, $dueAt, $dropped)
  ON CONFLICT (match, player) DO UPDATE SET answers = excluded.answers, decision = excluded.decision,
    step = excluded.step, due_at = excluded.due_at, dropped = excluded.dropped`;

const REPLACE = `
  UPDATE ahead SET answers = $answers, decision = $decision, step = $step, due_at = $dueAt, dropped = $dropped
  WHERE match = $match AND player = $player AND answers = $was`;

const DUE = `
  SELECT ${ROW} FROM ahead WHERE due_at <= $now AND ${isNotElsewhere('ahead.match')}
  ORDER BY due_at, match, player LIMIT $limit`;
