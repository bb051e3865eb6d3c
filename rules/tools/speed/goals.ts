/** What every game must reach, and whether it does. */
import { median } from '../statistics.ts';

/** What is measured beside which reference, and how many times its speed a game must have. */
export const GOALS = [
  { way: 'list and play', reference: 'chessops', least: 1.5 },
  { way: 'judge and play', reference: 'boardgame.io', least: 10 },
] as const;

export type Goal = (typeof GOALS)[number];

/** Moves a second, by name. */
export type Round = ReadonlyMap<string, number>;

export interface Row {
  readonly name: string;
  readonly way: Goal['way'];
  readonly movesPerSecond: number;
  /** To the reference: the median of the ratios of all rounds. */
  readonly ratio: number;
  /** Absent for the reference itself. */
  readonly met?: boolean;
}

export function judged({ way, reference, least }: Goal, rounds: readonly Round[]): readonly Row[] {
  const speed = (round: Round, name: string) => round.get(name) ?? Number.NaN;
  return [...(rounds[0]?.keys() ?? [])].map((name) => {
    const movesPerSecond = Math.round(median(rounds.map((round) => speed(round, name))));
    const ratio = median(rounds.map((round) => speed(round, name) / speed(round, reference)));
    return { name, way, movesPerSecond, ratio, ...(name !== reference && { met: ratio >= least }) };
  });
}

export const isMissed = (rows: readonly Row[]): boolean => rows.some(({ met }) => met === false);
