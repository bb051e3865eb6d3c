/** Puts one server under a load that is bounded in count and time, and measures what it costs. */
import { Player } from './player.ts';
import { bareSeats, type Measured, ourSeats, usedBy, withServer } from './servers.ts';

export const KINDS = ['bare', 'ours', 'ours on disk'] as const;
export type Kind = (typeof KINDS)[number];

export interface Figures {
  readonly movesPerCpuSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly bytesDown: number;
  readonly bytesUp: number;
}

/** A fresh server plays slowly until Node has compiled what is used most. */
const WARM_UP = { tables: 30, milliseconds: 5000 };
const BEGINNING_MS = 500;
/** Of one table, at its beginning and again while it is measured: more would fill the record of a match, which then ends. */
const MOST_MOVES = 4500;

export interface Load {
  readonly matches: number;
  readonly milliseconds: number;
  /** Another checkout, whose server is measured instead of this one's. */
  readonly checkout?: string;
}

export async function measure(kind: Kind, { matches, milliseconds, checkout }: Load): Promise<Figures> {
  return withServer(
    (folder) => ({ args: kind === 'ours on disk' ? ['ours', folder] : [kind], checkout }),
    async (server) => {
      await warmUp(kind, server.address);
      const tables = await seat(kind, server.address, matches);
      await play(kind, tables, BEGINNING_MS);
      return figuresOf(kind, tables, { server, milliseconds });
    },
  );
}

async function warmUp(kind: Kind, address: string): Promise<void> {
  const tables = await seat(kind, address, WARM_UP.tables);
  await play(kind, tables, WARM_UP.milliseconds);
  for (const { players } of tables) for (const player of players) player.close();
}

interface Table {
  readonly players: readonly [Player, Player];
  turn: number;
}

async function seat(kind: Kind, address: string, matches: number): Promise<Table[]> {
  const tables: Table[] = [];
  for (let match = 0; match < matches; match++) {
    const [red, yellow] = kind === 'bare' ? await bareSeats(address) : await ourSeats(address, 'board');
    const players = [await Player.connect(address, red), await Player.connect(address, yellow)] as const;
    tables.push({ players, turn: 0 });
  }
  return tables;
}

/** Each table plays moves as fast as it can, until the time or its moves are used up. Returns how long each move took until both players saw it. */
async function play(kind: Kind, tables: readonly Table[], milliseconds: number): Promise<number[]> {
  const until = performance.now() + milliseconds;
  const took: number[] = [];
  const playOne = async (table: Table) => {
    const { players } = table;
    const last = table.turn + MOST_MOVES;
    while (performance.now() < until && table.turn < last) {
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
  run: { server: Measured; milliseconds: number },
): Promise<Figures> {
  const watchers = tables.map(({ players: [, watcher] }) => watcher);
  const all = tables.flatMap(({ players }) => players);
  for (const player of all) player.bytesDown = player.bytesUp = 0;
  const before = await usedBy(run.server);
  const took = (await play(kind, tables, run.milliseconds)).toSorted((a, b) => a - b);
  const microseconds = (await usedBy(run.server)).cpu - before.cpu;
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
