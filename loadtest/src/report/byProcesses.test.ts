import { expect, test } from 'vitest';
import { areCheap, type Costs, costLines } from './byProcesses.ts';

const run = (processes: number, servers: number, postgres: number): Costs => {
  const server = { cpuMsPerMove: servers + postgres, partsMsPerMove: { servers, postgres } };
  return { processes, figures: { server } };
};

test('each run is compared with the first one', () => {
  expect(costLines([run(1, 1.5, 0.5), run(2, 1.6, 0.7), run(3, 1.4, 0.5)])).toEqual([
    '1 process: 2.00 ms a move (servers 1.50, postgres 0.50)',
    '2 processes: 2.30 ms a move, +15 % (servers 1.60, postgres 0.70)',
    '3 processes: 1.90 ms a move, -5 % (servers 1.40, postgres 0.50)',
  ]);
});

test('a move may cost at most 15 % more', () => {
  expect(areCheap([run(1, 1, 0), run(3, 1.149, 0)])).toBe(true);
  expect(areCheap([run(1, 1, 0), run(2, 1, 0), run(3, 1.16, 0)])).toBe(false);
});

test('a run without moves proves nothing', () => {
  expect(areCheap([run(1, 1, 0), { processes: 2, figures: { server: {} } }])).toBe(false);
});
