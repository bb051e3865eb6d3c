/** The journal in SQLite. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Gap, OUTAGE_AFTER_MS } from '../../base/serverTime.ts';
import { Slices } from '../../base/slices.ts';
import { inTransaction } from '../data-folder/database.ts';
import {
  type Append,
  type Asked,
  type Ending,
  type Filter,
  type Index,
  type Journal,
  JournalError,
  type Range,
  type Secrets,
  type Stored,
  type Tail,
  type TempleRow,
} from './journal.ts';
import { NoticeOutbox } from './noticeOutbox.ts';
import { keyOf, type OperatorPlace } from './operatorOrder.ts';
import { pagesOf } from './pages.ts';

interface Waiting {
  readonly append: Append;
  readonly resolve: (outcome: 'appended' | 'conflict') => void;
  readonly reject: (cause: Error) => void;
}

/** Deleting so many entries takes some milliseconds. */
const ERASED_AT_ONCE = 2000;

/** The embedded default. All appends of one turn of the event loop share one transaction, and so one disk sync. */
export class SqliteJournal implements Journal {
  private readonly database: DatabaseSync;
  private readonly outbox: NoticeOutbox;
  private readonly statements: ReturnType<typeof prepare>;
  private waiting: Waiting[] = [];
  private hasBeaten = false;
  private waitingSince = 0;
  /** Called with the time of each batch, from its first append until it is durable. */
  onCommit: (seconds: number) => void = () => {};
  /** Called after a beat is stored. */
  onBeat: (at: number) => void = () => {};

  constructor(database: DatabaseSync, outbox = new NoticeOutbox(database)) {
    this.database = database;
    this.outbox = outbox;
    this.statements = prepare(database);
  }

