import { describe, expect, test } from 'vitest';
import { blankFlash, commit, cutPower, type Flash, read, wiped, write } from './flash.ts';

const kept = (war: number) => ({ epoch: 77, war, rain: 0, boot: 1 });

function holding(war: number): Flash {
  return commit(write(blankFlash('wal'), kept(war), { at: 0, ms: 4 }), 4);
}

describe('flash', () => {
  test('a record can be read when it is written, and not before', () => {
    const writing = write(holding(1), kept(2), { at: 10, ms: 4 });
    expect(read(commit(writing, 13.9))).toEqual(kept(1));
    expect(read(commit(writing, 14))).toEqual(kept(2));
  });

  test('a record that waits gives way to a newer one', () => {
    const first = write(holding(1), kept(2), { at: 10, ms: 4 });
    const third = write(write(first, kept(3), { at: 11, ms: 4 }), kept(4), { at: 12, ms: 4 });
    expect(third.writing.map(({ kept: { war }, doneAt }) => [war, doneAt])).toEqual([
      [2, 14],
      [4, 18],
    ]);
    expect(read(commit(third, 100))).toEqual(kept(4));
  });

  test.each([true, false])('a power cut in a write (torn: %s) leaves the record before it', (isTorn) => {
    for (let war = 1; war < 20; war++) {
      const cut = cutPower(write(holding(war), kept(war + 1), { at: 10, ms: 4 }), 12, isTorn);
      expect(read(cut)).toEqual(kept(war));
      const after = commit(write(cut, kept(war + 1), { at: 20, ms: 4 }), 24);
      expect(read(after)).toEqual(kept(war + 1));
      expect(read(cutPower(write(after, kept(war + 2), { at: 30, ms: 4 }), 31, isTorn))).toEqual(kept(war + 1));
    }
  });

  test('a torn first record leaves nothing', () => {
    expect(read(cutPower(write(blankFlash('wal'), kept(1), { at: 0, ms: 4 }), 1, true))).toBeUndefined();
  });

  test('a wiped one knows nothing, and one that is not there takes nothing', () => {
    expect(read(wiped(holding(3)))).toBeUndefined();
    expect(read(commit(write(blankFlash('none'), kept(3), { at: 0, ms: 4 }), 9))).toBeUndefined();
  });

  test('survives being kept as JSON', () => {
    expect(read(JSON.parse(JSON.stringify(holding(5))) as Flash)).toEqual(kept(5));
  });
});
