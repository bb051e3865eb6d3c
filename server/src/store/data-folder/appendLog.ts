/**
 * A file beside the database that takes appends first: a few hundred bytes and one sync, where a transaction writes whole pages. The thread
 * of the database writes them to the tables before it does anything else, all that came meanwhile at once. After a crash the next start does.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';

/** It never grows: a sync of what lies there already writes nothing else. */
export const LOG_BYTES = 2 ** 18;

export interface Disk {
  /** Of the database. */
  readonly path: string;
  readonly files: {
    sync(file: Syncable, done: (failure: Error | null) => void): void;
    syncHere(file: Syncable): void;
  };
  /** Undefined if a write counts before the disk has it. */
  readonly speed: { readonly isQuick: boolean; readonly isFast: boolean; note(milliseconds: number): void } | undefined;
  /** In milliseconds, by a clock that is never set. */
  readonly now: () => number;
}

/** An append, as the journal has it, with all that may come with it. */
export interface Entry {
  readonly match: string;
  readonly expectedSeq: number;
  readonly owner: string;
  readonly claim: number;
  readonly hash: string;
  readonly line: string;
  readonly index?: { readonly status: string; readonly wakeAt?: number; readonly summary: string };
  readonly isRestored?: unknown;
  readonly notices?: unknown;
  readonly temple?: unknown;
  readonly players?: unknown;
}

interface Call {
  readonly group: string;
  readonly name: string;
  readonly given: readonly unknown[];
}

/** At most this many entries wait for the tables, although nothing asks. */
const MUCH = 200;

/** How far a match is, and who may write to it. */
type Known = Pick<Entry, 'expectedSeq' | 'owner' | 'claim'>;

export class AppendLog {
  /** How often it was written to. */
  commits = 0;
  /** How many calls came that may change who owns a match. */
  claims = 0;
  private readonly disk: Disk;
  private file: number | undefined;
  private readonly known = new Map<string, Known>();
  private untold: Entry[] = [];
  /** How many appends the tables may not have yet. */
  private unwritten = 0;
  private at = 0;
  private round = 0;
  /** The sync that is under way in Node's pool of threads, and the one that begins after it. */
  private syncing: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(disk: Disk) {
    this.disk = disk;
  }

  /** Undefined if the disk has all that was written. Rejects if it fails to sync that. */
  get unsynced(): Promise<void> | undefined {
    return this.next ?? this.syncing;
  }

  /**
   * Writes all of them, or none and returns false: what it cannot judge, what changes more than the record and its index, and what comes while
   * the disk is slow goes to the tables at once. What is written counts when nothing is `unsynced` any more. Throws if the disk fails to sync.
   */
  add(batch: readonly Entry[]): boolean {
    if (this.disk.speed?.isFast === false || !batch.every((one) => this.isNext(one))) return false;
    if (new Set(batch.map(({ match }) => match)).size < batch.length) return false;
    if (this.unwritten === 0) this.beginAnew();
    const frames = Buffer.concat(batch.map((one) => frameOf(one, this.round)));
    if (this.at + frames.length > LOG_BYTES || !this.write(frames)) return false;
    this.sync();
    this.at += frames.length;
    this.commits++;
    this.unwritten += batch.length;
    this.untold.push(...batch);
    this.learn(batch);
    return true;
  }

  /** These are in the record now, so it can judge what comes next. */
  learn(batch: readonly Entry[]): void {
    for (const { match, expectedSeq, owner, claim, temple } of batch)
      if (temple === undefined) this.known.set(match, { expectedSeq: expectedSeq + 1, owner, claim });
  }

  /** Another call may change who owns a match, or erases it, or appends: until it is answered this cannot judge. */
  forgetBy({ group, name, given }: Call): void {
    const [first] = given as readonly [unknown];
    if (group === 'claims') this.claims++;
    if (group === 'claims' && name === 'take') this.known.delete((first as { readonly id: string }).id);
    else if (group === 'claims' && name === 'release') this.known.delete(first as string);
    else if (group === 'claims' && name !== 'holderOf' && name !== 'orphans') this.known.clear();
    else if (group === 'records' && name.startsWith('erase')) this.known.delete(first as string);
    else for (const { match } of appendsOf({ group, name, given }) ?? []) this.known.delete(match);
  }

