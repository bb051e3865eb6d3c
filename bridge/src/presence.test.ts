import { expect, test } from 'vitest';
import { ManualClock } from '../testing/index.ts';
import { Presence } from './presence.ts';

const T = 'templo-7f3a';

function presence() {
  const clock = new ManualClock();
  const told: string[] = [];
  const all = new Presence({ clock, tell: (_, is) => void told.push(is) });
  const pass = (seconds: number) => {
    for (let i = 0; i < seconds; i += 5) {
      clock.advance(5000);
      all.tick();
    }
  };
  return { clock, told, all, pass };
}

test('a temple is told of when that changes, and not again', () => {
  const { told, all } = presence();
  all.sawAvailability(T, 'online');
  all.sawOdometer(T);
  all.sawOdometer(T);
  all.sawAvailability(T, 'offline');
  all.sawAvailability(T, 'offline');
  expect(told).toEqual(['online', 'offline']);
});

test('75 seconds without an odometer are as good as a last will', () => {
  const { told, all, pass } = presence();
  all.sawAvailability(T, 'online');
  pass(70);
  expect(told).toEqual(['online']);
  pass(5);
  expect(told).toEqual(['online', 'offline']);
  all.sawOdometer(T);
  expect(told.at(-1)).toBe('online');
});

test('an odometer every half minute keeps it there', () => {
  const { told, all, pass } = presence();
  for (let i = 0; i < 10; i++) {
    all.sawOdometer(T);
    pass(30);
  }
  expect(told).toEqual(['online']);
});

test('after its last will an odometer alone does not bring it back', () => {
  const { told, all } = presence();
  all.sawAvailability(T, 'offline');
  all.sawOdometer(T);
  expect(told).toEqual(['offline']);
});

test('a process that was asleep does not take its own silence for that of the temples', () => {
  const { clock, told, all, pass } = presence();
  all.sawOdometer(T);
  pass(10);
  clock.advance(600_000);
  all.tick();
  expect(told).toEqual(['online']);
  pass(65);
  expect(told).toEqual(['online', 'offline']);
});
