/** Several processes rate the same matches, and are killed. Every match is rated once, in one order. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preparePostgres } from '../../store/engine/postgres/openPostgres.ts';
import { noPostgres, TestPostgres } from '../../store/engine/postgres/postgres.fixture.ts';
import { openStores } from '../../store/operations.ts';
import { postgresAt } from '../../store/postgresStore.ts';
import { StoredJournal } from '../../store/storedJournal.ts';
import { Ratings } from './ratings.ts';
import { rebuild } from './rebuild.ts';

const RATER = fileURLToPath(new URL('./rater.fixture.ts', import.meta.url));
const PROCESSES = 4;
const KILLS = 6;
/** Endings of each process that is not killed. */
const ENDINGS = 150;
const PLAYERS = Array.from({ length: 8 }, (_, n) => `p-${n}`);

describe.skipIf(noPostgres)(`raters on one PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let server: TestPostgres;
  let url: string;
  const ask = (sql: string) => server.ask(new URL(url).pathname.slice(1), sql);
  const count = async (table: string) => Number((await ask(`SELECT count(*) AS n FROM ${table}`))[0]?.n);

  beforeAll(async () => {
    server = await TestPostgres.start();
    url = await server.fresh();
    await preparePostgres(url);
  }, 60_000);
  afterAll(() => server?.stop());

  let started = 0;
  const problems: string[] = [];
  function start(): ChildProcess {
    const args = [RATER, url, `process${started++}`, String(ENDINGS), ...PLAYERS];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.on('data', (data) => problems.push(String(data)));
    return child;
  }

  /** Kills one process after another in the middle of its work, and starts a new one each time. */
  async function killSome(raters: ChildProcess[]): Promise<void> {
    for (let kills = 0; kills < KILLS; kills++) {
      const before = await count('rated');
      await expect.poll(() => count('rated'), { timeout: 60_000 }).toBeGreaterThan(before + 50);
      const victim = raters[kills % PROCESSES];
      victim?.kill('SIGKILL');
      raters[kills % PROCESSES] = start();
      await wait(20 * kills);
    }
  }

  async function finish(): Promise<void> {
    const engine = postgresAt(url);
    const [journal, { ratings: table }] = [new StoredJournal(engine), openStores(engine)];
    const report = (problem: string) => problems.push(problem);
    await new Ratings({ journal, table, keeps: 'known', seasons: 'quarter', mayWrite: () => true, report }).catchUp();
    await journal.close();
  }

  test('rate each ending once, in the order of numbers without a gap, as a rebuild does', async () => {
    for (const player of PLAYERS) await ask(`INSERT INTO people VALUES ('${player}', 'name', 1)`);
    const raters = Array.from({ length: PROCESSES }, start);
    await killSome(raters);
    await Promise.all(raters.map((one) => (one.exitCode === null ? once(one, 'exit') : undefined)));
    expect(raters.map(({ exitCode }) => exitCode)).toEqual(raters.map(() => 0));
    await finish();
    expect(problems).toEqual([]);
    const ended = await count("matches WHERE status = 'ended'");
    expect(ended).toBeGreaterThan(PROCESSES * ENDINGS);
    expect([await count('endings'), await count('unread_endings'), await count('rated')]).toEqual([ended, 0, ended]);
    expect(await ask('SELECT min(n) AS first, max(n) AS last FROM endings')).toEqual([
      { first: '1', last: String(ended) },
    ]);
    const played = await ask('SELECT sum(matches) AS n FROM ratings');
    expect(Number(played[0]?.n)).toBe(2 * ended);
    const kept = (table: string) =>
      ask(`SELECT player, rating, deviation, volatility, matches FROM ${table} ORDER BY player`);
    const both = () => Promise.all(['ratings', 'season_ratings'].map(kept));
    const before = await both();
    expect(before[1]).toEqual(before[0]); // all in one season
    expect(await rebuild({ DATA_DIR: '', DATABASE_URL: url, SEASONS: 'quarter' })).toEqual({
      matches: ended,
      ratings: PLAYERS.length,
      problems: [],
    });
    expect(await both()).toEqual(before);
  }, 240_000);
});
