import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { Pace } from '../doors/connection/pace.ts';
import { type Gap, OUTAGE_AFTER_MS, ServerTime } from './serverTime.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const HOUR_MS = 3_600_000;

/** A machine whose two clocks the test sets. */
class Machine {
  wall = 1_000_000_000;
  elapsed = 5;
  readonly gaps: Gap[] = [];
  readonly time: ServerTime;

  constructor(since?: number) {
    this.time = new ServerTime({ wall: () => this.wall, elapsed: () => this.elapsed }, since);
    this.time.onGap((gap) => this.gaps.push(gap));
  }

  /** Moves both clocks on and reads the time. */
  pass(ms: number): number {
    this.wall += ms;
    this.elapsed += ms;
    return this.time.now();
  }
}

test(`never goes back, goes on evenly, and calls all else a gap, seed ${SEED}`, () => {
  const [chance, machine] = [fastChance(SEED), new Machine()];
  let [before, ran] = [machine.time.now(), 0];
  const first = before;
  for (let n = 0; n < 5000; n++) {
    if (chance.die(20) === 1) machine.wall += (chance.die(3) - 2) * chance.die(HOUR_MS);
    const stopped = chance.die(40) === 1 ? OUTAGE_AFTER_MS + chance.die(HOUR_MS) : 0;
    const step = stopped || chance.die(1000);
    const gaps = machine.gaps.length;
    const now = machine.pass(step);
    expect(now).toBeGreaterThanOrEqual(before);
    if (machine.gaps.length === gaps) {
      expect(stopped).toBe(0);
      ran += step;
    }
    before = now;
  }
  const lost = machine.gaps.reduce((sum, gap) => sum + gap.lost, 0);
  expect(Math.abs(before - first - lost - ran)).toBeLessThan(machine.gaps.length + 1); // rounding errors
});

test('a clock that is set back an hour takes nothing back, and no connection is cut for it', () => {
  const [machine, pace] = [new Machine(), new Pace(10)];
  for (let frame = 0; frame < 1000; frame++) {
    if (frame === 500) machine.wall -= HOUR_MS;
    expect(pace.next(machine.pass(101))).toBe('fine');
  }
  expect(machine.gaps).toEqual([]);
});

test.each([
  ['set forward', (machine: Machine) => (machine.wall += HOUR_MS)],
  ['in a process that was stopped', (machine: Machine) => machine.pass(HOUR_MS)],
])('listeners hear of a gap before its reader does: a clock %s', (_, happen) => {
  const machine = new Machine();
  machine.pass(10);
  const before = machine.time.now();
  happen(machine);
  const now = machine.time.now();
  expect(now).toBe(before + HOUR_MS);
  expect(machine.gaps).toEqual([{ at: now, lost: HOUR_MS }]);
});

test('goes on from what the data knows where the clock of the machine is behind it', () => {
  const machine = new Machine(1_000_000_000 + HOUR_MS);
  expect(machine.pass(100)).toBe(1_000_000_100 + HOUR_MS);
  expect(machine.gaps).toEqual([]);
});
