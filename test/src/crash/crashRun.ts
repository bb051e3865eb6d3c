/**
 * Kills a server at random moments of running matches, restarts it, and compares what players were told with the
 * records.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { fastChance } from '@flower-war/rules';
import type { SlowSyncs } from '../slow-disk/slowSyncs.ts';
import { ChildServer } from '../support/childServer.ts';
import { Receiver } from '../support/receiver.ts';
import { type Held, hold } from './holding.ts';
import { Table } from './players.ts';

export interface Tally extends Held {
  readonly kills: number;
}

export interface CrashRun {
  readonly kills: number;
  readonly seed: number;
  /** How the server ends: by a kill, or by the stop of a deploy. */
  readonly signal?: 'SIGKILL' | 'SIGTERM';
  readonly log: (line: string) => void;
  /** A disk whose power is cut with each kill. */
  readonly disk?: SlowSyncs;
}

const LONGEST_RUN_MS = 600;
/** A table without a move for so long after a restart is stuck. */
const PATIENCE_MS = 30_000;

const BANK = { clock: { kind: 'bank', seconds: 3600, increment: 1 } } as const;
const TABLES = [
  { people: 2, bots: [], settings: BANK },
  { people: 2, bots: [], settings: {} },
  { people: 1, bots: ['greedy'], settings: BANK },
  { people: 1, bots: ['random'], settings: {} },
] as const;

export async function crashRun({ kills, seed, log, signal = 'SIGKILL', disk }: CrashRun): Promise<Tally> {
  const chance = fastChance(seed);
  const data = mkdtempSync(join(tmpdir(), 'crash-'));
  const receiver = await Receiver.open();
  const limits = { BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000', WEBHOOKS: 'any' };
  const settings = { DATA_DIR: data, ...limits, ...disk?.environmentWithCopies };
  const server = new ChildServer(await freePort(), settings);
  await server.start();
  const tables = TABLES.map((wanted, index) => {
    const chance = fastChance(seed * 100 + index);
    return new Table(server.url, { ...wanted, chance, hook: receiver.url });
  });
  const done = Promise.all(tables.map((table) => table.run()));
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await Promise.race([everyTableMoves(tables), done]);
      await pause(chance.die(LONGEST_RUN_MS));
      await server.end(signal);
      disk?.cutPower(data);
      await server.start();
      if (kill % 10 === 0) log(`${kill} kills, ${movesAt(tables)} accepted moves`);
    }
    await everyTableMoves(tables);
    for (const table of tables) table.close();
    await done;
    return { kills, ...(await hold(tables, receiver)) };
  } finally {
    await server.end('SIGTERM');
    receiver.close();
    rmSync(data, { recursive: true });
  }
}

const movesAt = (tables: readonly Table[]) => tables.reduce((sum, { moves }) => sum + moves, 0);

async function everyTableMoves(tables: readonly Table[]): Promise<void> {
  const before = tables.map(({ moves }) => moves);
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    if (tables.every(({ moves }, i) => moves > (before[i] ?? 0))) return;
    if (Date.now() > deadline)
      throw new Error(`no move in ${PATIENCE_MS} ms at a table: ${JSON.stringify(tables.map((t) => t.moves))}`);
    await pause(5);
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
