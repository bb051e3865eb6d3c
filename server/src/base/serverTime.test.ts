import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { Pace } from '../doors/rooms/guardedSocket.ts';
import { clockWatch, type Gap, OUTAGE_AFTER_MS, ServerTime } from './serverTime.ts';

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

test('a clock that falls far behind is told once, and again when it falls behind again', () => {
  const machine = new Machine();
  const told: object[] = [];
  const look = clockWatch(
    { now: machine.time.now, wall: () => machine.wall },
    { warn: (fields) => void told.push(fields) },
  );
  const counts = [0, -60_000, -HOUR_MS, 0, HOUR_MS, -HOUR_MS].map((set) => {
    machine.wall += set;
    machine.pass(1000);
    look();
    return told.length;
  });
  expect(counts).toEqual([0, 0, 1, 1, 1, 2]);
  expect(told[0]).toEqual({ clock: '1970-01-12T12:45:43.000Z', data: '1970-01-12T13:46:43.000Z' });
});

/** A process that shares a store: the test sets the clock of the store and the even clock of the machine. */
class Member {
  store = 1_000_000_000;
  elapsed = 5;
  readonly gaps: Gap[] = [];
  readonly time: ServerTime;

  constructor() {
    this.time = new ServerTime({ elapsed: () => this.elapsed }, this.store);
    this.time.onGap((gap) => this.gaps.push(gap));
  }

  /** How far the time is ahead of that of the store. */
  get ahead(): number {
    return this.time.now() - this.store;
  }

  pass(ms: number): number {
    this.store += ms;
    this.elapsed += ms;
    return this.time.now();
  }

  /** Asks the store for its time. The question takes so long, and the answer. */
  beat(question = 20, answer = 30): number {
    const askedAt = this.time.now();
    this.pass(question);
    const at = this.store;
    this.pass(answer);
    this.time.follow({ at, askedAt });
    return this.time.now();
  }
}

test(`beside others: never goes back, and no even clock takes it ahead of the store, seed ${SEED}`, () => {
  const [chance, member] = [fastChance(SEED), new Member()];
  let before = member.beat();
  const goOn = () => {
    const now = member.pass(chance.die(300));
    expect(now).toBeGreaterThanOrEqual(before);
    before = now;
  };
  for (let second = 0; second < 3000; second++) {
    const leap = OUTAGE_AFTER_MS + chance.die(HOUR_MS);
    const isAway = chance.die(40) === 1;
    if (chance.die(40) === 1) member.store += leap; // the machine slept
    if (chance.die(40) === 1) member.elapsed += (chance.die(3) - 2) * leap; // its even clock is not even
    if (chance.die(40) === 1) member.pass(leap); // it stood still
    for (let n = chance.die(5); n > 0; n--) goOn();
    for (let n = isAway ? 100 : 0; n > 0; n--) goOn(); // the store is away
    const gaps = member.gaps.length;
    const now = member.beat(chance.die(100), chance.die(100));
    expect(now).toBeGreaterThanOrEqual(before);
    if (member.gaps.length > gaps) expect(member.gaps.at(-1)?.lost).toBeLessThanOrEqual(now - before);
    expect(member.ahead).toBeLessThanOrEqual(1); // rounding errors
    expect(member.ahead).toBeGreaterThanOrEqual(-101);
    before = now;
  }
});

test.each([
  ['the process stood still', (member: Member) => member.pass(HOUR_MS)],
  ['the machine slept', (member: Member) => (member.store += HOUR_MS)],
  ['the clock of the store was set forward', (member: Member) => (member.store += HOUR_MS)],
])('beside others: the store tells of a gap: %s', (_, happen) => {
  const member = new Member();
  const before = member.beat();
  happen(member);
  expect(member.pass(100)).toBe(before + 100);
  expect(member.gaps).toEqual([]);
  const now = member.beat();
  expect(member.gaps).toEqual([{ at: now, lost: now - before - 150 }]);
  expect(member.ahead).toBe(-30);
  member.time.lose(before - 1000);
  expect(member.gaps).toHaveLength(1);
});

test.each([HOUR_MS, -HOUR_MS])('beside others: an even clock that leaps by %i ms is not a gap', (leap) => {
  const member = new Member();
  const before = member.beat();
  member.elapsed += leap;
  expect(member.time.now()).toBe(before);
  expect(member.beat()).toBe(before + 50);
  expect(member.gaps).toEqual([]);
});

test.each([
  ['the even clock leapt a little', (member: Member) => (member.elapsed += 2000), 2000],
  ['the clock of the store was set back', (member: Member) => (member.store -= HOUR_MS), HOUR_MS],
])('beside others: a time that is ahead goes at half its pace until the store has caught up: %s', (_, happen, by) => {
  const member = new Member();
  member.beat(0, 0);
  happen(member);
  member.beat(0, 0);
  expect(member.ahead).toBe(by);
  for (let left = 2 * by - 1000; left >= 0; left -= 1000) {
    const before = member.time.now();
    expect(member.pass(1000)).toBe(before + 500);
    member.beat(0, 0);
  }
  expect(member.ahead).toBe(0);
  expect(member.pass(1000)).toBe(member.store);
  expect(member.gaps).toEqual([]);
});

test.each([
  [0, 2900],
  [2900, 0],
  [100, 200],
])('beside others: a question of %i ms and an answer of %i ms change nothing in the even pace', (question, answer) => {
  const member = new Member();
  for (let n = 0; n < 5; n++) {
    const before = member.time.now();
    expect(member.beat(question, answer)).toBe(before + question + answer);
  }
  expect(member.ahead).toBe(0);
  expect(member.gaps).toEqual([]);
});

test('beside others: the time goes on evenly while the store is away, and what it tells afterwards is lost', () => {
  const member = new Member();
  const before = member.beat(0, 0);
  for (let n = 0; n < 60; n++) member.pass(1000);
  expect(member.gaps).toEqual([]);
  const now = member.beat(0, 0);
  expect(now).toBe(before + 60_000);
  member.time.lose(before);
  expect(member.gaps).toEqual([{ at: now, lost: 60_000 }]);
});
