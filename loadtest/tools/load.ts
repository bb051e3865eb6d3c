/** npm run load -- NAME: loads a real server with many players. It shows figures, and prints a line of JSON for each run. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { countUnrecorded, type Figures, figuresOf, linesOf, type Verdict } from '../src/figures.ts';
import { Clients, LOAD_FOLDER, noK6 } from '../src/k6Process.ts';
import { LOADS, type LoadName, loadOf, measuredFrom, measuredTo, type Plan, type UserReport } from '../src/loads.ts';
import { LoadedServer } from '../src/server.ts';
import { LEAST_PERCENT, limitTo, noQuota, type ServerUse, serverPids, serverRssMb, watchUse } from '../src/usage.ts';

/** Longer runs fill the memory of k6, which keeps every figure. */
const MOST_MINUTES = 60;
const USUAL_SECONDS = 60;

const CODES: Readonly<Record<Verdict, number>> = { kept: 0, failed: 1, void: 3 };
const INTERRUPTED = 130;
const VOID = 'The last run is void: k6 needed more than 80 % of its core, or other programs more than half of one.';
/** The search for the knee ends by itself even if no number is too much. */
const MOST_STEPS = 20;
/** A move may cost this much more with several processes than in the first run. */
const MOST_MORE = 0.15;
const MOST_WORDS = 20;
const ARRIVALS_A_SECOND = 100;
const SETTLE_SECONDS = 5;
/** A quota begins this long before the measured time. To arrive takes far more than playing does. */
const QUOTA_MS = 2000;
const WHOLE = { from: 0, to: Number.MAX_SAFE_INTEGER };

const { values, words } = commandLine({
  name: 'load',
  does: 'loads a real server with many players',
  words: { of: 'LOAD', least: 1, most: 1, tells: 'one of those below' },
  flags: {
    players: { kind: 'whole', least: 1, most: 50_000, tells: 'how many; each load has its own number' },
    minutes: { kind: 'whole', least: 1, most: MOST_MINUTES, tells: 'how long, instead of --seconds' },
    seconds: { kind: 'whole', least: 1, most: 60 * MOST_MINUTES, tells: `how long (${USUAL_SECONDS})` },
    processes: {
      kind: 'wholes',
      least: 1,
      most: 26,
      tells: 'a run for each of these numbers of servers, on PostgreSQL and Redis',
    },
    each: { kind: 'switch', tells: 'the players are those of each process' },
    quota: { kind: 'whole', of: 'PERCENT', least: LEAST_PERCENT, most: 100, tells: 'of a core, for each process' },
    knee: { kind: 'switch', tells: 'raises the number of players until the server is too slow' },
    profile: { kind: 'switch', tells: 'writes a profile of the processor time into .load/' },
  },
  more: LOADS.map((name) => `  ${name.padEnd(10)}${loadOf[name].tells}`).join('\n'),
});

const wishes = wishesOrEnd();
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
process.exitCode = await run().catch((error: Error) => {
  if (stopping.signal.aborted) return INTERRUPTED;
  console.error(error.message);
  return 1;
});

/** One run, or one for each number of processes. */
function wishesOrEnd(): readonly LoadRun[] {
  const load = LOADS.find((one) => one === words[0]);
  if (load === undefined)
    return refuse(
      `There is no load "${words[0]}"; there are: ${LOADS.join(', ')}. npm run load -- --help tells what each is.`,
    );
  const { players: usual, leastSeconds = 1 } = loadOf[load];
  const { minutes, processes, quota, each } = values;
  if (minutes !== undefined && values.seconds !== undefined) refuse('Give --minutes or --seconds, not both.');
  const seconds = minutes === undefined ? (values.seconds ?? USUAL_SECONDS) : minutes * 60;
  if (seconds < leastSeconds) refuse(`${load} needs at least --seconds ${leastSeconds}.`);
  if (processes.length === 0 && each) refuse('--each goes with --processes: the players are those of each process.');
  if (processes.length === 0 && quota !== undefined)
    refuse('--quota goes with --processes: it is that of each process.');
  const missing = noK6() ?? (quota === undefined ? undefined : noQuota());
  if (missing !== undefined) refuse(missing);
  const players = values.players ?? usual;
  const profileTo = values.profile ? join(LOAD_FOLDER, `profile-${Date.now()}`) : undefined;
  if (profileTo !== undefined) mkdirSync(profileTo, { recursive: true });
  const one = { load, players, seconds, quota, profileTo, processes: undefined };
  if (processes.length === 0) return [one];
  return processes.map((number) => ({ ...one, processes: number, players: players * (each ? number : 1) }));
}

