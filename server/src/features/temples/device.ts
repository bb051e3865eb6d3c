/** What the server knows of a device and does not write down: its last messages. The device repeats them. */
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
  /** The number of the newest report of each boot. A device with a copied flash has the same epoch, but other boots. */
  readonly newest: ReadonlyMap<number, number>;
  readonly pace: BeadPace;
  /** The last totals that came too fast to be believed. */
  readonly doubted?: Totals;
}

/** What one process tells another of a device, when the temple moves there. */
export interface HeardDevice {
  readonly totals?: Totals | undefined;
  readonly info?: Info | undefined;
  readonly is: 'online' | 'offline';
}

export class Device {
  /** The totals of its present life. */
  totals: Totals | undefined;
  /** Whether the device has sent its totals itself. Those that lay at a broker may be less than it has counted. */
  areOwn = false;
  info: Info | undefined;
  /** The slot of the last bead; unknown when one report has beads of both. */
  lastSlot: Slot | undefined;
  private heardAt = Number.NEGATIVE_INFINITY;
  private isOnline = false;
  private readonly lives = new Map<number, Life>();

  /** Whether the device has sent a message lately and is not known to be off. */
  isFresh(now: number): boolean {
    return this.isOnline && now - this.heardAt <= SILENT_AFTER_MS;
  }

  get heard(): HeardDevice {
    const { totals, info } = this;
    return { is: this.isOnline ? 'online' : 'offline', ...(totals && { totals }), ...(info && { info }) };
  }

  /** Takes over what another process has heard, unless this one has heard it too. */
  adopt({ totals, info, is }: HeardDevice, now: number): void {
    this.totals ??= totals;
    this.info ??= info;
    this.setPresence(is, now);
  }

  /** The device says that it is online, or its last will says that it is not. */
  setPresence(is: 'online' | 'offline', now: number): void {
    this.isOnline = is === 'online';
    if (this.isOnline) this.heardAt = now;
  }

  /** Notes totals. Says whether they came too fast to believe. In a new life `account` tells which beads are new. */
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
    // A late or repeated report of an earlier life does not bring that life back.
    if (was === undefined || isLater || beads.war + beads.rain > 0 || this.totals?.epoch === epoch)
      this.enter(totals, beads);
    this.keep({ totals, pace, newest, ...(doubted && { doubted }) });
    return { isDoubtful: doubted !== undefined && isNew(newBeads(account, doubted)) };
  }

  /** Takes the totals as the present ones. The last bead of another life says nothing about this life. */
  private enter(totals: Totals, beads: Tally): void {
    const slot = SLOTS.findLast((one) => beads[one] > 0);
    if (slot !== undefined || this.totals?.epoch !== totals.epoch) this.lastSlot = slot;
    this.totals = totals;
  }

  /** Keeps a life as the newest one, and drops the oldest lives. */
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

/** The later totals: within a life no count falls, so that the higher count of each slot is the later one. */
function later(was: Totals, now: Totals): Totals {
  return { epoch: now.epoch, war: Math.max(was.war, now.war), rain: Math.max(was.rain, now.rain) };
}
