import {
  ack,
  type DeviceCommand,
  info,
  MOST_COUNT,
  MOST_PAYLOAD_BYTES,
  odometer,
  SLOTS,
  type Slot,
} from '@flower-war/protocol/temple';
import { describe, expect, test } from 'vitest';
import { FALLS, type Fall } from './beam.ts';
import { BUILD, type Build, type Input, newDevice, type Outgoing, ramOf } from './device.ts';
import { FLASH_KINDS, type FlashKind, read } from './flash.ts';
import { between, pick, type Random, seeded, whole } from './seededRandom.ts';
import { advance, countedIn, dropInto, happen, newSimulation, type Simulation } from './simulation.ts';

/** A simulation that the test moves by hand, and all messages of the device. */
class Played {
  simulation: Simulation;
  at = 0;
  readonly said: Outgoing[] = [];
  /** Published odometers whose totals were not in flash at that moment. */
  unwritten = 0;
  private readonly random: Random;

  constructor(build: Partial<Build> = {}, seed = 1) {
    this.random = seeded(seed);
    this.simulation = newSimulation(newDevice({ ...BUILD, id: 'templo-7f3a', ...build }));
  }
  happen(input: Input): readonly Outgoing[] {
    return this.took(happen(this.simulation, input, { at: this.at, random: this.random }));
  }
  pass(ms: number): readonly Outgoing[] {
    this.at += ms;
    return this.took(advance(this.simulation, this.at, this.random));
  }
  drop(slot: Slot, kind: Fall = 'clean'): readonly Outgoing[] {
    this.simulation = dropInto(this.simulation, { slot, kind, at: this.at }, this.random);
    return this.pass(1000);
  }
  boot(): readonly Outgoing[] {
    this.happen({ kind: 'power-on' });
    return [...this.pass(6000), ...this.happen({ kind: 'connected' })];
  }
  hear(name: 'ack' | 'match' | 'config' | 'cmd' | 'bridge', content: unknown, isRetained = false): readonly Outgoing[] {
    return this.happen({ kind: 'message', name, text: JSON.stringify(content), isRetained });
  }
  private took({
    simulation,
    says,
  }: {
    readonly simulation: Simulation;
    readonly says: readonly Outgoing[];
  }): readonly Outgoing[] {
    this.simulation = simulation;
    this.said.push(...says);
    const kept = read(simulation.device.flash);
    for (const totals of says.filter(({ name }) => name === 'odometer').map(totalsOf))
      if (kept?.epoch !== totals.epoch || isBelow(kept, totals)) this.unwritten++;
    return says;
  }
}

const names = (says: readonly Outgoing[]) => says.map(({ name }) => name);
const odometers = (says: readonly Outgoing[]) =>
  says.filter(({ name }) => name === 'odometer').map(({ text }) => odometer.parse(JSON.parse(text)));