async function run(): Promise<number> {
  const codes: number[] = [];
  const runs: Figures[] = [];
  for (const wish of wishes)
    if (values.knee) codes.push(await findKnee(wish));
    else runs.push(await runOne(wish));
  const isDear = runs.length > 1 && !(tellCosts(runs) <= MOST_MORE);
  const broken = runs.find(({ verdict }) => verdict !== 'kept');
  return Math.max(0, ...codes, broken === undefined ? Number(isDear) : CODES[broken.verdict]);
}

async function runOne(one: LoadRun): Promise<Figures> {
  const { figures, words: said } = await runOnce(one, stopping.signal);
  for (const word of said.slice(0, MOST_WORDS)) console.error(`k6: ${word}`);
  console.error([`${one.load}, ${one.players} players: ${figures.verdict}`, ...linesOf(figures)].join('\n'));
  console.log(keptLine(one, figures));
  if (figures.verdict === 'void') console.error(VOID);
  return figures;
}

/** A line of JSON, which is also kept in a file, one for each run. */
function keptLine({ load, players, processes, quota }: LoadRun, figures: Figures): string {
  const told = { load, players, processes, quota, settings: loadOf[load].settings, ...figures };
  const line = JSON.stringify(told, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value));
  mkdirSync(LOAD_FOLDER, { recursive: true });
  appendFileSync(join(LOAD_FOLDER, 'runs.jsonl'), `${line}\n`);
  return line;
}

/** Tells what a move costs in each run, and by how much it costs more than in the first one. Returns the most. */
function tellCosts(runs: readonly Figures[]): number {
  const first = runs[0]?.cpuMsPerMove ?? Number.NaN;
  const growths = runs.map(({ cpuMsPerMove = Number.NaN, partsMsPerMove = {} }, nth) => {
    const growth = cpuMsPerMove / first - 1;
    const parts = Object.entries(partsMsPerMove).map(([part, cost]) => `${part} ${cost.toFixed(2)}`);
    console.error(
      `${wishes[nth]?.processes ?? 1} processes: ${cpuMsPerMove.toFixed(2)} ms a move, ${(growth * 100).toFixed(0)} % more (${parts.join(', ')})`,
    );
    return growth;
  });
  return Math.max(...growths);
}

/** The wanted number of players is the first step, and each further step adds as many, until a threshold fails. */
async function findKnee(wanted: LoadRun): Promise<number> {
  const { awaited } = loadOf[wanted.load];
  const rows: string[] = [];
  let [kept, verdict]: [number, Verdict] = [0, 'kept'];
  for (let nth = 1; nth <= MOST_STEPS && verdict === 'kept'; nth++) {
    const players = wanted.players * nth;
    const figures = await runOne({ ...wanted, players });
    const { p50 = Number.NaN, p99 = Number.NaN } = figures.times[awaited] ?? {};
    ({ verdict } = figures);
    if (verdict === 'kept') kept = players;
    rows.push(`  ${players} players: ${verdict}, ${awaited} p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`);
  }
  const isVoid = verdict === 'void';
  const found = isVoid && kept === 0 ? 'not found' : `${isVoid ? 'at least ' : ''}${kept} players`;
  const whose = wanted.processes === undefined ? '' : ` of ${wanted.processes} processes`;
  console.error([`The knee${whose}: ${found}`, ...rows].join('\n'));
  return isVoid ? CODES.void : CODES.kept;
}

// One run: starts the server and k6, watches both, ends both, and tells what was seen.

interface LoadRun {
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

/** The signal ends the run, and everything that it started. */
async function runOnce(wanted: LoadRun, signal: AbortSignal): Promise<Ran> {
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
