import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createCounts } from './limits.ts';

it('counts apart what so many accounts do, and together what names beyond them do, since names come from outside', () => {
  const lines: Record<string, unknown>[] = [];
  const counts = createCounts(pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }));
  for (let n = 0; n < 1000; n += 1) counts.count(`templo-${n}`, 'bad-password');
  counts.count('templo-0', 'flood');
  counts.tell();
  expect(lines).toHaveLength(257);
  expect(lines[0]).toMatchObject({ account: 'templo-0', 'bad-password': 1, flood: 1 });
  expect(lines.at(-1)).toMatchObject({ account: 'unknown', 'bad-password': 744 });
  counts.tell();
  expect(lines).toHaveLength(257);
});
