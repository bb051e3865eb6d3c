/** Talk at the tables, and the players muted there. Kept outside the records, so that it can be deleted. */
import type { OwnLine, PhraseId } from '@flower-war/protocol';
import { all, change, first, type Work } from './engine/engine.ts';
import { people } from './people/people.ts';

/** Players hear players, and spectators hear spectators. */
export type Audience = 'players' | 'spectators';

export type Words = { readonly text: string } | { readonly phrase: PhraseId };

export interface NewLine {
  readonly match: string;
  readonly audience: Audience;
  readonly at: number;
  readonly player: string;
  readonly seat?: number | undefined;
  readonly words: Words;
  /** An id made by the client, so that a repeated request adds no second line. */
  readonly action: string;
}

export interface KeptLine {
  readonly n: number;
  readonly at: number;
  readonly player: string;
  readonly seat?: number;
  readonly words: Words;
}

interface Row {
  readonly n: number;
  readonly at: number;
  readonly player: string;
  readonly seat: number | null;
  readonly text: string | null;
  readonly phrase: PhraseId | null;
}

/** The most lines of one audience of one match. A new line replaces the oldest. */
export const MOST_KEPT = 500;

const LINE = 'n, at, player, seat, text, phrase';

export const talk = {
  /**
   * The line that this action adds, or the one that it added already. A new line is durable when this ends. Undefined if the
   * player was deleted.
   */
  *say(line: NewLine): Work<{ readonly line: KeptLine; readonly isNew: boolean } | undefined> {
    const said = yield* talk.find(line.match, line.player, line.action);
    if (said !== undefined) return { line: said, isNew: false };
    return (yield* people.isKnown(line.player)) ? { line: yield* add(line), isNew: true } : undefined;
  },

  /** The same, unless the player said something else there after `quietSince`: then the number tells when. */
  *saySlowly(
    line: NewLine,
    quietSince: number,
  ): Work<{ readonly line: KeptLine; readonly isNew: boolean } | number | undefined> {
    const { match, player, action } = line;
    const sql = `SELECT max(at) AS at FROM talk WHERE match = $match AND player = $player AND at > $quietSince
      AND action <> $action`;
    const last = (yield* first<{ at: number | null }>(sql, { match, player, action, quietSince }))?.at ?? null;
    return last === null || (yield* talk.find(match, player, action)) !== undefined ? yield* talk.say(line) : last;
  },

  *find(match: string, player: string, action: string): Work<KeptLine | undefined> {
    const sql = `SELECT ${LINE} FROM talk WHERE match = $match AND player = $player AND action = $action`;
    const row = yield* first<Row>(sql, { match, player, action });
    return row && keptLine(row);
  },

  /** The latest lines, the oldest of them first. */
  *latest(match: string, audience: Audience, most: number): Work<readonly KeptLine[]> {
    const rows = yield* all<Row>(
      `SELECT ${LINE} FROM talk WHERE match = $match AND audience = $audience AND player IS NOT NULL
        ORDER BY n DESC LIMIT $most`,
      { match, audience, most },
    );
    return rows.map(keptLine).reverse();
  },

  /** The same for both audiences. */
  *latestOfAll(match: string, most: number): Work<Readonly<Record<Audience, readonly KeptLine[]>>> {
    const rows = yield* all<Row & { readonly audience: Audience }>(LATEST_OF_ALL, { match, most });
    const of = (audience: Audience) => rows.filter((row) => row.audience === audience).map(keptLine);
    return { players: of('players'), spectators: of('spectators') };
  },

  /** Everything that one player said. */
  *of(player: string): Work<readonly OwnLine[]> {
    const sql = 'SELECT match, at, text, phrase FROM talk WHERE player = $player ORDER BY at, n';
    const rows = yield* all<Row & { match: string }>(sql, { player });
    return rows.map((row) => ({ match: row.match, at: row.at, ...wordsOf(row) }));
  },

  *isSilenced(match: string, player: string): Work<boolean> {
    const sql = 'SELECT 1 AS found FROM silenced WHERE match = $match AND player = $player';
    return (yield* first(sql, { match, player })) !== undefined;
  },

  *silence(match: string, player: string, isOn: boolean): Work<void> {
    const silence = `INSERT INTO silenced (match, player) SELECT $match, player FROM people WHERE player = $player
      ON CONFLICT DO NOTHING`;
    yield* change(isOn ? silence : 'DELETE FROM silenced WHERE match = $match AND player = $player', { match, player });
  },

  *silencedIn(player: string): Work<readonly string[]> {
    const sql = 'SELECT match FROM silenced WHERE player = $player ORDER BY match';
    return (yield* all<{ match: string }>(sql, { player })).map(({ match }) => match);
  },

  /** Deletes all of a player but the numbers of the lines, so that no number is used twice. */
  *forget(player: string): Work<void> {
    yield* change(
      'UPDATE talk SET player = NULL, seat = NULL, text = NULL, phrase = NULL, action = NULL WHERE player = $player',
      { player },
    );
    yield* change('DELETE FROM silenced WHERE player = $player', { player });
  },
};

/** The number of the latest line that is too old. The database looks for it only if there are lines. */
const tooOldOf = (audience: Audience) => `coalesce((SELECT n FROM talk
  WHERE match = $match AND audience = '${audience}' AND player IS NOT NULL ORDER BY n DESC LIMIT 1 OFFSET $most), 0)`;
const LATEST_OF_ALL = `SELECT audience, ${LINE} FROM talk WHERE match = $match AND player IS NOT NULL
  AND n > CASE audience WHEN 'players' THEN ${tooOldOf('players')} ELSE ${tooOldOf('spectators')} END
  ORDER BY audience, n`;

function* add({ match, audience, at, player, seat, words, action }: NewLine): Work<KeptLine> {
  const sql = 'SELECT coalesce(max(n), 0) + 1 AS n FROM talk WHERE match = $match AND audience = $audience';
  const { n } = (yield* first<{ n: number }>(sql, { match, audience })) ?? { n: 1 };
  const { text = null, phrase = null } = words as { text?: string; phrase?: string };
  yield* change(
    `INSERT INTO talk (match, audience, n, at, player, seat, text, phrase, action)
      VALUES ($match, $audience, $n, $at, $player, $seat, $text, $phrase, $action)`,
    { match, audience, n, at, player, seat: seat ?? null, text, phrase, action },
  );
  const prune = 'DELETE FROM talk WHERE match = $match AND audience = $audience AND n <= $upTo';
  if (n > MOST_KEPT) yield* change(prune, { match, audience, upTo: n - MOST_KEPT });
  return { n, at, player, ...(seat !== undefined && { seat }), words };
}

function keptLine(row: Row): KeptLine {
  const { n, at, player, seat } = row;
  return { n, at, player, ...(seat !== null && { seat }), words: wordsOf(row) };
}

function wordsOf({ text, phrase }: Pick<Row, 'text' | 'phrase'>): Words {
  return phrase === null ? { text: text ?? '' } : { phrase };
}
