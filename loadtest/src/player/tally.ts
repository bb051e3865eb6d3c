/** Counts what one virtual user sees, and tells it once a second as a line that the runner reads. */
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import { measuredFrom, measuredTo, type Told } from '../plan.ts';
import { PLAN } from './plan.ts';

/** What takes time. Its name in the thresholds of k6 ends with `_ms`. */
export type Timed = 'move' | 'join' | 'back';
export type Counted =
  | 'moves'
  | 'matches'
  | 'held'
  | 'resent'
  | 'repeated'
  | 'retries'
  | 'frames'
  | 'returned'
  | 'joined'
  | 'taken';

const TRENDS = {
  move: new Trend('move_ms'),
  join: new Trend('join_ms'),
  back: new Trend('back_ms'),
} as const;
const COUNTERS: Readonly<Partial<Record<Counted, Counter>>> = {
  moves: new Counter('moves'),
  returned: new Counter('returned'),
  joined: new Counter('joined'),
};
const DONE = new Counter('users');
const FAILURES = new Counter('failures');
/** k6 holds back few words of a failure that happens thousands of times. */
const MOST_WORDS = 160;

let counts: Record<string, number> = {};
let times: Record<string, number[]> = {};
let failures: Record<string, number> = {};
let shown: [number, number][] = [];
let sent: [number, number][] = [];
let accepted: [string, number][] = [];

/** Milliseconds since k6 began, the same for all virtual users. */
export const now = (): number => exec.instance.currentTestRunDuration;

export function count(what: Counted, by = 1): void {
  counts[what] = (counts[what] ?? 0) + by;
  if (isMeasured()) COUNTERS[what]?.add(by);
}

export function took(what: Timed, milliseconds: number): void {
  if (!isMeasured()) return;
  TRENDS[what].add(milliseconds);
  const list = times[what] ?? [];
  list.push(Math.round(milliseconds * 100) / 100);
  times[what] = list;
}

/** k6 goes on without a virtual user whose code threw. */
export function userDone(): void {
  DONE.add(1);
}

/** A move that all clients have seen. */
export function played(milliseconds: number): void {
  count('moves');
  took('move', milliseconds);
}

/** All spectators of this virtual user have seen the table of this step. */
export function tableShown(step: number): void {
  shown.push([step, Math.round(now() * 100) / 100]);
}

/** A player has sent the move that leads to the table of this step. */
export function moveSent(step: number, at: number): void {
  sent.push([step, Math.round(at * 100) / 100]);
}

/** The server says that it has accepted the move with this id. */
export function moveAccepted(match: string, id: number): void {
  accepted.push([match, id]);
}

export function fail(error: unknown): void {
  const words = String(error instanceof Error ? error.message : error).slice(0, MOST_WORDS);
  failures[words] = (failures[words] ?? 0) + 1;
  FAILURES.add(1);
}

/** Tells each second, until the returned function is called. */
export function telling(): () => void {
  const timer = setInterval(tell, 1000);
  return () => {
    clearInterval(timer);
    tell();
  };
}

function isMeasured(): boolean {
  const at = now();
  return at >= measuredFrom(PLAN) && at <= measuredTo(PLAN);
}

function tell(): void {
  const told: Told = {
    at: Math.floor(Date.now() / 1000),
    isMeasured: isMeasured(),
    counts,
    times,
    failures,
    shown,
    sent,
    accepted,
  };
  console.log(JSON.stringify(told));
  counts = {};
  times = {};
  failures = {};
  shown = [];
  sent = [];
  accepted = [];
}
