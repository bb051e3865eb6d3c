/** Two servers on one PostgreSQL, with or without Redis. Each has an address of its own; nothing stands in front of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MatchSummary } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import type { TestPostgres } from '@flower-war/server/testing';
import { ChildServer } from '../support/childServer.ts';

export const OPERATOR_TOKEN = 'the-operator-of-both';

export class Pair {
  readonly here: ChildServer;
  readonly there: ChildServer;
  /** The name of the database. */
  readonly database: string;
  private readonly folder: string;

  private constructor(folder: string, url: string, [here, there]: readonly [ChildServer, ChildServer]) {
    this.folder = folder;
    this.database = new URL(url).pathname.slice(1);
    this.here = here;
    this.there = there;
  }

  static async start(postgres: TestPostgres, settings: Readonly<Record<string, string>>): Promise<Pair> {
    const folder = mkdtempSync(join(tmpdir(), 'pair-'));
    const url = await postgres.fresh();
    const shared = {
      DATABASE_URL: url,
      OPERATOR_TOKEN,
      LIMITS: '1',
      BOT_DELAY_MS: '0',
      ...settings,
    };
    const server = async (name: string) =>
      new ChildServer(await freePort(), { ...shared, DATA_DIR: join(folder, name), PROCESS_NAME: name });
    const pair = new Pair(folder, url, [await server('here'), await server('there')]);
    await pair.here.start(); // the first one makes the tables
    await pair.there.start();
    return pair;
  }

  async stop(): Promise<void> {
    await Promise.all([this.here.end('SIGTERM'), this.there.end('SIGTERM')]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The match in the list of a server, if it is there. */
export async function listed({ url }: ChildServer, match: string): Promise<MatchSummary | undefined> {
  const { matches } = (await (await fetch(`${url}/api/matches`)).json()) as { matches: MatchSummary[] };
  return matches.find((one) => one.match === match);
}
