/** For tests: a real PostgreSQL on a free port, with a fresh database for each that asks. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@flower-war/protocol/hosting';
import pg from 'pg';

const PLACES = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];
const READY_WITHIN_MS = 40_000;
const ENCODING = ['-E', 'UTF8', '--locale=C.UTF-8', '-N'];

/** No trigger runs, and numbers begin anew. */
const EMPTY = `DO $$
  DECLARE one text;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'format' LOOP
      EXECUTE format('DELETE FROM %I', one);
    END LOOP;
    PERFORM setval(format('%I', sequencename)::regclass, start_value, false) FROM pg_sequences WHERE schemaname = 'public';
  END $$`;

/** Where initdb and postgres lie, if PostgreSQL is installed. */
function programs(): string | undefined {
  const folders = PLACES.filter(existsSync).flatMap((place) =>
    readdirSync(place).map((one) => join(place, one, 'bin')),
  );
  return folders.filter((folder) => existsSync(join(folder, 'initdb'))).at(-1);
}

export const noPostgres = programs() === undefined ? 'PostgreSQL is not installed' : undefined;

export class TestPostgres {
  readonly port: number;
  private readonly folder: string;
  private readonly args: readonly string[];
  private child: ChildProcess | undefined;
  private made = 0;

  private constructor(folder: string, port: number, args: readonly string[]) {
    this.folder = folder;
    this.port = port;
    this.args = args;
  }

  /** `settings` as PostgreSQL's command line takes them, such as `fsync=off`. */
  static async start(settings: readonly string[] = []): Promise<TestPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
    const own = asPostgres();
    if (own.uid !== undefined) chownSync(folder, own.uid, own.gid ?? 0);
    makeData(join(folder, 'data'), own);
    const port = await freePort();
    const server = new TestPostgres(
      folder,
      port,
      settings.flatMap((setting) => ['-c', setting]),
    );
    await server.up();
    return server;
  }

  /** The url of a database of this server. */
  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** Makes an empty database. Returns its url. */
  async fresh(): Promise<string> {
    const name = `fresh_${++this.made}`;
    await this.ask('postgres', `CREATE DATABASE ${name}`);
    return this.urlOf(name);
  }

  /** Deletes all rows of a database of ours. TRUNCATE would write new files for all of its tables, most of which are empty. */
  async empty(url: string): Promise<void> {
    await this.ask(new URL(url).pathname.slice(1), EMPTY);
  }

  async ask(database: string, sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.urlOf(database) });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  /** Starts it, also again after `kill`. */
  async up(): Promise<void> {
    const where = ['-D', join(this.folder, 'data'), '-p', String(this.port), '-k', this.folder];
    const usual = ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200', '-c', 'shared_buffers=64MB'];
    const program = join(programs() ?? '', 'postgres');
    this.child = spawn(program, [...where, ...usual, ...this.args], {
      ...asPostgres(),
      cwd: this.folder,
      stdio: 'ignore',
    });
    for (const end = Date.now() + READY_WITHIN_MS; ; await wait(30)) {
      if (await this.ask('postgres', 'SELECT 1').catch(() => undefined)) return;
      if (Date.now() > end || this.child.exitCode !== null)
        throw new Error(`PostgreSQL did not start in ${this.folder}`);
    }
  }

  /** SIGQUIT is its crash: it writes nothing more. */
  async kill(signal: 'SIGQUIT' | 'SIGINT' = 'SIGQUIT'): Promise<void> {
    if (this.child === undefined || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What initdb makes takes a second, and is the same for all tests of one run, which share a temporary folder: they copy it. */
function makeData(data: string, own: ReturnType<typeof asPostgres>): void {
  const run = (program: string, given: readonly string[]) =>
    execFileSync(program, given, { ...own, cwd: dirname(data), stdio: 'pipe' });
  const made = join(tmpdir(), 'postgres-made');
  const isShared = process.env.VITEST !== undefined;
  if (isShared && existsSync(made)) return void run('cp', ['-R', made, data]);
  run(join(programs() ?? '', 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', ...ENCODING]);
  if (!isShared) return;
  run('cp', ['-R', data, `${data}-copy`]);
  try {
    renameSync(`${data}-copy`, made);
  } catch {
    // Another process was quicker.
  }
}

/** PostgreSQL refuses to run as root, so root runs it as the user that its package makes. */
function asPostgres(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
