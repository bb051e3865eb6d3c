/** Backups of a real PostgreSQL, and matches that go on from them: chance results after the backup are drawn anew. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../base/config.ts';
import type { Match } from '../../match/match.ts';
import { newTable, runningMatch, type TestTable } from '../../matches/table.fixture.ts';
import { restore } from '../data-folder/backup.ts';
import { played } from '../data-folder/played.fixture.ts';
import { noPostgres, TestPostgres } from '../engine/postgres/postgres.fixture.ts';
import { type Data, openData } from '../openData.ts';
import { backUpPostgres, restorePostgres } from './postgresBackup.ts';

const NOW = 2_000_000;
/** No server listens there. */
const NOWHERE = 'postgres://127.0.0.1:1/none';
const TOOLS = new URL('../../../tools/', import.meta.url);

test('a backup of PostgreSQL replaces no file of the data folder, and no folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-backup-'));
  for (const file of [join(folder, 'temples.key'), tmpdir()])
    await expect(backUpPostgres({ url: NOWHERE, folder, file, force: true })).rejects.toThrow(/Name a(nother)? file/);
  rmSync(folder, { recursive: true });
});

describe.skipIf(noPostgres)(`backups of PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let server: TestPostgres;
  let root: string;
  const open: Kept[] = [];
  const at = (name: string) => join(root, name);
  const file = () => at('copy.sqlite');

  beforeAll(async () => {
    server = await TestPostgres.start();
  }, 60_000);
  afterAll(() => server?.stop());
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'postgres-backup-'));
  });
  afterEach(async () => {
    for (const kept of open.splice(0)) await kept.close();
    rmSync(root, { recursive: true });
  });

  /** The matches of a server, in a PostgreSQL or in a folder. */
  class Kept {
    readonly table: TestTable;
    readonly data: Data;

    private constructor(data: Data) {
      this.data = data;
      this.table = newTable({ store: data.journal, now: NOW });
      open.push(this);
    }

    static async on(place: string): Promise<Kept> {
      const where = place.startsWith('postgres') ? { DATABASE_URL: place, DATA_DIR: at('keys') } : { DATA_DIR: place };
      return new Kept(await openData(readConfig(where)));
    }

    async match(id: string): Promise<Match> {
      const match = await this.table.matches.open(id);
      if (match === undefined) throw new Error(`${id} is not there`);
      return match;
    }

    lines(id: string): Promise<readonly string[]> {
      return this.data.journal.linesOf(id);
    }

    async restores(id: string): Promise<number> {
      return (await this.lines(id)).filter((line) => JSON.parse(line).kind === 'restored').length;
    }

    private closing: Promise<void> | undefined;

    close(): Promise<void> {
      this.closing ??= this.table.matches.stop().then(() => this.data.journal.close());
      return this.closing.then(this.data.letGo);
    }
  }

  const copying = (url: string, force = true) => ({ url, folder: at('keys'), file: file(), force });

  test.each([
    ['tieqchieq', 2],
    ['mexica', 3],
  ])(
    '%s: what was drawn after the backup does not come again, in PostgreSQL or in a folder',
    async (game, seats) => {
      const url = await server.fresh();
      const first = await Kept.on(url);
      const { id } = await runningMatch(first.table, { game, seats });
      await played(await first.match(id), 3, NOW);
      await backUpPostgres(copying(url));
      const seen = await played(await first.match(id), 40, NOW);
      const again = [];
      for (const place of [await server.fresh(), await server.fresh(), at('folder')]) {
        if (place.startsWith('postgres')) await restorePostgres(copying(place));
        else await restore({ folder: place, file: file(), force: false });
        const kept = await Kept.on(place);
        const match = await kept.match(id);
        again.push(await played(match, 40, NOW));
        await match.abort('long-enough', NOW);
        expect(await kept.restores(id)).toBe(1);
        const record = (await kept.lines(id)).map((line) => `${line}\n`).join('');
        expect(await verify(record, engine)).toMatchObject({ ok: true, restores: 1 });
      }
      expect(new Set([seen, ...again]).size).toBe(4);
      expect(await first.restores(id)).toBe(0);
    },
    120_000,
  );

  test.each([
    ['the mark of a copy lasts over starts, and counts each restore', { starts: 2, restores: 2 }],
    ['a copy of a copy that no server opened needs no second mark', { starts: 0, restores: 1 }],
  ])(
    '%s',
    async (_, { starts, restores }) => {
      const [url, other] = [await server.fresh(), await server.fresh()];
      const first = await Kept.on(url);
      const { id } = await runningMatch(first.table);
      await first.close();
      await backUpPostgres(copying(url));
      await restorePostgres(copying(other));
      for (let n = 0; n < starts; n++) await (await Kept.on(other)).close();
      await backUpPostgres(copying(other));
      await restorePostgres(copying(url));
      const kept = await Kept.on(url);
      await kept.match(id);
      expect(await kept.restores(id)).toBe(restores);
    },
    60_000,
  );

  test('a backup while servers write holds one moment: all that was accepted before it, and no half of anything', async () => {
    const url = await server.fresh();
    const [one, two] = [await Kept.on(url), await Kept.on(url)];
    const accepted: string[] = [];
    let isOver = false;
    const writing = [one, two].map(async ({ data }, process) => {
      for (let seq = 0; !isOver; seq++) {
        for (const side of ['a', 'b']) {
          const match = `${process}${side}`;
          await data.journal.append(entry(match, seq));
          accepted.push(`${match} ${seq}`);
        }
      }
    });
    await expect.poll(() => accepted.length, { timeout: 20_000 }).toBeGreaterThan(200);
    const before = [...accepted];
    await backUpPostgres(copying(url));
    isOver = true;
    await Promise.all(writing);
    const copy = new DatabaseSync(file());
    const rows = copy.prepare('SELECT match, seq FROM entries ORDER BY match, seq').all() as never as Stored[];
    copy.close();
    const found = new Set(rows.map(({ match, seq }) => `${match} ${seq}`));
    expect(before.filter((place) => !found.has(place))).toEqual([]);
    const count = (match: string) => rows.filter((row) => row.match === match).length;
    for (const process of [0, 1]) expect([0, 1]).toContain(count(`${process}a`) - count(`${process}b`));
  }, 60_000);

  test('restore keeps what it replaces, and refuses to replace unasked or under a server', async () => {
    const url = await server.fresh();
    const first = await Kept.on(url);
    await first.data.stores.people.add(person('Ana'));
    await backUpPostgres(copying(url));
    expect(statSync(file()).mode & 0o077).toBe(0);
    await expect(backUpPostgres(copying(url, false))).rejects.toThrow('--force');
    await first.data.stores.people.add(person('Ben'));
    await expect(restorePostgres(copying(url))).rejects.toThrow('A server is using');
    await first.close();
    await expect(restorePostgres(copying(url, false))).rejects.toThrow('--force');
    const { kept, people: restored } = await restorePostgres(copying(url));
    expect(restored).toBe(1);
    const [aside = ''] = kept;
    expect((await restore({ folder: at('aside'), file: aside, force: false })).people).toBe(2);
    expect((await (await Kept.on(url)).data.stores.people.findAll(['Ana', 'Ben'])).length).toBe(1);
  }, 60_000);

  test.each([1, 2])('a restore replaces no data of a newer version, %s formats later', async (later) => {
    const url = await server.fresh();
    const first = await Kept.on(url);
    await first.data.stores.people.add(person('Ana'));
    await backUpPostgres(copying(url));
    await first.close();
    const database = new URL(url).pathname.slice(1);
    await server.ask(database, `UPDATE format SET n = n + ${later}; CREATE TABLE of_the_next (n BIGINT)`);
    await expect(restorePostgres(copying(url))).rejects.toThrow(
      /by version .* leave the data to the newer version, and name an empty database\.$/,
    );
    expect(await server.ask(database, 'SELECT count(*) AS n FROM people')).toEqual([{ n: '1' }]);
    const { people } = await restorePostgres(copying(await server.fresh()));
    expect(people).toBe(1);
  });

  test.each([
    ['is not a file', undefined],
    ['is not a database', 'hello'],
    ['is empty', ''],
  ])('changes nothing when the backup %s', async (_, content) => {
    const url = await server.fresh();
    const first = await Kept.on(url);
    await first.data.stores.people.add(person('Ana'));
    await first.close();
    if (content !== undefined) writeFileSync(file(), content);
    await expect(restorePostgres(copying(url))).rejects.toThrow(/no file|cannot be used/);
    expect((await (await Kept.on(url)).data.stores.people.findAll(['Ana'])).length).toBe(1);
    expect(readdirSync(at('keys'))).toEqual(['temples.key']);
  });

  test('changes nothing when a letter of a record in the backup has changed', async () => {
    const [url, other] = [await server.fresh(), await server.fresh()];
    const { id } = await runningMatch((await Kept.on(url)).table);
    await backUpPostgres(copying(url));
    const backup = new DatabaseSync(file());
    backup.exec(`UPDATE entries SET line = replace(line, '"at"', '"aT"') WHERE seq = 1`);
    backup.close();
    const damaged = `Of ${id}, line 2 of the record is damaged`;
    await expect(restorePostgres(copying(other))).rejects.toThrow(damaged);
    const tables = "SELECT to_regclass('matches') AS matches";
    expect(await server.ask(new URL(other).pathname.slice(1), tables)).toEqual([{ matches: null }]);
  });

  test('the tools take DATABASE_URL: a backup, a restore with the key of temples, the ratings, a move', async () => {
    const [url, other] = [await server.fresh(), await server.fresh()];
    expect((await run('backup', url, ['copy.sqlite'])).said).toContain('There is no data of a server');
    const first = await Kept.on(url);
    await (await runningMatch(first.table)).abort('long-enough', NOW);
    writeFileSync(at('keys/temples.txt'), 'templo-7f3a\n');
    expect(await run('backup', url, ['copy.sqlite'])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/holds: matches 1/),
    });
    expect(await run('ratings', url, ['--rebuild'])).toMatchObject({
      code: 2,
      said: expect.stringMatching(/A server is using/),
    });
    await first.close();
    expect(await run('ratings', url, ['--rebuild'])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/matches count/),
    });
    const key = readFileSync(at('keys/temples.key'), 'utf8');
    rmSync(at('keys'), { recursive: true });
    expect(await run('restore', other, ['copy.sqlite'])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/fresh_\d+ holds: matches 1/),
    });
    expect(readFileSync(at('keys/temples.key'), 'utf8')).toBe(key);
    expect(readFileSync(at('keys/temples.txt'), 'utf8')).toBe('templo-7f3a\n');
    const shouted = other.replace('postgres', 'POSTGRES');
    const moved = await run('moveStore', '', ['--from', shouted, '--to', 'moved']);
    expect(moved).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Moved 1 matches with \d+ entries.*, to .*moved; every row is equal/),
    });
    expect(await run('moveStore', '', ['--from', other, '--to', 'again'])).toMatchObject({
      code: 2,
      said: expect.stringMatching(/already/),
    });
    expect(await run('moveStore', '', ['--from', 'moved'])).toMatchObject({
      code: 2,
      said: expect.stringMatching(/npm run do -- move-store/),
    });
  }, 90_000);

  test.each(['postgre://', 'POSTGRESS://', 'mysql://'])(
    'a place that begins with %s is not a folder, and its password is not told',
    async (begin) => {
      const place = `${begin}me:secret@127.0.0.1/x`;
      for (const args of [
        ['--from', at('data'), '--to', place],
        ['--from', place, '--to', at('data')],
      ]) {
        const { code, said } = await run('moveStore', '', args);
        expect(said).toMatch(/begins with \w+:\/\/ is not a url of PostgreSQL. Name a folder, or/);
        expect({ code, isTold: said.includes('secret') }).toEqual({ code: 2, isTold: false });
      }
      expect(readdirSync(root)).toEqual([]);
    },
  );

  test('a password that is not escaped is told to be, and not shown', async () => {
    const place = 'postgres://me:sec@ret/word@127.0.0.1/x';
    for (const args of [
      ['--from', at('data'), '--to', place],
      ['--from', place, '--to', at('data')],
    ]) {
      const { code, said } = await run('moveStore', '', args);
      expect(said).toContain('write @ as %40 and / as %2F');
      expect({ code, isTold: /sec|ret|word@/.test(said) }).toEqual({ code: 2, isTold: false });
    }
  });

  function run(tool: string, url: string, args: readonly string[]): Promise<Ran> {
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: at('keys'), INIT_CWD: root };
    const child = spawn(process.execPath, [fileURLToPath(new URL(`${tool}.ts`, TOOLS)), ...args], { env });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
  }
});

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

interface Stored {
  readonly match: string;
  readonly seq: number;
}

const person = (name: string) => ({ player: name, name, createdAt: 1 });

const entry = (match: string, expectedSeq: number) => ({
  match,
  expectedSeq,
  owner: 'me',
  claim: 1,
  line: `{"seq":${expectedSeq}}`,
  hash: `${match}-${expectedSeq}`,
  ...(expectedSeq === 0 && { index: INDEX, secrets: { secret: 's' } }),
});

const INDEX = { status: 'running', visibility: 'public', game: 'x', createdAt: 1, summary: '{}' } as const;
