/** How often a player and an address may call routes. The host scales all of these limits with `LIMITS`. */

export interface Bucket {
  /** Absent where the caller need not be signed in. */
  readonly perPlayer?: number;
  /** Generous: a whole school may sit behind one address. */
  readonly perAddress: number;
  readonly seconds: number;
}

export const BUCKETS = {
  guests: { perAddress: 100, seconds: 600 },
  matches: { perPlayer: 30, perAddress: 300, seconds: 600 },
  quick: { perPlayer: 60, perAddress: 600, seconds: 600 },
  /** A client that loses its connection again and again asks for a place every two or three seconds. */
  seats: { perPlayer: 300, perAddress: 3000, seconds: 600 },
  /** Moves and words over HTTP. Beside this, the pace of a connection holds for all of a player's requests together. */
  actions: { perPlayer: 3000, perAddress: 30_000, seconds: 60 },
  /** Names, codes and sessions. */
  identity: { perPlayer: 30, perAddress: 300, seconds: 600 },
  links: { perPlayer: 20, perAddress: 200, seconds: 600 },
  /** Adding a webhook looks up its host name, and testing a webhook sends a notice. */
  webhooks: { perPlayer: 30, perAddress: 300, seconds: 600 },
  /** Wrong codes are counted apart, and more strictly. */
  pairing: { perPlayer: 30, perAddress: 300, seconds: 600 },
  temples: { perPlayer: 120, perAddress: 1200, seconds: 600 },
  /** Long answers that only read. */
  records: { perAddress: 600, seconds: 600 },
  steps: { perAddress: 6000, seconds: 600 },
  reports: { perPlayer: 20, perAddress: 200, seconds: 3600 },
  /** Every route that names no other limit, every file of the page, and every address at which nothing is. */
  reading: { perPlayer: 1200, perAddress: 12_000, seconds: 60 },
} as const satisfies Readonly<Record<string, Bucket>>;

/** Reading stores nothing, so these go on when the disk is full. */
export const READING: readonly BucketName[] = ['records', 'steps', 'reading'];

export type BucketName = keyof typeof BUCKETS;
