/** One run: starts the server and k6, watches both, ends both, and tells what was seen. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMasterKey } from '@flower-war/protocol/hosting';
import type { Beside, Seen } from '../beside/beside.ts';
import { besideOf } from '../beside/besideOf.ts';
import { judgedLedgers, judgedTotals } from '../judging/beads.ts';
import { unrecorded } from '../judging/unrecorded.ts';
import type { LoadName } from '../load.ts';
import { loadOf } from '../loads.ts';
import type { Plan, TemplesPlan, Told } from '../plan.ts';
import { type Figures, figuresOf, type Threshold } from '../report/figures.ts';
import { type Second, secondsOf } from '../report/seconds.ts';
import { Clients } from './clients.ts';
import { limitTo } from './quota.ts';
import { sampling } from './sampler.ts';
import { LoadedServer } from './server.ts';

export interface RunWanted {
  readonly load: LoadName;
  readonly players: number;
  readonly seconds: number;
  /** So many on PostgreSQL and Redis. Without a number it is one with its records on disk. */
  readonly processes: number | undefined;
  /** Each process gets so many percent of a core while it is measured. */
  readonly quota: number | undefined;
  readonly matches: number;
  readonly temples: number;
  readonly profileTo?: string | undefined;
}

export interface Ran {
  readonly figures: Figures;
  readonly seconds: readonly Second[];
  readonly settings: Readonly<Record<string, string>>;
  /** What k6 said beside the figures: a fault of the load, most often. */
  readonly words: readonly string[];
}

/** So many players arrive in a second. */
const ARRIVALS_A_SECOND = 100;
/** Each is claimed, gets a match, and counts for it. */
const TEMPLES_A_SECOND = 20;
const SETTLE_SECONDS = 5;
/** A quota begins so long before the measured time. */
const QUOTA_SECONDS = 2;

const WHOLE = { from: 0, to: Number.MAX_SAFE_INTEGER };

interface Stage {
  readonly url: string;
  readonly beside: Beside | undefined;
  readonly temples: TemplesPlan | undefined;
}

function planOf({ load, players, seconds }: RunWanted, { url, beside, temples }: Stage): Plan {
  const arriveSeconds = Math.ceil(Math.max(1, players / ARRIVALS_A_SECOND, (temples?.many ?? 0) / TEMPLES_A_SECOND));
  const waitSeconds = Math.ceil(((beside?.measuredFrom ?? 0) - Date.now()) / 1000) - arriveSeconds;
  const settleSeconds = Math.max(SETTLE_SECONDS, waitSeconds);
  const { plan } = loadOf[load];
  const times = { askedAt: Date.now(), arriveSeconds, settleSeconds, seconds };
  return { url, players, ...times, ...plan, ...(temples !== undefined && { temples }) };
}

/** The signal ends the run, and everything that it started. */
export async function runOnce(wanted: RunWanted, signal: AbortSignal): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  const { settings, against: kind } = loadOf[wanted.load];
  const data = join(folder, 'data');
  const { processes, profileTo } = wanted;
  const hasTemples = wanted.temples > 0;
  try {
    const beside = await besideOf({ ...wanted, data, signal });
    try {
      const server = await LoadedServer.start({ kind, folder: data, processes, settings, hasTemples, profileTo });
      try {
        const temples = await templesAt(server, { data, many: wanted.temples });
        return { settings, ...(await loaded(server, { wanted, folder, signal, beside, temples })) };
      } finally {
        await server.stop();
      }
    } finally {
      await beside?.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Devices {
  /** The folder that holds the key of all temples. */
  readonly data: string;
  readonly many: number;
}

async function templesAt({ broker }: LoadedServer, { data, many }: Devices): Promise<TemplesPlan | undefined> {
  if (broker === undefined) return undefined;
  const key = await findMasterKey(data);
  if (key === undefined) throw new Error('the server has temples, but no key of temples');
  return { many, broker, key };
}

interface Loading {
  readonly wanted: RunWanted;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly beside: Beside | undefined;
  readonly temples: TemplesPlan | undefined;
}

const NOTHING_SEEN: Seen = { told: [], thresholds: [] };

async function loaded(
  server: LoadedServer,
  { wanted, folder, signal, beside, temples }: Loading,
): Promise<Omit<Ran, 'settings'>> {
  signal.throwIfAborted();
  beside?.start();
  const plan = planOf(wanted, { url: server.url, beside, temples });
  const clients = await Clients.start({ load: wanted.load, plan, folder });
  const lift = limited(server, plan, wanted.quota);
  const stopSampling = sampling({
    server: () => server.parts,
    client: () => clients.pids,
    metrics: { urls: server.metricsUrls, token: server.metricsToken },
  });
  const stop = () => void clients.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await clients.ended;
  } finally {
    signal.removeEventListener('abort', stop);
    lift();
    await clients.stop();
  }
  const samples = stopSampling();
  signal.throwIfAborted();
  if (server.hasEnded) throw new Error('the server ended under the load');
  const seen = (await beside?.see()) ?? NOTHING_SEEN;
  const { told, words } = clients.read();
  const seconds = secondsOf([...told, ...seen.told], samples);
  const recorded = await recordThresholds(server, told);
  const ledgers = temples === undefined ? [] : [judgedLedgers(beadsIn(told), temples.many)];
  const thresholds = [...clients.thresholds, ...seen.thresholds, ...ledgers, ...recorded];
  const judged = { seconds: wanted.seconds, thresholds, mostWatchMs: loadOf[wanted.load].plan.mostP99Ms };
  return { seconds, figures: figuresOf(seconds, judged), words };
}

/** Limits the server when all players have arrived, which takes far more than playing does. Returns what ends it. */
function limited(server: LoadedServer, { arriveSeconds, settleSeconds }: Plan, quota: number | undefined): () => void {
  if (quota === undefined) return () => {};
  let lift = () => {};
  const limit = () => {
    lift = limitTo(quota, server.parts.servers);
  };
  const timer = setTimeout(limit, (arriveSeconds + settleSeconds - QUOTA_SECONDS) * 1000);
  return () => {
    clearTimeout(timer);
    lift();
  };
}

/** Nothing is recorded by a program that only answers. */
async function recordThresholds(server: LoadedServer, told: readonly Told[]): Promise<readonly Threshold[]> {
  await server.end();
  const opened = await server.openStores();
  if (opened === undefined) return [];
  try {
    const linesOf = (id: string) => opened.stores.records.lines(id, WHOLE);
    const missing = await unrecorded(told, linesOf);
    const moves = { name: `accepted moves without a record: ${missing}`, isKept: missing === 0 };
    const beads = beadsIn(told);
    return beads.length === 0 ? [moves] : [moves, await judgedTotals(beads, linesOf)];
  } finally {
    await opened.close();
  }
}

const beadsIn = (told: readonly Told[]) => told.flatMap(({ beads = [] }) => beads);
