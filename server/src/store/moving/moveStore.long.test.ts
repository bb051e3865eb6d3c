/** Data moves into a real PostgreSQL and back, and is the same. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NO_HASH, sealLine } from '@flower-war/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../base/config.ts';
import { newTable, playOne, runningMatch } from '../../matches/table.fixture.ts';
import { databaseIn, openDatabase } from '../data-folder/database.ts';
import { connectTo } from '../engine/postgres/openPostgres.ts';
import { noPostgres, TestPostgres } from '../engine/postgres/postgres.fixture.ts';
import { openData } from '../openData.ts';
import { compareTables, copyTables, type Row, tablesOf } from './copyTables.ts';
import { admit, moveStore, openArriving, openLeaving } from './moveStore.ts';
import { PostgresSide, SqliteSide } from './sides.ts';

const HARD = [
  '',
  'it\'s \\ "so", {a,b} NULL',
  'tōnalpōhualli 花の戦 🌽👩🏽‍🌾 \u202e\u200b\ufeff',
  '\r\n\t\u0001\u007f\uffff',
  'a\ufffdb',
];

describe.skipIf(noPostgres)(`moving the data${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let server: TestPostgres;
  let root: string;
  const at = (name: string) => join(root, name);
  const databaseOf = (url: string) => new URL(url).pathname.slice(1);

  beforeAll(async () => {
    server = await TestPostgres.start();
  }, 60_000);
  afterAll(() => server?.stop());
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'moving-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** A folder with matches, and with rows of every table. */
  async function filled(name: string): Promise<string> {
    const data = await openData(readConfig({ DATA_DIR: at(name) }));
    const table = newTable({ store: data.journal, now: 2_000_000 });
    const match = await runningMatch(table);
    for (let n = 0; n < 30 && match.position.status === 'running'; n++) await playOne(match, 2_000_000);
    await (await runningMatch(table)).abort('long-enough', 2_000_000);
    await data.journal.beat(1);
    await data.journal.beat(100_000);
    await table.matches.stop();
    await data.journal.close();
    data.letGo();
    const database = openDatabase(at(name), 'process');
    for (const one of tablesOf()) fillRow(database, one);
    database.exec('DELETE FROM endings WHERE n = (SELECT max(n) FROM endings); DELETE FROM reports WHERE rowid = 2');
    database.close();
    openDatabase(at(name), 'process').close(); // counts which endings are gone
    return at(name);
  }

  function allOf(folder: string): Promise<ReadonlyMap<string, readonly Row[]>> {
    const database = new DatabaseSync(databaseIn(folder));
    return rowsOf(new SqliteSide(database, folder)).finally(() => database.close());
  }

  test('there and back is equal, row by row, and the next numbers are too', async () => {
    const [folder, url] = [await filled('data'), await server.fresh()];
    const before = await allOf(folder);
    const moved = await moveStore({ from: folder, to: url });
    expect(moved).toMatchObject({ matches: before.get('matches')?.length, entries: before.get('entries')?.length });
    const next = await server.ask(databaseOf(url), "INSERT INTO endings (match) VALUES ('last') RETURNING n");
    await server.ask(databaseOf(url), "DELETE FROM endings WHERE match = 'last'");
    await moveStore({ from: url, to: at('back') });
    expect(await allOf(at('back'))).toEqual(before);
    const back = new DatabaseSync(databaseIn(at('back')));
    back.exec("INSERT INTO endings (match) VALUES ('last')");
    const { n } = back.prepare("SELECT n FROM endings WHERE match = 'last'").get() as { n: number };
    back.close();
    expect(n).toBe(Number(next[0]?.n) + 1);
    expect(n).toBeGreaterThan((before.get('endings')?.at(-1)?.[0] as number) + 2);
    expect(readFileSync(join(at('back'), 'temples.key'), 'utf8')).toBe(
      readFileSync(join(folder, 'temples.key'), 'utf8'),
    );
    expect(readdirSync(at('back')).sort()).toEqual(['flower-war.sqlite', 'in-use.sqlite', 'temples.key']);
  }, 60_000);

  test('what a killed server left beside a database that was moved away is not added to the data', async () => {
    const [folder, killed, url] = [await filled('data'), await filled('killed'), await server.fresh()];
    const before = await allOf(folder);
    await moveStore({ from: folder, to: url });
    const database = openDatabase(killed, 'process');
    database.exec("INSERT INTO keys VALUES ('of-the-killed', '1')");
    cpSync(killed, at('back'), { recursive: true });
    database.close();
    rmSync(databaseIn(at('back')));
    await moveStore({ from: url, to: at('back') });
    expect(await allOf(at('back'))).toEqual(before);
  }, 60_000);

  test('the old place says where the data went, and neither opens nor moves again', async () => {
    const [folder, url] = [await filled('data'), await server.fresh()];
    await moveStore({ from: folder, to: url.replace('postgres@', 'postgres:secret@') });
    const gone = /was moved to postgres:\/\/127\.0\.0\.1:\d+\/fresh_\d+ at /;
    await expect(openData(readConfig({ DATA_DIR: folder }))).rejects.toThrow(gone);
    for (const to of [at('other'), await server.fresh()])
      await expect(moveStore({ from: folder, to })).rejects.toThrow(/was moved to postgres:.* already/);
    await expect(moveStore({ from: url, to: folder })).rejects.toThrow(/is data in .*data already/);
    await moveStore({ from: url, to: at('back') });
    await expect(openData(readConfig({ DATABASE_URL: url, DATA_DIR: at('x') }))).rejects.toThrow(`to ${at('back')} at`);
  }, 60_000);

  test('a place with data is refused, and stays as it is', async () => {
    const [folder, url] = [await filled('data'), await server.fresh()];
    await (await openData(readConfig({ DATABASE_URL: url, DATA_DIR: at('keys') }))).journal.close();
    await expect(moveStore({ from: folder, to: url })).rejects.toThrow(/is data in .* already \(in keys\)/);
    await expect(moveStore({ from: folder, to: folder })).rejects.toThrow('the same');
    expect(await server.ask(databaseOf(url), 'SELECT count(*) AS n FROM entries')).toEqual([{ n: '0' }]);
    await usable(folder);
  }, 60_000);

  test('data of another format is refused, with what helps', async () => {
    const [folder, url] = [await filled('data'), await server.fresh()];
    await moveStore({ from: folder, to: url });
    for (const [step, remedy] of [
      ['n + 1', /Run the same command with the newer version\.$/],
      ['n - 2', /, or start a server of this version once\.$/],
    ] as const) {
      await server.ask(databaseOf(url), `UPDATE format SET n = ${step}`);
      await expect(moveStore({ from: url, to: at('back') })).rejects.toThrow(remedy);
    }
  }, 60_000);

  test('data in use is not moved', async () => {
    const [folder, url] = [await filled('data'), await server.fresh()];
    const running = await openData(readConfig({ DATA_DIR: folder }));
    await expect(moveStore({ from: folder, to: url })).rejects.toThrow('Stop it first');
    await running.journal.close();
    running.letGo();
    await moveStore({ from: folder, to: url });
    const other = await openData(readConfig({ DATABASE_URL: url, DATA_DIR: folder }));
    await expect(moveStore({ from: url, to: at('back') })).rejects.toThrow(/using .*connections of it are open/);
    await other.journal.beat(Date.now());
    await other.journal.close();
    // PostgreSQL lists a connection for a moment after its end.
    await expect.poll(() => moveStore({ from: url, to: at('back') }).catch(String)).toMatch(/using .*wrote \d/);
    await usable(url);
  }, 60_000);

  test('a server that starts while the data leaves waits, and then says where it went', async () => {
    const [folder, url] = [await filled('data'), await server.fresh()];
    await moveStore({ from: folder, to: url });
    const source = await openLeaving(url);
    const started = openData(readConfig({ DATABASE_URL: url, DATA_DIR: folder }));
    const refused = expect(started).rejects.toThrow('moved to elsewhere');
    await expect.poll(() => server.ask(databaseOf(url), WAITING), { timeout: 20_000 }).toHaveLength(1);
    await source.leave({ move: 'm', to: 'elsewhere', at: 1 });
    await source.close();
    await refused;
  }, 60_000);

  test('a move that is cut off before the old data is marked leaves the old usable, and the new refused', async () => {
    for (const to of [await server.fresh(), at('new')]) {
      const folder = await filled(`data ${to.length}`);
      await arriveOnly(folder, to, 'cut');
      await usable(folder);
      await expect(moveStore({ from: folder, to })).rejects.toThrow('did not finish');
      if (to === at('new')) expect(existsSync(databaseIn(to))).toBe(false);
      else
        await expect(openData(readConfig({ DATABASE_URL: to, DATA_DIR: at('k') }))).rejects.toThrow('did not finish');
    }
  }, 60_000);

  test('a move that is cut off after the old data is marked is finished by the same command', async () => {
    for (const to of [await server.fresh(), at('new')]) {
      const folder = await filled(`data ${to.length}`);
      await arriveOnly(folder, to, 'cut');
      const source = await openLeaving(folder);
      await source.leave({ move: 'cut', to, at: 1 });
      await source.close();
      expect(await moveStore({ from: folder, to })).toBeUndefined();
      await usable(to);
    }
  }, 60_000);

  async function arriveOnly(from: string, to: string, move: string): Promise<void> {
    const [source, target] = [await openLeaving(from), await openArriving(to)];
    await copyTables(source.side, target.side);
    await target.arrive(move);
    await target.close();
    await source.close();
    expect(await admit(to, 'another')).toBe(false);
  }

  test('a PostgreSQL that dies in the middle leaves both as they were', async () => {
    const [folder, url] = [await filled('data'), await server.fresh()];
    const database = openDatabase(folder, 'process');
    database.function('hash_of', (seq) => sealLine(NO_HASH, longLine(seq)).hash);
    database.function('line_of', (seq) => sealLine(NO_HASH, longLine(seq)).line);
    database.exec(MANY_ENTRIES);
    database.close();
    const moving = moveStore({ from: folder, to: url });
    const outcome = expect(moving).rejects.toThrow(/did not finish, and .*data is as it was/);
    await expect.poll(() => server.ask('postgres', WRITING), { timeout: 20_000 }).toHaveLength(1);
    await server.kill();
    await outcome;
    await server.up();
    await usable(folder);
    await moveStore({ from: folder, to: url });
  }, 90_000);

  test('damage is found before anything is marked', async () => {
    const [folder, url] = [await filled('data'), await server.fresh()];
    const bytes = readFileSync(databaseIn(folder));
    writeFileSync(databaseIn(folder), bytes.fill(0xaa, bytes.length / 2, bytes.length / 2 + 4096));
    await expect(moveStore({ from: folder, to: url })).rejects.toThrow(/damaged|malformed/);
    writeFileSync(databaseIn(folder), 'no database, and long enough to be seen as none '.repeat(20));
    await expect(moveStore({ from: folder, to: url })).rejects.toThrow(/is damaged .* Bring back a backup/);
    const other = await filled('other');
    const database = openDatabase(other, 'process');
    database.exec("UPDATE people SET name = CAST(x'41ff42' AS TEXT)");
    database.close();
    await expect(moveStore({ from: other, to: url })).rejects.toThrow(/The table people differs: .* bytes/);
    await usable(other);
  }, 60_000);

  test.each(['out of a folder', 'out of PostgreSQL'])(
    'a letter that changed in a record is found before anything is marked, %s',
    async (way) => {
      const [folder, url] = [await filled('data'), await server.fresh()];
      if (way === 'out of PostgreSQL') await moveStore({ from: folder, to: url });
      const [from, to] = way === 'out of PostgreSQL' ? [url, at('back')] : [folder, url];
      const changed = await changeLetter(from);
      const said = `did not finish, and ${way === 'out of PostgreSQL' ? 'postgres:.*' : folder} is as it was: Of ${changed}, line 4 of the record is damaged`;
      await expect(moveStore({ from, to })).rejects.toThrow(new RegExp(said));
      await usable(from);
      if (to === url) expect(await server.ask(databaseOf(url), 'SELECT 1 FROM matches')).toEqual([]);
      else expect(existsSync(databaseIn(to))).toBe(false);
    },
    60_000,
  );

  test.each([
    ['a last line', 'DELETE FROM entries WHERE line LIKE \'%"kind":"ended"%\'', 'the match has ended'],
    ['all lines', 'DELETE FROM entries', 'line 1 of the record is damaged: it is missing'],
  ])(
    'that PostgreSQL has lost %s is found before anything is marked',
    async (_, damage, said) => {
      const [folder, url] = [await filled('data'), await server.fresh()];
      await moveStore({ from: folder, to: url });
      await server.ask(databaseOf(url), damage);
      await expect(moveStore({ from: url, to: at('back') })).rejects.toThrow(said);
      expect(existsSync(databaseIn(at('back')))).toBe(false);
    },
    60_000,
  );

  /** Returns the match in whose fourth line it changed a letter. */
  async function changeLetter(place: string): Promise<unknown> {
    const sql = `UPDATE entries SET line = replace(line, '"at"', '"aT"')
      WHERE seq = 3 AND match = (SELECT max(match) FROM entries WHERE seq = 3) RETURNING match`;
    if (place.startsWith('postgres')) return (await server.ask(databaseOf(place), sql))[0]?.match;
    const database = openDatabase(place, 'process');
    const { match } = database.prepare(sql).get() as { match: unknown };
    database.close();
    return match;
  }

  test('text that PostgreSQL cannot hold is named', async () => {
    const [folder, url] = [await filled('data'), await server.fresh()];
    const database = openDatabase(folder, 'process');
    database.prepare('UPDATE people SET name = ?').run('a\0b');
    database.close();
    await expect(moveStore({ from: folder, to: url })).rejects.toThrow(/people.*0x00/);
  }, 60_000);

  test.each([
    ["UPDATE entries SET line = 'x' || substr(line, 2) WHERE seq = 3", /entries differs at match .*, seq 3/],
    ["UPDATE entries SET hash = 'x' || substr(hash, 2) WHERE seq = 3", /entries differs at match .*, seq 3/],
    ['DELETE FROM outages', /outages differs: 6 rows/],
    ['UPDATE ratings SET rating = rating + 1e-12', /ratings differs at player/],
    ["UPDATE matches SET code = '' WHERE code IS NULL", /matches differs at rowid 1/],
    ['UPDATE reports SET rowid = rowid + 100', /reports differs at rowid/],
  ])(
    'a planted difference is found: %s',
    async (planted, found) => {
      const [folder, url] = [await filled('data'), await server.fresh()];
      const [source, target] = [await openLeaving(folder), await openArriving(url)];
      await copyTables(source.side, target.side);
      await target.arrive('compared');
      await target.close();
      await server.ask(databaseOf(url), planted);
      const client = await connectTo(url, 'test');
      await client.query('BEGIN');
      await expect(compareTables(source.side, new PostgresSide(client, 'the copy'))).rejects.toThrow(found);
      await client.end();
      await source.close();
    },
    60_000,
  );

  async function usable(place: string): Promise<void> {
    const where = place.startsWith('postgres') ? { DATABASE_URL: place, DATA_DIR: at('keys') } : { DATA_DIR: place };
    const data = await openData(readConfig(where));
    expect((await data.journal.counts()).running).toBeGreaterThan(0);
    await data.journal.close();
    data.letGo();
  }
});

