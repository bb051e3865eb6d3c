/** The journal in memory. */
import type { Gap } from '../../base/serverTime.ts';
import type {
  Append,
  Asked,
  Ending,
  Filter,
  Index,
  Journal,
  OutboxRow,
  Range,
  Secrets,
  Stored,
  Tail,
  TempleRow,
} from './journal.ts';
import { inOrder, type OperatorPlace } from './operatorOrder.ts';

interface Kept {
  readonly lines: string[];
  readonly secrets: Secrets;
  /** All players that its entries added. */
  readonly players: Set<string>;
  index: Index;
  tail: Tail;
}

/** Keeps records in memory: for tests, and for hosts who want to store nothing. */
export class MemoryJournal implements Journal {
  private readonly matches = new Map<string, Kept>();
  private readonly templeLines = new Map<string, { readonly lines: string[]; row: TempleRow; tail: Tail }>();
  /** Called for each deleted match, so that other stores delete their part. */
  onForget: (match: string) => void = () => {};
  private readonly put: (notice: OutboxRow) => void;
  private ended: readonly Ending[] = [];
  private endingsSoFar = 0;
  private readonly gaps: Gap[] = [];

  /** `put` receives the notices. By default they are dropped. */
  constructor(put: (notice: OutboxRow) => void = () => {}) {
    this.put = put;
  }

  async append(append: Append): Promise<'appended' | 'conflict'> {
    const { temple } = append;
    const outcome = temple === undefined ? this.write(append) : this.writeTemple(append, temple);
    if (outcome === 'appended' && append.index?.status === 'ended') this.end(append.match);
    return outcome;
  }

  private write(append: Append): 'appended' | 'conflict' {
    const { match, expectedSeq, owner, line, hash, players = [], index, notices = [], secrets } = append;
    const kept = this.matches.get(match);
    if ((kept?.lines.length ?? 0) !== expectedSeq) return 'conflict';
    const tail = { seq: expectedSeq, hash, owner };
    if (kept === undefined) {
      if (index === undefined || secrets === undefined) throw new Error('the first entry needs an index and secrets');
      notices.forEach(this.put);
      this.matches.set(match, { lines: [line], secrets, players: new Set(players), index, tail });
      return 'appended';
    }
    notices.forEach(this.put);
    kept.lines.push(line);
    kept.tail = tail;
    for (const player of players) kept.players.add(player);
    if (index !== undefined) kept.index = index;
    return 'appended';
  }

  private writeTemple({ expectedSeq, owner, line, hash }: Append, row: TempleRow): 'appended' | 'conflict' {
    const kept = this.templeLines.get(row.temple);
    if ((kept?.lines.length ?? 0) !== expectedSeq) return 'conflict';
    const tail = { seq: expectedSeq, hash, owner };
    kept?.lines.push(line);
    this.templeLines.set(row.temple, { lines: kept?.lines ?? [line], row, tail });
    return 'appended';
  }

  async linesOf(id: string, { from, to }: Partial<Range> = {}): Promise<readonly string[]> {
    const { lines = [] } = this.matches.get(id) ?? this.templeLines.get(id) ?? {};
    return lines.slice(from, to);
  }

  async temples({ owner, after = '', limit }: Parameters<Journal['temples']>[0]): Promise<readonly TempleRow[]> {
    const rows = [...this.templeLines.values()].map(({ row }) => row);
    const fits = (row: TempleRow) => row.temple > after && (owner === undefined || row.owner === owner);
    return rows
      .filter(fits)
      .sort((a, b) => (a.temple < b.temple ? -1 : 1))
      .slice(0, limit);
  }

  async tail(match: string): Promise<Tail | undefined> {
    return this.matches.get(match)?.tail ?? this.templeLines.get(match)?.tail;
  }

  async secrets(match: string): Promise<Secrets | undefined> {
    return this.matches.get(match)?.secrets;
  }

  async read(match: string): Promise<Stored | undefined> {
    const kept = this.matches.get(match);
    return kept && { lines: [...kept.lines], secrets: kept.secrets, index: kept.index, restores: 0 };
  }

  async list({ status, game, limit }: Filter): Promise<readonly Index[]> {
    const fits = (index: Index) =>
      index.visibility === 'public' &&
      (status === undefined || index.status === status) &&
      (game === undefined || index.game === game);
    return this.indexes()
      .filter(fits)
      .sort((a, b) => b.createdAt - a.createdAt)
      .slice(0, limit);
  }

