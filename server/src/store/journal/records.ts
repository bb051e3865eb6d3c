/** The operations on records: matches, their entries, and the streams of temples. */
import { CHANGE_STATUS, NOTE_ENDING, UPDATE_INDEX } from '../data-folder/appendLog.ts';
import { all, change, changeAlone, first, type Work } from '../engine/engine.ts';
import { isNotElsewhere } from '../ownership/claims.ts';
import {
  type Append,
  type Ending,
  type Filter,
  type HistoryPage,
  type HostedFilter,
  type Index,
  keyOf,
  type OperatorPlace,
  type Range,
  type Secrets,
  type Tail,
  type TempleRow,
} from './journal.ts';
import { outbox } from './noticeOutbox.ts';

// A row of the table of matches.

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

const NAMES = ['status', 'visibility', 'game', 'created_at', 'wake_at', 'summary', 'secret', 'code'];
const COLUMNS = NAMES.join(', ');
const OF_MATCHES = NAMES.map((name) => `matches.${name}`).join(', ');

function indexOf({ status, visibility, game, created_at, wake_at, summary }: MatchRow): Index {
  return { status, visibility, game, createdAt: created_at, ...(wake_at !== null && { wakeAt: wake_at }), summary };
}

// The order in which matches ended. An append only notes that its match ended. The numbers are given by the operation that reads them: a
// number from a sequence may be seen after a later one, and a reader that goes on from there would miss it.

/** Once the match is erased, its ending does not count any more. */
function* eraseEnding(match: string): Work<void> {
  yield* change('DELETE FROM unread_endings WHERE match = $match', { match });
  const gone = yield* change('DELETE FROM endings WHERE match = $match', { match });
  if (gone > 0) yield* change('UPDATE numbered_up_to SET gone = gone + $gone', { gone });
}

/** How many matches have ended, in SQL. Few endings have no number yet, so it takes no longer the more matches there are. */
const ENDED = 'coalesce((SELECT n - gone FROM numbered_up_to), 0) + (SELECT count(*) FROM unread_endings)';

/** The row of the last number keeps out all others that give numbers, until these are durable. */
function* numberUnread(limit: number): Work<void> {
  const unread = yield* first<{ n: number | null }>(LAST_UNREAD, { limit });
  const upTo = unread?.n ?? undefined;
  if (upTo === undefined) return;
  const last = (yield* first<{ n: number }>('SELECT n FROM numbered_up_to'))?.n ?? 0;
  const given = yield* change(NUMBER, { last, upTo });
  yield* change('DELETE FROM unread_endings WHERE n <= $upTo', { upTo });
  yield* change(NOTE_LAST, { last: last + given });
}

const LAST_UNREAD = 'SELECT max(n) AS n FROM (SELECT n FROM unread_endings ORDER BY n LIMIT $limit) AS unread';

const NUMBER = `
  INSERT INTO endings (n, match) SELECT $last + row_number() OVER (ORDER BY n), match FROM unread_endings
  WHERE n <= $upTo AND NOT EXISTS (SELECT 1 FROM endings WHERE endings.match = unread_endings.match)`;

const NOTE_LAST = `
  INSERT INTO numbered_up_to (one, n) VALUES (1, $last) ON CONFLICT (one) DO UPDATE SET n = excluded.n`;

/** What became of an append: how many of its notices are new, or that another entry has its place. */
export type Appended = number | 'conflict';

/** A match without its lines. */
interface Row {
  readonly secrets: Secrets;
  readonly index: Index;
  readonly restores: number;
}

