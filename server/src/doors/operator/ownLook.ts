/** What is true of this process now: its numbers, and who and what is connected to it. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
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
}

const LOOK_EVERY_MS = 20;
const FORGET_AFTER_MS = 10_000;
const NANOSECONDS = 1e6;

export function ownLook({ readiness, temples, matches, strays }: Looked): () => Promise<Look> {
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
        loopDelay: Math.round(late),
      },
      present: { players, unlisted: 0, temples: temples.all.filter(({ isFresh }) => isFresh).map(({ id }) => id) },
    };
  };
}
