/** Compares what was measured with the goals. Only ratios of one round are compared; their medians count. */
import { type Goal, refsOf } from './goals.ts';
import type { Collected, Round } from './rounds.ts';

export type Verdict = 'stretch' | 'must' | 'missed' | 'not measured';

export interface Result {
  /** Medians over the rounds. Absent when not measured. */
  readonly ours?: number;
  readonly peer?: number;
  /** To the peer; without a peer our figure itself. */
  readonly ratio?: number;
  readonly least?: number;
  readonly most?: number;
  /** This checkout in relation to the earlier one. */
  readonly toBefore?: number;
}

export function resultOf(goal: Goal, { now, before }: Collected): Result {
  const ratios = numbers(now.map((round) => ratioIn(round, goal)));
  const [ours, peer, ratio] = [
    middle(numbers(now.map((round) => valueIn(round, goal.ours)))),
    middle(numbers(now.map((round) => goal.peer && round.get(goal.peer.value)))),
    middle(ratios),
  ];
  const toBefore = middle(numbers(now.map((round, i) => againstBefore(goal, round, before[i]))));
  return {
    ...(ours !== undefined && { ours }),
    ...(peer !== undefined && { peer }),
    ...(ratio !== undefined && { ratio, least: Math.min(...ratios), most: Math.max(...ratios) }),
    ...(toBefore !== undefined && { toBefore }),
  };
}

export function verdictOn(goal: Goal, { ratio }: Result): Verdict {
  if (ratio === undefined) return 'not measured';
  const [must, stretch] = limitsOf(goal);
  const reaches = (limit: number) => ('atLeast' in goal ? ratio >= limit : ratio <= limit);
  if (reaches(stretch)) return 'stretch';
  return reaches(must) ? 'must' : 'missed';
}

export const limitsOf = (goal: Goal) => ('atLeast' in goal ? goal.atLeast : goal.atMost);

/** What stopped or failed on the way to this goal. */
export function troublesOf(goal: Goal, { troubles }: Collected): readonly string[] {
  const isNeeded = (measure: string, system: string) =>
    refsOf(goal).some((ref) => ref.startsWith(system === 'all' ? `${measure}/` : `${measure}/${system}/`));
  return troubles
    .filter(({ measure, system }) => isNeeded(measure, system))
    .map(({ system, which, what }) => `${which === 'now' ? '' : 'before, '}${system}: ${what.split('\n')[0]}`);
}

function valueIn(round: Round, value: Goal['ours']): number | undefined {
  if (typeof value === 'string') return round.get(value);
  const [of, less] = [round.get(value.of), round.get(value.less)];
  return of === undefined || less === undefined ? undefined : of - less;
}

function ratioIn(round: Round, goal: Goal): number | undefined {
  const ours = valueIn(round, goal.ours);
  if (goal.peer === undefined || ours === undefined) return ours;
  const peer = round.get(goal.peer.value);
  return peer === undefined ? undefined : ours / peer;
}

/** Where the earlier checkout was measured beside the same peer, the ratios are compared, otherwise the figures. */
function againstBefore(goal: Goal, now: Round, before: Round | undefined): number | undefined {
  if (before === undefined) return undefined;
  const [ratioBefore, ratioNow] = [ratioIn(before, goal), ratioIn(now, goal)];
  if (ratioBefore !== undefined && ratioNow !== undefined) return ratioNow / ratioBefore;
  const [oursBefore, oursNow] = [valueIn(before, goal.ours), valueIn(now, goal.ours)];
  return oursBefore === undefined || oursNow === undefined ? undefined : oursNow / oursBefore;
}

function numbers(list: readonly (number | undefined)[]): readonly number[] {
  return list.filter((one) => one !== undefined && Number.isFinite(one)) as number[];
}

/** Undefined for an empty list. */
export function middle(list: readonly number[]): number | undefined {
  const sorted = list.toSorted((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
