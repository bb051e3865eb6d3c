/** Whether the disk syncs so quickly that the server itself may wait for it. Both threads tell how long their syncs took. */
import { SIGNALS, type Signals } from './threadMessages.ts';

/** The mean of a quick disk: not much longer than two threads need to wake each other. */
const QUICK_MICROSECONDS = 400;
/** The last so many syncs weigh most. A long stall weighs for longer. */
const WEIGHING = 64;
/** Before it has shown that it is quick. */
const UNKNOWN_MICROSECONDS = 10_000;

export class QuickDisk {
  private readonly signals: Signals;

  constructor(signals: Signals) {
    this.signals = signals;
  }

  get isQuick(): boolean {
    return this.mean <= QUICK_MICROSECONDS;
  }

  /** The threads never sync at the same time, so neither overwrites what the other one notes. */
  note(milliseconds: number): void {
    const { mean } = this;
    const step = (milliseconds * 1000 - mean) / WEIGHING;
    Atomics.store(this.signals, SIGNALS.meanSync, Math.round(mean + step - UNKNOWN_MICROSECONDS));
  }

  private get mean(): number {
    return UNKNOWN_MICROSECONDS + Atomics.load(this.signals, SIGNALS.meanSync);
  }
}
