import { expect, test } from 'vitest';
import { connectionsElsewhere } from './operatorQueries.ts';

test('a process counts while it lives, and this one is not elsewhere', async () => {
  const processes = async () => [
    { isThis: true, numbers: { connections: 1 } },
    { isThis: false, numbers: { connections: 10 } },
    { isThis: false, numbers: { connections: 100 }, endedAt: 5 },
    { isThis: false }, // it has told nothing yet
  ];
  expect(await connectionsElsewhere({ fleet: { processes } } as never)).toBe(10);
});