export const records = {
  /** Writes all in one transaction. An entry that conflicts does not affect the others. */
  *append(batch: readonly Append[]): Work<readonly Appended[]> {
    const [only] = batch;
    if (only !== undefined && batch.length === 1 && isEntryAlone(only)) return [yield* writeAlone(only)];
    const outcomes: Appended[] = [];
    for (const one of batch) outcomes.push(yield* write(one));
    return outcomes;
  },

  *tail(match: string): Work<Tail | undefined> {
    const sql = 'SELECT seq, hash, owner FROM entries WHERE match = $match ORDER BY seq DESC LIMIT 1';
    return yield* first<Tail>(sql, { match });
  },

  *find(match: string): Work<Row | undefined> {
    const row = yield* first<MatchRow & Pick<Row, 'restores'>>(FIND, { match });
    return row && { secrets: secretsOf(row), index: indexOf(row), restores: row.restores };
  },

  *lines(match: string, { from, to }: Range): Work<readonly string[]> {
    const sql = 'SELECT line FROM entries WHERE match = $match AND seq >= $from AND seq < $to ORDER BY seq';
    return (yield* all<{ line: string }>(sql, { match, from, to })).map(({ line }) => line);
  },

  *temples({ owner = null, after = '', limit }: AskedTemples): Work<readonly TempleRow[]> {
    const rows = yield* all<Record<keyof TempleRow, string | null>>(
      `SELECT temple, owner, match FROM temples WHERE ${isAsked('owner')} AND temple > $after
        ORDER BY temple LIMIT $limit`,
      { owner, after, limit },
    );
    return rows.map(({ temple, owner, match }) => ({
      temple: temple ?? '',
      ...(owner !== null && { owner }),
      ...(match !== null && { match }),
    }));
  },

  *list({ status, game, limit }: Filter): Work<readonly Index[]> {
    const rows = yield* all<MatchRow>(
      `SELECT ${COLUMNS} FROM matches WHERE visibility = 'public' AND status = $status
        ${game === undefined ? '' : 'AND game = $game'} ORDER BY created_at DESC LIMIT $limit`,
      { status, limit, ...(game !== undefined && { game }) },
    );
    return rows.map(indexOf);
  },

  /** The public ones of these matches, given as JSON. */
  *indexes(matches: string): Work<readonly Found[]> {
    const sql = `${SELECT} WHERE match IN (SELECT value FROM json_each($matches)) ORDER BY match`;
    const found = yield* all<FoundRow>(sql, { matches });
    return found.filter(({ visibility }) => visibility === 'public').map(foundOf); // SQL would read all public matches
  },

  /** Those of these matches, given as JSON, in which no player has a seat. */
  *withoutPlayers(matches: string): Work<readonly Found[]> {
    const sql = `${SELECT} WHERE match IN (SELECT value FROM json_each($matches)) AND replace(summary, '"player":', '') = summary
      ORDER BY match`;
    return (yield* all<FoundRow>(sql, { matches })).map(foundOf);
  },

  /** Public matches that are not over, a page at a time, the newest first. */
  *unended({ status, before, limit }: AskedUnended): Work<readonly Found[]> {
    const { createdAt, match } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, match: '' };
    return (yield* all<FoundRow>(UNENDED, { status, createdAt, match, limit })).map(foundOf);
  },

  listAll: listHosted,

  *matchesOf(player: string): Work<readonly string[]> {
    const sql = 'SELECT match FROM participants WHERE player = $player ORDER BY match';
    return (yield* all<{ match: string }>(sql, { player })).map(({ match }) => match);
  },

  *unfinishedOf(player: string): Work<readonly Index[]> {
    const rows = yield* all<MatchRow>(
      `SELECT ${OF_MATCHES} FROM participants JOIN matches ON matches.match = participants.match
        WHERE player = $player AND status <> 'ended' ORDER BY matches.match`,
      { player },
    );
    return rows.map(indexOf);
  },

  /** Those of these matches, given as JSON, that have not ended. */
  *unfinishedAmong(matches: string): Work<readonly string[]> {
    const sql = `SELECT match FROM matches WHERE match IN (SELECT value FROM json_each($matches)) AND status <> 'ended'
      ORDER BY match`;
    return (yield* all<{ match: string }>(sql, { matches })).map(({ match }) => match);
  },

  *historyOf({ player, withPrivate, game = null, before, limit }: AskedHistory): Work<readonly Index[]> {
    const { createdAt, match } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, match: '' };
    const visibility = withPrivate ? null : 'public';
    const asked = { player, visibility, game, createdAt, match, limit, seated: seatOf(player) };
    return (yield* all<MatchRow>(HISTORY, asked)).map(indexOf);
  },

  /** The endings after the n-th. Those that have no number yet get one. */
  *endings(after: number, limit: number): Work<readonly Ending[]> {
    yield* numberUnread(limit);
    const sql = 'SELECT n, match FROM endings WHERE n > $after ORDER BY n LIMIT $limit';
    return yield* all<Ending>(sql, { after, limit });
  },

  /** Those that wait longest first. `newer`: when matches wake, as the tables do not know yet. */
  *due(now: number, limit: number, process: string, newer: Wakes = new Map()): Work<readonly string[]> {
    const rows = yield* all<{ match: string; at: number }>(DUE, { now, limit: limit + newer.size, process });
    const newly = [...newer].map(([match, at]) => ({ match, at: at ?? Number.POSITIVE_INFINITY }));
    return [...rows.filter(({ match }) => !newer.has(match)), ...newly.filter(({ at }) => at <= now)]
      .sort((one, other) => one.at - other.at)
      .slice(0, limit)
      .map(({ match }) => match);
  },

  *counts(): Work<Readonly<Record<Index['status'], number>>> {
    const counts = { open: 0, running: 0, ended: 0 };
    for (const { status, n } of yield* all<{ status: Index['status']; n: number }>(COUNTS)) counts[status] = n;
    return counts;
  },

  /** A page of the matches that have ended, of those that were created before this time, in the order in which they were. */
  *endedIn({ visibility, after, before, limit }: AskedEnded): Work<readonly EndedRow[]> {
    return yield* all<EndedRow>(ENDED_IN, { visibility, before, limit, ...after });
  },

  /** Deletes the entries before this one, so that a long record can go in parts. */
  *eraseSome(match: string, before: number): Work<void> {
    yield* change('DELETE FROM entries WHERE match = $match AND seq < $before', { match, before });
  },

  *erase(match: string): Work<void> {
    yield* eraseEnding(match);
    for (const table of OF_A_MATCH) yield* change(`DELETE FROM ${table} WHERE match = $match`, { match });
    yield* change('DELETE FROM claims WHERE id = $match', { match });
  },
};

