/** A connection to Redis that nothing ever waits for: what cannot be sent now fails at once. */
import { Redis } from 'ioredis';
import type { Log } from '../../base/log.ts';

/** After this time without an answer, Redis stands still: the connection is made anew. */
const SILENT_MS = 1000;
/** A dead connection looks like one on which nothing happens, so each asks for an answer so often. */
const PING_MS = 1000;
const LONGEST_RETRY_MS = 2000;
const MORE_EACH_RETRY_MS = 100;

export interface Place {
  readonly url: string;
  /** Keeps servers with different data apart, if they share a Redis. */
  readonly scope: string;
  readonly log: Log;
}

/** `use` names the connection in the log. */
export function connectTo({ url, log }: Place, use: string): Redis {
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
  logChanges(redis, log.child({ use }));
  const pinging = setInterval(() => void redis.ping().catch(() => {}), PING_MS).unref();
  redis.once('end', () => clearInterval(pinging));
  return redis;
}

/** Logs once that Redis is away, and once that it is back. An error may hold the password, so only its text is logged. */
function logChanges(redis: Redis, log: Log): void {
  let isAway = false;
  let reason = '';
  redis.on('error', (error: Error) => {
    reason = error.message;
  });
  redis.on('reconnecting', () => {
    if (!isAway) log.warn({ reason }, 'Redis is away: processes learn of changes later, and each counts for itself');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) log.info('Redis is back');
    isAway = false;
  });
}
