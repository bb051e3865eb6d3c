/** What may be answered before the tables have what the log of appends took: it must not look there. */
import { expect, test } from 'vitest';
import { connect } from '../data-folder/connect.ts';
import { APART, TOLD_BY_LOG } from '../inOwnThread.ts';
import { askEverything, everyPath } from './everyStatement.fixture.ts';

const LOGGED = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(entries|matches|unread_endings)\b/;
/** Of what the tables do not know yet the log itself tells, and it has no match of a dead process. */
const MAY_LOOK = [...TOLD_BY_LOG, 'claims.orphans'];

test('what need not wait for the tables asks none that the log writes to', async () => {
  const met = new Set<string>();
  const looks = new Set<string>();
  await askEverything(connect(':memory:', false), (path, { sql }) => {
    met.add(path);
    if (LOGGED.test(sql)) looks.add(path);
  });
  const isApart = (path: string) => APART.has(path) || APART.has(path.split('.')[0] ?? '');
  expect([...looks].filter(isApart).sort()).toEqual(MAY_LOOK.sort());
  expect(everyPath.filter((path) => isApart(path) && !met.has(path))).toEqual([]);
  expect(looks).toContain('records.find');
  const known = new Set(everyPath.flatMap((path) => [path, path.split('.')[0]]));
  expect([...APART].filter((path) => !known.has(path))).toEqual([]);
});