const MANY_ENTRIES = `
  WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 20000)
  INSERT INTO entries SELECT 'M' || value, 0, 'o', hash_of(value), line_of(value) FROM n`;

const longLine = (n: unknown) => ({ n, text: '0'.repeat(4000) });

const WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

const WRITING = 'SELECT 1 FROM pg_stat_activity WHERE query LIKE \'INSERT INTO "entries"%\' LIMIT 1';

/** Two rows of hard text in each table. */
function fillRow(database: DatabaseSync, { name, columns, numbered }: ReturnType<typeof tablesOf>[number]): void {
  const filled = columns.filter((column) => column.name !== numbered || column.name === 'one');
  const insert = database.prepare(
    `INSERT OR IGNORE INTO ${name} (${filled.map((column) => column.name).join(', ')}) VALUES (${filled.map(() => '?').join(', ')})`,
  );
  for (const [n, text] of HARD.entries()) {
    const sealed = sealLine(NO_HASH, { text });
    insert.run(
      ...filled.map((column) => {
        if (column.name === 'one') return 1;
        if (name === 'entries' && column.name === 'seq') return 0;
        if (column.name === 'hash' && name === 'entries') return sealed.hash;
        if (column.name === 'line') return sealed.line;
        if (column.name === 'webhook' || column.name === 'player') return text;
        if (column.type === 'TEXT') return `${text}${n}`;
        return column.type === 'REAL' ? 0.1 + n / 3 : 2 ** 53 - 1 - n;
      }),
    );
  }
}

async function rowsOf(side: SqliteSide): Promise<ReadonlyMap<string, readonly Row[]>> {
  const found = new Map<string, readonly Row[]>();
  for (const table of tablesOf()) {
    const rows: Row[] = [];
    for await (const slice of side.rows(table)) rows.push(...slice);
    found.set(table.name, rows);
  }
  return found;
}
