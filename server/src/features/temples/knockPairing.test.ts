import type { Slot, Totals } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { MemoryJournal } from '../../store/storedJournal.ts';
import { Guesses } from '../people/guesses.ts';
import { type Knock, KnockPairing, MOST_FROM_ADDRESS, MOST_KNOCKS, Pairing } from './pairing.ts';
import { claimed, TEMPLE } from './process.fixture.ts';

function dice(seed: number) {
  let state = seed;
  return (many: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * many);
  };
}

/** A device that only counts. */
class Device {
  totals: Totals = { epoch: 7, war: 40, rain: 12 };
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  drop(slot: Slot, n = 1): Totals {
    this.totals = { ...this.totals, [slot]: this.totals[slot] + n };
    return this.totals;
  }
}

function hall(seed = 1) {
  const knocks = new KnockPairing(dice(seed));
  const [mine, other] = [new Device('templo-7f3a'), new Device('templo-0bad')];
  for (const { id, totals } of [mine, other]) knocks.observe(id, totals, 0);
  const perform = ({ id }: Device, device: Device, order: readonly Slot[], at = 1000) =>
    order.map((slot) => knocks.observe(id, device.drop(slot), at)).at(-1);
  return { knocks, mine, other, perform };
}

const started = (knocks: KnockPairing, player: string, now = 0): Knock =>
  knocks.start({ knock: `k-${player}`, player, address: player }, now)!;

describe('a knock', () => {
  test('is performed by exactly its order, and is then over', () => {
    const { knocks, mine, perform } = hall();
    const knock = started(knocks, 'ana');
    expect(perform(mine, mine, knock.order)).toEqual({ knock, temple: mine.id });
    expect(knocks.find(knock.knock, 1000)).toBeUndefined();
    expect(perform(mine, mine, knock.order)).toBeUndefined();
  });

  test('takes the beads of one run in one report, and the same report twice', () => {
    const { knocks, mine } = hall();
    const { order } = started(knocks, 'ana');
    let last: unknown;
    for (let i = 0; i < order.length; ) {
      const slot = order[i]!;
      let n = 1;
      while (order[i + n] === slot) n++;
      const totals = mine.drop(slot, n);
      last = knocks.observe(mine.id, totals, 10) ?? knocks.observe(mine.id, totals, 10);
      i += n;
    }
    expect(last).toMatchObject({ temple: mine.id });
  });

  test('starts over when both slots count in one report, as nobody knows the order', () => {
    const { knocks, mine, perform } = hall();
    const { order } = started(knocks, 'ana');
    perform(mine, mine, order.slice(0, -2));
    mine.drop(order.at(-2)!);
    if (order.at(-2) === order.at(-1)) mine.drop(order.at(-1) === 'war' ? 'rain' : 'war');
    expect(knocks.observe(mine.id, mine.drop(order.at(-1)!), 10)).toBeUndefined();
    expect(perform(mine, mine, order)).toMatchObject({ temple: mine.id });
  });

  test.each([
    ['of different ages come in that order', 100, true],
    ['of one age are in no order', 0, false],
  ])('is performed by one report whose beads %s', (_, apartMs, isDone) => {
    const { knocks, mine } = hall();
    const { order } = started(knocks, 'ana');
    const recent = order.map(
      (slot, i) => [slot, mine.drop(slot)[slot], (order.length - i) * apartMs] as [Slot, number, number],
    );
    const performed = knocks.observe(mine.id, { ...mine.totals, recent: recent.reverse() }, 10);
    expect(performed?.temple).toBe(isDone ? mine.id : undefined);
  });

  test('starts over in another life of the device', () => {
    const { knocks, mine, perform } = hall();
    const { order } = started(knocks, 'ana');
    perform(mine, mine, order.slice(0, -1));
    mine.totals = { epoch: 8, war: 0, rain: 0 };
    expect(knocks.observe(mine.id, mine.drop(order.at(-1)!), 10)).toBeUndefined();
    expect(perform(mine, mine, order)).toMatchObject({ temple: mine.id });
  });

  test('is not moved by an old report', () => {
    const { knocks, mine, perform } = hall();
    const { order } = started(knocks, 'ana');
    const old = mine.totals;
    perform(mine, mine, order.slice(0, 3));
    expect(knocks.observe(mine.id, old, 10)).toBeUndefined();
    expect(perform(mine, mine, order.slice(3))).toMatchObject({ temple: mine.id });
  });

  test('is not begun by what was counted before the temple was first heard of', () => {
    const knocks = new KnockPairing(dice(1));
    const { order } = started(knocks, 'ana');
    const mine = new Device('templo-7f3a');
    expect(order.map((slot) => knocks.observe(mine.id, mine.drop(slot), 10)).at(-1)).toBeUndefined();
  });

  test('is over after 60 seconds', () => {
    const { knocks, mine, perform } = hall();
    const knock = started(knocks, 'ana');
    expect(knocks.find(knock.knock, 59_999)).toEqual(knock);
    expect(perform(mine, mine, knock.order.slice(0, -1), 59_999)).toBeUndefined();
    expect(perform(mine, mine, knock.order.slice(-1), 60_000)).toBeUndefined();
    expect(knocks.find(knock.knock, 60_000)).toBeUndefined();
  });

  test('is won by the temple that performs it first', () => {
    const { knocks, mine, other, perform } = hall();
    const { order } = started(knocks, 'ana');
    perform(other, other, order.slice(0, -1));
    expect(perform(mine, mine, order)).toMatchObject({ temple: mine.id });
    expect(perform(other, other, order.slice(-1))).toBeUndefined();
  });

  test('of a player ends with the next one, and only that many run', () => {
    const { knocks } = hall();
    const first = started(knocks, 'ana');
    const again = { knock: 'k-2', player: 'ana', address: 'ana' };
    expect(knocks.start(again, 0)).toBeDefined();
    expect(knocks.find(first.knock, 0)).toBeUndefined();
    for (let n = 1; n < MOST_KNOCKS; n++) expect(started(knocks, `p${n}`)).toBeDefined();
    const running = () =>
      ['k-2', ...Array.from({ length: MOST_KNOCKS }, (_, n) => `k-p${n}`)].filter((id) => knocks.find(id, 0));
    expect(running()).toHaveLength(MOST_KNOCKS);
    expect(started(knocks, 'late')).toBeDefined();
    expect(running()).toHaveLength(MOST_KNOCKS - 1);
  });

  test('from an address that runs a few ends its oldest one', () => {
    const { knocks } = hall();
    const from = (player: string, address = 'home') => knocks.start({ knock: `k-${player}`, player, address }, 0);
    for (let n = 0; n < MOST_FROM_ADDRESS; n++) expect(from(`p${n}`)).toBeDefined();
    expect(from('one-more')).toBeDefined();
    expect(knocks.find('k-p0', 0)).toBeUndefined();
    expect(knocks.find('k-p1', 0)).toBeDefined();
  });
});

