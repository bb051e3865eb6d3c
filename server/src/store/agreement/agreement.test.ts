/** One suite for all that is durable: SQLite and PostgreSQL give the same answers to the same random operations. */
import { expect, test } from 'vitest';
import { connect } from '../data-folder/connect.ts';
import type { Call, Engine } from '../engine/engine.ts';
import { describePostgres } from '../engine/manyProcesses.fixture.ts';
import { preparePostgres } from '../engine/postgres/openPostgres.ts';
import { inThisThread } from '../engine/sqlite/sqlite.ts';
import { operations } from '../operations.ts';
import { postgresAt } from '../postgresStore.ts';
import { ASKED, note } from './asked.fixture.ts';
import { Choices } from './choices.fixture.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const STEPS = 1500;
/** An operation that chance did not choose, or that failed, is tried this many times more. */
const TRIES = 50;

/** These delete so much that they are rare, or the others would meet nothing. */
const RARE = new Set(['ratings.clear', 'records.erase', 'records.eraseSome', 'accounts.forget', 'people.remove']);
const OFTEN = new Set(['records.append', 'people.add', 'outbox.put', 'talk.say', 'webhooks.add']);

/** Their answers depend on the clock of the database. */
const BY_THE_CLOCK: readonly string[] = ['processes'];

const all = Object.entries(ASKED)
  .filter(([group]) => !BY_THE_CLOCK.includes(group))
  .flatMap(([group, names]) => Object.keys(names).map((name) => `${group}.${name}`));

/** Mostly what adds something, seldom what deletes a lot. */
function step(choose: Choices): Call {
  const path = choose.of(choose.below(3) === 0 ? [...OFTEN] : all);
  return RARE.has(path) && choose.below(12) > 0 ? step(choose) : named(path, choose);
}

function named(path: string, choose: Choices): Call {
  const [group = '', name = ''] = path.split('.');
  const makers = ASKED as unknown as Record<string, Record<string, (choose: Choices) => readonly unknown[]>>;
  return { group, name, given: makers[group]?.[name]?.(choose) ?? [] };
}

/** What an engine answers: a value as plain JSON, or that it failed. */
async function answerOf(engine: Engine, asked: Call): Promise<unknown> {
  const value = await engine.run(asked).catch(() => 'failed');
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

describePostgres('both databases', (server) => {
  test(`give the same answers to ${STEPS} random operations (SEED=${seed})`, async () => {
    const url = await server().fresh();
    await preparePostgres(url);
    const engines = [inThisThread(connect(':memory:', false), operations), postgresAt(url)] as const;
    const choose = new Choices(seed);
    const met = new Set<string>();
    const ask = async (asked: Call) => {
      const [sqlite, postgres] = await Promise.all(engines.map((engine) => answerOf(engine, asked)));
      expect(postgres, JSON.stringify(asked)).toEqual(sqlite);
      note(asked, sqlite);
      if (sqlite !== 'failed') met.add(`${asked.group}.${asked.name}`);
    };
    for (let n = 0; n < STEPS; n++) await ask(step(choose));
    for (const path of all) for (let n = 0; n < TRIES && !met.has(path); n++) await ask(named(path, choose));
    expect(all.filter((path) => !met.has(path))).toEqual([]);
    for (const engine of engines) await engine.close();
  }, 120_000);
});
