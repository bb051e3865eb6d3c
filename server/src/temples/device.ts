/** What is known of a device beside what is written: what it told last, and when. Lost with the process, and told anew. */
import {
  type Account,
  type Info,
  newBeads,
  type Odometer,
  type Pace,
  paceAfter,
  SILENT_AFTER_MS,
  type Tally,
  type Totals,
} from '@flower-war/protocol';

export class Device {
  /** The totals that it told last. */
  totals: Totals | undefined;
  info: Info | undefined;
  private heardAt = Number.NEGATIVE_INFINITY;
  private isOnline = false;
  private readonly pace = new Map<number, { readonly pace: Pace; readonly totals: Totals }>();

  /** Heard of lately, and not said to be off. */
  isFresh(now: number): boolean {
    return this.isOnline && now - this.heardAt <= SILENT_AFTER_MS;
  }

  /** Its last will came, or it says that it is there. */
  say(is: 'online' | 'offline', now: number): void {
    this.isOnline = is === 'online';
    if (this.isOnline) this.heardAt = now;
  }

  /** Notes totals; says whether they came too fast to be believed. What it counted before is measured against `account`. */
  hear({ epoch, war, rain }: Odometer, account: Account, now: number): { readonly isDoubtful: boolean } {
    const totals = { epoch, war, rain };
    this.say('online', now);
    this.totals = totals;
    const was = this.pace.get(epoch);
    const beads = was === undefined ? newBeads(account, totals) : since(was.totals, totals);
    const { pace, isKept } = paceAfter(was?.pace, beads, now);
    this.pace.delete(epoch);
    this.pace.set(epoch, { pace, totals });
    for (const [oldest] of this.pace) if (this.pace.size > MOST_EPOCHS) this.pace.delete(oldest);
    return { isDoubtful: !isKept };
  }
}

const MOST_EPOCHS = 8;

function since(was: Totals, now: Totals): Tally {
  return { war: Math.max(0, now.war - was.war), rain: Math.max(0, now.rain - was.rain) };
}
