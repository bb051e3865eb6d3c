import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefusedError } from '../http/http.ts';
import { LastingConnection } from './connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1); // each wait is as long as it may be
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** When a client tries that is refused each time, in milliseconds. */
async function triesWithin(milliseconds: number, retryAfter?: number): Promise<readonly number[]> {
  const [began, tries]: [number, number[]] = [Date.now(), []];
  const reserve = () => {
    tries.push(Date.now() - began);
    const refusal = { code: 'unavailable', message: 'not now' } as const;
    return Promise.reject(new RefusedError(refusal, retryAfter === undefined ? {} : { retryAfter }));
  };
  const way = { url: 'http://127.0.0.1', WebSocket: undefined, patience: () => true, reserve };
  const lasting = new LastingConnection(way, { onJoin: () => {}, onStatus: () => {} });
  void lasting.run();
  await vi.advanceTimersByTimeAsync(milliseconds);
  lasting.close(new Error('enough'));
  return tries;
}

test('while another process takes over it tries at least each second, and later each three seconds', async () => {
  const tries = await triesWithin(20_000);
  const waits = tries.slice(1).map((at, n) => at - (tries[n] ?? 0));
  expect(waits).toEqual([200, 400, 800, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 3000, 3000, 3000]);
});

test('it waits as long as the server wants', async () => {
  expect(await triesWithin(9000, 4)).toEqual([0, 4000, 8000]);
});