describe('a temple', () => {
  test('says on every connect that it is there, what it is, and how far it has counted', () => {
    const played = new Played();
    const says = played.boot();
    expect(names(says)).toEqual(['availability', 'info', 'odometer']);
    expect(odometers(says)).toMatchObject([{ boot: 1, seq: 1 }]);
    expect(info.parse(JSON.parse(says[1]!.text))).toMatchObject({ id: 'templo-7f3a', flash: 'wal', configRev: 0 });
    played.happen({ kind: 'disconnected' });
    expect(names(played.happen({ kind: 'connected' }))).toEqual(['availability', 'info', 'odometer']);
  });

  test('takes 2 to 6 seconds to boot and counts nothing before', () => {
    const played = new Played();
    played.happen({ kind: 'power-on' });
    played.drop('war');
    expect(countedIn(played.simulation)).toEqual({ war: 0, rain: 0 });
    played.pass(999);
    expect(ramOf(played.simulation.device)).toBeUndefined();
    played.pass(4001);
    expect(ramOf(played.simulation.device)).toBeDefined();
  });

  test('says its odometer at every bead, and every 30 seconds', () => {
    const played = new Played();
    played.boot();
    expect(odometers(played.drop('war'))).toMatchObject([{ war: 1, rain: 0, recent: [['war', 1, 4]] }]);
    expect(odometers(played.drop('rain', 'double')).at(-1)).toMatchObject({ war: 1, rain: 2 });
    expect(odometers(played.pass(90_000))).toMatchObject([{ rain: 2 }, { rain: 2 }, { rain: 2 }]);
  });

  test('says what can be read, although nothing has fallen for fifty days', () => {
    const played = new Played();
    played.boot();
    played.drop('war');
    played.happen({ kind: 'disconnected' });
    played.at += 50 * 24 * 3600 * 1000;
    expect(odometers(played.happen({ kind: 'connected' })).at(-1)?.recent).toEqual([['war', 1, MOST_COUNT]]);
  });

  test('counts without a network and says all at the next connect', () => {
    const played = new Played();
    played.boot();
    played.happen({ kind: 'disconnected' });
    for (let bead = 0; bead < 30; bead++) expect(played.drop('rain', 'bounce')).toEqual([]);
    expect(odometers(played.happen({ kind: 'connected' }))).toMatchObject([{ war: 0, rain: 30 }]);
  });

  test.each([
    ['wal', true, 3],
    ['late', true, 3],
    ['none', false, 0],
  ] as const)('with flash %s keeps its epoch: %s, and its count after a reboot is %d', (flash, isSame, war) => {
    const played = new Played({ flash });
    const [first] = odometers(played.boot());
    for (let bead = 0; bead < 3; bead++) played.drop('war');
    played.happen({ kind: 'power-off', isTorn: false });
    const [again] = odometers(played.boot());
    expect(again?.epoch === first?.epoch).toBe(isSame);
    expect(again?.war).toBe(war);
  });

  test('with late flash falls back within its epoch: the bad device that rule 2 forbids', () => {
    const played = new Played({ flash: 'late', writeMs: 5000 });
    const [first] = odometers(played.boot());
    played.pass(10_000);
    expect(odometers(played.drop('war')).at(-1)?.war).toBe(1);
    played.happen({ kind: 'power-off', isTorn: false });
    expect(odometers(played.boot())).toMatchObject([{ epoch: first?.epoch, war: 0 }]);
  });

  test('takes a new epoch and counts from 0 after its flash was wiped', () => {
    const played = new Played();
    const [first] = odometers(played.boot());
    played.drop('war');
    played.happen({ kind: 'power-off', isTorn: false });
    played.happen({ kind: 'wipe' });
    const [again] = odometers(played.boot());
    expect(again).toMatchObject({ war: 0, rain: 0 });
    expect(again?.epoch).not.toBe(first?.epoch);
  });

  test('whose slots were wired the other way round counts right when the settings say so', () => {
    const played = new Played({ isCrossed: true });
    played.boot();
    expect(odometers(played.drop('war'))).toMatchObject([{ war: 0, rain: 1 }]);
    played.hear('config', { v: 1, rev: 1, swapped: true });
    expect(odometers(played.drop('war'))).toMatchObject([{ war: 1, rain: 1 }]);
  });
});