  append(append: Append): Promise<'appended' | 'conflict'> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) {
        this.waitingSince = performance.now();
        setImmediate(() => this.commit());
      }
      this.waiting.push({ append, resolve, reject });
    });
  }

  async tail(match: string): Promise<Tail | undefined> {
    return this.statements.tail.get(match) as Tail | undefined;
  }

  async read(match: string): Promise<Stored | undefined> {
    const lines = await this.linesBySlices(match);
    // Read after the lines. If another process wrote in between, the next append conflicts.
    const row = this.statements.match.get(match) as MatchRow | undefined;
    if (row === undefined) return undefined;
    const { restores } = this.statements.restores.get(match) as { restores: number };
    return { lines, secrets: secretsOf(row), index: indexOf(row), restores };
  }

  async secrets(match: string): Promise<Secrets | undefined> {
    const row = this.statements.match.get(match) as MatchRow | undefined;
    return row && secretsOf(row);
  }

  private async linesBySlices(match: string): Promise<readonly string[]> {
    const [lines, slices]: [string[], Slices] = [[], new Slices()];
    for await (const page of pagesOf(this, match)) {
      lines.push(...page);
      if (slices.isOver) await slices.rest();
    }
    return lines;
  }

  async linesOf(temple: string, some?: Range): Promise<readonly string[]> {
    const { lines, someLines } = this.statements;
    const rows = some === undefined ? lines.all(temple) : someLines.all(temple, some.from, some.to);
    return (rows as unknown as { line: string }[]).map(({ line }) => line);
  }

  async temples({ owner, after = '', limit }: Parameters<Journal['temples']>[0]): Promise<readonly TempleRow[]> {
    const rows = this.statements.temples.all({ owner: owner ?? null, after, limit });
    return (rows as unknown as Record<keyof TempleRow, string | null>[]).map(({ temple, owner, match }) => ({
      temple: temple ?? '',
      ...(owner !== null && { owner }),
      ...(match !== null && { match }),
    }));
  }

  async list({ status, game, limit }: Filter): Promise<readonly Index[]> {
    const rows = this.statements.list.all({ status: status ?? null, game: game ?? null, limit });
    return (rows as unknown as MatchRow[]).map(indexOf);
  }

  async listAll({
    status,
    game,
    limit,
    after,
  }: Filter & { readonly after?: OperatorPlace }): Promise<readonly Index[]> {
    const [ended, key, match] = after === undefined ? [-1, 0, ''] : keyOf(after);
    const rows = this.statements.listAll.all({ status: status ?? null, game: game ?? null, limit, ended, key, match });
    return (rows as unknown as MatchRow[]).map(indexOf);
  }

  async index(match: string): Promise<{ readonly index: Index; readonly code?: string } | undefined> {
    const row = this.statements.match.get(match) as MatchRow | undefined;
    return row && { index: indexOf(row), ...(row.code !== null && { code: row.code }) };
  }

  async matchesOf(player: string): Promise<readonly string[]> {
    return (this.statements.matchesOf.all(player) as unknown as { match: string }[]).map(({ match }) => match);
  }

  async unfinishedOf(player: string): Promise<readonly Index[]> {
    return (this.statements.unfinishedOf.all(player) as unknown as MatchRow[]).map(indexOf);
  }

  async historyOf({ player, withPrivate, game, before, limit }: Asked): Promise<readonly Index[]> {
    const { createdAt, match } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, match: '' };
    const visibility = withPrivate ? null : 'public';
    const rows = this.statements.historyOf.all({
      player,
      visibility,
      game: game ?? null,
      createdAt,
      match,
      limit,
      seated: seatOf(player),
    });
    return (rows as unknown as MatchRow[]).map(indexOf);
  }

  async endings(after: number, limit: number): Promise<readonly Ending[]> {
    return this.statements.endings.all(after, limit) as unknown as Ending[];
  }

  async due(now: number, limit: number): Promise<readonly string[]> {
    return (this.statements.due.all(now, limit) as unknown as { match: string }[]).map(({ match }) => match);
  }

  async counts(): Promise<Readonly<Record<Index['status'], number>>> {
    const counts = { open: 0, running: 0, ended: 0 };
    const rows = this.statements.counts.all() as unknown as { status: Index['status']; n: number }[];
    for (const { status, n } of rows) counts[status] = n;
    return counts;
  }

  async forget(endedBefore: number, limit: number): Promise<number> {
    const old = this.statements.old.all({ endedBefore, limit }) as unknown as { match: string }[];
    for (const { match } of old) await this.forgetMatch(match);
    return old.length;
  }

  /** Deletes a long record in parts. The last entry goes last, so that `forget` resumes an interrupted deletion. */
  async forgetMatch(match: string): Promise<void> {
    const { seq: last } = (await this.tail(match)) ?? { seq: 0 };
    for (let to = ERASED_AT_ONCE; to < last; to += ERASED_AT_ONCE) {
      this.statements.eraseSome.run(match, to);
      await new Slices().rest();
    }
    inTransaction(this.database, () => {
      for (const statement of this.statements.erase) statement.run(match);
    });
  }

  async beat(now: number): Promise<void> {
    const last = this.statements.lastBeat.get() as { at: number } | undefined;
    const wasAway = !this.hasBeaten || (last !== undefined && now - last.at > OUTAGE_AFTER_MS);
    if (last !== undefined && wasAway && now > last.at) this.statements.outage.run(last.at, now);
    this.hasBeaten = true;
    this.statements.beat.run(now);
    this.onBeat(now);
  }

  /** Counts the outage from the last beat on, because the time after that beat may be lost as well. */
  noteGap({ at }: Gap): Promise<void> {
    return this.beat(at);
  }

  async lostSince(since: number): Promise<number> {
    const { lost } = this.statements.lost.get(since, since) as { lost: number | null };
    return lost ?? 0;
  }

  async close(): Promise<void> {
    this.commit();
    this.database.close();
  }

  /** Writes all waiting appends in one transaction. An entry that conflicts does not affect the others. */
  private commit(): void {
    const batch = this.waiting;
    this.waiting = [];
    if (batch.length === 0) return;
    try {
      this.database.exec('BEGIN IMMEDIATE');
      const outcomes = batch.map(({ append }) => this.write(append));
      this.database.exec('COMMIT');
      this.onCommit((performance.now() - this.waitingSince) / 1000);
      for (const [i, { resolve }] of batch.entries()) resolve(outcomes[i] ?? 'conflict');
    } catch (cause) {
      this.rollBack();
      for (const { reject } of batch) reject(new JournalError('the journal could not append', { cause }));
    }
  }

  private write(append: Append): 'appended' | 'conflict' {
    const { match, expectedSeq, owner, line, hash, players, index, temple, notices, secrets, isRestored } = append;
    const { n } = this.statements.next.get(match) as { n: number };
    if (n !== expectedSeq) return 'conflict';
    this.statements.insert.run(match, expectedSeq, owner, hash, line);
    if (isRestored) this.statements.restored.run(match);
    for (const notice of notices ?? []) this.outbox.put(notice);
    if (temple !== undefined) this.statements.putTemple.run(temple.temple, temple.owner ?? null, temple.match ?? null);
    if (index !== undefined) this.writeIndex(match, { expectedSeq, index, secrets });
    for (const player of players ?? []) this.statements.bringIn.run(player, match, match);
    return 'appended';
  }

  private writeIndex(
    match: string,
    { expectedSeq, index, secrets }: { expectedSeq: number; index: Index; secrets: Append['secrets'] },
  ): void {
    const { status, visibility, game, createdAt, wakeAt, summary } = index;
    if (expectedSeq > 0) this.statements.update.run(status, wakeAt ?? null, summary, match);
    else if (secrets === undefined) throw new Error('the first entry needs secrets');
    else
      this.statements.create.run(
        match,
        status,
        visibility,
        game,
        createdAt,
        wakeAt ?? null,
        summary,
        secrets.secret,
        secrets.code ?? null,
      );
    if (status === 'ended') this.statements.end.run(match);
  }

  private rollBack(): void {
    if (this.database.isTransaction) this.database.exec('ROLLBACK');
  }
}

interface MatchRow {
  readonly status: Index['status'];
  readonly visibility: Index['visibility'];
  readonly game: string;
  readonly created_at: number;
  readonly wake_at: number | null;
  readonly summary: string;
  readonly secret: string;
  readonly code: string | null;
}

