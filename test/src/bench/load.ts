/** Puts one server under a load that is bounded in count and time, and measures what it costs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { newPerson } from '../support/rawClient.ts';
import { Player } from './player.ts';

export const KINDS = ['bare', 'ours', 'ours on disk'] as const;
export type Kind = (typeof KINDS)[number];

export interface Figures {
  readonly movesPerCpuSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly bytesDown: number;
  readonly bytesUp: number;
}

const WARM_UP_MS = 2000;

export async function measure(kind: Kind, matches: number, milliseconds: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const child = spawnServer(kind, folder);
  try {
    const { address, cpu } = await started(child);
    const tables = await seat(kind, address, matches);
    await play(kind, tables, WARM_UP_MS);
    return await figuresOf(kind, tables, { cpu, milliseconds });
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
}

function spawnServer(kind: Kind, folder: string): ChildProcess {
  const program = fileURLToPath(new URL('child.ts', import.meta.url));
  const args = kind === 'bare' ? ['bare'] : kind === 'ours' ? ['ours'] : ['ours', folder];
  return spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function started(child: ChildProcess): Promise<{ address: string; cpu: string }> {
  for await (const chunk of child.stdout ?? []) return JSON.parse(String(chunk));
  throw new Error('the server did not start');
}

interface Table {
  readonly players: readonly [Player, Player];
  turn: number;
}

async function seat(kind: Kind, address: string, matches: number): Promise<Table[]> {
  const tables: Table[] = [];
  for (let match = 0; match < matches; match++) {
    const [red, yellow] = kind === 'bare' ? await bareSeats(address) : await ourSeats(address);
    const players = [await Player.connect(address, red), await Player.connect(address, yellow)] as const;
    tables.push({ players, turn: 0 });
  }
  return tables;
}

type Place = SeatedAnswer['connection'];

async function bareSeats(address: string): Promise<[Place, Place]> {
  return (await fetch(address)).json() as Promise<[Place, Place]>;
}

async function ourSeats(address: string): Promise<[Place, Place]> {
  const [ana, beto] = [await newPerson(address), await newPerson(address)];
  const { body: match } = await ana.post<MatchSummary>('/api/matches', { game: 'board' });
  const sit = { commitment: match.commitment, contribution: 'ab'.repeat(16) };
  const places = [];
  for (const [chair, person] of [ana, beto].entries())
    places.push(
      (await person.post<SeatedAnswer>(`/api/matches/${match.match}/seat`, { ...sit, seat: chair })).body.connection,
    );
  return places as [Place, Place];
}

/** Each table plays one move after the other, as fast as it can; gives how long each took to be seen by both. */
async function play(kind: Kind, tables: readonly Table[], milliseconds: number): Promise<number[]> {
  const until = performance.now() + milliseconds;
  const took: number[] = [];
  const playOne = async (table: Table) => {
    const { players } = table;
    while (performance.now() < until) {
      const mover = table.turn % 2 === 0 ? players[0] : players[1];
      const seen = players.map((player) => player.patches + 1);
      const began = performance.now();
      const answered = mover.act(kind === 'bare' ? table.turn : (mover.decision ?? 0));
      await Promise.all([answered, ...players.map((player, i) => player.patch(seen[i] ?? 0))]);
      took.push(performance.now() - began);
      table.turn++;
    }
  };
  await Promise.all(tables.map(playOne));
  return took;
}

async function figuresOf(
  kind: Kind,
  tables: readonly Table[],
  run: { cpu: string; milliseconds: number },
): Promise<Figures> {
  const used = async () => {
    const { user, system } = (await (await fetch(run.cpu)).json()) as NodeJS.CpuUsage;
    return user + system;
  };
  const watchers = tables.map(({ players: [, watcher] }) => watcher);
  const all = tables.flatMap(({ players }) => players);
  for (const player of all) player.bytesDown = player.bytesUp = 0;
  const before = await used();
  const took = (await play(kind, tables, run.milliseconds)).toSorted((a, b) => a - b);
  const microseconds = (await used()) - before;
  const moves = took.length;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  for (const player of all) player.close();
  return {
    movesPerCpuSecond: moves / (microseconds / 1e6),
    p50: took[Math.floor(moves * 0.5)] ?? 0,
    p99: took[Math.floor(moves * 0.99)] ?? 0,
    bytesDown: sum(watchers.map(({ bytesDown }) => bytesDown)) / moves,
    bytesUp: sum(all.map(({ bytesUp }) => bytesUp)) / moves,
  };
}
