/** A notice is in the outbox exactly if its entry is in the record, in every journal. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Readiness } from '../../base/readiness.ts';
import { openDatabase } from '../data-folder/database.ts';
import type { Append, Journal, OutboxRow } from './journal.ts';
import { JournalGuard } from './journalGuard.ts';
import { MemoryJournal } from './memory.ts';
import { type Box, DUE, newBox, row } from './noticeOutbox.fixture.ts';
import { SqliteJournal } from './sqlite.ts';

const index = { status: 'open', visibility: 'public', game: 'x', createdAt: 1, summary: '{}' } as const;

function entry(match: string, expectedSeq: number, notices: readonly OutboxRow[] = []): Append {
  const first = expectedSeq === 0 && { index, secrets: { secret: 's' } };
  return { match, expectedSeq, owner: 'one', line: '{}', hash: `h${expectedSeq}`, notices, ...first };
}

const url = 'https://example.org/';
const inMemory = ({ outbox }: Box): Journal => new MemoryJournal((notice) => outbox.put(notice));
const onDisk = () => newBox(openDatabase(mkdtempSync(join(tmpdir(), 'notices-')), 'power'));

const JOURNALS: readonly (readonly [string, () => Box, (box: Box) => Journal])[] = [
  ['memory', newBox, inMemory],
  ['SQLite in memory', newBox, ({ database, outbox }) => new SqliteJournal(database, outbox)],
  ['SQLite on disk', onDisk, ({ database, outbox }) => new SqliteJournal(database, outbox)],
  ['a guarded one', newBox, (box) => new JournalGuard(new Readiness(), { onAppended: () => {} }).around(inMemory(box))],
];

describe.each(JOURNALS)('%s', (_, open, journalIn) => {
  const opened = () => {
    const box = open();
    const { webhook } = box.add({ url });
    return { ...box, webhook, journal: journalIn(box) };
  };

  test('a notice is written with its entry, as it is to be sent', async () => {
    const { journal, outbox, webhook } = opened();
    const notice = row(webhook);
    await journal.append(entry('A', 0));
    expect(await journal.append(entry('A', 1, [notice]))).toBe('appended');
    expect(outbox.next(DUE)[0]).toMatchObject({ notice: notice.notice, body: notice.body, url });
  });

  test('an entry that conflicts writes none', async () => {
    const { journal, outbox, webhook } = opened();
    await journal.append(entry('A', 0));
    expect(await journal.append(entry('A', 7, [row(webhook)]))).toBe('conflict');
    expect(await journal.append(entry('A', 0, [row(webhook)]))).toBe('conflict');
    expect(outbox.counts()).toEqual({ pending: 0, failed: 0 });
  });

  test('of two matches that write at once each has its own, and a conflict takes nothing from the other', async () => {
    const { journal, outbox, webhook } = opened();
    await Promise.all(['A', 'B', 'C'].map((match) => journal.append(entry(match, 0))));
    const notices = ['A', 'B', 'C'].map((match) => row(webhook, { match }));
    const appends = [entry('A', 1, [notices[0]!]), entry('B', 9, [notices[1]!]), entry('C', 1, [notices[2]!])];
    expect(await Promise.all(appends.map((one) => journal.append(one)))).toEqual(['appended', 'conflict', 'appended']);
    expect(outbox.counts().pending).toBe(2);
    expect(outbox.next(DUE)[0]?.notice).toBe(notices[0]!.notice);
    expect(outbox.next({ ...DUE, notices: [notices[0]!.notice] })[0]?.notice).toBe(notices[2]!.notice);
  });
});

describe('a transaction that fails', () => {
  test('because an entry cannot be written leaves no notice, also none of others in the batch', async () => {
    const { database, outbox, add } = newBox();
    const { webhook } = add({ url });
    const journal = new SqliteJournal(database, outbox);
    await Promise.all([journal.append(entry('A', 0)), journal.append(entry('B', 0))]);
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON entries WHEN NEW.match = 'B'
      BEGIN SELECT RAISE(FAIL, 'disk full'); END`);
    const both = [entry('A', 1, [row(webhook)]), entry('B', 1, [row(webhook, { match: 'B' })])];
    const outcomes = await Promise.allSettled(both.map((one) => journal.append(one)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(outbox.counts().pending).toBe(0);
    database.exec('DROP TRIGGER full');
    await Promise.all(both.map((one) => journal.append(one)));
    expect(outbox.counts().pending).toBe(2);
  });

  test('because a notice cannot be written leaves no entry, and no turn that was told', async () => {
    const { database, outbox, add } = newBox();
    const { webhook } = add({ url });
    const journal = new SqliteJournal(database, outbox);
    await journal.append(entry('A', 0));
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON told_turns BEGIN SELECT RAISE(FAIL, 'disk full'); END`);
    const turn = entry('A', 1, [row(webhook, { kind: 'turn' })]);
    await expect(journal.append(turn)).rejects.toThrow('could not append');
    expect(await journal.tail('A')).toMatchObject({ seq: 0 });
    expect(outbox.counts().pending).toBe(0);
    database.exec('DROP TRIGGER full');
    expect(await journal.append(turn)).toBe('appended');
    expect(outbox.counts().pending).toBe(1);
  });
});
