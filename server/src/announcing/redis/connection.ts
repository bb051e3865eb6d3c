/** A connection to Redis that nothing ever waits for: what cannot be sent now fails at once. */
import { Redis } from 'ioredis';
import type { RedisHealth } from './redisHealth.ts';

/** After this time without an answer, Redis stands still: the connection is made anew. */
const SILENT_MS = 1000;
/** A dead connection looks like one on which nothing happens, so each asks for an answer so often. */
const PING_MS = 1000;
const LONGEST_RETRY_MS = 2000;
const MORE_EACH_RETRY_MS = 100;

export interface RedisTarget {
  readonly url: string;
  /** Keeps servers with different data apart, if they share a Redis. */
  readonly scope: string;
  readonly health: RedisHealth;
}

export function connectTo({ url, health }: RedisTarget): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    connectTimeout: SILENT_MS,
    socketTimeout: SILENT_MS,
    disableClientInfo: true,
    retryStrategy: (times) => Math.min(times * MORE_EACH_RETRY_MS, LONGEST_RETRY_MS),
  });
  health.watch(redis);
  const pinging = setInterval(() => void redis.ping().catch(() => {}), PING_MS).unref();
  redis.once('end', () => clearInterval(pinging));
  return redis;
}

/** The version of the Redis at this address. Rejects if none answers in time. */
export async function versionAt(url: string, withinMs: number): Promise<string> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: withinMs,
    commandTimeout: withinMs,
    retryStrategy: null,
    disableClientInfo: true,
  });
  redis.on('error', () => {}); // the call rejects, too
  try {
    await redis.connect();
    return /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown';
  } finally {
    redis.disconnect();
  }
}
