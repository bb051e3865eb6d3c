import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { preparePostgres } from '../engine/postgres/openPostgres.ts';
import { noPostgres, TestPostgres } from '../engine/postgres/postgres.fixture.ts';
import { postgresAt } from '../postgresStore.ts';
import { StoredJournal } from '../storedJournal.ts';
import { testJournal } from './journal.contract.ts';

describe.skipIf(noPostgres)(`in PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let server: TestPostgres;
  let url: string;
  beforeAll(async () => {
    server = await TestPostgres.start();
    url = await server.fresh();
    await preparePostgres(url);
  });
  beforeEach(() => server.empty(url));
  afterAll(() => server?.stop());

  testJournal('the journal', () => new StoredJournal(postgresAt(url)));
});
