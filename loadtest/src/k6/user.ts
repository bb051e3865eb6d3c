/** What all players of one virtual user of k6 share: the plan, the time, when they arrive, what is measured, and how they call routes. */
import type { MatchSummary, SeatedAnswer, SignedIn } from '@flower-war/protocol';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import {
  measuredFrom,
  measuredTo,
  PLAYERS_OF_A_USER,
  type Plan,
  type StepTime,
  type UserReport,
  usersOf,
} from '../loads.ts';

/** The plan of this run, as the runner put it into the environment. */
export const PLAN: Plan = JSON.parse(__ENV['PLAN'] ?? '{}');
/** Whether observers beside these players tell the times. */
export const IS_CROWD = __ENV['PART'] === 'crowd';

/** What takes time. To measure something more, add it here; k6 calls it by its name and `_ms`. */
const TRENDS = {
  move: new Trend('move_ms'),
  join: new Trend('join_ms'),
  back: new Trend('back_ms'),
} as const;
const COUNTERS = {
  moves: new Counter('moves'),
  matches: new Counter('matches'),
  /** Moves that waited for another player in a hidden window. */
  held: new Counter('held'),
  returned: new Counter('returned'),
  joined: new Counter('joined'),
} as const;
const FAILURES = new Counter('failures');
/** k6 holds back few words of a failure that happens thousands of times. */
const MOST_WORDS = 160;

/** Milliseconds since k6 began, the same for all virtual users. */
export const now = (): number => exec.instance.currentTestRunDuration;

function isMeasured(): boolean {
  const at = now();
  return at >= measuredFrom(PLAN) && at <= measuredTo(PLAN);
}

export function count(what: keyof typeof COUNTERS): void {
  if (isMeasured()) COUNTERS[what].add(1);
}

export function took(what: keyof typeof TRENDS, milliseconds: number): void {
  if (isMeasured()) TRENDS[what].add(milliseconds);
}

const nothing = () => ({
  failures: {} as Record<string, number>,
  accepted: [] as [match: string, id: number][],
  sent: [] as StepTime[],
  shown: [] as StepTime[],
});

/** What k6 cannot keep as a metric: the runner reads it line by line. */
let report = nothing();

/** Failures count also outside of the measured time. */
export function fail(error: unknown): void {
  const words = String(error instanceof Error ? error.message : error).slice(0, MOST_WORDS);
  report.failures[words] = (report.failures[words] ?? 0) + 1;
  FAILURES.add(1);
}

/** The server says that it has accepted the move with this id. */
export function moveAccepted(match: string, id: number): void {
  report.accepted.push([match, id]);
}

/** A player has sent the move that leads to the table of this step. */
export function moveSent(step: number, at: number): void {
  if (isMeasured()) report.sent.push([step, at]);
}

/** All spectators of this virtual user have seen the table of this step. */
export function tableShown(step: number): void {
  report.shown.push([step, now()]);
}

const REPORT_EVERY_MS = 1000;

/** Writes a report each second, until the returned function is called, which writes the last one. */
export function reporting(): () => void {
  const timer = setInterval(writeReport, REPORT_EVERY_MS);
  return () => {
    clearInterval(timer);
    writeReport();
  };
}

function writeReport(): void {
  const line: UserReport = { beganAt: Math.round(Date.now() - now()), ...report };
  console.log(JSON.stringify(line));
  report = nothing();
}

/** Answers to the last moves arrive in this time. */
export const LAST_ANSWERS_MS = 2000;

export function at(milliseconds: number): Promise<void> {
  return pause(Math.max(0, milliseconds - now()));
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Counts from 0. */
export const userIndex = (): number => exec.vu.idInTest - 1;

/** How many players this virtual user has: the last one may have fewer. */
export const playersHere = (): number => Math.min(PLAYERS_OF_A_USER, PLAN.players - userIndex() * PLAYERS_OF_A_USER);

/** When the nth of the given number of this virtual user arrives, so that all players arrive evenly. */
export function arrivalOf(nth: number, many: number): number {
  return ((nth + userIndex() / usersOf(PLAN)) / many) * PLAN.arriveSeconds * 1000;
}

const WITHIN = '30s';

/** One player: signs in, and calls routes. */
export class Person {
  private readonly token: string;

  private constructor(token: string) {
    this.token = token;
  }

  static async signUp(): Promise<Person> {
    const { token } = await call<SignedIn>('POST', '/api/guests', { body: {} });
    return new Person(token);
  }

  /** What the server tells all players. */
  static ask<T>(path: string): Promise<T> {
    return call('GET', path);
  }

  post<T>(path: string, body: unknown = {}): Promise<T> {
    return call('POST', path, { body, token: this.token });
  }

  sit({ match, commitment }: Pick<MatchSummary, 'match' | 'commitment'>): Promise<SeatedAnswer> {
    return this.post(`/api/matches/${match}/seat`, { commitment, contribution: contribution() });
  }

  comeBack(match: string): Promise<SeatedAnswer> {
    return this.post(`/api/matches/${match}/connect`);
  }
}

/** The server refused. */
export class Refusal extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

async function call<T>(
  method: 'GET' | 'POST',
  path: string,
  { body, token }: { readonly body?: unknown; readonly token?: string } = {},
): Promise<T> {
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const sent = body === undefined ? null : JSON.stringify(body);
  const answer = await http.asyncRequest(method, PLAN.url + path, sent, { headers, timeout: WITHIN });
  const { status, body: text, error } = answer;
  if (status === 200) return JSON.parse(String(text)) as T;
  const form = path.replace(/[0-9A-Z]{8}/, '{match}');
  if (status === 0) throw new Error(`${method} ${form}: ${error}`);
  const { code = String(status) } = JSON.parse(String(text)) as { readonly code?: string };
  throw new Refusal(`${method} ${form} is refused: ${code}`, code);
}

/** 16 bytes, which need not be secret here. */
function contribution(): string {
  const four = () => Math.floor(Math.random() * 2 ** 32);
  return Array.from({ length: 4 }, () => four().toString(16).padStart(8, '0')).join('');
}
