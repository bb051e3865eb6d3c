/** A notice is in the outbox exactly if its entry is in the record, in every journal. */
import { describe, expect, test } from 'vitest';
import { Readiness } from '../../base/readiness.ts';
import { diskStore } from '../store.fixture.ts';
import { firstEntry, nextEntry } from './firstEntry.fixture.ts';
import type { Append, Journal, OutboxRow } from './journal.ts';
import { JournalGuard } from './journalGuard.ts';
import { type Box, newBox, nextIn, row } from './noticeOutbox.fixture.ts';

const entry = (match: string, expectedSeq: number, notices: readonly OutboxRow[] = []): Append =>
  expectedSeq === 0 ? firstEntry(match, { notices }) : nextEntry(match, expectedSeq, { notices });

const url = 'https://example.org/';
const onDisk = () => newBox(diskStore());
const guarded = ({ journal }: Box) => new JournalGuard(new Readiness(), { onAppended: () => {} }).around(journal);

const JOURNALS: readonly (readonly [string, () => Box, (box: Box) => Journal])[] = [
  ['memory', newBox, ({ journal }) => journal],
  ['SQLite in a thread of its own', onDisk, ({ journal }) => journal],
  ['a guarded one', newBox, guarded],
  ['a guarded one in a thread of its own', onDisk, guarded],
];

describe.each(JOURNALS)('%s', (_, open, journalIn) => {
  const opened = async () => {
    const box = open();
    const { webhook } = await box.add({ url });
    return { ...box, webhook, journal: journalIn(box) };
  };

  test('a notice is written with its entry, as it is to be sent', async () => {
    const { journal, outbox, webhook } = await opened();
    const notice = row(webhook);
    await journal.append(entry('A', 0));
    expect(await journal.append(entry('A', 1, [notice]))).toBe('appended');
    expect(await nextIn(outbox)).toMatchObject({ notice: notice.notice, body: notice.body, url });
  });

  test('an entry that conflicts writes none', async () => {
    const { journal, outbox, webhook } = await opened();
    await journal.append(entry('A', 0));
    expect(await journal.append(entry('A', 7, [row(webhook)]))).toBe('conflict');
    expect(await journal.append(entry('A', 0, [row(webhook)]))).toBe('conflict');
    expect(await outbox.counts()).toEqual({ pending: 0, failed: 0 });
  });

  test('of two matches that write at once each has its own, and a conflict takes nothing from the other', async () => {
    const { journal, outbox, webhook } = await opened();
    await Promise.all(['A', 'B', 'C'].map((match) => journal.append(entry(match, 0))));
    const notices = ['A', 'B', 'C'].map((match) => row(webhook, { match }));
    const appends = [entry('A', 1, [notices[0]!]), entry('B', 9, [notices[1]!]), entry('C', 1, [notices[2]!])];
    expect(await Promise.all(appends.map((one) => journal.append(one)))).toEqual(['appended', 'conflict', 'appended']);
    expect((await outbox.counts()).pending).toBe(2);
    expect((await nextIn(outbox))?.notice).toBe(notices[0]!.notice);
    expect((await nextIn(outbox, { notices: [notices[0]!.notice] }))?.notice).toBe(notices[2]!.notice);
  });
});

describe('a transaction that fails', () => {
  test('because an entry cannot be written leaves no notice, also none of others in the batch', async () => {
    const { database, journal, outbox, add } = newBox(diskStore());
    const { webhook } = await add({ url });
    await Promise.all([journal.append(entry('A', 0)), journal.append(entry('B', 0))]);
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON entries WHEN NEW.match = 'B'
      BEGIN SELECT RAISE(FAIL, 'disk full'); END`);
    const both = [entry('A', 1, [row(webhook)]), entry('B', 1, [row(webhook, { match: 'B' })])];
    const outcomes = await Promise.allSettled(both.map((one) => journal.append(one)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await outbox.counts()).pending).toBe(0);
    database.exec('DROP TRIGGER full');
    await Promise.all(both.map((one) => journal.append(one)));
    expect((await outbox.counts()).pending).toBe(2);
  });

  test('because a notice cannot be written leaves no entry, and no turn that was told', async () => {
    const { database, journal, outbox, add } = newBox(diskStore());
    const { webhook } = await add({ url });
    await journal.append(entry('A', 0));
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON told_turns BEGIN SELECT RAISE(FAIL, 'disk full'); END`);
    const turn = entry('A', 1, [row(webhook, { kind: 'turn' })]);
    await expect(journal.append(turn)).rejects.toThrow('disk full');
    expect(await journal.tail('A')).toMatchObject({ seq: 0 });
    expect((await outbox.counts()).pending).toBe(0);
    database.exec('DROP TRIGGER full');
    expect(await journal.append(turn)).toBe('appended');
    expect((await outbox.counts()).pending).toBe(1);
  });
});