const OF_A_MATCH = [
  'entries',
  'participants',
  'rated',
  'talk',
  'silenced',
  'restores',
  'vacation_news',
  'ahead',
  'matches',
];
type AskedTemples = { readonly owner?: string | null; readonly after?: string; readonly limit: number };
type AskedHistory = Omit<HistoryPage, 'game'> & { readonly game?: string | null };

/** When matches wake, if at all. */
type Wakes = ReadonlyMap<string, number | undefined>;

interface Found {
  readonly match: string;
  readonly index: Index;
}

/** A place in the order in which matches were created. */
export interface CreatedPlace {
  readonly createdAt: number;
  readonly match: string;
}

interface AskedEnded {
  readonly visibility: Index['visibility'];
  /** The last match of the page before. */
  readonly after: CreatedPlace;
  readonly before: number;
  readonly limit: number;
}

interface EndedRow extends CreatedPlace {
  /** The last line of its record. */
  readonly line: string | null;
}

interface AskedUnended {
  readonly status: 'open' | 'running';
  readonly before?: CreatedPlace;
  readonly limit: number;
}

interface FoundRow extends MatchRow {
  readonly match: string;
}

/** Whether the column has the value that was asked for, if any was. */
const isAsked = (column: string) => `(CAST($${column} AS TEXT) IS NULL OR ${column} = $${column})`;

const FIND = `
  SELECT ${COLUMNS}, (SELECT count(*) FROM restores WHERE restores.match = $match) AS restores
  FROM matches WHERE match = $match`;

/** The first condition on the time lets the index find the page. */
const UNENDED = `
  SELECT match, ${COLUMNS} FROM matches
  WHERE visibility = 'public' AND status = $status AND created_at <= $createdAt
    AND (created_at, match) < ($createdAt, $match) ORDER BY created_at DESC, match DESC LIMIT $limit`;

const HISTORY = `
  SELECT ${OF_MATCHES} FROM participants JOIN matches ON matches.match = participants.match
  WHERE player = $player AND ${isAsked('visibility')} AND ${isAsked('game')}
    AND (participants.created_at, matches.match) < ($createdAt, $match) AND replace(summary, $seated, '') <> summary
  ORDER BY participants.created_at DESC, matches.match DESC LIMIT $limit`;

const DUE = `
  SELECT match, wake_at AS at FROM matches WHERE wake_at <= $now AND ${isNotElsewhere('matches.match')}
  ORDER BY wake_at LIMIT $limit`;

/** The index finds the few matches that are not over, since it begins with the visibility. */
const COUNTS = `
  SELECT status, count(*) AS n FROM matches
  WHERE visibility IN ('public', 'private') AND status IN ('open', 'running') GROUP BY status
  UNION ALL SELECT 'ended', ${ENDED}`;

