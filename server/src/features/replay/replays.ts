/** The folded records of the matches that were replayed last. */
import { type Entry, NO_HASH, parseLine } from '@flower-war/protocol';
import { Slices } from '../../base/waiting/slices.ts';
import type { EngineOf } from '../../matches/openMatch.ts';
import { chained, DamagedRecord } from '../../store/data-folder/recordChain.ts';
import type { Journal } from '../../store/journal/journal.ts';
import { pagesOf } from '../../store/journal/pages.ts';
import { FoldedRecord } from './foldedRecord.ts';

/** Each of them holds some hundreds of positions. */
const MOST_RECORDS = 8;

/** A folded record, and how far the hash chain of its record was checked. */
interface Read {
  readonly folded: FoldedRecord;
  readonly checked: { readonly entries: number; readonly hash: string };
}

const NOTHING: Read['checked'] = { entries: 0, hash: NO_HASH };

export class Replays {
  private readonly journal: Journal;
  private readonly engineOf: EngineOf;
  /** By match, the last used at the end. */
  private readonly records = new Map<string, Read>();

  constructor(journal: Journal, engineOf: EngineOf) {
    this.journal = journal;
    this.engineOf = engineOf;
  }

  /** Undefined if there is no such match. */
  async open(match: string): Promise<FoldedRecord | undefined> {
    const known = this.records.get(match);
    const checked = await this.check(match, known?.checked ?? NOTHING);
    const folded = known?.folded ?? (await this.read(match));
    this.records.delete(match);
    if (folded === undefined) return undefined;
    this.records.set(match, { folded, checked });
    const [oldest] = this.records.keys();
    if (this.records.size > MOST_RECORDS && oldest !== undefined) this.records.delete(oldest);
    return folded;
  }

  /** Checks the hash chain of lines that were not checked before: the disk may have changed them. */
  private async check(match: string, { entries, hash: known }: Read['checked']): Promise<Read['checked']> {
    const slices = new Slices();
    let [seq, hash] = [entries, known];
    for await (const page of pagesOf(this.journal, match, entries))
      for (const line of page) {
        hash = chained(hash, line, seq++);
        if (slices.isOver) await slices.rest();
      }
    return { entries: seq, hash };
  }

  private async read(match: string): Promise<FoldedRecord | undefined> {
    const secrets = await this.journal.secrets(match);
    const [first] = await this.journal.linesOf(match, { from: 0, to: 1 });
    if (secrets === undefined || first === undefined) return undefined;
    const created = entryIn(first, 0);
    if (created.kind !== 'created') throw new DamagedRecord(1, 'a record begins with the entry "created"');
    const { game, rulesVersion } = created;
    const engine = await this.engineOf(game, rulesVersion);
    if (engine === undefined) throw new DamagedRecord(1, `no rules for ${game} version ${rulesVersion}`);
    return new FoldedRecord({ engine, secret: secrets.secret }, created, (seq) => this.entriesFrom(match, seq));
  }

  private async *entriesFrom(match: string, from: number): AsyncGenerator<readonly Entry[]> {
    let seq = from;
    for await (const page of pagesOf(this.journal, match, from)) yield page.map((line) => entryIn(line, seq++));
  }
}

/** Only the first line needs the parser, which fills in defaults. The hash chain vouches for the others. */
function entryIn(line: string, seq: number): Entry {
  if (seq > 0) return JSON.parse(line) as Entry;
  const parsed = parseLine(line);
  if ('problem' in parsed) throw new DamagedRecord(1, parsed.problem);
  return parsed.entry;
}
