import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { ClosedError, countdown, limited, pause, TimedOutError } from './limited.ts';

const never = () => new Promise<never>(() => {});

test('what is done in time is returned, and leaves no listener behind', async () => {
  const { signal } = new AbortController();
  expect(await limited({ signal, within: 60_000 }, async () => 'done')).toBe('done');
  await expect(limited({ signal }, () => Promise.reject(new Error('a reason')))).rejects.toThrow('a reason');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('an abort rejects with its own reason, also if it came before', async () => {
  const controller = new AbortController();
  const stops: AbortSignal[] = [];
  const waiting = limited({ signal: controller.signal }, (stop) => {
    stops.push(stop);
    return never();
  });
  const reason = new Error('the player left the page');
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(stops.map(({ aborted }) => aborted)).toEqual([true]);
  let isRun = false;
  const late = limited({ signal: controller.signal }, async () => {
    isRun = true;
  });
  await expect(late).rejects.toBe(reason);
  expect(isRun).toBe(false);
});

test('the reason of the caller is told, not what the signal makes of the work', async () => {
  const controller = new AbortController();
  const work = (stop: AbortSignal) =>
    new Promise<never>((_, reject) => stop.addEventListener('abort', () => reject(new Error('cut'))));
  const waiting = limited({ signal: controller.signal }, work);
  controller.abort('away');
  await expect(waiting).rejects.toBe('away');
  await expect(limited({ within: 1 }, work)).rejects.toBeInstanceOf(TimedOutError);
});

test('a signal without a reason, as in React Native, rejects with an AbortError', async () => {
  const signal = Object.assign(new EventTarget(), { aborted: true }) as unknown as AbortSignal;
  await expect(limited({ signal }, never)).rejects.toMatchObject({ name: 'AbortError' });
});

test('after the time it rejects with a TimedOutError, or what the caller makes', async () => {
  await expect(limited({ within: 1 }, never)).rejects.toThrow('longer than the caller waits');
  await expect(limited({ within: 0 }, never)).rejects.toMatchObject({ name: 'TimedOutError' });
  await expect(limited({ within: 1 }, never, () => new ClosedError('gone'))).rejects.toThrow('gone');
});

test.each([2 ** 31, Number.POSITIVE_INFINITY])('%d ms, which no timer can wait, do not end at once', async (within) => {
  expect(await limited({ within }, (stop) => pause(20, stop).then(() => 'waited'))).toBe('waited');
});

test('a pause ends when it is told to stop', async () => {
  const controller = new AbortController();
  const pausing = pause(600_000, controller.signal);
  controller.abort();
  await pausing;
  await pause(600_000, controller.signal);
});

test('a countdown tells how long is left, and never less than nothing', async () => {
  const left = countdown({ within: 5 });
  await pause(10, new AbortController().signal);
  expect(left()).toEqual({ signal: undefined, within: 0 });
  expect(countdown({})()).toEqual({ signal: undefined, within: undefined });
});
