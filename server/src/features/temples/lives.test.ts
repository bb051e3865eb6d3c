/**
 * Random lives of a temple. Beads fall into devices that lose their memory or share an id; the network loses, repeats and reorders their
 * reports; players claim, offer and take out. An independent count judges the account after each step.
 */
import {
  type BeadAccount,
  heldAgain,
  isBalanced,
  isQuarantined,
  marked,
  type Run,
  SLOTS,
  type Slot,
  sensed,
  settled,
  type Totals,
  takenOut,
} from '@flower-war/protocol';
import { at, type Chance, fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { type NewLine, templeAfter, UNKNOWN } from './templeJournal.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const LIVES = Number(process.env.LIVES ?? 2000);
const STEPS = 120;
/** A life of a device is over when this many newer ones have counted. */
const MOST_EPOCHS = 8;

/** Whether counts reach the flash before they are published, or some time after, or never. */
const FLASHES = ['first', 'first', 'late', 'none'] as const;
const DEEDS = ['offer', 'offer', 'offer', 'refuse', 'return', 'confirm', 'again'] as const;

class Devices {
  private readonly flash: (typeof FLASHES)[number];
  private readonly chance: Chance;
  private readonly all: { totals: Totals; stored: Totals }[] = [];
  private lives = 0;

  constructor(chance: Chance) {
    this.chance = chance;
    this.flash = chance.pick(FLASHES);
    this.add(this.newLife());
  }

  get hasClone(): boolean {
    return this.all.length > 1;
  }

  /** What one of them publishes now. */
  report(index = this.chance.die(this.all.length) - 1): Totals {
    return at(this.all, index).totals;
  }

  drop(n: number): void {
    const device = this.chance.pick(this.all);
    const slot = this.chance.pick(SLOTS);
    device.totals = { ...device.totals, [slot]: device.totals[slot] + n };
    if (this.flash === 'first' || (this.flash === 'late' && this.chance.die(10) > 7)) device.stored = device.totals;
  }

  reboot(): void {
    const device = this.chance.pick(this.all);
    device.totals = this.flash === 'none' ? this.newLife() : device.stored;
  }

  wipe(): void {
    const device = this.chance.pick(this.all);
    device.totals = this.newLife();
    device.stored = device.totals;
  }

  /** A second device with the same id, with a copy of the memory or a blank one. */
  clone(): void {
    if (!this.hasClone) this.add(this.chance.coin() ? this.report(0) : this.newLife());
  }

  private add(totals: Totals): void {
    this.all.push({ totals, stored: totals });
  }

  private newLife(): Totals {
    return { epoch: ++this.lives * 1000 + this.chance.die(999), war: 0, rain: 0 };
  }
}

/** An independent count of what was heard since the claim: by how much the highest totals of each life rose. */
class Truth {
  sensed = { war: 0, rain: 0 };
  private readonly highest = new Map<number, Totals>();
  /** The last lives, in the order in which they counted. */
  private order: number[] = [];

  isOver(epoch: number): boolean {
    return this.highest.has(epoch) && !this.order.includes(epoch);
  }

  hear(totals: Totals): void {
    const was = this.highest.get(totals.epoch) ?? { war: 0, rain: 0 };
    if (this.isOver(totals.epoch) || SLOTS.every((slot) => totals[slot] <= was[slot])) return;
    for (const slot of SLOTS) this.sensed[slot] += Math.max(0, totals[slot] - was[slot]);
    this.raise(totals);
  }

  claim(totals: Totals): void {
    this.raise(totals);
    this.sensed = { war: 0, rain: 0 };
  }

  private raise({ epoch, war, rain }: Totals): void {
    const was = this.highest.get(epoch);
    this.highest.set(epoch, { epoch, war: Math.max(war, was?.war ?? 0), rain: Math.max(rain, was?.rain ?? 0) });
    this.order = [...this.order.filter((one) => one !== epoch), epoch].slice(-MOST_EPOCHS);
  }
}

class Life {
  readonly devices: Devices;
  quarantined = 0;
  offered = { war: 0, rain: 0 };
  private readonly chance: Chance;
  private readonly truth = new Truth();
  private readonly isOrderly: boolean;
  private readonly mayShare: boolean;
  /** Whether a device loses its memory more often than there are cursors. */
  private readonly isForgetful: boolean;
  private readonly flight: Totals[] = [];
  private readonly heard: Totals[] = [];
  private state = UNKNOWN;
  /** The account in the match for which the temple counts. */
  private inMatch: BeadAccount | undefined;
  private was = UNKNOWN.account;
  private seq = 0;
  private now = 1_000_000;

  constructor(seed: number) {
    this.chance = fastChance(seed);
    this.devices = new Devices(this.chance);
    this.isOrderly = this.chance.coin();
    this.mayShare = this.chance.die(4) === 1;
    this.isForgetful = this.chance.die(4) === 1;
  }

  get account(): BeadAccount {
    return this.inMatch ?? this.state.account;
  }

  run(): void {
    this.claim();
    for (let step = 0; step < STEPS; step++) {
      this.now += this.chance.die(2000);
      this.doOne(this.chance.die(100));
      this.check();
    }
    this.arrive();
    this.hear(this.devices.report(0));
    this.check();
  }

  private doOne(roll: number): void {
    const { chance, devices } = this;
    if (this.isForgetful && roll % 8 === 0) this.beginAnew();
    else if (roll <= 25) devices.drop(roll === 1 ? 70 : chance.die(3));
    else if (roll <= 45) this.flight.push(devices.report());
    else if (roll <= 65) this.deliver();
    else if (roll <= 70) this.replay();
    else if (roll <= 74) devices.reboot();
    else if (roll <= 76) devices.wipe();
    else if (roll <= 77) this.mayShare && devices.clone();
    else if (roll <= 78) this.claim();
    else if (roll <= 84) this.bind();
    else if (roll <= 88) this.unbind();
    else this.decide(chance.pick(DEEDS), chance.pick(SLOTS), chance.die(3));
  }

  private beginAnew(): void {
    this.arrive();
    this.devices.wipe();
    this.devices.drop(1);
    this.hear(this.devices.report());
  }

  private arrive(): void {
    for (const report of this.flight.splice(0)) this.hear(report);
  }

  private deliver(): void {
    const index = this.isOrderly ? 0 : this.chance.die(this.flight.length + 1) - 1;
    const [report] = this.flight.splice(index, 1);
    if (report === undefined || this.chance.die(4) === 1) return;
    for (let times = this.chance.die(2); times > 0; times--) this.hear(report);
  }

  private replay(): void {
    if (this.heard.length === 0) return;
    const { account } = this;
    this.hear(this.chance.pick(this.heard));
    must(this.account === account, 'an old report counted');
  }

  private hear(report: Totals): void {
    const { epoch, war, rain } = report;
    const coming = { at: this.now, as: () => ({ why: 'not-your-turn' as const }) };
    if (this.inMatch !== undefined) this.inMatch = sensed(this.inMatch, report, coming);
    else this.write({ kind: 'counted', at: this.now, epoch, war, rain });
    this.truth.hear(report);
    this.heard.push(report);
  }

  /** A player who claims a temple has it at hand, so the server has just heard it. */
  private claim(): void {
    const base = this.devices.report(0);
    if (this.truth.isOver(base.epoch)) return;
    this.arrive();
    this.hear(base);
    this.unbind();
    this.write({ kind: 'released', at: this.now, by: 'Ben' });
    this.write({ kind: 'claimed', at: this.now, by: 'Itzel', how: 'shown', base });
    this.offered = { war: 0, rain: 0 };
    this.truth.claim(base);
    must(this.account.rev > this.was.rev, 'the number of the account began anew');
    this.was = this.account;
  }

  private bind(): void {
    if (this.inMatch !== undefined) return;
    this.write({ kind: 'bound', at: this.now, match: 'M', seat: 0 });
    this.inMatch = { ...this.state.account, rev: this.state.account.rev + 1 };
  }

  private unbind(): void {
    if (this.inMatch === undefined) return;
    const account = settled(this.inMatch, { isMeant: () => true }, 'match-over');
    this.write({ kind: 'unbound', at: this.now, account: account as never });
    this.inMatch = undefined;
  }

  /** What a match or its players do to some beads. */
  private decide(deed: (typeof DEEDS)[number], slot: Slot, n: number): void {
    if (this.inMatch === undefined) return this.decideAtHome(deed, slot, n);
    const was = this.inMatch;
    const isReady = (run: Run) => run.slot === slot && run.why !== 'implausible';
    const out = Math.min(n, was.toTake[slot]);
    const done = {
      offer: () => settled(was, { isMeant: isReady, most: n }, 'ok'),
      refuse: () => settled(was, { isMeant: isReady, most: n }, 'no-skulls'),
      return: () =>
        settled(takenOut(was, slot, out), { isMeant: (run) => run.slot === slot, most: n - out }, 'returned'),
      confirm: () => marked(was, { isMeant: ({ why }) => why === 'implausible' }, { why: 'wrong-phase' }),
      again: () => (out === 0 ? was : heldAgain(was, { slot, n: out })),
    }[deed]();
    if (deed === 'offer') this.offered[slot] += done.applied[slot] - was.applied[slot];
    this.inMatch = done;
  }

  private decideAtHome(deed: (typeof DEEDS)[number], slot: Slot, n: number): void {
    const { toTake, held } = this.state.account;
    if (deed === 'confirm') this.write({ kind: 'confirmed', at: this.now });
    if (deed === 'return' && n <= toTake[slot] + held[slot]) this.write({ kind: 'returned', at: this.now, slot, n });
  }

  private write(line: NewLine): void {
    this.state = templeAfter(this.state, { seq: this.seq++, ...line });
  }

  private check(): void {
    const { account, truth, devices, was } = this;
    must(isBalanced(account), 'the account does not balance');
    must(account === was || account.rev > was.rev, 'the number of the account did not rise');
    must(account.waiting.length <= 200 && account.cursors.length <= MOST_EPOCHS, 'the account grew too large');
    must(
      account.waiting.every(({ ordinal }) => ordinal >= 0) && (account.last?.ordinal ?? 0) >= 0,
      'a bead without a number',
    );
    for (const { epoch, war, rain } of was.cursors) {
      const now = account.cursors.find((cursor) => cursor.epoch === epoch);
      const isKept = now === undefined ? account.retired.includes(epoch) : now.war >= war && now.rain >= rain;
      must(isKept, 'a cursor fell');
    }
    for (const slot of SLOTS) {
      must(account.sensed[slot] === truth.sensed[slot], `${slot}: not what was heard`);
      must(account.applied[slot] === this.offered[slot], `${slot}: not what was offered`);
    }
    const isShared = isQuarantined(account, this.now);
    must(!isShared || devices.hasClone || !this.isOrderly, 'one device was taken for two');
    if (isShared) this.quarantined++;
    this.was = account;
  }
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

test(`${LIVES} random lives from seed ${SEED} on: every bead that was heard of is counted once, whatever fails`, () => {
  const seen = { beads: 0, offered: 0, retired: 0, clones: 0, quarantined: 0 };
  for (let seed = SEED; seed < SEED + LIVES; seed++) {
    const life = new Life(seed);
    try {
      life.run();
    } catch (cause) {
      throw new Error(`seed ${seed}: ${(cause as Error).message}`, { cause });
    }
    const { sensed, retired } = life.account;
    seen.beads += sensed.war + sensed.rain;
    seen.offered += life.offered.war + life.offered.rain;
    seen.retired += retired.length;
    seen.clones += life.devices.hasClone ? 1 : 0;
    seen.quarantined += life.quarantined;
  }
  const least = { beads: 10, offered: 1, retired: 1 / 40, clones: 1 / 40, quarantined: 1 / 200 };
  for (const [what, often] of Object.entries(least))
    expect(seen[what as keyof typeof seen], what).toBeGreaterThan(LIVES * often);
});
