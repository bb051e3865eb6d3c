/** Looks once a second at what the server and k6 use. */

import type { LoopDelay } from '../report/loopDelay.ts';
import type { Sample } from '../report/seconds.ts';
import { eachPart, PARTS, type Part } from './parts.ts';
import { type Used, usedBy, usedByAll } from './processes.ts';

export interface Watched {
  readonly server: () => Readonly<Record<Part, readonly number[]>>;
  readonly client: () => readonly number[];
  readonly metrics: Metrics;
}

export interface Metrics {
  /** One address for each process of the server. */
  readonly urls: readonly string[];
  readonly token: string;
}

const ASK_WITHIN_MS = 5000;
/** The server measures the delay of a timer of 10 ms, and tells both together. */
const TIMER_MS = 10;

/** Samples until the returned function is called, which gives all of them. */
export function sampling(watched: Watched): () => readonly Sample[] {
  const samples: Sample[] = [];
  let before = look(watched);
  const timer = setInterval(() => {
    const now = look(watched);
    const was = before;
    before = now;
    void worstLoop(watched.metrics).then((loop) =>
      samples.push({ ...between(was, now), ...(loop !== undefined && { loop }) }),
    );
  }, 1000);
  return () => {
    clearInterval(timer);
    return samples;
  };
}

interface Look {
  readonly ms: number;
  readonly parts: Readonly<Record<Part, Used>>;
  readonly client: Used;
  readonly all: number;
}

function look({ server, client }: Watched): Look {
  const pids = server();
  const parts = eachPart((part) => usedBy(pids[part]));
  return { ms: Date.now(), parts, client: usedBy(client()), all: usedByAll() };
}

function between(was: Look, now: Look) {
  const seconds = (now.ms - was.ms) / 1000;
  const share = (used: number) => Math.max(0, used / seconds);
  const parts = PARTS.map((part) => [part, now.parts[part].cpu - was.parts[part].cpu] as const);
  const server = parts.reduce((sum, [, cpu]) => sum + cpu, 0);
  const client = now.client.cpu - was.client.cpu;
  return {
    at: Math.floor(was.ms / 1000),
    serverCpu: share(server),
    partsCpu: Object.fromEntries(
      parts.filter(([part]) => now.parts[part].cpu > 0).map(([part, cpu]) => [part, share(cpu)]),
    ),
    clientCpu: share(client),
    othersCpu: share(now.all - was.all - server - client),
    rssMb: now.parts.servers.rssMb + now.parts.door.rssMb,
  };
}

/** That of the process whose timers were latest. */
async function worstLoop({ urls, token }: Metrics): Promise<LoopDelay | undefined> {
  const all = await Promise.all(urls.map((url) => loopDelay(url, token)));
  return all.flatMap((one) => one ?? []).toSorted((a, b) => b.p99 - a.p99)[0];
}

async function loopDelay(url: string, token: string): Promise<LoopDelay | undefined> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const text = await (await fetch(url, { headers, signal: AbortSignal.timeout(ASK_WITHIN_MS) })).text();
    const told = (what: string) => {
      const [, seconds] = new RegExp(`^nodejs_eventloop_lag_${what}_seconds ([\\d.e+-]+)$`, 'm').exec(text) ?? [];
      return Math.max(0, Number(seconds) * 1000 - TIMER_MS);
    };
    const loop = { p50: told('p50'), p90: told('p90'), p99: told('p99'), most: told('max') };
    return Object.values(loop).some(Number.isNaN) ? undefined : loop;
  } catch {
    return undefined;
  }
}
