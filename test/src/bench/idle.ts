/** What matches cost a server per second, and in memory, while two players sit in each and nothing happens. */
import { Player } from './player.ts';
import { bareSeats, type Measured, ourSeats, usedBy, withServer } from './servers.ts';

export const IDLE_KINDS = ['default', 'bare', 'real'] as const;
export type IdleKind = (typeof IDLE_KINDS)[number];

export interface IdleFigures {
  /** Percent of a core for a thousand matches, beyond what the empty server uses. */
  readonly cpu: number;
  /** Megabytes for a thousand matches, beyond those of the empty server. */
  readonly rss: number;
}

export interface IdleRun {
  readonly matches: number;
  readonly milliseconds: number;
}

/** Joining leaves garbage to collect, and HTTP connections that close after five seconds. */
const CALM_MS = 8000;
const THOUSAND = 1000;

/** Measures all kinds at the same time, so that other load on the machine weighs on all alike. */
export async function measureIdle(run: IdleRun): Promise<Readonly<Record<IdleKind, IdleFigures>>> {
  const together = meetings(IDLE_KINDS.length);
  const figures = await Promise.all(IDLE_KINDS.map((kind) => measureOne(kind, run, together)));
  return Object.fromEntries(IDLE_KINDS.map((kind, i) => [kind, figures[i]])) as Record<IdleKind, IdleFigures>;
}

async function measureOne(kind: IdleKind, { matches, milliseconds }: IdleRun, together: Meet): Promise<IdleFigures> {
  return withServer(
    (folder) => ({ args: [kind, folder] }),
    async (server) => {
      await together();
      const empty = await usedBy(server);
      const alone = await cpuOver(server, milliseconds / 2);
      const players = await seatAll(kind, server.address, matches);
      await together();
      await pause(CALM_MS);
      const cpu = (await cpuOver(server, milliseconds)) - alone;
      const { rss } = await usedBy(server);
      for (const player of players) player.close();
      const scale = THOUSAND / matches;
      return { cpu: cpu * 100 * scale, rss: ((rss - empty.rss) / 1024 ** 2) * scale };
    },
  );
}

type Meet = () => Promise<void>;

/** A meeting point: each caller waits until all have come. It can be used again and again. */
function meetings(people: number): Meet {
  let waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length < people) return;
      for (const go of waiting) go();
      waiting = [];
    });
}

async function seatAll(kind: IdleKind, address: string, matches: number): Promise<readonly Player[]> {
  const players: Player[] = [];
  for (let match = 0; match < matches; match++)
    for (const place of kind === 'real' ? await ourSeats(address, 'flower-war') : await bareSeats(address))
      players.push(await Player.connect(address, place));
  return players;
}

/** The part of a core that the server used during this time. */
async function cpuOver(server: Measured, milliseconds: number): Promise<number> {
  const before = await usedBy(server);
  const began = performance.now();
  await pause(milliseconds);
  const after = await usedBy(server);
  return (after.cpu - before.cpu) / 1000 / (performance.now() - began);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