describe('what a temple hears', () => {
  const show = (time: number): DeviceCommand => ({ op: 'show_code', transaction: 't1', code: 'K7Q42M', time });

  test('a report is answered with all that it says of itself, and a result', () => {
    const played = new Played();
    played.boot();
    const says = played.hear('cmd', { op: 'report', transaction: 'a1' });
    expect(names(says)).toEqual(['availability', 'info', 'odometer', 'result']);
    expect(JSON.parse(says[3]!.text)).toEqual({ transaction: 'a1', status: 'ok' });
  });

  test('a retained command is refused', () => {
    const played = new Played();
    played.boot();
    expect(played.hear('cmd', show(60), true)).toEqual([]);
    expect(ramOf(played.simulation.device)?.heard).toMatchObject({ code: undefined, dropped: 1 });
  });

  test('a code is shown by those who have a display', () => {
    const played = new Played();
    played.boot();
    expect(played.hear('cmd', show(60)).map(({ text }) => JSON.parse(text))).toEqual([
      { transaction: 't1', status: 'ok' },
    ]);
    expect(ramOf(played.simulation.device)?.heard.code).toEqual({ text: 'K7Q42M', until: played.at + 60_000 });
    const blind = new Played({ ui: ['leds:12'] });
    blind.boot();
    expect(JSON.parse(blind.hear('cmd', show(60))[0]!.text)).toMatchObject({ status: 'error', error: 'no display' });
  });

  test.each([
    ['an unknown command', { op: 'explode', transaction: 'x' }, [{ error: 'unknown op', transaction: 'x' }]],
    ['the longest transaction', { op: 'explode', transaction: '💀'.repeat(64) }, [{ error: 'unknown op' }]],
    ['one that is longer', { op: 'explode', transaction: '💀'.repeat(65) }, []],
    [
      'more bytes than a message may have',
      { op: 'report', transaction: 'x', more: '💀'.repeat(260) },
      [{ error: 'unknown op' }],
    ],
    ['a code that is none', { op: 'show_code', transaction: 'x' }, [{ error: 'bad code', transaction: 'x' }]],
    ['a command of nobody', { op: 'report' }, []],
    ['no JSON', 'bang', []],
    ['null', null, []],
  ])('%s changes nothing', (_, content, results) => {
    const played = new Played();
    played.boot();
    expect(played.hear('cmd', content).map(({ text }) => JSON.parse(text))).toMatchObject(results);
    expect(ramOf(played.simulation.device)?.heard.dropped).toBe(1);
  });

  test('the settings are taken and their revision said', () => {
    const played = new Played();
    played.boot();
    const says = played.hear('config', { v: 1, rev: 4, debounceMs: 90, light: 30 }, true);
    expect(says.map(({ text }) => JSON.parse(text))).toMatchObject([{ configRev: 4 }]);
    expect(played.hear('config', { v: 1, rev: 4, debounceMs: 90, light: 30 }, true)).toEqual([]);
    expect(ramOf(played.simulation.device)?.heard.wanted?.light).toBe(30);
    played.drop('war', 'double');
    expect(countedIn(played.simulation).war).toBe(1);
  });

  test('settings of another server are taken, whose revisions are its own', () => {
    const played = new Played();
    played.boot();
    played.hear('config', { v: 1, rev: 4, swapped: true });
    expect(played.hear('config', { v: 1, rev: 4, light: 20 })).toHaveLength(1);
    expect(odometers(played.drop('war'))).toMatchObject([{ war: 1, rain: 0 }]);
  });

  test('the settings are kept as long as the flash is', () => {
    const played = new Played();
    played.boot();
    played.hear('config', { v: 1, rev: 4, swapped: true });
    played.happen({ kind: 'power-off', isTorn: true });
    expect(played.boot().map(({ text }) => text)[1]).toContain('"configRev":4');
    expect(odometers(played.drop('war'))).toMatchObject([{ war: 0, rain: 1 }]);
    played.happen({ kind: 'power-off', isTorn: false });
    played.happen({ kind: 'wipe' });
    expect(played.boot().map(({ text }) => text)[1]).toContain('"configRev":0');
  });

  test('without an owner, where the revision stays, each bead lights once', () => {
    const played = new Played();
    played.boot();
    const zero = { war: 0, rain: 0 };
    const sums = { sensed: zero, applied: zero, held: zero, refused: zero };
    const isNewsOf = (ordinal: number) => {
      const last = { slot: 'war', ordinal, verdict: 'refused', why: 'unpaired' } as const;
      const told = { v: 1, rev: 4, epoch: 1, through: { war: ordinal, rain: 0 }, ...sums, last } as const;
      played.hear('ack', ack.parse(told));
      const heard = ramOf(played.simulation.device)?.heard.ack;
      return heard?.news?.last === heard?.is.last;
    };
    expect(isNewsOf(0)).toBe(false);
    for (const ordinal of [1, 2]) {
      played.drop('war');
      expect([isNewsOf(ordinal), isNewsOf(ordinal)]).toEqual([true, false]);
    }
  });

  test('a match with a lower revision is ignored as long as the one before is true', () => {
    const played = new Played();
    played.boot();
    const no = { war: false, rain: false };
    const is = {
      v: 1,
      ttl: 120,
      phase: 'waiting',
      yourTurn: false,
      mayOffer: no,
      counts: { war: 0, rain: 0 },
    } as const;
    const hear = (rev: number) => {
      played.hear('match', { ...is, rev });
      return ramOf(played.simulation.device)?.heard.match?.is.rev;
    };
    expect([hear(5), hear(4)]).toEqual([5, 5]);
    played.pass(120_001);
    expect(hear(4)).toBe(4);
  });

  test('an ack with a lower revision, or of more than 1 KiB, is ignored', () => {
    const played = new Played();
    played.boot();
    const zero = { war: 0, rain: 0 };
    const is = {
      v: 1,
      rev: 5,
      epoch: 1,
      through: zero,
      sensed: zero,
      applied: zero,
      held: zero,
      refused: zero,
    } as const;
    played.hear('ack', ack.parse(is));
    played.hear('ack', { ...is, rev: 4 });
    played.hear('ack', { ...is, rev: 9, more: 'x'.repeat(MOST_PAYLOAD_BYTES) });
    expect(ramOf(played.simulation.device)?.heard.ack?.is.rev).toBe(5);
  });
});

