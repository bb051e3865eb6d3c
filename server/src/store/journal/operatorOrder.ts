/** The order of matches in the operator's list: unfinished ones, the oldest first, then ended, the newest first. */

/** The last match that the operator was shown. */
export interface OperatorPlace {
  readonly status: 'open' | 'running' | 'ended';
  readonly createdAt: number;
  readonly match: string;
}

type Key = readonly [ended: number, age: number, match: string];

/** A sort key: places have the order of their keys. */
export function keyOf({ status, createdAt, match }: OperatorPlace): Key {
  return status === 'ended' ? [1, -createdAt, match] : [0, createdAt, match];
}
