/** What is true of this process now: its numbers, and who and what is connected to it. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import server from '../../../package.json' with { type: 'json' };
import type { RedisMetrics } from '../../announcing/redis/redisMetrics.ts';
import type { Readiness } from '../../base/readiness.ts';
import type { Look } from '../../features/operating/fleet.ts';
import type { Temples } from '../../features/temples/temples.ts';
import type { Matches } from '../../matches/matches.ts';
import { whoIsOnline } from '../rooms/online.ts';

interface Looked {
  readonly readiness: Readiness;
  readonly temples: Temples;
  readonly matches: Pick<Matches, 'awake'>;
  readonly strays: () => Promise<number>;
  readonly redis: Pick<RedisMetrics, 'isUp'>;
}

const LOOK_EVERY_MS = 20;
const FORGET_AFTER_MS = 10_000;
const NANOSECONDS = 1e6;

export function ownLook({ readiness, temples, matches, strays, redis }: Looked): () => Promise<Look> {
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delay.enable();
  let since = performance.now();
  return async () => {
    const { players, bridges } = await whoIsOnline();
    const late = Math.max(0, delay.percentile(99) / NANOSECONDS - LOOK_EVERY_MS);
    if (performance.now() - since > FORGET_AFTER_MS) {
      since = performance.now();
      delay.reset();
    }
    const { open, ...counts } = temples.counts;
    const isRedisUp = redis.isUp();
    return {
      numbers: {
        state: readiness.state,
        players: new Set(players.map(({ player }) => player)).size,
        connections: players.length,
        bridges: bridges.length,
        matches: matches.awake.length,
        temples: open,
        templeNumbers: { ...counts, strays: await strays() },
        memory: process.memoryUsage.rss(),
        version: server.version,
        ...(isRedisUp !== undefined && { isRedisUp }),
        loopDelay: Math.round(late),
      },
      present: { players, unlisted: 0, temples: temples.all.filter(({ isFresh }) => isFresh).map(({ id }) => id) },
    };
  };
}
