/** Matches that go on from a backup, with real files: chance results after the backup are drawn anew. */
import fs, {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type EntryOf, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Match } from '../../match/match.ts';
import { newTable, runningMatch, type TestTable } from '../../matches/table.fixture.ts';
import type { Append } from '../journal/journal.ts';
import { threadOn } from '../store.fixture.ts';
import { StoredJournal } from '../storedJournal.ts';
import { appendsIn } from './appendLog.ts';
import { backUp, damageIn, restore } from './backup.ts';
import { DATABASE_FILE } from './database.ts';
import { played } from './played.fixture.ts';

const NOW = 2_000_000;
let folder: string;
const open: Kept[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restored-'));
});
afterEach(async () => {
  for (const kept of open.splice(0)) await kept.close();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
const file = () => at('copy.sqlite');

/** The matches of a server on a folder of data. */
class Kept {
  readonly table: TestTable;
  readonly journal: StoredJournal;

  constructor(name: string, journal = new StoredJournal(threadOn(at(name), 'process'))) {
    this.journal = journal;
    this.table = newTable({ store: journal, now: NOW });
    open.push(this);
  }

  async match(id: string): Promise<Match> {
    const match = await this.table.matches.open(id);
    if (match === undefined) throw new Error(`${id} is not there`);
    return match;
  }

  async lines(id: string): Promise<readonly string[]> {
    return (await this.journal.read(id))?.lines ?? [];
  }

  async kinds(id: string): Promise<readonly string[]> {
    return (await this.lines(id)).map((line) => JSON.parse(line).kind as string);
  }

  private closing: Promise<void> | undefined;

  close(): Promise<void> {
    this.closing ??= this.table.matches.stop().then(() => this.journal.close());
    return this.closing;
  }
}

const backedUp = (from: string) => backUp({ folder: at(from), file: file(), force: true });
const restoredTo = (to: string) => restore({ folder: at(to), file: file(), force: true });
const restored = (kinds: readonly string[]) => kinds.filter((kind) => kind === 'restored').length;

describe.each([
  ['tieqchieq', 2],
  ['mexica', 3],
  ['flower-war', 2],
])('%s', (game, seats) => {
  test('what was drawn after the backup does not come again', async () => {
    const first = new Kept('data');
    const { id } = await runningMatch(first.table, { game, seats });
    await played(await first.match(id), 3, NOW);
    await backedUp('data');
    const seen = await played(await first.match(id), 40, NOW);
    const again = [];
    for (const name of ['one', 'two']) {
      await restoredTo(name);
      const kept = new Kept(name);
      again.push(await played(await kept.match(id), 40, NOW));
      expect(restored(await kept.kinds(id))).toBe(1);
    }
    expect(new Set([seen, ...again]).size).toBe(3);
    expect(await first.kinds(id)).not.toContain('restored');
  });
});

test('a match that waits for people draws anew, one that has ended is left alone, one made later is not a copy', async () => {
  const first = new Kept('data');
  const wanted = { game: 'tieqchieq', preset: 'tieqchieq', options: {}, seats: 2, host: 'p0' };
  const running = await runningMatch(first.table);
  const { table, options } = running.position.created;
  const waiting = await first.table.matches.create({ ...wanted, options, table });
  const ended = await runningMatch(first.table);
  await ended.abort('long-enough', NOW);
  await backedUp('data');
  await restoredTo('other');
  const kept = new Kept('other');
  const later = await runningMatch(kept.table);
  expect(restored(await kept.kinds(later.id))).toBe(0);
  const match = await kept.match(waiting);
  expect(await kept.kinds(waiting)).toEqual(['created', 'restored']);
  for (const seat of [0, 1])
    await match.sit({ by: 'player', player: `p${seat}`, contribution: 'ab'.repeat(16) }, seat, NOW);
  await match.abort('long-enough', NOW);
  const record = (await kept.lines(waiting)).map((line) => `${line}\n`).join('');
  expect(await verify(record, engine)).toMatchObject({ ok: true, restores: 1 });
  expect(await kept.lines(ended.id)).toEqual(await first.lines(ended.id));
  await kept.match(ended.id);
  expect(restored(await kept.kinds(ended.id))).toBe(0);
});

describe('a backup with a damaged record', () => {
  async function damaged(damage: string, isEnded = false): Promise<string> {
    const first = new Kept('data');
    const { id } = await runningMatch(first.table);
    await played(await first.match(id), 5, NOW);
    if (isEnded) await (await first.match(id)).abort('long-enough', NOW);
    await first.close();
    await backedUp('data');
    const copy = new DatabaseSync(file());
    expect(copy.prepare(damage).run().changes).toBeGreaterThan(0);
    copy.close();
    return id;
  }

  test.each([
    [
      'a letter of a line',
      'UPDATE entries SET line = replace(line, \'"kind":"\', \'"kinD":"\') WHERE seq = 3',
      4,
      'its hash',
    ],
    ['a kept hash', "UPDATE entries SET hash = 'x' || substr(hash, 2) WHERE seq = 3", 4, 'another hash'],
    ['a lost line', 'DELETE FROM entries WHERE seq = 3', 4, 'missing'],
    ['a lost first line', 'DELETE FROM entries WHERE seq = 0', 1, 'missing'],
    ['all lines lost', 'DELETE FROM entries', 1, 'missing'],
    ['a lost match', 'DELETE FROM matches', 1, 'begins a match that is not among the matches'],
  ])('is refused, and the data stays: %s', async (_, damage, line, problem) => {
    const id = await damaged(damage);
    const before = readFileSync(at(`data/${DATABASE_FILE}`));
    const said = new RegExp(`Of ${id}, line ${line} of the record is damaged: .*${problem}.* Use a backup from before`);
    await expect(restoredTo('data')).rejects.toThrow(said);
    await expect(restoredTo('fresh')).rejects.toThrow(said);
    expect(readFileSync(at(`data/${DATABASE_FILE}`)).equals(before)).toBe(true);
    expect(readdirSync(at('fresh')).filter((name) => name.startsWith(DATABASE_FILE))).toEqual([]);
  });

  test.each([
    ['its last line', 'DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)', 'no line says so'],
    ['all but its first line', 'DELETE FROM entries WHERE seq > 0', 'no line says so'],
    ['all its lines', 'DELETE FROM entries', 'it is missing'],
  ])('is refused when an ended match has lost %s', async (_, damage, problem) => {
    const id = await damaged(damage, true);
    const said = new RegExp(`Of ${id}, line \\d+ of the record is damaged: .*${problem}`);
    await expect(restoredTo('fresh')).rejects.toThrow(said);
    expect(await damageIn(file())).toMatch(said);
  });

  test('is taken when the ended match was being deleted, which begins with its first lines', async () => {
    const first = new Kept('data');
    const ended = await runningMatch(first.table);
    await ended.abort('long-enough', NOW);
    await first.close();
    const data = new DatabaseSync(at(`data/${DATABASE_FILE}`));
    data.exec('DELETE FROM entries WHERE seq < 2');
    data.close();
    await backedUp('data');
    expect(await restoredTo('other')).toMatchObject({ matches: 1 });
  });
});

test('a backup replaces a database that is damaged, and keeps it beside the new one', async () => {
  const first = new Kept('data');
  const { id } = await runningMatch(first.table);
  await first.close();
  await backedUp('data');
  const damaged = 'no database, and long enough to be seen as none '.repeat(20);
  writeFileSync(at(`data/${DATABASE_FILE}`), damaged);
  const { kept } = await restoredTo('data');
  expect(readFileSync(String(kept[0]), 'utf8')).toBe(damaged);
  expect((await new Kept('data').match(id)).id).toBe(id);
});

test('what a killed server left beside a database that was moved away is not added to the backup', async () => {
  const first = new Kept('running');
  const { id } = await runningMatch(first.table);
  await played(await first.match(id), 3, NOW);
  await backedUp('running');
  const saved = (await first.lines(id)).length;
  await played(await first.match(id), 9, NOW);
  cpSync(at('running'), at('data'), { recursive: true });
  rmSync(at(`data/${DATABASE_FILE}`));
  const { kept } = await restoredTo('data');
  expect(kept).toContainEqual(expect.stringMatching(/-wal$/));
  expect(await found('data', id)).toBe(saved);
});

/** What a restore does to files, one after the other. Each may be the last before the process is killed. */
const STEPS = ['renameSync', 'linkSync', 'rmSync', 'writeFileSync', 'openSync'] as const;

/** Lets the first `left` of them be done, and none after. Returns whether that was all. */
async function cutAfter(left: number, work: () => Promise<unknown>): Promise<boolean> {
  const whole = Object.fromEntries(STEPS.map((step) => [step, fs[step]]));
  let done = 0;
  const cut = STEPS.map((step) => [
    step,
    (...given: unknown[]) => {
      if (done++ >= left) throw new Error('cut');
      return (whole[step] as (...all: unknown[]) => unknown)(...given);
    },
  ]);
  const set = (fields: object) => {
    Object.assign(fs, fields);
    syncBuiltinESMExports();
  };
  set(Object.fromEntries(cut));
  await work().catch(() => {});
  set(whole);
  return done <= left;
}

test.each(['data', 'fresh'])(
  'a restore to %s that is cut off leaves whole data, old or new, or none that starts',
  async (to) => {
    const first = new Kept('running');
    const { id } = await runningMatch(first.table);
    await played(await first.match(id), 3, NOW);
    await backedUp('running');
    const saved = (await first.lines(id)).length;
    await played(await first.match(id), 9, NOW);
    const all = (await first.lines(id)).length;
    cpSync(at('running'), at('killed'), { recursive: true });
    const [newest] = appendsIn(at(`killed/${DATABASE_FILE}`)); // of a server that had no time to write them to the tables
    const killed = new DatabaseSync(at(`killed/${DATABASE_FILE}`));
    killed.prepare('DELETE FROM entries WHERE seq > ?').run(newest?.expectedSeq ?? -1);
    killed.close();
    const seen = new Set<number | string>();
    for (let [left, isWhole] = [0, false]; !isWhole; left++) {
      rmSync(at(to), { recursive: true, force: true });
      if (to === 'data') cpSync(at('killed'), at('data'), { recursive: true });
      isWhole = await cutAfter(left, () => restoredTo(to));
      seen.add(await found(to, id));
    }
    expect(seen).toEqual(new Set([to === 'fresh' ? 0 : all, 'refused', saved]));
  },
);

/** How many lines a server has that starts there, or why it does not start. */
async function found(folder: string, id: string): Promise<number | string> {
  try {
    const kept = new Kept(folder);
    const lines = await kept.lines(id);
    await kept.close();
    return lines.length;
  } catch (error) {
    return /a restore was cut off[\s\S]*restore FILE --force/.test(String(error)) ? 'refused' : String(error);
  }
}

describe('the mark of a copy', () => {
  async function marked(): Promise<string> {
    const first = new Kept('data');
    const { id } = await runningMatch(first.table);
    await first.close();
    await backedUp('data');
    return id;
  }

  test('lasts until the match is opened, over any number of starts, and is written once', async () => {
    const id = await marked();
    await restoredTo('other');
    for (let n = 0; n < 3; n++) await new Kept('other').close();
    for (let n = 0; n < 2; n++) {
      const kept = new Kept('other');
      await kept.match(id);
      expect(restored(await kept.kinds(id))).toBe(1);
      await kept.close();
    }
  });

  test('counts each restore, also of a match that nobody opened in between', async () => {
    const id = await marked();
    await restoredTo('data');
    await new Kept('data').close();
    await backedUp('data');
    await restoredTo('data');
    const kept = new Kept('data');
    await kept.match(id);
    expect(restored(await kept.kinds(id))).toBe(2);
    const entropies = (await kept.lines(id)).flatMap((line) => (JSON.parse(line) as EntryOf<'restored'>).entropy ?? []);
    expect(new Set(entropies).size).toBe(2);
  });

  test('is in a backup that somebody puts in place by hand', async () => {
    const id = await marked();
    rmSync(at('data'), { recursive: true });
    mkdirSync(at('data'));
    copyFileSync(file(), at(`data/${DATABASE_FILE}`));
    const kept = new Kept('data');
    await kept.match(id);
    expect(restored(await kept.kinds(id))).toBe(1);
  });

  test('is put on a copy that knew of none: data of an older version, or what a restore set aside', async () => {
    const id = await marked();
    const old = new DatabaseSync(file());
    old.exec("DROP TABLE restores; DELETE FROM keys WHERE name = 'unopened-copy'; PRAGMA user_version = 5;");
    old.exec('DROP INDEX notices_by_lease; ALTER TABLE notices DROP COLUMN leased_until; DROP TABLE numbered_up_to;');
    old.exec(
      'DROP INDEX rated_by_account; DROP INDEX reports_by_standing; ALTER TABLE rated DROP COLUMN accounted; ALTER TABLE reports DROP COLUMN settled;',
    );
    old.close();
    await restoredTo('other');
    const kept = new Kept('other');
    await kept.match(id);
    expect(restored(await kept.kinds(id))).toBe(1);
  });
});

describe('a record that cannot say so', () => {
  /** Fails the first `left` appends of a restore mark, before or after writing it. */
  class Failing extends StoredJournal {
    left = 2;
    when: 'before' | 'after' = 'before';

    override async append(append: Append): Promise<'appended' | 'conflict'> {
      if (append.isRestored === undefined || this.left-- <= 0) return super.append(append);
      if (this.when === 'after') await super.append(append);
      throw new Error('the disk is gone');
    }

    override async tail(): Promise<never> {
      throw new Error('the disk is gone');
    }
  }

  test.each(['before', 'after'] as const)(
    'is not opened, and draws nothing, until it can: lost %s writing',
    async (when) => {
      const first = new Kept('data');
      const { id } = await runningMatch(first.table);
      await backedUp('data');
      await restoredTo('other');
      const journal = new Failing(threadOn(at('other'), 'process'));
      const failures = when === 'before' ? 2 : 1;
      Object.assign(journal, { when, left: failures });
      const kept = new Kept('other', journal);
      for (let n = 0; n < failures; n++) await expect(kept.table.matches.open(id)).rejects.toThrow('restored');
      await kept.match(id);
      expect(restored(await kept.kinds(id))).toBe(1);
    },
  );
});
