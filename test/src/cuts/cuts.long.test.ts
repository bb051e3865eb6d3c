import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';
import { cutRun } from './cutRun.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
/** Matches to their end are for `npm run test:cuts`: here a minute of them would be waiting for connections. */
const MOST_MOVES = 15;
let server: Awaited<ReturnType<typeof testServer>>;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.stop());

test(`complaint 3, a missed update after a reconnect: a match of each game whose lines are cut at every step, seed ${SEED}`, async () => {
  const { problems, compared, cuts } = await cutRun({
    url: server.address,
    matches: 4,
    seed: SEED,
    mostMoves: MOST_MOVES,
  });
  expect(problems).toEqual([]);
  expect(compared).toBeGreaterThan(100);
  for (const times of Object.values(cuts)) expect(times).toBeGreaterThan(5);
}, 240_000);
