/** The list of all matches, for the operator. Each piece of it is read along an index, however many matches ended. */
import { all, type Work } from '../engine/engine.ts';
import { type HostedFilter, type Index, keyOf, type OperatorPlace } from './journal.ts';

// A row of the table of matches.

export interface MatchRow {
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
export const COLUMNS = NAMES.join(', ');
export const OF_MATCHES = NAMES.map((name) => `matches.${name}`).join(', ');

export function indexOf({ status, visibility, game, created_at, wake_at, summary }: MatchRow): Index {
  return { status, visibility, game, createdAt: created_at, ...(wake_at !== null && { wakeAt: wake_at }), summary };
}

type Row = MatchRow & { readonly match: string };

export function* listHosted(filter: HostedFilter): Work<readonly Index[]> {
  const rows = filter.match !== undefined || filter.player !== undefined ? yield* few(filter) : yield* many(filter);
  return rows
    .filter((row) => fits(row, filter))
    .sort(inOrder)
    .slice(0, filter.limit)
    .map(indexOf);
}

/** A match by its id, or the matches of one player. */
function* few({ match, player, limit, ...filter }: HostedFilter): Work<readonly Row[]> {
  if (match !== undefined) {
    const own = player === undefined ? '' : ` AND ${OF_PLAYER}`;
    return yield* all<Row>(`${SELECT} WHERE match = $match${own}`, { match, ...(player !== undefined && { player }) });
  }
  const { after } = filter;
  const [ended, age, last] = after === undefined ? [-1, 0, ''] : keyOf(after);
  return yield* all<Row>(FEW, {
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
function* many({ status, after, game, limit }: HostedFilter): Work<readonly Row[]> {
  const found: Row[] = [];
  for (const one of ['open', 'running', 'ended'] as const) {
    if (status !== undefined && one !== status) continue;
    if (one !== 'ended' && after?.status === 'ended') continue;
    const from = after !== undefined && (one === 'ended') === (after.status === 'ended') ? after : undefined;
    if (one === 'ended' && found.filter((row) => fits(row, { after })).length >= limit) continue;
    for (const visibility of VISIBILITIES) {
      const { createdAt, match } = from ?? START[one === 'ended' ? 'ended' : 'unfinished'];
      found.push(
        ...(yield* all<Row>(pieceOf(one, game !== undefined), {
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

function fits(row: Row, { status, game, after }: HostedQuery): boolean {
  if (status !== undefined && row.status !== status) return false;
  if (game !== undefined && row.game !== game) return false;
  return after === undefined || compare(keyOf(placeOf(row)), keyOf(after)) > 0;
}

const placeOf = ({ status, created_at: createdAt, match }: Row): OperatorPlace => ({ status, createdAt, match });
const inOrder = (a: Row, b: Row) => compare(keyOf(placeOf(a)), keyOf(placeOf(b)));

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