  /** Whether it is so much that the tables shall have it, although nothing asks. */
  get isMuch(): boolean {
    return this.untold.length >= MUCH;
  }

  /** What it has last of the status of matches, and of when they wake. The tables may know less. */
  get newest(): ReadonlyMap<string, NonNullable<Entry['index']>> {
    return new Map(this.untold.flatMap(({ match, index }) => (index === undefined ? [] : [[match, index]])));
  }

  /** What the thread must write to the tables before the next call. The caller says `written` when it has, or else `keep`. */
  takeUntold(): readonly Entry[] {
    const untold = this.untold;
    this.untold = [];
    return untold;
  }

  written(batch: readonly Entry[]): void {
    this.unwritten -= batch.length;
  }

  keep(batch: readonly Entry[]): void {
    this.untold = [...batch, ...this.untold];
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private isNext({ match, expectedSeq, owner, claim, isRestored, notices, temple, players }: Entry): boolean {
    const known = this.known.get(match);
    if (known === undefined || isRestored || notices || temple || players) return false;
    return known.expectedSeq === expectedSeq && known.owner === owner && known.claim === claim;
  }

  private beginAnew(): void {
    this.at = 0;
    this.round = newRound(this.round);
  }

  /** What is half written is overwritten by what comes next. */
  private write(frames: Buffer): boolean {
    try {
      this.file ??= openSync(madeLog(this.disk.path), 'r+');
      writeSync(this.file, frames, 0, frames.length, this.at);
      return true;
    } catch {
      return false;
    }
  }

  /** A quick sync is waited for here: to wake another thread would take as long. */
  private sync(): void {
    const { speed, files, now } = this.disk;
    if (speed === undefined) return;
    const began = now();
    if (!speed.isQuick) {
      this.next ??= this.nextSync();
      return;
    }
    files.syncHere('appends');
    speed.note(now() - began);
  }

  /** In Node's pool of threads. What is written meanwhile may be missed, and shares the sync after it. */
  private async nextSync(): Promise<void> {
    await this.syncing;
    this.syncing = this.next;
    this.next = undefined;
    const { speed, files, now } = this.disk;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const began = now();
    files.sync('appends', (failure) => (failure === null ? resolve() : reject(failure)));
    await promise;
    speed?.note(now() - began);
    if (this.next === undefined) this.syncing = undefined;
  }
}

export function appendsOf({ group, name, given }: Call): readonly Entry[] | undefined {
  const [batch] = given;
  return group === 'records' && name === 'append' && Array.isArray(batch) && batch.length > 0 ? batch : undefined;
}

// The file. It is written from its beginning, over and over. Each round has a number of its own, by which what is left of older rounds is told.

/** A file of the database: what was changed last, everything else, or appends that the tables do not have yet. */
export type Syncable = 'log' | 'pages' | 'appends';

const FILE_ENDS: Readonly<Record<Syncable, string>> = { pages: '', log: '-wal', appends: '-log' };

/** The name of a file of the database. */
export function fileOf(path: string, file: Syncable): string {
  return path + FILE_ENDS[file];
}

/** Its length, its checksum and its round, as numbers of 32 bits. */
const HEAD_BYTES = 12;

function frameOf({ line, ...append }: Entry, round: number): Buffer {
  // The line is JSON already. It holds no end of a line.
  const text = Buffer.from(`${JSON.stringify(append)}\n${line}`);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(crc32(text, round), 4);
  head.writeUInt32LE(round, 8);
  return Buffer.concat([head, text]);
}

/** The appends of the last round that are whole, in their order. */
export function appendsIn(path: string): readonly Entry[] {
  const file = fileOf(path, 'appends');
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const found: Entry[] = [];
  const round = bytes.length < HEAD_BYTES ? 0 : bytes.readUInt32LE(8);
  for (let at = 0; at + HEAD_BYTES <= bytes.length; ) {
    const end = at + HEAD_BYTES + bytes.readUInt32LE(at);
    const text = bytes.subarray(at + HEAD_BYTES, end);
    const isWhole = end <= bytes.length && text.length > 0 && crc32(text, round) === bytes.readUInt32LE(at + 4);
    if (!isWhole || bytes.readUInt32LE(at + 8) !== round) break;
    const [append = '', line = ''] = text.toString().split('\n');
    found.push({ ...(JSON.parse(append) as Omit<Entry, 'line'>), line });
    at = end;
  }
  return found;
}

/** Sets what lists and wake-ups need of a match whose status is as before, as after most moves: it stands in indexes, and each costs a page. */
export const UPDATE_INDEX =
  'UPDATE matches SET wake_at = $wakeAt, summary = $summary WHERE match = $match AND status = $status';

/** The same with another status. */
export const CHANGE_STATUS =
  'UPDATE matches SET status = $status, wake_at = $wakeAt, summary = $summary WHERE match = $match';

/** Notes that a match ended. */
export const NOTE_ENDING = `
  INSERT INTO unread_endings (match) SELECT $match WHERE NOT EXISTS (SELECT 1 FROM endings WHERE match = $match)
  ON CONFLICT DO NOTHING`;

/** Writes entries to the tables that were accepted already, each once, whoever owns its match now. `fits`: whether one follows that hash. */
export function writeLogged(
  database: DatabaseSync,
  entries: readonly Entry[],
  fits = (_hash: string, _next: Entry) => true,
): void {
  const lastOf = database.prepare('SELECT seq, hash FROM entries WHERE match = ? ORDER BY seq DESC LIMIT 1');
  const put = database.prepare('INSERT INTO entries (match, seq, owner, hash, line) VALUES (?, ?, ?, ?, ?)');
  const [update, changeStatus] = [database.prepare(UPDATE_INDEX), database.prepare(CHANGE_STATUS)];
  const note = database.prepare(NOTE_ENDING);
  for (const one of entries) {
    const { match, expectedSeq: seq, owner, hash, line, index } = one;
    const last = lastOf.get(match) as { readonly seq: number; readonly hash: string } | undefined;
    if (last?.seq !== seq - 1 || !fits(last.hash, one)) continue;
    put.run(match, seq, owner, hash, line);
    if (index === undefined) continue;
    const { status, wakeAt = null, summary } = index;
    const now = { match, status, wakeAt, summary };
    if (update.run(now).changes === 0) changeStatus.run(now);
    if (status === 'ended') note.run({ match });
  }
}

/** Once the tables have what it holds, nothing of it may come again. */
export function emptyLog(path: string): void {
  const file = openSync(fileOf(path, 'appends'), 'r+');
  writeSync(file, Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  fsyncSync(file);
  closeSync(file);
}

/** The system keeps a file in pieces as large as they were written, and writes a piece as a whole. */
const PIECE_BYTES = 4096;

/**
 * Made anew for each server, once the tables have what the one before held. Its space is taken at once, so that a full disk stops no append, and
 * a sync need not write how long the file is.
 */
function madeLog(path: string): string {
  const name = fileOf(path, 'appends');
  const file = openSync(`${name}.new`, 'w', 0o600);
  for (let at = 0; at < LOG_BYTES; at += PIECE_BYTES) writeSync(file, Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, at);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${name}.new`, name);
  syncFolder(dirname(name));
  return name;
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

/** Never that of the round before, and never 0, as in a file that is empty. */
function newRound(last: number): number {
  const drawn = 1 + Math.floor(Math.random() * (2 ** 32 - 1));
  return drawn === last ? newRound(last) : drawn;
}