  async listAll({
    status,
    game,
    limit,
    after,
  }: Filter & { readonly after?: OperatorPlace }): Promise<readonly Index[]> {
    const all = [...this.matches].map(([match, { index }]) => ({ index, place: { ...index, match } }));
    return all
      .filter(({ index }) => (status ?? index.status) === index.status && (game ?? index.game) === index.game)
      .filter(({ place }) => after === undefined || inOrder(after, place) < 0)
      .sort((a, b) => inOrder(a.place, b.place))
      .slice(0, limit)
      .map(({ index }) => index);
  }

  async index(match: string): Promise<{ readonly index: Index; readonly code?: string } | undefined> {
    const kept = this.matches.get(match);
    const code = kept?.secrets.code;
    return kept && { index: kept.index, ...(code !== undefined && { code }) };
  }

  async matchesOf(player: string): Promise<readonly string[]> {
    const own = [...this.matches].flatMap(([match, { players }]) => (players.has(player) ? [match] : []));
    return own.sort();
  }

  async unfinishedOf(player: string): Promise<readonly Index[]> {
    const own = [...this.matches.values()].filter(({ players }) => players.has(player));
    return own.map(({ index }) => index).filter(({ status }) => status !== 'ended');
  }

  async historyOf({ player, withPrivate, game, before, limit }: Asked): Promise<readonly Index[]> {
    const seat = JSON.stringify({ player }).slice(1, -1);
    const fits = ([match, { index, players }]: readonly [string, Kept]) =>
      players.has(player) &&
      index.summary.includes(seat) &&
      (withPrivate || index.visibility === 'public') &&
      (game === undefined || index.game === game) &&
      (before === undefined || newestFirst([before.match, before], [match, index]) < 0);
    const own = [...this.matches].filter(fits);
    own.sort(([a, { index: one }], [b, { index: other }]) => newestFirst([a, one], [b, other]));
    return own.slice(0, limit).map(([, { index }]) => index);
  }

  async endings(after: number, limit: number): Promise<readonly Ending[]> {
    return this.ended.filter(({ n }) => n > after).slice(0, limit);
  }

  async due(now: number, limit: number): Promise<readonly string[]> {
    const waiting = [...this.matches].flatMap(([match, { index }]) =>
      index.wakeAt !== undefined && index.wakeAt <= now ? [{ match, at: index.wakeAt }] : [],
    );
    waiting.sort((a, b) => a.at - b.at);
    return waiting.slice(0, limit).map(({ match }) => match);
  }

  async counts(): Promise<Readonly<Record<Index['status'], number>>> {
    const counts = { open: 0, running: 0, ended: 0 };
    for (const { status } of this.indexes()) counts[status]++;
    return counts;
  }

  async forget(endedBefore: number, limit: number): Promise<number> {
    const old = [...this.matches].filter(
      ([, { index, lines }]) => index.status === 'ended' && atOf(lines.at(-1)) < endedBefore,
    );
    for (const [match] of old.slice(0, limit)) await this.forgetMatch(match);
    return Math.min(old.length, limit);
  }

  async forgetMatch(match: string): Promise<void> {
    this.matches.delete(match);
    this.ended = this.ended.filter((one) => one.match !== match);
    this.onForget(match);
  }

  /** Does nothing: no match outlives this process, so there is no outage before it. */
  async beat(): Promise<void> {}

  async noteGap(gap: Gap): Promise<void> {
    this.gaps.push(gap);
  }

  async lostSince(since: number): Promise<number> {
    const late = this.gaps.filter(({ at }) => at > since);
    return late.reduce((sum, { at, lost }) => sum + Math.min(lost, at - since), 0);
  }

  async close(): Promise<void> {
    this.matches.clear();
  }

  private end(match: string): void {
    if (this.ended.some((ending) => ending.match === match)) return;
    this.ended = [...this.ended, { n: ++this.endingsSoFar, match }];
  }

  private indexes(): Index[] {
    return [...this.matches.values()].map(({ index }) => index);
  }
}

type Dated = readonly [match: string, { readonly createdAt: number }];

function newestFirst([a, { createdAt: one }]: Dated, [b, { createdAt: other }]: Dated): number {
  return other - one || (a < b ? 1 : a > b ? -1 : 0);
}

function atOf(line = '{}'): number {
  const { at } = JSON.parse(line) as { readonly at?: number };
  return at ?? Number.POSITIVE_INFINITY;
}
