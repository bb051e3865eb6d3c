/** The program that k6 runs. It is bundled with what it imports, and plays the load of its plan. */
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { Counter } from 'k6/metrics';
import { type LoadName, measuredTo, SEATS, usersOf } from '../loads.ts';
import { Connection, textOf, watchingSilence } from './connection.ts';
import { lobbyRush, quickRush, storm } from './joining.ts';
import { playMatches, Table } from './table.ts';
import {
  arrivalOf,
  at,
  count,
  fail,
  LAST_ANSWERS_MS,
  moveSent,
  now,
  Person,
  PLAN,
  pause,
  playersHere,
  reporting,
  tableShown,
  userIndex,
} from './user.ts';

/** What a load needs to be kept, by the metrics of k6: no failure, and what is named here. */
type Thresholds = Readonly<Record<string, readonly string[]>>;

const PLAYED: Thresholds = { move_ms: [`p(99)<${PLAN.mostP99Ms}`], moves: ['count>0'] };
const ALL_JOINED: Thresholds = { join_ms: [`p(99)<${PLAN.mostP99Ms}`], joined: [`count==${PLAN.players}`] };

interface Scenario {
  readonly part: () => Promise<void>;
  readonly thresholds: Thresholds;
}

const SCENARIOS: Readonly<Record<LoadName, Scenario>> = {
  human: { part: playMatches, thresholds: PLAYED },
  flat: { part: playMatches, thresholds: PLAYED },
  lobby: { part: lobbyRush, thresholds: ALL_JOINED },
  quick: { part: quickRush, thresholds: ALL_JOINED },
  storm: {
    part: storm,
    thresholds: {
      back_ms: ['max<5000'],
      returned: [`count==${Math.floor(PLAN.players / SEATS) * SEATS}`],
      moves: ['count>0'],
    },
  },
  /** `move_ms` is the time until all four players have seen a move; the runner adds that of the spectators. */
  watch: { part: watch, thresholds: PLAYED },
  mix: { part: mixed, thresholds: { ...PLAYED, join_ms: ['p(99)<5000'], joined: ['count>0'] } },
};

const { part, thresholds } = SCENARIOS[PLAN.load];

/** k6 ends a virtual user that takes this much longer than planned. */
const GRACE_SECONDS = 30;

/** Every virtual user runs once, for the whole time. Without tags k6 keeps one series for each metric. */
export const options = {
  scenarios: {
    all: {
      executor: 'per-vu-iterations',
      iterations: 1,
      gracefulStop: '5s',
      exec: 'run',
      vus: usersOf(PLAN),
      maxDuration: `${measuredTo(PLAN) / 1000 + GRACE_SECONDS}s`,
    },
  },
  thresholds: { failures: ['count==0'], users: [`count==${usersOf(PLAN)}`], ...thresholds },
  systemTags: [],
  summaryTrendStats: ['med', 'p(99)', 'p(99.9)', 'max', 'count'],
};

/** k6 goes on without a virtual user whose code threw, so those that come to their end are counted. */
const DONE = new Counter('users');
const LATEST_END_MS = 4000;
const LATE = 'late';

/** Runs the part of this virtual user, reports what it sees, and closes all of its sockets at the end. */
export async function run(): Promise<void> {
  const stopReporting = reporting();
  const closeAll = watchingSilence();
  const late = at(measuredTo(PLAN) + LATEST_END_MS).then(() => LATE);
  const end = await Promise.race([part().catch(fail), late]);
  if (end === LATE) fail('a virtual user was not done in time');
  closeAll();
  DONE.add(1);
  stopReporting();
}

/** Of five virtual users one comes by quick play, and one through the lobby, while three play whole matches. */
function mixed(): Promise<void> {
  const place = userIndex() % 5;
  if (place === 0) return quickRush();
  return place === 1 ? lobbyRush() : playMatches();
}

/** k6 calls it at the end: the runner reads the metrics, and which thresholds failed. */
export function handleSummary(data: unknown): Record<string, string> {
  return { [__ENV['SUMMARY'] ?? '']: JSON.stringify(data) };
}

// One match of four that all others watch.

const LOOK_AGAIN_MS = 200;

export async function watch(): Promise<void> {
  await Promise.all([spectate(), ...(userIndex() === 0 ? [play()] : [])]);
}

/** The players sit down when all spectators are there. */
async function play(): Promise<void> {
  const people = await Promise.all(Array.from({ length: SEATS }, () => Person.signUp()));
  const table = new Table(people);
  table.onMove = moveSent;
  const match = await table.create();
  await at((PLAN.arriveSeconds + PLAN.settleSeconds / 2) * 1000);
  await table.seatAll(match);
  await at(measuredTo(PLAN) + LAST_ANSWERS_MS);
  table.close();
}

async function spectate(): Promise<void> {
  const audience = new Audience(await theMatch());
  const spectators = playersHere() - (userIndex() === 0 ? SEATS : 0);
  const come = async (nth: number) => {
    await at(arrivalOf(nth, spectators));
    await audience.enter();
  };
  await Promise.all(Array.from({ length: spectators }, (_, nth) => come(nth).catch(fail)));
  await at(measuredTo(PLAN) + LAST_ANSWERS_MS);
}

/** There is one match on this server. */
async function theMatch(): Promise<string> {
  for (; now() < measuredTo(PLAN); await pause(LOOK_AGAIN_MS)) {
    const { matches } = await Person.ask<{ readonly matches: readonly MatchSummary[] }>('/api/matches?status=open');
    if (matches[0] !== undefined) return matches[0].match;
  }
  throw new Error('the match to watch is not in the list');
}

interface TableState {
  readonly step: number;
}

interface Patch {
  readonly text: string;
  /** How many spectators have it. */
  had: number;
}

/**
 * The spectators of one virtual user. The server sends all spectators the same patches, so the first of them reads each patch,
 * and the others check that they got the same bytes: k6 could not read thousands of patches for each move.
 */
class Audience {
  private readonly match: string;
  private readonly patches: Patch[] = [];
  /** The step of the table after each patch. */
  private readonly steps: number[] = [];
  private spectators = 0;
  private told = 0;

  constructor(match: string) {
    this.match = match;
  }

  /** Resolves when the spectator sees the table. All must come before the match begins. */
  async enter(): Promise<void> {
    const person = await Person.signUp();
    const place = await person.post<Pick<SeatedAnswer, 'connection'>>(`/api/matches/${this.match}/watch`);
    await new Promise<void>((resolve) => this.watch(place, resolve));
    if (this.patches.length > 0) fail('a spectator came after the match had begun');
    count('joined');
  }

  private watch(place: Pick<SeatedAnswer, 'connection'>, onWhole: () => void): void {
    const isReader = this.spectators++ === 0;
    let patches = 0;
    let isWhole = false;
    const shown = ({ step }: TableState) => {
      if (isWhole) this.steps.push(step);
      isWhole = true;
      onWhole();
    };
    const patch = (bytes: Uint8Array, read: () => void) => {
      if (isReader) read();
      this.take(patches++, bytes);
    };
    new Connection<TableState>(place.connection, { shown, patch, message: () => {}, answer: () => {}, lost: fail });
  }

  private take(nth: number, bytes: Uint8Array): void {
    const text = textOf(bytes);
    const patch = this.patches[nth] ?? { text, had: 0 };
    this.patches[nth] = patch;
    if (patch.text !== text) return fail('two spectators got different patches');
    patch.had++;
    const step = this.steps[nth] ?? 0;
    if (patch.had < this.spectators || step <= this.told) return;
    this.told = step;
    tableShown(step);
  }
}
