/** The order in which an operator goes through all matches: what has not ended, the oldest first; then what has, the newest first. */

/** The last match that the operator was shown. */
export interface OperatorPlace {
  readonly status: 'open' | 'running' | 'ended';
  readonly createdAt: number;
  readonly match: string;
}

type Key = readonly [ended: number, age: number, match: string];

/** Places follow one another as their keys do. */
export function keyOf({ status, createdAt, match }: OperatorPlace): Key {
  return status === 'ended' ? [1, -createdAt, match] : [0, createdAt, match];
}

export function inOrder(one: OperatorPlace, other: OperatorPlace): number {
  const [[ended, age, match], [otherEnded, otherAge, otherMatch]] = [keyOf(one), keyOf(other)];
  return ended - otherEnded || age - otherAge || (match < otherMatch ? -1 : Number(match > otherMatch));
}
