/**
 * One random life of a temple: the device counts, the network loses and repeats reports, the server counts what
 * arrives. Throws when an invariant does not hold.
 */
import { type BeadAccount, isBalanced, SLOTS, type Totals } from '@flower-war/protocol';
import { type Chance, fastChance } from '@flower-war/rules';
import { Devices, type Flash } from './devices.ts';
import { DEEDS, Ledger } from './ledger.ts';
import { Truth } from './truth.ts';

const STEPS = 120;
const FLASHES: readonly Flash[] = ['wal', 'wal', 'late', 'none'];

/** What happened in schedules. Shows a run in which something never happened. */
export interface Seen {
  beads: number;
  offered: number;
  /** Lives of devices that no cursor remembers any more. */
  retired: number;
  lives: number;
  clones: number;
  quarantined: number;
  /** Beads that late flash forgot. */
  forgotten: number;
}

export const nothingSeen = (): Seen => ({
  beads: 0,
  offered: 0,
  retired: 0,
  lives: 0,
  clones: 0,
  quarantined: 0,
  forgotten: 0,
});

export function runSchedule(seed: number, seen: Seen): void {
  const schedule = new Schedule(fastChance(seed));
  try {
    schedule.run();
  } catch (cause) {
    throw new Error(`schedule ${seed}, step ${schedule.step}: ${(cause as Error).message}`, { cause });
  }
  schedule.tell(seen);
}

class Schedule {
  step = 0;
  private readonly chance: Chance;
  private readonly devices: Devices;
  private readonly ledger: Ledger;
  private readonly truth = new Truth();
  /** Whether reports arrive in the order of sending. Some are lost and some come twice in any case. */
  private readonly isOrderly: boolean;
  private readonly mayShare: boolean;
  /** Whether the device loses its flash so often that it has more lives than there are cursors. */
  private readonly isForgetful: boolean;
  private readonly flight: Totals[] = [];
  private readonly heard: Totals[] = [];
  private was: BeadAccount;
  private quarantined = 0;

  constructor(chance: Chance) {
    this.chance = chance;
    this.devices = new Devices(chance.pick(FLASHES), chance);
    this.ledger = new Ledger(chance);
    this.isOrderly = chance.coin();
    this.mayShare = chance.die(4) === 1;
    this.isForgetful = chance.die(4) === 1;
    this.was = this.ledger.account;
  }

  run(): void {
    this.claim();
    for (; this.step < STEPS; this.step++) {
      this.ledger.wait(this.chance.die(2000));
      this.doOne(this.chance.die(100));
      this.check();
    }
    this.settle();
  }

  tell(seen: Seen): void {
    const { sensed } = this.ledger.account;
    seen.beads += sensed.war + sensed.rain;
    seen.offered += this.ledger.offered.war + this.ledger.offered.rain;
    seen.retired += this.ledger.account.retired.length;
    seen.lives += this.devices.fallen.size;
    seen.clones += this.devices.hasClone ? 1 : 0;
    seen.quarantined += this.quarantined;
    const most = this.truth.most(this.devices.fallen, 'war') + this.truth.most(this.devices.fallen, 'rain');
    if (this.devices.flash === 'late') seen.forgotten += most - sensed.war - sensed.rain;
  }

  private doOne(roll: number): void {
    const { chance, devices, ledger } = this;
    if (this.isForgetful && roll % 8 === 0) this.beginAnew();
    else if (roll <= 25) devices.drop(roll === 1 ? 70 : chance.die(3));
    else if (roll <= 45) this.flight.push(devices.report());
    else if (roll <= 65) this.deliver();
    else if (roll <= 70) this.replay();
    else if (roll <= 74) devices.reboot();
    else if (roll <= 76) devices.wipe();
    else if (roll <= 77) this.share();
    else if (roll <= 78) this.claim();
    else if (roll <= 84) ledger.bind(chance.die(3) === 1);
    else if (roll <= 88) ledger.end(chance.pick(['over', 'unbound', 'cut'] as const));
    else ledger.do(chance.pick(DEEDS), chance.pick(SLOTS));
  }

  private beginAnew(): void {
    this.arrive();
    this.devices.wipe();
    this.devices.drop(1);
    this.hear(this.devices.report());
  }

  /** Delivers all reports under way. */
  private arrive(): void {
    for (const report of this.flight.splice(0)) this.hear(report);
  }

  private deliver(): void {
    const index = this.isOrderly ? 0 : this.chance.die(this.flight.length + 1) - 1;
    const [report] = this.flight.splice(index, 1);
    if (report === undefined || this.chance.die(4) === 1) return;
    for (let times = this.chance.die(2); times > 0; times--) this.hear(report);
  }

  /** Delivers an old report of any life again, which must change nothing. */
  private replay(): void {
    if (this.heard.length === 0) return;
    const { counted } = this.ledger;
    this.ledger.observe(this.chance.pick(this.heard));
    must(this.ledger.counted === counted, 'an old report counted');
  }

  private share(): void {
    if (this.mayShare && !this.devices.hasClone) this.devices.clone(this.chance.coin());
  }

  /** A player claims the temple. The player has the device at hand, so the server has just heard it. */
  private claim(): void {
    const report = this.devices.report(0);
    if (this.truth.isOver(report.epoch)) return;
    this.arrive();
    this.hear(report);
    this.ledger.claim(report);
    this.truth.claim(report);
    this.was = this.ledger.account;
  }

  private hear(report: Totals): void {
    this.ledger.observe(report);
    this.truth.hear(report);
    this.heard.push(report);
  }

  /** Delivers the reports under way, then the current report of the device. */
  private settle(): void {
    this.arrive();
    this.hear(this.devices.report(0));
    this.check();
    if (this.devices.flash !== 'wal' || this.devices.hasClone || this.devices.fallen.size > 1) return;
    const { sensed } = this.ledger.account;
    for (const slot of SLOTS)
      must(
        sensed[slot] === this.truth.most(this.devices.fallen, slot),
        `${slot}: not all beads that fell were counted`,
      );
  }

  private check(): void {
    const { account } = this.ledger;
    must(isBalanced(account), 'the account does not balance');
    must(account === this.was || account.rev >= this.was.rev, 'the number of the account fell');
    must(account.waiting.length <= 200 && account.cursors.length <= 8, 'the account grew too large');
    must(
      account.waiting.every(({ n, ordinal }) => n > 0 && ordinal >= 0),
      'a bead without a number',
    );
    must((account.last?.ordinal ?? 0) >= 0, 'the last bead has no number');
    for (const { epoch, war, rain } of this.was.cursors) {
      const now = account.cursors.find((cursor) => cursor.epoch === epoch);
      const isRetired = now === undefined && account.retired.includes(epoch);
      must(isRetired || (now !== undefined && now.war >= war && now.rain >= rain), 'a cursor fell');
    }
    for (const slot of SLOTS) {
      must(account.sensed[slot] === this.truth.sensed[slot], `${slot}: not what was heard`);
      must(account.sensed[slot] <= this.truth.most(this.devices.fallen, slot), `${slot}: more than fell`);
      must(account.applied[slot] === this.ledger.offered[slot], `${slot}: not what was offered`);
    }
    const { isQuarantined } = this.ledger;
    must(!isQuarantined || this.devices.hasClone || !this.isOrderly, 'one device was taken for two');
    if (isQuarantined) this.quarantined++;
    this.was = account;
  }
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
