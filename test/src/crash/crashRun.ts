/** Kills a server at random moments of running matches, starts it again, and holds what people were told against the records. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlowerWarClient } from '@flower-war/client';
import { parseLine, verify } from '@flower-war/protocol';
import { engine, fastChance } from '@flower-war/rules';
import { ChildServer, freePort } from '../support/childServer.ts';
import { Table, type Told } from './players.ts';

export interface Tally {
  readonly kills: number;
  readonly matches: number;
  readonly accepted: number;
  readonly lost: number;
  readonly twice: number;
  readonly problems: readonly string[];
}

export interface CrashRun {
  readonly kills: number;
  readonly seed: number;
  /** How the server ends: killed, or asked to stop as a deploy does. */
  readonly signal?: 'SIGKILL' | 'SIGTERM';
  readonly log: (line: string) => void;
}

const LONGEST_RUN_MS = 600;
/** A table that makes no move for so long after a restart is stuck. */
const PATIENCE_MS = 30_000;

export async function crashRun({ kills, seed, log, signal = 'SIGKILL' }: CrashRun): Promise<Tally> {
  const chance = fastChance(seed);
  const data = mkdtempSync(join(tmpdir(), 'crash-'));
  const server = new ChildServer(await freePort(), { DATA_DIR: data, BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000' });
  await server.start();
  const tables = [
    [2, []],
    [2, []],
    [1, ['greedy']],
    [1, ['random']],
  ] as const;
  const running = tables.map(
    ([people, bots], i) => new Table(server.url, { people, bots, chance: fastChance(seed * 100 + i) }),
  );
  const done = Promise.all(running.map((table) => table.run()));
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await everyTableMoves(running);
      await pause(chance.die(LONGEST_RUN_MS));
      await server.end(signal);
      await server.start();
      if (kill % 10 === 0) log(`${kill} kills, ${sum(running.map(({ moves }) => moves))} accepted moves`);
    }
    await everyTableMoves(running);
    for (const table of running) table.close();
    await done;
    return { kills, ...(await holdAgainstRecords(server.url, running)) };
  } finally {
    await server.end('SIGTERM');
    rmSync(data, { recursive: true });
  }
}

async function everyTableMoves(tables: readonly Table[]): Promise<void> {
  const before = tables.map(({ moves }) => moves);
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    if (tables.every(({ moves }, i) => moves > (before[i] ?? 0))) return;
    if (Date.now() > deadline)
      throw new Error(`no move in ${PATIENCE_MS} ms at a table: ${JSON.stringify(tables.map((t) => t.moves))}`);
    await pause(5);
  }
}

async function holdAgainstRecords(url: string, tables: readonly Table[]): Promise<Omit<Tally, 'kills'>> {
  const client = new FlowerWarClient({ url });
  const problems = tables.flatMap((table) => table.problems);
  let lost = 0;
  let twice = 0;
  const told = tables.flatMap((table) => table.told);
  for (const match of new Set(told.map(({ match: id }) => id))) {
    const record = await client.record(match);
    const verdict = await verify(record, engine);
    if (!verdict.ok) problems.push(`${match}: line ${verdict.line}: ${verdict.problem}`);
    for (const seat of told.filter(({ match: id }) => id === match)) {
      const played = movesIn(record, seat);
      lost += Math.max(0, seat.accepted.length - played.length);
      twice += Math.max(0, played.length - seat.accepted.length);
      if (played.join() !== seat.accepted.join())
        problems.push(`${match} seat ${seat.seat}: the record is not what was accepted`);
    }
  }
  return {
    matches: new Set(told.map(({ match }) => match)).size,
    accepted: sum(told.map((t) => t.accepted.length)),
    lost,
    twice,
    problems,
  };
}

function movesIn(record: string, { seat }: Told): readonly string[] {
  return record.split('\n').flatMap((line) => {
    const parsed = parseLine(line);
    return 'entry' in parsed && parsed.entry.kind === 'move' && parsed.entry.seat === seat ? [parsed.entry.move] : [];
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
