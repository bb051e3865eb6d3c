/** The plan of this run, as the runner put it into the environment. */
import { type Plan, usersOf } from '../plan.ts';

export const PLAN: Plan = JSON.parse(__ENV['PLAN'] ?? '{}');
/** Whether observers beside these players tell the times. */
export const IS_CROWD = __ENV['PART'] === 'crowd';
const TOLD_TO = __ENV['SUMMARY'] ?? '';

/** k6 ends a virtual user that takes this much longer than planned. */
const GRACE_SECONDS = 30;

/** Every virtual user runs once, for the whole time. Without tags k6 keeps one series for each metric. */
export function optionsWith(thresholds: Readonly<Record<string, readonly string[]>>) {
  const { arriveSeconds, settleSeconds, seconds } = PLAN;
  const maxDuration = `${arriveSeconds + settleSeconds + seconds + GRACE_SECONDS}s`;
  const once = { executor: 'per-vu-iterations', iterations: 1, gracefulStop: '5s' };
  return {
    scenarios: { all: { ...once, exec: 'run', vus: usersOf(PLAN), maxDuration } },
    thresholds: { failures: ['count==0'], users: [`count==${usersOf(PLAN)}`], ...thresholds },
    systemTags: [],
    summaryTrendStats: ['med', 'p(99)', 'p(99.9)', 'max', 'count'],
  };
}

export const PLAYED: Readonly<Record<string, readonly string[]>> = {
  move_ms: [`p(99)<${PLAN.mostP99Ms}`],
  moves: ['count>0'],
};

/** k6 calls it at the end: the runner reads which thresholds failed. */
export function handleSummary(data: unknown): Record<string, string> {
  return { [TOLD_TO]: JSON.stringify(data) };
}
