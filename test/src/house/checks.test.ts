/** `npm run check` runs every check that there is, and CI runs each of them too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/program.ts';

test('check runs every check, then the tests, and then compares what must not change', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const checks = ['format', 'lint', 'types', 'deps', 'unused'].map((name) => `npm run check:${name}`);
  expect(scripts.check.split(' && ')).toEqual([...checks, 'npm test', 'npm run do -- frozen --matches 200']);
  const ofItsOwn = Object.keys(scripts).filter((name) => name.startsWith('check:'));
  expect(ofItsOwn.map((name) => `npm run ${name}`).toSorted()).toEqual(checks.toSorted());
  const ci = readFileSync(join(ROOT, '.ci/run'), 'utf8');
  for (const check of checks) expect(ci).toContain(check);
});
