/** Every random result comes from here, so that a record replays and a test can script it. */
export interface Chance {
  /** 1..sides, all equally likely. */
  die(sides: number): number;
  /** true = heads. */
  coin(): boolean;
  shuffle<T>(items: readonly T[]): readonly T[];
  pick<T>(items: readonly T[]): T;
}
