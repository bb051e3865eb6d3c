/** For tests: one PostgreSQL for a group of them, and the stores of several processes on it. */
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { openStores, type Stores } from '../operations.ts';
import { postgresAt } from '../postgresStore.ts';
import type { Engine } from './engine.ts';
import { preparePostgres } from './postgres/openPostgres.ts';
import { noPostgres, TestPostgres } from './postgres/postgres.fixture.ts';

const PROCESSES = 4;

export interface OneOfMany {
  readonly engine: Engine;
  readonly stores: Stores;
  /** From 0 on. */
  readonly process: number;
}

export interface ManyProcesses {
  /** Lets every process do the same thing this many times, all at once. */
  everywhere<T>(times: number, job: (one: OneOfMany, n: number) => Promise<T>): Promise<T[]>;
  one(process?: number): OneOfMany;
  url(): string;
  server(): TestPostgres;
  ask(sql: string): Promise<readonly Record<string, unknown>[]>;
}

/** To be called in a `describe`. The database is empty before each test. */
export function manyProcesses(): ManyProcesses {
  let server: TestPostgres | undefined;
  let url = '';
  let all: readonly OneOfMany[] = [];
  beforeAll(async () => {
    server = await TestPostgres.start();
    url = await server.fresh();
    await preparePostgres(url);
    all = Array.from({ length: PROCESSES }, (_, process) => {
      const engine = postgresAt(url);
      return { engine, stores: openStores(engine), process };
    });
  }, 60_000);
  beforeEach(() => server?.empty(url));
  afterAll(async () => {
    for (const { engine } of all) await engine.close();
    await server?.stop();
  });
  return {
    everywhere: (times, job) => Promise.all(all.flatMap((one) => Array.from({ length: times }, (_, n) => job(one, n)))),
    one: (process = 0) => {
      const found = all[process];
      if (found === undefined) throw new Error(`there is no process ${process}`);
      return found;
    },
    url: () => url,
    server: () => {
      if (server === undefined) throw new Error('there is no PostgreSQL yet');
      return server;
    },
    ask: async (sql) => (await server?.ask(new URL(url).pathname.slice(1), sql)) ?? [],
  };
}

/** Skipped, with the reason, where PostgreSQL is not installed. */
export function describePostgres(name: string, tests: (server: () => TestPostgres) => void): void {
  describe.skipIf(noPostgres)(`${name}${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
    let server: TestPostgres | undefined;
    beforeAll(async () => {
      server = await TestPostgres.start();
    });
    afterAll(() => server?.stop());
    tests(() => server as TestPostgres);
  });
}
