/** The program that k6 runs. It is bundled with what it imports, and plays the load of its plan. */
import { Counter } from 'k6/metrics';
import { type LoadName, measuredTo, SEATS, usersOf } from '../loads.ts';
import { watchingSilence } from './connection.ts';
import { lobbyRush, quickRush, storm } from './joining.ts';
import { playMatches } from './table.ts';
import { at, fail, PLAN, reporting, userIndex } from './user.ts';
import { watch } from './watch.ts';

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
