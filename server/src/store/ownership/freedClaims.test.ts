/** Claims of dead processes that nothing needs are freed, and then the processes are forgotten. */
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { newProcess } from '../../base/ids.ts';
import { openDatabase } from '../data-folder/database.ts';
import type { Engine } from '../engine/engine.ts';
import { describePostgres } from '../engine/manyProcesses.fixture.ts';
import { preparePostgres } from '../engine/postgres/openPostgres.ts';
import { inThisThread } from '../engine/sqlite/sqlite.ts';
import { firstEntry, nextEntry } from '../journal/firstEntry.fixture.ts';
import type { Index } from '../journal/journal.ts';
import { openStores, operations } from '../operations.ts';
import { postgresAt } from '../postgresStore.ts';
import { StoredJournal } from '../storedJournal.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const INDEX: Index = { status: 'running', visibility: 'public', game: 'x', createdAt: 1, summary: '{}' };
const MATCHES = {
  ended: { ...INDEX, status: 'ended' },
  sleeping: INDEX,
  clocked: { ...INDEX, wakeAt: 5 },
} satisfies Record<string, Index>;

/** A process that died, which owned these matches and a temple, and the data that it left. */
async function left(engine: Engine) {
  const stores = openStores(engine);
  const dead = newProcess('dead');
  const journal = new StoredJournal(engine, dead);
  await journal.beat(1);
  const write = (match: string, seq: number, index?: Index) => {
    const own = { owner: dead.id, hash: `${seq}` };
    return journal.append(index ? firstEntry(match, { ...own, index }) : nextEntry(match, seq, own));
  };
  for (const [match, index] of Object.entries(MATCHES)) await write(match, 0, index);
  await journal.claim({ id: 'templo-1', owner: dead.id });
  const living = newProcess('living');
  await new StoredJournal(engine, living).beat(1);
  await new StoredJournal(engine, living).claim({ id: 'mine', owner: living.id });
  await stores.processes.end(dead.id, 1);
  return { stores, journal, dead: dead.id, living: living.id, write };
}

function testFreeing(name: string, fresh: () => Promise<Engine>, ask: (sql: string) => Promise<readonly unknown[]>) {
  describe(name, () => {
    const owned = () => ask('SELECT id FROM claims ORDER BY id');

    test('a dead process keeps what is to go on, and appends to nothing else', async () => {
      const { journal, living, write } = await left(await fresh());
      await journal.freeClaims();
      expect(await owned()).toEqual([{ id: 'clocked' }, { id: 'mine' }]);
      expect([await write('ended', 1), await write('sleeping', 1)]).toEqual(['conflict', 'conflict']);
      expect(await journal.orphans(9)).toEqual(['clocked']);
      expect(await journal.claim({ id: 'sleeping', owner: living })).not.toHaveProperty('awaySince');
      await journal.close();
    });

    test('the process is forgotten a day after its end, when it owns nothing', async () => {
      const { stores, journal, living } = await left(await fresh());
      const ids = async () => (await ask('SELECT process FROM processes')) as { process: string }[];
      const later = Date.now() + 2 * DAY_MS;
      await journal.freeClaims();
      await stores.processes.forgetOld(later);
      expect(await ids()).toHaveLength(2); // its match still waits to go on
      await journal.claim({ id: 'clocked', owner: living });
      await stores.processes.forgetOld(2);
      expect(await ids()).toHaveLength(2);
      await stores.processes.forgetOld(later);
      expect(await ids()).toEqual([{ process: living }]);
      await journal.close();
    });
  });
}

let database: ReturnType<typeof openDatabase>;
testFreeing(
  'in SQLite',
  async () => {
    database = openDatabase(undefined, 'process');
    return inThisThread(database, operations);
  },
  async (sql) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row })),
);

describePostgres('in PostgreSQL', (server) => {
  let url: string;

  async function fresh(): Promise<Engine> {
    url = await server().fresh();
    await preparePostgres(url);
    return postgresAt(url);
  }
  const ask = (sql: string) => server().ask(new URL(url).pathname.slice(1), sql);
  testFreeing('as in SQLite', fresh, ask);

  test.each([
    ['a takeover under way keeps its claim', "UPDATE claims SET owner = 'new' WHERE id = 'sleeping'", 2],
    ['an append under way comes first', "SELECT 1 FROM claims WHERE id = 'sleeping' FOR UPDATE", 1],
  ])('%s', async (_, sql, claims) => {
    const { journal } = await left(await fresh());
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('BEGIN');
    await other.query(sql);
    let isFreed = false;
    const freeing = journal.freeClaims().then(() => (isFreed = true));
    await expect.poll(() => ask(WAITING), { timeout: 20_000 }).toHaveLength(1);
    expect(isFreed).toBe(false);
    await other.query('COMMIT');
    await freeing;
    expect(await ask("SELECT 1 FROM claims WHERE id IN ('sleeping', 'clocked')")).toHaveLength(claims);
    await other.end();
    await journal.close();
  });
});

const WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
