/** The reels of matches that somebody looks at, the latest few of them. */
import { type Entry, parseLine } from '@flower-war/protocol';
import type { Journal } from '../journal/journal.ts';
import type { EngineOf } from '../match/openMatch.ts';
import { Reel } from './reel.ts';

/** A long match holds some megabytes. */
const MOST_REELS = 8;

export class Replays {
  private readonly journal: Journal;
  private readonly engineOf: EngineOf;
  /** The one used last stands last. */
  private readonly reels = new Map<string, Reel>();

  constructor(journal: Journal, engineOf: EngineOf) {
    this.journal = journal;
    this.engineOf = engineOf;
  }

  /** Nothing if there is no such match. A record that has ended is read once. */
  async open(match: string, isOver: boolean): Promise<Reel | undefined> {
    const known = this.reels.get(match);
    const reel = known !== undefined && isOver && isWhole(known) ? known : await this.read(match, known);
    this.reels.delete(match);
    if (reel === undefined) return undefined;
    this.reels.set(match, reel);
    const [oldest] = this.reels.keys();
    if (this.reels.size > MOST_REELS && oldest !== undefined) this.reels.delete(oldest);
    return reel;
  }

  private async read(match: string, known: Reel | undefined): Promise<Reel | undefined> {
    const stored = await this.journal.read(match);
    if (stored === undefined) return undefined;
    const entries = stored.lines.map(entryIn);
    if (known !== undefined) {
      known.extend(entries);
      return known;
    }
    const [created] = entries;
    const engine = created?.kind === 'created' && (await this.engineOf(created.game, created.rulesVersion));
    if (!engine) throw new Error(`no rules for the record of match ${match}`);
    return new Reel({ engine, secret: stored.secrets.secret }, entries);
  }
}

function isWhole(reel: Reel): boolean {
  return reel.last.kind === 'ended';
}

/** Our own lines need no second proof; but what is left open in the first one has a default. */
function entryIn(line: string, seq: number): Entry {
  if (seq > 0) return JSON.parse(line) as Entry;
  const parsed = parseLine(line);
  if ('problem' in parsed) throw new Error(`the first entry of the record is damaged: ${parsed.problem}`);
  return parsed.entry;
}
