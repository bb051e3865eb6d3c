import { expect, test } from 'vitest';
import { WarpClock } from './warpClock.ts';

test('a clock that is ahead of what it is told neither falls nor stands still', async () => {
  const clock = new WarpClock({ at: 1000, real: Date.now() - 1000, speed: 60 });
  const ahead = clock.now();
  expect(ahead).toBeGreaterThanOrEqual(61_000);
  clock.follow({ at: 30_000, real: Date.now(), speed: 1 });
  const rang = new Promise<number>((resolve) => clock.after(50, () => resolve(clock.now())));
  expect(await rang).toBeGreaterThanOrEqual(ahead + 50);
  clock.stop();
});

test('what is planned comes in order, as fast as time passes', async () => {
  const clock = new WarpClock();
  const rung: string[] = [];
  clock.goOn(1000);
  clock.after(20_000, () => rung.push('later'));
  const callOff = clock.after(15_000, () => rung.push('never'));
  await new Promise<void>((resolve) => {
    clock.after(30_000, resolve);
    clock.after(10_000, () => rung.push('sooner'));
    callOff();
  });
  expect(rung).toEqual(['sooner', 'later']);
  clock.stop();
});
