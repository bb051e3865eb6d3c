/** A data folder that an earlier version made moves into PostgreSQL and back, also where the way is cut. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../base/config.ts';
import { databaseIn, openDatabase } from '../data-folder/database.ts';
import { noPostgres, TestPostgres } from '../engine/postgres/postgres.fixture.ts';
import { openData } from '../openData.ts';
import { compareTables } from './copyTables.ts';
import { moveStore } from './moveStore.ts';
import { SqliteSide } from './sides.ts';

const FIXTURES = fileURLToPath(new URL('../../../../test/fixtures/90c90f0/', import.meta.url));
const TOOL = fileURLToPath(new URL('../../../tools/moveStore.ts', import.meta.url));

/** What the fixture says of its matches. */
interface Expected {
  readonly matches: readonly { readonly match: string; readonly status: string; readonly sha256?: string }[];
}

describe.skipIf(noPostgres)(`folders of 90c90f0${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let server: TestPostgres;
  let root: string;
  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  afterAll(() => server?.stop());
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'earlier-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
  });

  /** The folder as it was found. */
  function unpacked(name: string): { readonly folder: string; readonly expected: Expected } {
    const from = join(FIXTURES, name);
    const folder = mkdtempSync(join(root, `${name}-`));
    for (const file of readdirSync(from).filter((one) => one.endsWith('.gz')))
      writeFileSync(join(folder, file.slice(0, -3)), gunzipSync(readFileSync(join(from, file))));
    return { folder, expected: JSON.parse(readFileSync(join(from, 'expected.json'), 'utf8')) };
  }

  async function comparedTo(original: string, back: string): Promise<number> {
    openDatabase(original, 'process').close(); // brings it to the current format
    const [one, other] = [new DatabaseSync(databaseIn(original)), new DatabaseSync(databaseIn(back))];
    const key = readFileSync(join(original, 'temples.key'), 'utf8').trim();
    one.prepare('INSERT INTO keys (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run('temples', key);
    const { entries } = await compareTables(new SqliteSide(one, 'the original'), new SqliteSide(other, 'the copy'));
    for (const database of [one, other]) database.close();
    return entries;
  }

  test.each(['stopped', 'killed'])(
    '%s: there and back, every row is equal',
    async (name) => {
      const [{ folder }, { folder: original }, url] = [unpacked(name), unpacked(name), await server.fresh()];
      await moveStore({ from: folder, to: url });
      await moveStore({ from: url, to: join(root, 'back') });
      expect(await comparedTo(original, join(root, 'back'))).toBeGreaterThan(name === 'stopped' ? 1000 : 20);
      expect(readFileSync(join(root, 'back', 'temples.key'), 'utf8')).toBe(
        readFileSync(join(folder, 'temples.key'), 'utf8'),
      );
    },
    60_000,
  );

  test('records of ended matches are, in PostgreSQL, what they were, and verify', async () => {
    const [{ folder, expected }, url] = [unpacked('stopped'), await server.fresh()];
    await moveStore({ from: folder, to: url });
    const data = await openData(readConfig({ DATABASE_URL: url, DATA_DIR: folder }));
    const ended = expected.matches.filter(({ status }) => status === 'ended');
    expect(ended.length).toBeGreaterThan(0);
    for (const { match, sha256 } of ended) {
      const record = (await data.journal.linesOf(match)).map((line) => `${line}\n`).join('');
      expect(createHash('sha256').update(record).digest('hex')).toBe(sha256);
      expect(await verify(record, engine)).toMatchObject({ ok: true });
    }
    await data.journal.close();
  });

  test('a folder without room for the data leaves PostgreSQL usable and the folder empty', async () => {
    const [{ folder }, url] = [unpacked('stopped'), await server.fresh()];
    await moveStore({ from: folder, to: url });
    const back = join(root, 'back');
    const { code, said } = await smallFiles(['--from', url, '--to', back]);
    expect([code, said]).toEqual([2, expect.stringMatching(/did not finish, and postgres:.* is as it was/)]);
    expect(existsSync(databaseIn(back))).toBe(false);
    expect(readdirSync(back)).toEqual(['in-use.sqlite']);
    await moveStore({ from: url, to: back });
  });

  /** The tool, where no file may be longer than 600 KB. */
  function smallFiles(args: readonly string[]): Promise<{ readonly code: number | null; readonly said: string }> {
    const words = ['-c', 'ulimit -f 600; trap "" XFSZ; exec "$@"', 'bash', process.execPath, TOOL, ...args];
    const child = spawn('bash', words);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
  }
});
