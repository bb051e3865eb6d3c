/** Virtual time: what happens in which order, and what belongs to one event. */
import { fastChance } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { World } from './world.ts';

const newWorld = () => new World(1, new Map());

test('events happen in the order of their times, and those of one time in the order of their planning', async () => {
  const world = newWorld();
  const chance = fastChance(3);
  const planned = Array.from({ length: 2000 }, (_, n) => ({ at: chance.die(50), n }));
  const happened: typeof planned = [];
  for (const one of planned) world.in(one.at, () => happened.push(one));
  await world.run(() => happened.length === planned.length);
  expect(happened).toEqual(planned.toSorted((a, b) => a.at - b.at || a.n - b.n));
});

test('what is cancelled does not happen, and takes no time', async () => {
  const world = newWorld();
  const began = world.now;
  const happened: string[] = [];
  world.in(5, () => happened.push('cancelled')).cancel();
  world.in(10, () => happened.push('done'));
  await world.run(() => happened.length > 0);
  expect([happened, world.now - began]).toEqual([['done'], 10]);
});

test('all promises of an event are over before the next event', async () => {
  const world = newWorld();
  const happened: string[] = [];
  const chain = async (name: string, length: number) => {
    for (let n = 0; n < length; n++) await Promise.resolve();
    process.nextTick(() => happened.push(name));
  };
  world.in(1, () => void chain('first', 500));
  world.in(1, () => happened.push('second'));
  await world.run(() => happened.length === 2);
  expect(happened).toEqual(['first', 'second']);
});

test('a world in which all wait for each other says so, and stops', async () => {
  const world = newWorld();
  world.in(1, () => {});
  await world.run(() => false);
  expect(world.findings).toEqual(['0.001 s, step 1: alive: nothing is planned any more: all wait for each other']);
});

describe('chance', () => {
  test('one seed gives one course', () => {
    const course = (seed: number) => {
      const world = new World(seed, new Map());
      return Array.from({ length: 20 }, () => world.between(3, 900));
    };
    expect(course(7)).toEqual(course(7));
    expect(course(7)).not.toEqual(course(8));
    expect(course(7).every((one) => one >= 3 && one <= 900)).toBe(true);
  });
});
