/** Devices as the contract describes them, and worse: with late or wiped flash, or two with one id. */
import { SLOTS, type Slot, type Totals } from '@flower-war/protocol';
import { at, type Chance } from '@flower-war/rules';

/**
 * `wal`: counts reach the flash before they are published; `late`: some time after; `none`: each boot begins a new
 * life.
 */
export type Flash = 'wal' | 'late' | 'none';

interface Device {
  totals: Totals;
  stored: Totals;
}

export class Devices {
  readonly flash: Flash;
  hasClone = false;
  /** Beads that fell through a slot in each life. */
  readonly fallen = new Map<number, Record<Slot, number>>();
  private readonly chance: Chance;
  private readonly all: Device[];
  private epochs = 0;

  constructor(flash: Flash, chance: Chance) {
    this.flash = flash;
    this.chance = chance;
    const first = this.newLife();
    this.all = [{ totals: first, stored: first }];
  }

  /** What one of the devices publishes now. */
  report(index = this.chance.die(this.all.length) - 1): Totals {
    return at(this.all, index).totals;
  }

  drop(n: number): void {
    const device = this.any();
    const slot = this.chance.pick(SLOTS);
    device.totals = { ...device.totals, [slot]: device.totals[slot] + n };
    const fallen = this.fallen.get(device.totals.epoch);
    if (fallen !== undefined) fallen[slot] += n;
    if (this.flash === 'wal' || (this.flash === 'late' && this.chance.die(10) > 7)) device.stored = device.totals;
  }

  reboot(): void {
    const device = this.any();
    device.totals = this.flash === 'none' ? this.newLife() : device.stored;
  }

  /** The flash is lost: by rule 3 the device begins a new life. */
  wipe(): void {
    const device = this.any();
    device.totals = this.newLife();
    device.stored = device.totals;
  }

  /** Adds a second device with the same id, either with a copy of the flash or with a life of its own. */
  clone(isCopy: boolean): void {
    this.hasClone = true;
    const totals = isCopy ? at(this.all, 0).totals : this.newLife();
    this.all.push({ totals, stored: totals });
  }

  private any(): Device {
    return this.chance.pick(this.all);
  }

  private newLife(): Totals {
    const epoch = ++this.epochs * 1000 + this.chance.die(999);
    this.fallen.set(epoch, { war: 0, rain: 0 });
    return { epoch, war: 0, rain: 0 };
  }
}
