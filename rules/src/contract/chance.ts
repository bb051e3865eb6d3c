/** All that is random comes through here, so that a record replays and a test can script it. */
export interface Chance {
  /** 1..sides, each as likely. */
  die(sides: number): number;
  /** true = heads. */
  coin(): boolean;
  shuffle<T>(items: readonly T[]): readonly T[];
  pick<T>(items: readonly T[]): T;
}
