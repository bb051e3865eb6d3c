/** The runner on a real file, with a second connection that sees only what is durable for others. */

import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../data-folder/connect.ts';
import { temporaryFolder } from '../../store.fixture.ts';
import { all, type Call, change, type Outcome, StoreError, type Work } from '../engine.ts';
import { SqliteRunner } from './sqlite.ts';

const notes = {
  *add(note: string): Work<string> {
    yield* change('INSERT INTO notes (note) VALUES ($note)', { note });
    return note;
  },

  *addBoth(one: string, other: string): Work<void> {
    yield* notes.add(one);
    yield* notes.add(other);
  },

  *all(): Work<readonly string[]> {
    return (yield* all<{ note: string }>('SELECT note FROM notes ORDER BY note')).map(({ note }) => note);
  },

  *addAndThrow(note: string): Work<void> {
    yield* notes.add(note);
    throw new RangeError('a mistake of ours');
  },

  *mistyped(): Work<unknown> {
    return yield* all('SELECT note FROM nowhere');
  },
};

let database: DatabaseSync;
let other: DatabaseSync;
let runner: SqliteRunner;

beforeEach(({ onTestFinished }) => {
  const path = join(temporaryFolder(), 'notes.sqlite');
  [database, other] = [connect(path, true), connect(path, true)];
  for (const one of [database, other]) one.exec('PRAGMA busy_timeout = 0');
  other.exec('CREATE TABLE notes (note TEXT PRIMARY KEY) STRICT');
  runner = new SqliteRunner(database, { notes });
  onTestFinished(() => {
    runner.close();
    other.close();
  });
});

const call = (name: keyof typeof notes | 'unknown', ...given: readonly string[]): Call => ({
  group: 'notes',
  name,
  given,
});
const run = (...calls: readonly Call[]) => runner.run(calls);
const add = (note: string) => call('add', note);
const failureOf = (outcome: Outcome | undefined) => outcome && 'failure' in outcome && outcome.failure;
const kept = () =>
  other
    .prepare('SELECT note FROM notes ORDER BY note')
    .all()
    .map(({ note }) => note);

describe('one operation that fails', () => {
  test.each([
    ['a row that is there already', call('addBoth', 'left', 'first'), StoreError, 'notes.addBoth: UNIQUE'],
    ['a mistake of ours after a write', call('addAndThrow', 'left'), RangeError, 'a mistake of ours'],
    ['a mistake in a query', call('mistyped'), StoreError, 'notes.mistyped: no such table'],
    ['an unknown operation', call('unknown'), Error, 'no operation notes.unknown'],
    ['an unknown group', { group: 'words', name: 'add', given: [] }, Error, 'no operation words.add'],
  ])('by %s takes no other down and leaves nothing behind', (_, bad, kind, message) => {
    const outcomes = run(add('first'), bad, add('last'), call('all'));
    expect(failureOf(outcomes[1])).toBeInstanceOf(kind);
    expect(failureOf(outcomes[1])).toMatchObject({ message: expect.stringContaining(message) });
    expect([outcomes[0], outcomes[2]]).toEqual([{ value: 'first' }, { value: 'last' }]);
    expect(outcomes[3]).toEqual({ value: ['first', 'last'] });
    expect(kept()).toEqual(['first', 'last']);
  });

  test.each([
    ['a row that is there already', call('addBoth', 'left', 'first')],
    ['a mistake of ours after a write', call('addAndThrow', 'left')],
  ])('by %s, before all others, leaves nothing behind', (_, bad) => {
    run(add('first'));
    const outcomes = run(call('all'), bad, call('all'), add('second'), bad, add('third'), bad);
    expect(outcomes.map((outcome) => failureOf(outcome) === false)).toEqual([
      true,
      false,
      true,
      true,
      false,
      true,
      false,
    ]);
    expect(outcomes[2]).toEqual({ value: ['first'] });
    expect([kept(), database.isTransaction]).toEqual([['first', 'second', 'third'], false]);
  });

  test('is the whole batch, and the next batch works', () => {
    run(add('first'));
    expect(run(add('first')).map(failureOf)).toEqual([expect.any(StoreError)]);
    expect(run(add('second'))).toEqual([{ value: 'second' }]);
    expect(kept()).toEqual(['first', 'second']);
  });
});

describe('a transaction that fails takes all of its operations down, and the next one works', () => {
  const batch = () => run(call('all'), add('one'), add('bad'), add('two'), call('all'));

  function expectNothing(outcomes: readonly Outcome[]): void {
    expect(outcomes.map(failureOf)).toEqual(Array(5).fill(expect.any(StoreError)));
    expect([kept(), database.isTransaction]).toEqual([[], false]);
  }

  function expectAll(): void {
    expect(batch().map(failureOf)).toEqual(Array(5).fill(false));
    expect(kept()).toEqual(['bad', 'one', 'two']);
  }

  test('when a statement ends it', () => {
    other.exec(`CREATE TRIGGER gone BEFORE INSERT ON notes WHEN NEW.note = 'bad'
      BEGIN SELECT RAISE(ROLLBACK, 'the disk is gone'); END`);
    const outcomes = batch();
    expectNothing(outcomes);
    expect(failureOf(outcomes[1])).toMatchObject({ message: 'the database could not write: the disk is gone' });
    other.exec('DROP TRIGGER gone');
    expectAll();
  });

  test('when it cannot be committed', () => {
    other.exec('CREATE TABLE debts (note TEXT REFERENCES notes (note) DEFERRABLE INITIALLY DEFERRED) STRICT');
    other.exec(`CREATE TRIGGER owes AFTER INSERT ON notes WHEN NEW.note = 'bad'
      BEGIN INSERT INTO debts VALUES ('nothing that is there'); END`);
    const outcomes = batch();
    expectNothing(outcomes);
    expect(failureOf(outcomes[1])).toMatchObject({ message: expect.stringContaining('FOREIGN KEY') });
    other.exec('DROP TRIGGER owes');
    expectAll();
  });

  test('when the disk is full', () => {
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number };
    database.exec(`PRAGMA max_page_count = ${pages + 4}`);
    const long = 'x'.repeat(8 * 4096);
    const outcomes = run(add('short'), add(long));
    expect(outcomes.map(failureOf)).toEqual([expect.any(StoreError), expect.any(StoreError)]);
    expect(failureOf(outcomes[0])).toMatchObject({ message: expect.stringContaining('full') });
    expect([kept(), database.isTransaction]).toEqual([[], false]);
    database.exec('PRAGMA max_page_count = 1000000');
    expect(run(add(long), add('next')).map(failureOf)).toEqual([false, false]);
  });

  test('when another process writes for too long', () => {
    other.exec('BEGIN IMMEDIATE');
    expect(run(add('one')).map(failureOf)).toEqual([expect.any(StoreError)]);
    other.exec('COMMIT');
    expect(run(add('one'))).toEqual([{ value: 'one' }]);
  });
});

test('reads begin no transaction, so that they wait for no other process', () => {
  run(add('one'));
  other.exec("BEGIN IMMEDIATE; INSERT INTO notes VALUES ('not committed')");
  expect(run(call('all'), call('all'))).toEqual([{ value: ['one'] }, { value: ['one'] }]);
  expect(database.isTransaction).toBe(false);
  other.exec('ROLLBACK');
});

test('a read sees what operations before it in the batch wrote, and not those after it', () => {
  expect(run(call('all'), add('one'), call('all'), add('two'))).toEqual([
    { value: [] },
    { value: 'one' },
    { value: ['one'] },
    { value: 'two' },
  ]);
});

test('no operations are not a transaction', () => {
  expect(run()).toEqual([]);
});
