/** For tests: the stores of several processes on one PostgreSQL, which is empty before each test. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openStores, type Stores } from '../operations.ts';
import { postgresAt } from '../postgresStore.ts';
import type { Engine } from './engine.ts';
import { preparePostgres } from './postgres/openPostgres.ts';
import { TestPostgres } from './postgres/postgres.fixture.ts';

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
  ask(sql: string): Promise<readonly Record<string, unknown>[]>;
}

/** To be called in a `describe`. */
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
    ask: async (sql) => (await server?.ask(new URL(url).pathname.slice(1), sql)) ?? [],
  };
}
