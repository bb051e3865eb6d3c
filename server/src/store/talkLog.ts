/** Talk at the tables, and the players muted there. Kept outside the records, so that it can be deleted. */
import type { DatabaseSync } from 'node:sqlite';
import type { OwnLine, PhraseId } from '@flower-war/protocol';

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

export class TalkLog {
  private readonly statements;

  constructor(database: DatabaseSync) {
    const sql = (text: string) => database.prepare(text);
    this.statements = {
      next: sql('SELECT coalesce(max(n), 0) + 1 AS n FROM talk WHERE match = ? AND audience = ?'),
      add: sql('INSERT INTO talk VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
      prune: sql('DELETE FROM talk WHERE match = ? AND audience = ? AND n <= ?'),
      find: sql('SELECT n, at, player, seat, text, phrase FROM talk WHERE match = ? AND player = ? AND action = ?'),
      latest: sql(`SELECT n, at, player, seat, text, phrase FROM talk
        WHERE match = ? AND audience = ? AND player IS NOT NULL ORDER BY n DESC LIMIT ?`),
      of: sql('SELECT match, at, text, phrase FROM talk WHERE player = ? ORDER BY at, n'),
      unsay: sql(
        'UPDATE talk SET player = NULL, seat = NULL, text = NULL, phrase = NULL, action = NULL WHERE player = ?',
      ),
      silence: sql('INSERT OR IGNORE INTO silenced VALUES (?, ?)'),
      allow: sql('DELETE FROM silenced WHERE match = ? AND player = ?'),
      isSilenced: sql('SELECT 1 FROM silenced WHERE match = ? AND player = ?'),
      silencedIn: sql('SELECT match FROM silenced WHERE player = ? ORDER BY match'),
      forgive: sql('DELETE FROM silenced WHERE player = ?'),
      erase: [sql('DELETE FROM talk WHERE match = ?'), sql('DELETE FROM silenced WHERE match = ?')],
    };
  }

  /** Adds a line, which is durable when this returns. */
  add({ match, audience, at, player, seat, words, action }: NewLine): KeptLine {
    const { n } = this.statements.next.get(match, audience) as { n: number };
    const { text = null, phrase = null } = words as { text?: string; phrase?: string };
    this.statements.add.run(match, audience, n, at, player, seat ?? null, text, phrase, action);
    if (n > MOST_KEPT) this.statements.prune.run(match, audience, n - MOST_KEPT);
    return { n, at, player, ...(seat !== undefined && { seat }), words };
  }

  /** The line that this action added, if any. */
  find(match: string, player: string, action: string): KeptLine | undefined {
    const row = this.statements.find.get(match, player, action) as Row | undefined;
    return row && keptLine(row);
  }

  /** The latest lines, the oldest of them first. */
  latest(match: string, audience: Audience, most: number): readonly KeptLine[] {
    return (this.statements.latest.all(match, audience, most) as unknown as Row[]).map(keptLine).reverse();
  }

  /** Everything that one player said. */
  of(player: string): OwnLine[] {
    const rows = this.statements.of.all(player) as unknown as (Row & { match: string })[];
    return rows.map((row) => ({ match: row.match, at: row.at, ...wordsOf(row) }));
  }

  isSilenced(match: string, player: string): boolean {
    return this.statements.isSilenced.get(match, player) !== undefined;
  }

  silence(match: string, player: string, isOn: boolean): void {
    this.statements[isOn ? 'silence' : 'allow'].run(match, player);
  }

  silencedIn(player: string): string[] {
    return (this.statements.silencedIn.all(player) as unknown as { match: string }[]).map(({ match }) => match);
  }

  /** Deletes all of a player but the numbers of the lines, so that no number is used twice. */
  forget(player: string): void {
    this.statements.unsay.run(player);
    this.statements.forgive.run(player);
  }

  /** Deletes the talk of a match, for when its record is deleted. */
  erase(match: string): void {
    for (const statement of this.statements.erase) statement.run(match);
  }
}

function keptLine(row: Row): KeptLine {
  const { n, at, player, seat } = row;
  return { n, at, player, ...(seat !== null && { seat }), words: wordsOf(row) };
}

function wordsOf({ text, phrase }: Pick<Row, 'text' | 'phrase'>): Words {
  return phrase === null ? { text: text ?? '' } : { phrase };
}
