import { expect, test } from 'vitest';
import { MemoryJournal } from '../../store/storedJournal.ts';
import { newProcess } from '../temples/process.fixture.ts';
import { mayOwnOneMore } from '../temples/ownTemple.ts';
import { MOST_OWNED } from '../temples/templeJournal.ts';

test('nobody has more than a hundred temples', async () => {
  const journal = new MemoryJournal();
  const { temples } = newProcess(journal, () => 0);
  const claim = (n: number) => temples.of(`templo-${(0x1000 + n).toString(16)}`).claim('p0', 'printed');
  for (let n = 1; n < MOST_OWNED; n++) await claim(n);
  expect(await mayOwnOneMore({ journal }, 'p0')).toBe(true);
  await claim(MOST_OWNED);
  expect([await mayOwnOneMore({ journal }, 'p0'), await mayOwnOneMore({ journal }, 'p1')]).toEqual([false, true]);
});