/** The first condition on the time lets the index find the page. */
const ENDED_IN = `
  SELECT match, created_at AS "createdAt",
    (SELECT line FROM entries WHERE entries.match = matches.match ORDER BY seq DESC LIMIT 1) AS line
  FROM matches WHERE visibility = $visibility AND status = 'ended' AND created_at < $before
    AND created_at >= $createdAt AND (created_at, match) > ($createdAt, $match)
  ORDER BY created_at, match LIMIT $limit`;

/** Whether the entry changes nothing beside the record, as most moves do. */
function isEntryAlone({ expectedSeq, isRestored, notices, temple, index, players }: Append): boolean {
  return expectedSeq > 0 && !isRestored && !notices && !temple && !index && !players;
}

function* writeAlone({ match, expectedSeq: seq, owner, claim, line, hash }: Append): Work<Appended> {
  return (yield* changeAlone(INSERT, { match, seq, owner, claim, hash, line })) === 0 ? 'conflict' : 0;
}

function* write(append: Append): Work<Appended> {
  const { match, expectedSeq: seq, owner, claim, line, hash, isRestored, notices = [], players = [] } = append;
  if (seq === 0) yield* change(CLAIM, { match, owner, claim });
  if ((yield* change(INSERT, { match, seq, owner, claim, hash, line })) === 0) return 'conflict';
  if (isRestored) yield* change(RESTORED, { match });
  let fresh = 0;
  for (const notice of notices) if (yield* outbox.put(notice)) fresh++;
  if (append.temple !== undefined) yield* putTemple(append.temple);
  if (append.index !== undefined) yield* writeIndex(append, append.index);
  for (const player of players) yield* change(BRING_IN, { player, match });
  return fresh;
}

/** The process that writes the first entry owns the match. */
const CLAIM = `
  INSERT INTO claims (id, owner, claim) SELECT $match, $owner, $claim
  WHERE NOT EXISTS (SELECT 1 FROM entries WHERE match = $match) ON CONFLICT DO NOTHING`;

/** Only as the next entry of its match, and only by its owner. */
const INSERT = `
  INSERT INTO entries (match, seq, owner, hash, line) SELECT $match, $seq, $owner, $hash, $line
  WHERE $seq = (SELECT coalesce(max(seq) + 1, 0) FROM entries WHERE match = $match)
    AND EXISTS (SELECT 1 FROM claims WHERE id = $match AND owner = $owner AND claim = $claim)`;

const RESTORED = 'DELETE FROM restores WHERE n = (SELECT min(n) FROM restores WHERE match = $match)';

const BRING_IN = `
  INSERT INTO participants (player, match, created_at)
  SELECT $player, match, created_at FROM matches WHERE match = $match ON CONFLICT DO NOTHING`;

function* putTemple({ temple, owner = null, match = null }: { [Name in keyof TempleRow]: TempleRow[Name] | null }) {
  yield* change(
    `INSERT INTO temples (temple, owner, match) VALUES ($temple, $owner, $match)
      ON CONFLICT (temple) DO UPDATE SET owner = excluded.owner, match = excluded.match`,
    { temple, owner, match },
  );
}

function* writeIndex({ match, expectedSeq, secrets }: Append, index: Index): Work<void> {
  const { status, visibility, game, createdAt, wakeAt = null, summary } = index;
  const changed = { status, wakeAt, summary, match };
  if (expectedSeq > 0) {
    if ((yield* change(UPDATE_INDEX, changed)) === 0) yield* change(CHANGE_STATUS, changed);
  } else if (secrets === undefined) throw new Error('the first entry needs secrets');
  else
    yield* change(CREATE, {
      ...changed,
      visibility,
      game,
      createdAt,
      secret: secrets.secret,
      code: secrets.code ?? null,
    });
  if (status === 'ended') yield* change(NOTE_ENDING, { match });
}

const CREATE = `
  INSERT INTO matches (match, status, visibility, game, created_at, wake_at, summary, secret, code)
  VALUES ($match, $status, $visibility, $game, $createdAt, $wakeAt, $summary, $secret, $code)`;

/** The text by which a summary names a seated player. A host without a seat appears in another form. */
function seatOf(player: string): string {
  return JSON.stringify({ player }).slice(1, -1);
}

function foundOf(row: FoundRow): Found {
  return { match: row.match, index: indexOf(row) };
}

function secretsOf({ secret, code }: MatchRow): Secrets {
  return { secret, ...(code !== null && { code }) };
}