const written = ({ order }: Knock) => order.join();
/** Whether a player who performs `other` after a bead too many has performed `one` on the way. */
const runsInto = (one: Knock, other: Knock) =>
  one !== other && written(one).endsWith(other.order.slice(0, one.order.length - 1).join());

test('a temple that may have meant another order, after a bead too many, is nobody’s: it performs again', () => {
  let pairs = 0;
  for (let seed = 0; seed < 3; seed++) {
    const { knocks, mine, perform } = hall(seed);
    const all = Array.from({ length: MOST_KNOCKS }, (_, n) => started(knocks, `p${n}`));
    for (const one of all) {
      if (!all.some((other) => runsInto(one, other))) continue;
      expect(perform(mine, mine, one.order)).toBeUndefined();
      expect(knocks.find(one.knock, 1000)).toBeDefined();
      pairs++;
    }
  }
  expect(pairs).toBeGreaterThan(0);
});

/**
 * Up to 50 people with a device each. Some drop one bead too many before they begin. Beads of one slot come in
 * one report now and then, reports come twice, and old ones come again.
 */
test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'whoever performs their order gets their own temple, and nobody that of another (seed %i)',
  (seed) => {
    const random = dice(seed + 1000);
    const knocks = new KnockPairing(dice(seed));
    const people = Array.from({ length: 1 + random(MOST_KNOCKS) }, (_, n) => {
      const device = new Device(`templo-${(n + 0x1000).toString(16)}`);
      knocks.observe(device.id, device.totals, 0);
      return { device, knock: started(knocks, `p${n}`), done: 0, isCareless: random(3) === 0 };
    });
    const claimed = new Map<string, string>();
    const hear = (device: Device, totals: Totals) => {
      const performed = knocks.observe(device.id, totals, 1000);
      if (performed !== undefined) claimed.set(performed.knock.player, performed.temple);
    };
    for (const { device, isCareless } of people)
      if (isCareless) hear(device, device.drop(random(2) === 0 ? 'war' : 'rain'));
    for (let left = people; left.length > 0; left = left.filter(({ knock, done }) => done < knock.order.length)) {
      const person = left[random(left.length)]!;
      const { device, knock } = person;
      const slot = knock.order[person.done++]!;
      const totals = device.drop(slot);
      const isJoined = random(4) === 0 && knock.order[person.done] === slot;
      for (let times = isJoined ? 0 : 1 + random(2); times > 0; times--) hear(device, totals);
      if (random(5) === 0) hear(device, { ...totals, [slot]: totals[slot] - 1 });
    }
    for (const { knock, device } of people) {
      const owned = claimed.get(knock.player);
      if (owned !== undefined) expect(owned).toBe(device.id);
      const mayBeAnother = people.some((other) => runsInto(knock, other.knock));
      if (!mayBeAnother) expect(owned, knock.player).toBe(device.id);
    }
  },
);

test('the first bead after the owner released the temple belongs to the knock, and the beads of the owner do not', async () => {
  const { temples, observe, stop } = await claimed(new MemoryJournal(), () => 0);
  const ifKnown = (_: string, job: () => Promise<void>) => job();
  const person = { ifKnown, newId: () => 'k', report: () => {} };
  const pairing = new Pairing({
    ...person,
    key: '11'.repeat(32),
    temples,
    guesses: new Guesses(),
    now: () => 0,
    random: dice(1),
  });
  const totals = { war: 40, rain: 0 };
  const drop = (slot: Slot) => {
    totals[slot]++;
    return observe(totals.war, totals.rain);
  };
  const { order } = pairing.startKnock({ player: 'ben', address: '127.0.0.1' })!;
  for (const slot of order) await drop(slot);
  expect(pairing.knock('ben', 'k')).toMatchObject({ state: 'waiting' });
  await temples.of(TEMPLE).release('p0');
  for (const slot of order) await drop(slot);
  expect((await temples.of(TEMPLE).look()).owner).toBe('ben');
  await stop();
});
