import { noPostgres } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { House } from '../lab/house.ts';
import type { Settings } from '../lab/serverProcess.ts';

/** Tests of servers with these names on one PostgreSQL, which start once for all of them. */
export function withHouse(
  title: string,
  [names, settings]: readonly [names: readonly string[], settings: Settings],
  tests: (house: () => House) => void,
): void {
  const skipped = noPostgres === undefined ? '' : ` (${noPostgres})`;
  describe.skipIf(noPostgres)(`${title}${skipped}`, () => {
    let house: House;
    beforeAll(async () => {
      house = await House.open(names, settings);
    });
    afterAll(() => house?.stop());
    tests(() => house);
  });
}
