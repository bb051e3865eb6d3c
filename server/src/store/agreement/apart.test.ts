/** What may be answered before the tables have what the log of appends took: it must not look there. */
import { expect, test } from 'vitest';
import { connect } from '../data-folder/connect.ts';
import type { Groups, Work } from '../engine/engine.ts';
import { inThisThread } from '../engine/sqlite/sqlite.ts';
import { APART, TOLD_BY_LOG } from '../inOwnThread.ts';
import { operations } from '../operations.ts';
import { ASKED, lengths } from './asked.fixture.ts';
import { Choices } from './choices.fixture.ts';

const LOGGED = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(entries|matches|unread_endings)\b/;
/** Of what the tables do not know yet the log itself tells, and it has no match of a dead process. */
const MAY_LOOK = [...TOLD_BY_LOG, 'claims.orphans'];
const ROUNDS = 60;

type Maker = (choose: Choices) => readonly unknown[];
const makers = Object.entries(ASKED).flatMap(([group, names]) =>
  Object.entries(names as unknown as Record<string, Maker>).map(([name, make]) => ({ group, name, make })),
);

/** The same operations, which tell their statements. */
function telling(tell: (path: string, sql: string) => void): Groups {
  const told = (path: string, operation: (...given: never[]) => Work<unknown>) =>
    function* (...given: never[]): Work<unknown> {
      const work = operation(...given);
      let step = work.next();
      for (; !step.done; step = work.next(yield step.value)) tell(path, step.value.sql);
      return step.value;
    };
  return Object.fromEntries(
    Object.entries(operations as unknown as Groups).map(([group, names]) => [
      group,
      Object.fromEntries(Object.entries(names).map(([name, one]) => [name, told(`${group}.${name}`, one)])),
    ]),
  );
}

test('what need not wait for the tables asks none that the log writes to', async () => {
  const met = new Set<string>();
  const looks = new Set<string>();
  const engine = inThisThread(
    connect(':memory:', false),
    telling((path, sql) => {
      met.add(path);
      if (LOGGED.test(sql)) looks.add(path);
    }),
  );
  const choose = new Choices(1);
  for (let n = 0; n < ROUNDS; n++)
    for (const { group, name, make } of makers) await engine.run({ group, name, given: make(choose) }).catch(() => {});
  lengths.clear();
  const isApart = (path: string) => APART.has(path) || APART.has(path.split('.')[0] ?? '');
  expect([...looks].filter(isApart).sort()).toEqual(MAY_LOOK.sort());
  expect(makers.map(({ group, name }) => `${group}.${name}`).filter((path) => isApart(path) && !met.has(path))).toEqual(
    [],
  );
  expect(looks).toContain('records.find');
  const known = new Set(makers.flatMap(({ group, name }) => [group, `${group}.${name}`]));
  expect([...APART].filter((path) => !known.has(path))).toEqual([]);
});
