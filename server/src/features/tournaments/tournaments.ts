/**
 * The tournaments of the server. Each is a fold of its record in the store, which takes an entry only under the next number: of two processes
 * that add one at the same moment the second judges anew. So no pairing is lost or made twice, in any process.
 */
import { isTournament, tournamentMatchId } from '../../base/ids.ts';
import { Refused, RefusedFor } from '../../base/refused.ts';
import { LocalTurns } from '../../base/turns.ts';
import type { Stores } from '../../store/operations.ts';
import type { TournamentRow } from '../../store/tournaments.ts';
import { type Entry, fold, type Tournament } from './record.ts';

export interface Kept {
  readonly row: TournamentRow;
  readonly tournament: Tournament;
  /** How many entries the record has. */
  readonly length: number;
}

const MOST_IN_MEMORY = 200;
const TELL_EVERY_MS = 60 * 60 * 1000;
/** So often other processes may be first. */
const MOST_TRIES = 20;

export class Tournaments {
  readonly store: Stores['tournaments'];
  /** What pairing needs to know of the players. */
  readonly about: Pick<Stores, 'people' | 'ratings'>;
  /** The one that was used longest ago first. */
  private readonly kept = new Map<string, Kept>();
  /** By the id of the match. */
  private readonly tables = new Map<string, Map<string, number>>();
  private readonly turns = new LocalTurns();
  /** When it was told last that one cannot go on. */
  private readonly toldAt = new Map<string, number>();

  constructor({ tournaments, people, ratings }: Pick<Stores, 'tournaments' | 'people' | 'ratings'>) {
    this.store = tournaments;
    this.about = { people, ratings };
  }

  /** As it is now: what other processes have added is read. */
  async find(id: string): Promise<Kept | undefined> {
    const known = this.kept.get(id);
    const row = known?.row ?? (await this.store.find(id));
    if (row === undefined) return undefined;
    const lines = await this.store.entries(id, known?.length ?? 0);
    if (lines.length === 0 && known === undefined) return undefined;
    const entries = lines.map((line) => JSON.parse(line) as Entry);
    const tournament = entries.length === 0 && known ? known.tournament : fold(entries, known?.tournament);
    const found = { row, tournament, length: (known?.length ?? 0) + lines.length };
    const newer = this.kept.get(id);
    return newer !== undefined && newer.length > found.length ? newer : this.keep(id, found);
  }

  private keep(id: string, kept: Kept): Kept {
    this.kept.delete(id);
    this.kept.set(id, kept);
    const [oldest = ''] = this.kept.keys();
    if (this.kept.size > MOST_IN_MEMORY) for (const map of [this.kept, this.tables, this.toldAt]) map.delete(oldest);
    return kept;
  }

  /** It is tried each second, and told each hour. */
  isNews(id: string, now: number): boolean {
    const isNew = (this.toldAt.get(id) ?? Number.NEGATIVE_INFINITY) + TELL_EVERY_MS <= now;
    if (isNew) this.toldAt.set(id, now);
    return isNew;
  }

  async must(id: string): Promise<Kept> {
    const found = await this.find(id);
    if (found === undefined) throw new Refused('no-such-tournament');
    return found;
  }

  /** Adds the entry that follows from how it stands; none if there is nothing to add. Throws what `judge` throws. */
  add(id: string, judge: (tournament: Tournament) => Entry | undefined): Promise<Kept> {
    return this.turns.run(id, async () => {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const kept = await this.must(id);
        const entry = judge(kept.tournament);
        if (entry === undefined) return kept;
        if (await this.append(kept, entry)) return this.must(id);
      }
      throw new RefusedFor('unavailable', 1);
    });
  }

  /** False if another process has added one since. */
  append({ row, tournament, length }: Kept, entry: Entry): Promise<boolean> {
    const { status } = fold([entry], tournament);
    const { at } = entry;
    const player = entry.kind === 'entered' ? { player: entry.player } : {};
    return this.store.append({
      tournament: row.tournament,
      n: length,
      entry: JSON.stringify(entry),
      status,
      at,
      ...player,
    });
  }

  /** Who sits where in a match of a tournament. Undefined for any other match. */
  async seatsOf(match: string, host: string) {
    const kept = isTournament(host) ? await this.find(host) : undefined;
    if (kept === undefined) return undefined;
    const { tables } = kept.tournament;
    const known = this.tables.get(host) ?? new Map<string, number>();
    for (let n = known.size; n < tables.length; n++) known.set(tournamentMatchId(host, n), n);
    this.tables.set(host, known);
    const table = tables[known.get(match) ?? -1];
    return table && { players: table.players, isPublic: kept.row.visibility === 'public' };
  }
}
