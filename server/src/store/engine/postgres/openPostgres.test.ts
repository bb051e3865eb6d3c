/** A PostgreSQL that fits, or that says what to change. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readConfig } from '../../../base/config.ts';
import { FORMAT } from '../../data-folder/connect.ts';
import { backUpOlderPostgres, restorePostgres } from '../../moving/postgresBackup.ts';
import { openData } from '../../openData.ts';
import { openStores } from '../../operations.ts';
import { postgresAt } from '../../postgresStore.ts';
import { connectTo, preparePostgres } from './openPostgres.ts';
import { ratings } from '../../ratings.ts';
import type { Query } from '../engine.ts';
import { describePostgres } from '../manyProcesses.fixture.ts';
import { noPostgres, TestPostgres } from './postgres.fixture.ts';

const dataOf = (url: string) =>
  openData(readConfig({ DATABASE_URL: url, DATA_DIR: mkdtempSync(join(tmpdir(), 'keys-')) }));

describePostgres('PostgreSQL', (server) => {
  test('tables are made once, also by processes that start together', async () => {
    const url = await server().fresh();
    await Promise.all([preparePostgres(url), preparePostgres(url), preparePostgres(url)]);
    const database = new URL(url).pathname.slice(1);
    expect(await server().ask(database, 'SELECT n FROM format')).toEqual([{ n: String(FORMAT) }]);
    const [found] = await server().ask(database, "SELECT count(*) AS n FROM pg_tables WHERE tablename = 'entries'");
    expect(found).toEqual({ n: '1' });
  });

  test('whether ratings are behind is found out without a look through all endings', async () => {
    const url = await server().fresh();
    await preparePostgres(url);
    const database = new URL(url).pathname.slice(1);
    const fill = `INSERT INTO endings (n, match) SELECT n, 'M' || n FROM generate_series(1, 50000) AS n;
      INSERT INTO rated_up_to (one, n) VALUES (1, 50000)`;
    await server().ask(database, fill);
    await server().ask(database, 'ANALYZE');
    const asked = ratings.isBehind().next().value as Query;
    const plan = JSON.stringify(await server().ask(database, `EXPLAIN ${asked.sql}`));
    expect(plan).toContain('on endings');
    expect(plan).not.toContain('Seq Scan on endings');
    const engine = postgresAt(url);
    const behind = () => openStores(engine).ratings.isBehind();
    expect(await behind()).toBe(false);
    await server().ask(database, 'UPDATE rated_up_to SET n = 49999');
    expect(await behind()).toBe(true);
    await engine.close();
  });

  test('data of format 6 is brought up, and its endings keep their numbers', async () => {
    const url = await server().fresh();
    await preparePostgres(url);
    const database = new URL(url).pathname.slice(1);
    await server().ask(
      database,
      `DROP TABLE numbered_up_to, unread_endings, leases, revisions; ALTER TABLE notices DROP COLUMN leased_until;
       INSERT INTO endings (n, match) VALUES (3, 'A'), (8, 'B'); INSERT INTO rated_up_to (one, n) VALUES (1, 8);
       UPDATE format SET n = 6`,
    );
    const folder = mkdtempSync(join(tmpdir(), 'older-'));
    const backups = await Promise.all([backUpOlderPostgres(url, folder), backUpOlderPostgres(url, folder)]);
    expect(backups).toEqual([join(folder, 'flower-war.format-6.sqlite'), join(folder, 'flower-war.format-6.sqlite')]);
    await Promise.all([preparePostgres(url), preparePostgres(url)]);
    expect(await backUpOlderPostgres(url, folder)).toBeUndefined();
    expect(await endingsAfterRestore(backups[0] ?? '')).toEqual([
      { n: '3', match: 'A' },
      { n: '8', match: 'B' },
    ]);
    const engine = postgresAt(url);
    const { records, outbox, leases } = openStores(engine);
    const index = { status: 'ended', visibility: 'public', game: 'x', createdAt: 1, summary: '{}' } as const;
    const entry = { match: 'C', expectedSeq: 0, owner: 'one', claim: 1, line: '{}', hash: 'h' };
    await records.append([{ ...entry, index, secrets: { secret: 's' } }]);
    expect(await records.endings(3, 9)).toEqual([
      { n: 8, match: 'B' },
      { n: 9, match: 'C' },
    ]);
    const shares = { limitUnproven: 1, mostPerHost: 1, mostPerPlayer: 1 };
    expect(await outbox.lease({ now: 1, limit: 1, notices: [], ...shares, leaseMs: 1 })).toEqual([]);
    expect(await leases.hold({ name: 'a', process: 'b' }, { now: 1, forMs: 1 })).toBe(true);
    await engine.close();
  });

  /** In the format of the version that wrote them, as it finds them in the backup. */
  async function endingsAfterRestore(file: string) {
    const old = new DatabaseSync(file, { readOnly: true });
    expect(old.prepare('PRAGMA user_version').get()).toEqual({ user_version: 6 });
    expect(
      old.prepare("SELECT count(*) AS n FROM pragma_table_info('notices') WHERE name = 'leased_until'").get(),
    ).toEqual({
      n: 0,
    });
    old.close();
    const url = await server().fresh();
    await restorePostgres({ url, folder: mkdtempSync(join(tmpdir(), 'older-')), file, force: false });
    return server().ask(new URL(url).pathname.slice(1), 'SELECT n, match FROM endings ORDER BY n');
  }

  test('a backup of older data that cannot be written keeps the data as it is', async () => {
    const url = await server().fresh();
    await preparePostgres(url);
    const database = new URL(url).pathname.slice(1);
    await server().ask(database, 'ALTER TABLE rated DROP COLUMN accounted');
    await server().ask(database, `UPDATE format SET n = ${FORMAT - 1}`);
    const folder = mkdtempSync(join(tmpdir(), 'older-'));
    mkdirSync(join(folder, `flower-war.format-${FORMAT - 1}.sqlite`, 'taken'), { recursive: true });
    const config = readConfig({ DATABASE_URL: url, DATA_DIR: folder });
    await expect(openData(config)).rejects.toThrow(/after a backup of its own, which failed.*Nothing was changed/);
    expect(await server().ask(database, 'SELECT n FROM format')).toEqual([{ n: String(FORMAT - 1) }]);
    rmSync(join(folder, `flower-war.format-${FORMAT - 1}.sqlite`), { recursive: true });
    const data = await openData(config);
    expect(data.backup).toBe(join(folder, `flower-war.format-${FORMAT - 1}.sqlite`));
    await data.journal.close();
  });

  test('data of a newer version is not touched', async () => {
    const url = await server().fresh();
    await preparePostgres(url);
    await server().ask(
      new URL(url).pathname.slice(1),
      "UPDATE format SET n = 99; UPDATE keys SET value = '99.1.0' WHERE name = 'newest-version'",
    );
    await expect(preparePostgres(url)).rejects.toThrow(
      /written by version 99.1.0 \(format 99\).*start the newer version/,
    );
  });

  test('data is brought up though a process that plays on waits for it, too, and PostgreSQL ends one of the two', async () => {
    const url = await server().fresh();
    await preparePostgres(url);
    const [player, onlooker] = [await connectTo(url, 'test'), await connectTo(url, 'test')];
    await player.query('ALTER TABLE notices DROP COLUMN leased_until; UPDATE format SET n = 6');
    await player.query('BEGIN; LOCK TABLE notices IN ACCESS EXCLUSIVE MODE');
    const prepared = preparePostgres(url);
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await onlooker.query(waiting)).rowCount).toBe(1);
    const locking = player.query('LOCK TABLE format IN ACCESS EXCLUSIVE MODE; COMMIT');
    await locking.catch(() => player.query('ROLLBACK')); // on a busy machine PostgreSQL ends the player
    await prepared;
    expect((await onlooker.query('SELECT n FROM format')).rows).toEqual([{ n: String(FORMAT) }]);
    for (const one of [player, onlooker]) await one.end();
  });

  test('data of the next version is used and left as it is, because servers are restarted one by one', async () => {
    const url = await server().fresh();
    const database = new URL(url).pathname.slice(1);
    await preparePostgres(url);
    await server().ask(database, `UPDATE format SET n = ${FORMAT + 1}; CREATE TABLE of_the_next (n BIGINT)`);
    await preparePostgres(url);
    expect(await server().ask(database, 'SELECT n FROM format')).toEqual([{ n: String(FORMAT + 1) }]);
    const engine = postgresAt(url);
    const { records, processes } = openStores(engine);
    expect(await processes.living(1)).toEqual([]);
    expect(await records.counts()).toEqual({ open: 0, running: 0, ended: 0 });
    await engine.close();
  });

  test('a database that cannot hold every text is refused', async () => {
    await server().ask('postgres', "CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0");
    await expect(preparePostgres(server().urlOf('ascii'))).rejects.toThrow(/encoding SQL_ASCII.*UTF8/);
  });

  test('keys are the same for all processes, and the key of temples comes from the first', async () => {
    const url = await server().fresh();
    const [one, other] = [await dataOf(url), await dataOf(url)];
    const [those, these] = [other.keys, one.keys].map(({ signer, ...rest }) => ({ ...rest, by: signer.key }));
    expect(those).toEqual(these);
    expect(other.templeKey).toBe(one.templeKey);
    await Promise.all([one.journal.close(), other.journal.close()]);
  });

  test('a folder with another key of temples is refused', async () => {
    const [url, folder] = [await server().fresh(), mkdtempSync(join(tmpdir(), 'keys-'))];
    await (await openData(readConfig({ JOURNAL: 'sqlite', DATA_DIR: folder }))).journal.close();
    await (await dataOf(url)).journal.close();
    const wrong = openData(readConfig({ DATABASE_URL: url, DATA_DIR: folder }));
    await expect(wrong).rejects.toThrow(/another one than in the database.*temples.key/);
  });

  test('one that does not answer says so', async () => {
    await expect(preparePostgres('postgres://127.0.0.1:1/x')).rejects.toThrow(/does not answer.*ECONNREFUSED/);
  });
});

test.skipIf(noPostgres).each(['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'])(
  'a PostgreSQL with %s would lose moves, and is refused',
  async (setting) => {
    const forgetful = await TestPostgres.start([setting]);
    try {
      await expect(preparePostgres(forgetful.urlOf('postgres'))).rejects.toThrow(/would lose accepted moves/);
    } finally {
      await forgetful.stop();
    }
  },
  60_000,
);
