import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ManualClock } from '../../testing/manualClock.ts';
import { RejectedMessages } from './rejectedMessages.ts';

function strays({ hears = (): boolean => true } = {}) {
  const clock = new ManualClock();
  const told: unknown[] = [];
  const logged: string[] = [];
  const all = new RejectedMessages({
    clock,
    log: pino({}, { write: (line) => void logged.push(line) }),
    tell: async (one) => {
      told.push(one);
      return hears();
    },
  });
  return { clock, told, logged, all };
}

test('each kind of each temple is told at once, and then once a minute with how many there were', () => {
  const { clock, told, all } = strays();
  for (let i = 0; i < 50; i++) all.note({ what: 'not-json', temple: 'templo-0001' });
  all.note({ what: 'flood', temple: 'templo-0001' });
  all.note({ what: 'foreign-topic' });
  expect(told).toEqual([
    { what: 'not-json', temple: 'templo-0001', count: 1 },
    { what: 'flood', temple: 'templo-0001', count: 1 },
    { what: 'foreign-topic', count: 1 },
  ]);
  clock.advance(59_999);
  all.tick();
  expect(told).toHaveLength(3);
  clock.advance(1);
  all.tick();
  expect(told.slice(3)).toEqual([{ what: 'not-json', temple: 'templo-0001', count: 49 }]);
});

test('one line a temple and minute is logged', () => {
  const { clock, logged, all } = strays();
  for (let i = 0; i < 50; i++) all.note({ what: i % 2 ? 'not-json' : 'flood', temple: 'templo-0001' });
  all.note({ what: 'not-json', temple: 'templo-0002' });
  expect(logged).toHaveLength(2);
  clock.advance(60_000);
  all.note({ what: 'not-json', temple: 'templo-0001' });
  expect(logged).toHaveLength(3);
  all.note({ what: 'bad-payload' });
  expect(JSON.parse(logged.at(-1) ?? '')).not.toHaveProperty('temple');
});

test('what the server did not hear is told with the next', async () => {
  let isThere = false;
  const { clock, told, all } = strays({ hears: () => isThere });
  all.note({ what: 'retained' });
  await Promise.resolve();
  isThere = true;
  all.note({ what: 'retained' });
  clock.advance(60_000);
  all.tick();
  expect(told.at(-1)).toEqual({ what: 'retained', count: 2 });
});

test('whoever invents temples by the thousand is counted as one', () => {
  const { told, all } = strays();
  for (let i = 0; i < 3000; i++) all.note({ what: 'flood', temple: `templo-${i.toString(16).padStart(4, '0')}` });
  expect(told).toHaveLength(1001);
});
