/** The reels of matches that somebody looks at, the latest few of them. */
import { type Entry, NO_HASH, parseLine } from '@flower-war/protocol';
import type { Journal, Stored } from '../journal/journal.ts';
import { chained, DamagedRecord, type EngineOf } from '../match/openMatch.ts';
import { Reel } from './reel.ts';

/** A long match holds some megabytes. */
const MOST_REELS = 8;

/** A reel, and what it was made of. */
interface Read {
  readonly reel: Reel;
  readonly entries: readonly Entry[];
  readonly hash: string;
}

const NOTHING = { entries: [], hash: NO_HASH };

export class Replays {
  private readonly journal: Journal;
  private readonly engineOf: EngineOf;
  /** The one used last stands last. */
  private readonly reels = new Map<string, Read>();

  constructor(journal: Journal, engineOf: EngineOf) {
    this.journal = journal;
    this.engineOf = engineOf;
  }

  /** Nothing if there is no such match. A record that has ended is read once. */
  async open(match: string, isOver: boolean): Promise<Reel | undefined> {
    const known = this.reels.get(match);
    const read = known !== undefined && isOver && isWhole(known.reel) ? known : await this.read(match, known);
    this.reels.delete(match);
    if (read === undefined) return undefined;
    this.reels.set(match, read);
    const [oldest] = this.reels.keys();
    if (this.reels.size > MOST_REELS && oldest !== undefined) this.reels.delete(oldest);
    return read.reel;
  }

  private async read(match: string, known: Read | undefined): Promise<Read | undefined> {
    const stored = await this.journal.read(match);
    if (stored === undefined) return undefined;
    const all = readOn(known ?? NOTHING, stored.lines);
    known?.reel.extend(all.entries);
    return { ...all, reel: known?.reel ?? (await this.reelOf(all.entries, stored.secrets)) };
  }

  private async reelOf(entries: readonly Entry[], { secret }: Stored['secrets']): Promise<Reel> {
    const [created] = entries;
    if (created?.kind !== 'created') throw new DamagedRecord(1, 'a record begins with the entry "created"');
    const { game, rulesVersion } = created;
    const engine = await this.engineOf(game, rulesVersion);
    if (engine === undefined) throw new DamagedRecord(1, `no rules for ${game} version ${rulesVersion}`);
    return new Reel({ engine, secret }, entries);
  }
}

/** The lines that are not known yet, each chained to the one before it: a disk may have changed them. */
function readOn(known: Omit<Read, 'reel'>, lines: readonly string[]): Omit<Read, 'reel'> {
  let { hash } = known;
  const entries = [...known.entries];
  for (const [seq, line] of lines.entries()) {
    if (seq < known.entries.length) continue;
    hash = chained(hash, line, seq);
    entries.push(entryIn(line, seq));
  }
  return { entries, hash };
}

function isWhole(reel: Reel): boolean {
  return reel.last.kind === 'ended';
}

/** A line whose hash fits is as we wrote it; but what is left open in the first one has a default. */
function entryIn(line: string, seq: number): Entry {
  if (seq > 0) return JSON.parse(line) as Entry;
  const parsed = parseLine(line);
  if ('problem' in parsed) throw new DamagedRecord(1, parsed.problem);
  return parsed.entry;
}