const BEADS = ['clean', 'bounce', 'holes', 'double', 'wrong-slot'] as const;
type Totals = { readonly epoch: number; readonly war: number; readonly rain: number };
const isBelow = (one: Totals, other: Totals) => one.war < other.war || one.rain < other.rain;
const totalsOf = ({ text }: Outgoing) => JSON.parse(text) as Totals;

/** Random inputs: beads, reboots, torn writes, lost connections and wiped flash. */
function live(flash: FlashKind, seed: number): Played {
  const random = seeded(seed);
  const played = new Played({ flash, writeMs: between(random, 1, 30), bootMs: [1, 50] }, seed);
  played.boot();
  for (let act = 0; act < 12; act++) {
    const chance = random();
    if (chance < 0.55) {
      const kind = pick(random, BEADS);
      played.simulation = dropInto(played.simulation, { kind, slot: pick(random, SLOTS), at: played.at }, random);
    } else if (chance < 0.75) {
      played.happen({ kind: 'power-off', isTorn: random() < 0.5 });
      if (random() < 0.2) played.happen({ kind: 'wipe' });
      played.happen({ kind: 'power-on' });
    } else played.happen({ kind: random() < 0.7 ? 'connected' : 'disconnected' });
    played.pass(whole(random, 0, 120));
  }
  return played;
}

/** Odometers with a count lower than an earlier one of the same epoch. */
function fallsIn({ said }: Played): number {
  const highest = new Map<number, Totals>();
  let falls = 0;
  for (const totals of said.filter(({ name }) => name === 'odometer').map(totalsOf)) {
    const before = highest.get(totals.epoch);
    if (before !== undefined && isBelow(totals, before)) falls++;
    highest.set(totals.epoch, totals);
  }
  return falls;
}

describe('the rules of a device, over 4000 random lives', () => {
  test.each([
    ['wal', 3000],
    ['none', 1000],
  ] as const)(
    'flash %s: no count falls within an epoch, nothing is said that is not kept, nothing counts twice',
    (flash, lives) => {
      for (let seed = 1; seed <= lives; seed++) {
        const played = live(flash, seed);
        const { truth } = played.simulation;
        const counted = countedIn(played.simulation);
        const wrong = {
          falls: fallsIn(played),
          unwritten: flash === 'wal' ? played.unwritten : 0,
          twice: Number(counted.war > truth.war || counted.rain > truth.rain),
        };
        if (wrong.falls + wrong.unwritten + wrong.twice > 0) expect({ seed, ...wrong }).toEqual({ seed });
      }
    },
  );

  test('the same properties find the device whose flash is late', () => {
    const lives = Array.from({ length: 250 }, (_, seed) => live('late', seed + 1));
    expect(lives.filter((played) => fallsIn(played) > 0).length).toBeGreaterThan(2);
    expect(lives.filter(({ unwritten }) => unwritten > 0).length).toBeGreaterThan(50);
  });

  test.each(FLASH_KINDS)('flash %s: with power all the time every bead counts, however fast they fall', (flash) => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = seeded(seed);
      const played = new Played({ flash }, seed);
      played.boot();
      for (let bead = 0; bead < 20; bead++) {
        const drop = { kind: pick(random, seed % 10 === 0 ? FALLS : BEADS), slot: pick(random, SLOTS), at: played.at };
        played.simulation = dropInto(played.simulation, drop, random);
        played.pass(whole(random, 0, 60));
      }
      played.pass(20_000);
      expect({ seed, ...countedIn(played.simulation) }).toEqual({ seed, ...played.simulation.truth });
    }
  });

  test.each(FLASH_KINDS)('flash %s: the same seed makes the same life', (flash) => {
    expect(live(flash, 42).said).toEqual(live(flash, 42).said);
  });
});
