/** One run: starts the server and k6, watches both, ends both, and tells what was seen. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countUnrecorded, type Figures, figuresOf } from './figures.ts';
import { Clients } from './k6Process.ts';
import { type LoadName, loadOf, measuredFrom, measuredTo, type Plan, type UserReport } from './loads.ts';
import { LoadedServer } from './server.ts';
import { limitTo, type ServerUse, serverPids, serverRssMb, watchUse } from './usage.ts';

export interface LoadRun {
  readonly load: LoadName;
  readonly players: number;
  readonly seconds: number;
  /** The number of processes on PostgreSQL and Redis. Without a number it is one with its records on disk. */
  readonly processes: number | undefined;
  /** Each process gets this percentage of a core while it is measured. */
  readonly quota: number | undefined;
  readonly profileTo?: string | undefined;
}

interface Ran {
  readonly figures: Figures;
  /** What k6 said beside the figures: a fault of the load, most often. */
  readonly words: readonly string[];
}

const ARRIVALS_A_SECOND = 100;
const SETTLE_SECONDS = 5;
/** A quota begins this long before the measured time. To arrive takes far more than playing does. */
const QUOTA_MS = 2000;

const WHOLE = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** The signal ends the run, and everything that it started. */
export async function runOnce(wanted: LoadRun, signal: AbortSignal): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  const { processes, profileTo, load } = wanted;
  const { settings = {} } = loadOf[load];
  let server: LoadedServer | undefined;
  try {
    server = await LoadedServer.start({ folder: join(folder, 'data'), processes, settings, profileTo });
    return await loaded(server, { ...wanted, folder }, signal);
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function loaded(
  server: LoadedServer,
  { folder, ...wanted }: LoadRun & { readonly folder: string },
  signal: AbortSignal,
): Promise<Ran> {
  signal.throwIfAborted();
  const plan = planOf(wanted, server.url);
  const rssMbAtStart = serverRssMb();
  const clients = await Clients.start(plan, folder);
  signal.addEventListener('abort', () => void clients.stop(), { once: true });
  let use: ServerUse | undefined;
  try {
    use = await useDuring(server, clients, { plan, rssMbAtStart, quota: wanted.quota });
    await clients.ended;
  } finally {
    await clients.stop();
  }
  signal.throwIfAborted();
  if (server.hasEnded) throw new Error('the server ended under the load');
  const { results } = clients;
  const words = results.flatMap((result) => result.words);
  if (use === undefined) throw new Error(`k6 ended too soon: ${words.join('\n')}`);
  const reports = results.flatMap((result) => result.reports);
  const unrecorded = await unrecordedAt(server, reports);
  const { seconds, mostP99Ms: mostWatchMs } = plan;
  return { figures: figuresOf({ seconds, results, use, unrecorded, mostWatchMs }), words };
}

function planOf({ load, players, seconds }: LoadRun, url: string): Plan {
  const { thinkMs, mostP99Ms } = loadOf[load];
  const arriveSeconds = Math.ceil(Math.max(1, players / ARRIVALS_A_SECOND));
  const times = { askedAt: Date.now(), arriveSeconds, settleSeconds: SETTLE_SECONDS, seconds };
  return { load, url, players, thinkMs, mostP99Ms, ...times };
}

interface Watching {
  readonly plan: Plan;
  readonly rssMbAtStart: number;
  readonly quota: number | undefined;
}

/** What the server uses in the measured time; undefined if k6 ends before. */
async function useDuring(
  server: LoadedServer,
  clients: Clients,
  { plan, rssMbAtStart, quota }: Watching,
): Promise<ServerUse | undefined> {
  const began = await clients.began();
  if (began === undefined) return undefined;
  const [from, to] = [began + measuredFrom(plan), began + measuredTo(plan)];
  let lift = () => {};
  const limit = () => {
    if (quota !== undefined) lift = limitTo(quota, serverPids().servers);
  };
  const timer = setTimeout(limit, from - QUOTA_MS - Date.now());
  const ended = new AbortController();
  const { signal } = ended;
  void clients.ended.then(() => ended.abort());
  try {
    const watched = { client: () => clients.pids, loopDelay: () => server.loopDelay(), from, to, rssMbAtStart, signal };
    return await watchUse(watched);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    lift();
  }
}

/** Ends the server first, so that all that it accepted is in its records. */
async function unrecordedAt(server: LoadedServer, reports: readonly UserReport[]): Promise<number> {
  await server.end();
  const { stores, close } = await server.openStores();
  try {
    return await countUnrecorded(reports, (match) => stores.records.lines(match, WHOLE));
  } finally {
    await close();
  }
}
