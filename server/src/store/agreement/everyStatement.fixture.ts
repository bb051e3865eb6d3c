/** For tests: every operation of the store on one database, and the statements that it makes. */
import type { DatabaseSync } from 'node:sqlite';
import type { Groups, Query, Work } from '../engine/engine.ts';
import { inThisThread } from '../engine/sqlite/sqlite.ts';
import { operations } from '../operations.ts';
import { ASKED, forgetLengths, note } from './asked.fixture.ts';
import { Choices } from './choices.fixture.ts';

const ROUNDS = 60;
/** What deletes a lot comes seldom, or the others would meet nothing. */
const SELDOM =
  /\.(clear|end|endAll|erase|eraseSome|forget|freeSome|offerSome|release|releaseSome|remove|signOut|sweep|take)$/;
const SELDOM_EVERY = 10;

type Maker = (choose: Choices) => readonly unknown[];
const makers = Object.entries(ASKED).flatMap(([group, names]) =>
  Object.entries(names as unknown as Record<string, Maker>).map(([name, make]) => ({ group, name, make })),
);

/** `group.name` of each operation. */
export const everyPath = makers.map(({ group, name }) => `${group}.${name}`);

/** Asks each operation many times, and tells each statement that it makes. */
export async function askEverything(database: DatabaseSync, tell: (path: string, query: Query) => void): Promise<void> {
  const engine = inThisThread(database, telling(tell));
  const choose = new Choices(1);
  for (let n = 0; n < ROUNDS; n++)
    for (const { group, name, make } of makers) {
      if (SELDOM.test(`.${name}`) && n % SELDOM_EVERY < SELDOM_EVERY - 1) continue;
      const call = { group, name, given: make(choose) };
      note(call, await engine.run(call).catch(() => undefined));
    }
  forgetLengths();
}

/** The same operations, which tell their statements. */
function telling(tell: (path: string, query: Query) => void): Groups {
  const told = (path: string, operation: (...given: never[]) => Work<unknown>) =>
    function* (...given: never[]): Work<unknown> {
      const work = operation(...given);
      let step = work.next();
      for (; !step.done; step = work.next(yield step.value)) tell(path, step.value);
      return step.value;
    };
  return Object.fromEntries(
    Object.entries(operations as unknown as Groups).map(([group, names]) => [
      group,
      Object.fromEntries(Object.entries(names).map(([name, one]) => [name, told(`${group}.${name}`, one)])),
    ]),
  );
}