/** The text by which a summary names a seated player. A host without a seat appears in another form. */
function seatOf(player: string): string {
  return JSON.stringify({ player }).slice(1, -1);
}

function indexOf({ status, visibility, game, created_at, wake_at, summary }: MatchRow): Index {
  return { status, visibility, game, createdAt: created_at, ...(wake_at !== null && { wakeAt: wake_at }), summary };
}

function secretsOf({ secret, code }: MatchRow): Secrets {
  return { secret, ...(code !== null && { code }) };
}

function prepare(database: DatabaseSync) {
  const sql = (text: string): StatementSync => database.prepare(text);
  return {
    next: sql('SELECT coalesce(max(seq) + 1, 0) AS n FROM entries WHERE match = ?'),
    insert: sql('INSERT INTO entries (match, seq, owner, hash, line) VALUES (?, ?, ?, ?, ?)'),
    create: sql('INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    update: sql('UPDATE matches SET status = ?, wake_at = ?, summary = ? WHERE match = ?'),
    tail: sql('SELECT seq, hash, owner FROM entries WHERE match = ? ORDER BY seq DESC LIMIT 1'),
    lines: sql('SELECT line FROM entries WHERE match = ? ORDER BY seq'),
    someLines: sql('SELECT line FROM entries WHERE match = ? AND seq >= ? AND seq < ? ORDER BY seq'),
    restores: sql('SELECT count(*) AS restores FROM restores WHERE match = ?'),
    restored: sql('DELETE FROM restores WHERE n = (SELECT min(n) FROM restores WHERE match = ?)'),
    match: sql('SELECT * FROM matches WHERE match = ?'),
    list: sql(`SELECT * FROM matches WHERE visibility = 'public' AND ($status IS NULL OR status = $status)
      AND ($game IS NULL OR game = $game) ORDER BY created_at DESC LIMIT $limit`),
    listAll:
      sql(`SELECT *, (status = 'ended') AS ended, iif(status = 'ended', -created_at, created_at) AS key FROM matches
      WHERE visibility IN ('public', 'private') AND ($status IS NULL OR status = $status) AND ($game IS NULL OR game = $game)
        AND (ended, key, match) > ($ended, $key, $match) ORDER BY ended, key, match LIMIT $limit`),
    putTemple: sql(`INSERT INTO temples VALUES (?, ?, ?)
      ON CONFLICT (temple) DO UPDATE SET owner = excluded.owner, match = excluded.match`),
    temples: sql(`SELECT * FROM temples WHERE ($owner IS NULL OR owner = $owner) AND temple > $after
      ORDER BY temple LIMIT $limit`),
    bringIn: sql(`INSERT OR IGNORE INTO participants (player, match, created_at)
      VALUES (?, ?, (SELECT created_at FROM matches WHERE match = ?))`),
    end: sql('INSERT OR IGNORE INTO endings (match) VALUES (?)'),
    endings: sql('SELECT n, match FROM endings WHERE n > ? ORDER BY n LIMIT ?'),
    historyOf: sql(`SELECT matches.* FROM participants JOIN matches USING (match)
      WHERE player = $player AND ($visibility IS NULL OR visibility = $visibility) AND ($game IS NULL OR game = $game)
        AND (participants.created_at, match) < ($createdAt, $match) AND instr(summary, $seated) > 0
      ORDER BY participants.created_at DESC, match DESC LIMIT $limit`),
    matchesOf: sql('SELECT match FROM participants WHERE player = ? ORDER BY match'),
    unfinishedOf: sql(`SELECT matches.* FROM participants JOIN matches USING (match)
      WHERE player = ? AND status <> 'ended' ORDER BY match`),
    old: sql(`SELECT match FROM matches WHERE visibility IN ('public', 'private') AND status = 'ended'
      AND created_at < $endedBefore AND (SELECT json_extract(line, '$.at') FROM entries
        WHERE entries.match = matches.match ORDER BY seq DESC LIMIT 1) < $endedBefore LIMIT $limit`),
    erase: ['entries', 'participants', 'endings', 'rated', 'talk', 'silenced', 'restores', 'matches'].map((table) =>
      sql(`DELETE FROM ${table} WHERE match = ?`),
    ),
    eraseSome: sql('DELETE FROM entries WHERE match = ? AND seq < ?'),
    due: sql('SELECT match FROM matches WHERE wake_at <= ? ORDER BY wake_at LIMIT ?'),
    counts: sql('SELECT status, count(*) AS n FROM matches GROUP BY status'),
    lastBeat: sql('SELECT at FROM alive'),
    beat: sql('INSERT INTO alive VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at'),
    outage: sql('INSERT INTO outages VALUES (?, ?)'),
    lost: sql('SELECT sum(ended - max(began, ?)) AS lost FROM outages WHERE ended > ?'),
  };
}

/** When a server last noted in the data that it was alive. */
export function lastBeat(database: DatabaseSync): number | undefined {
  const row = database.prepare('SELECT at FROM alive').get() as { at: number } | undefined;
  return row?.at;
}
