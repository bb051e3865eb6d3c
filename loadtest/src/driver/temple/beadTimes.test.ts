import { expect, test } from 'vitest';
import { BeadTimes } from './beadTimes.ts';

const totals = (war: number, rain = 0) => ({ war, rain });

test('each bead takes from the odometer that first counts it to the ledger that first covers it', () => {
  const times = new BeadTimes();
  expect(times.see({ counted: totals(1), through: totals(0), at: 10 })).toEqual([]);
  expect(times.see({ counted: totals(1), through: totals(0), at: 12 })).toEqual([]); // only a heartbeat
  expect(times.see({ counted: totals(3), through: totals(0), at: 20 })).toEqual([]);
  expect(times.see({ counted: totals(3), through: totals(2), at: 25 })).toEqual([15, 5]);
  expect(times.see({ counted: totals(3), through: totals(2), at: 26 })).toEqual([]); // the same ledger again
  expect(times.see({ counted: totals(3), through: totals(3), at: 30 })).toEqual([10]);
});

test('the slots are apart', () => {
  const times = new BeadTimes();
  times.see({ counted: totals(1, 0), through: totals(0, 0), at: 0 });
  times.see({ counted: totals(1, 1), through: totals(0, 0), at: 5 });
  expect(times.see({ counted: totals(1, 1), through: totals(0, 1), at: 6 })).toEqual([1]);
  expect(times.see({ counted: totals(1, 1), through: totals(1, 1), at: 9 })).toEqual([9]);
});