// The list of all matches, for the operator. Each piece of it is read along an index, however many matches ended.

type HostedRow = MatchRow & { readonly match: string };

function* listHosted(filter: HostedFilter): Work<readonly Index[]> {
  const rows = filter.match !== undefined || filter.player !== undefined ? yield* few(filter) : yield* many(filter);
  return rows
    .filter((row) => fits(row, filter))
    .sort(inOrder)
    .slice(0, filter.limit)
    .map(indexOf);
}

/** A match by its id, or the matches of one player. */
function* few({ match, player, limit, ...filter }: HostedFilter): Work<readonly HostedRow[]> {
  if (match !== undefined) {
    const own = player === undefined ? '' : ` AND ${OF_PLAYER}`;
    return yield* all<HostedRow>(`${SELECT} WHERE match = $match${own}`, {
      match,
      ...(player !== undefined && { player }),
    });
  }
  const { after } = filter;
  const [ended, age, last] = after === undefined ? [-1, 0, ''] : keyOf(after);
  return yield* all<HostedRow>(FEW, {
    player: player ?? '',
    status: filter.status ?? '',
    game: filter.game ?? '',
    ended,
    age,
    last,
    limit,
  });
}

const VISIBILITIES = ['public', 'private'] as const;

/** One page of each kind of match: the first of all are among them. */
function* many({ status, after, game, limit }: HostedFilter): Work<readonly HostedRow[]> {
  const found: HostedRow[] = [];
  for (const one of ['open', 'running', 'ended'] as const) {
    if (status !== undefined && one !== status) continue;
    if (one !== 'ended' && after?.status === 'ended') continue;
    const from = after !== undefined && (one === 'ended') === (after.status === 'ended') ? after : undefined;
    if (one === 'ended' && found.filter((row) => fits(row, { after })).length >= limit) continue;
    for (const visibility of VISIBILITIES) {
      const { createdAt, match } = from ?? START[one === 'ended' ? 'ended' : 'unfinished'];
      found.push(
        ...(yield* all<HostedRow>(pieceOf(one, game !== undefined), {
          visibility,
          status: one,
          createdAt,
          match,
          limit,
          ...(game !== undefined && { game }),
        })),
      );
    }
  }
  return found;
}

const START = {
  unfinished: { createdAt: -1, match: '' },
  ended: { createdAt: Number.MAX_SAFE_INTEGER, match: '' },
} as const;

function pieceOf(status: Index['status'], hasGame: boolean): string {
  const [before, order] = status === 'ended' ? ['<', 'DESC'] : ['>', 'ASC'];
  return `${SELECT} WHERE visibility = $visibility AND status = $status ${hasGame ? 'AND game = $game' : ''}
    AND created_at ${before}= $createdAt AND (created_at ${before} $createdAt OR match > $match)
    ORDER BY created_at ${order}, match LIMIT $limit`;
}

type HostedQuery = { readonly [Name in 'status' | 'game' | 'after']?: HostedFilter[Name] | undefined };

function fits(row: HostedRow, { status, game, after }: HostedQuery): boolean {
  if (status !== undefined && row.status !== status) return false;
  if (game !== undefined && row.game !== game) return false;
  return after === undefined || compare(keyOf(placeOf(row)), keyOf(after)) > 0;
}

const placeOf = ({ status, created_at: createdAt, match }: HostedRow): OperatorPlace => ({ status, createdAt, match });
const inOrder = (a: HostedRow, b: HostedRow) => compare(keyOf(placeOf(a)), keyOf(placeOf(b)));

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [n, one] of a.entries()) {
    const other = b[n] ?? 0;
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

const SELECT = `SELECT match, ${COLUMNS} FROM matches`;
const OF_PLAYER = 'match IN (SELECT match FROM participants WHERE player = $player)';

const FEW = `
  SELECT match, ${COLUMNS} FROM (
    SELECT match, ${COLUMNS}, CASE WHEN status = 'ended' THEN 1 ELSE 0 END AS ended,
      CASE WHEN status = 'ended' THEN -created_at ELSE created_at END AS age
    FROM matches WHERE ${OF_PLAYER} AND ($status = '' OR status = $status) AND ($game = '' OR game = $game)
  ) AS found WHERE (ended, age, match) > ($ended, $age, $last) ORDER BY ended, age, match LIMIT $limit`;
