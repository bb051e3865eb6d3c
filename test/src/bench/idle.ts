/** What matches cost a server per second, and in memory, while two players sit in each and nothing happens. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Measured, type Served, usedBy, withServer } from './servers.ts';
import { leave, seat } from './tables.ts';

export interface IdleFigures {
  /** Percent of a core for a thousand matches, beyond what the empty server uses. */
  readonly cpu: number;
  /** Megabytes for a thousand matches, beyond those of the empty server. */
  readonly rss: number;
}

export interface IdleRun {
  readonly matches: number;
  readonly milliseconds: number;
  /** Starting and joining leave garbage to collect, and HTTP connections that close after five seconds. */
  readonly calmMs: number;
}

const THOUSAND = 1000;

/** Measures all servers at the same time, so that other load on the machine weighs on all alike. */
export async function measureIdle(servers: readonly Served[], run: IdleRun): Promise<readonly IdleFigures[]> {
  const together = meetings(servers.length);
  return Promise.all(servers.map((served) => measureOne(served, run, together)));
}

async function measureOne(served: Served, run: IdleRun, together: Meet): Promise<IdleFigures> {
  const { matches, milliseconds, calmMs } = run;
  return withServer(served, async (server) => {
    await together();
    await pause(calmMs);
    const empty = await usedBy(server);
    const alone = await cpuOver(server, milliseconds / 2);
    const tables = await seat(served.system, server.address, matches);
    await together();
    await pause(calmMs);
    const cpu = (await cpuOver(server, milliseconds)) - alone;
    const { rss } = await usedBy(server);
    leave(tables);
    const scale = THOUSAND / matches;
    return { cpu: cpu * 100 * scale, rss: ((rss - empty.rss) / 1024 ** 2) * scale };
  });
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

/** The part of a core that the server used during this time. */
async function cpuOver(server: Measured, milliseconds: number): Promise<number> {
  const before = await usedBy(server);
  const began = performance.now();
  await pause(milliseconds);
  const after = await usedBy(server);
  return (after.cpu - before.cpu) / 1000 / (performance.now() - began);
}
