/** What is known of a device beside what is written: what it told last, and when. Lost with the process, and told anew. */
import {
  type BeadAccount,
  type BeadPace,
  type Info,
  newBeads,
  type Odometer,
  paceAfter,
  SILENT_AFTER_MS,
  SLOTS,
  type Slot,
  type Tally,
  type Totals,
} from '@flower-war/protocol';

/** What one life of the device has told so far. */
interface Life {
  readonly totals: Totals;
  /** The number of its newest report, by start: a device with a copy of the flash is in the same life, after another start. */
  readonly newest: ReadonlyMap<number, number>;
  readonly pace: BeadPace;
  /** As far as it was too fast to be believed. */
  readonly doubted?: Totals;
}

export class Device {
  /** The totals of the life that it is in. */
  totals: Totals | undefined;
  info: Info | undefined;
  /** The slot of the last bead; unknown when one report has beads of both. */
  lastSlot: Slot | undefined;
  private heardAt = Number.NEGATIVE_INFINITY;
  private isOnline = false;
  private readonly lives = new Map<number, Life>();

  /** Heard of lately, and not said to be off. */
  isFresh(now: number): boolean {
    return this.isOnline && now - this.heardAt <= SILENT_AFTER_MS;
  }

  /** Its last will came, or it says that it is there. */
  setPresence(is: 'online' | 'offline', now: number): void {
    this.isOnline = is === 'online';
    if (this.isOnline) this.heardAt = now;
  }

  /** Notes totals; says whether they came too fast to be believed. What it counted before is measured against `account`. */
  noteReport(odometer: Odometer, account: BeadAccount, now: number): { readonly isDoubtful: boolean } {
    const { epoch, war, rain } = odometer;
    const told = { epoch, war, rain };
    this.setPresence('online', now);
    const was = this.lives.get(epoch);
    const beads = was === undefined ? newBeads(account, told) : since(was.totals, told);
    const { pace, isKept } = paceAfter(was?.pace, beads, now);
    const totals = was === undefined ? told : later(was.totals, told);
    const doubted = isKept ? was?.doubted : totals;
    const { newest, isLater } = noted(was?.newest, odometer);
    // A report of a life that was left, come late or once more, does not bring that life back.
    if (was === undefined || isLater || beads.war + beads.rain > 0 || this.totals?.epoch === epoch)
      this.enter(totals, beads);
    this.keep({ totals, pace, newest, ...(doubted && { doubted }) });
    return { isDoubtful: doubted !== undefined && isNew(newBeads(account, doubted)) };
  }

  /** The last bead of another life says nothing of this one. */
  private enter(totals: Totals, beads: Tally): void {
    const slot = SLOTS.findLast((one) => beads[one] > 0);
    if (slot !== undefined || this.totals?.epoch !== totals.epoch) this.lastSlot = slot;
    this.totals = totals;
  }

  /** The one heard of last is last. */
  private keep(life: Life): void {
    const { epoch } = life.totals;
    this.lives.delete(epoch);
    this.lives.set(epoch, life);
    for (const [oldest] of this.lives) if (this.lives.size > MOST_EPOCHS) this.lives.delete(oldest);
  }
}

const MOST_EPOCHS = 8;

const MOST_STARTS = 8;

/** Whether a report is new, by its number. */
function noted(was: Life['newest'] = new Map(), { boot = 0, seq = 0 }: Odometer) {
  const isLater = seq > (was.get(boot) ?? 0);
  return { isLater, newest: isLater ? new Map([...was].slice(1 - MOST_STARTS)).set(boot, seq) : was };
}

const isNew = (beads: Tally): boolean => SLOTS.some((slot) => beads[slot] > 0);

function since(was: Totals, now: Totals): Tally {
  return { war: Math.max(0, now.war - was.war), rain: Math.max(0, now.rain - was.rain) };
}

/** Totals never fall within a life: of each slot the higher one is the later. */
function later(was: Totals, now: Totals): Totals {
  return { epoch: now.epoch, war: Math.max(was.war, now.war), rain: Math.max(was.rain, now.rain) };
}
