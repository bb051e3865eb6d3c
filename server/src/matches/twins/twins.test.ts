/** `npm run do -- twins --count 1000` runs many more. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { noPostgres } from '../../store/engine/postgres/postgres.fixture.ts';
import { TwinHouse } from './twinHouse.fixture.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

describe.skipIf(noPostgres)(`twins${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  test(`processes that all want one match, and some that are dead and do not know it, seed ${SEED}: each accepted move is in the record once`, async () => {
    const house = await TwinHouse.open();
    onTestFinished(() => house.close());
    const { problems, accepted, buried, refused, elsewhere } = await house.run(8, SEED);
    expect(problems).toEqual([]);
    for (const count of [accepted, buried, refused, elsewhere]) expect(count).toBeGreaterThan(0);
  });
});
