/** How long beads take from a device to the ledger of the server and back. */
import { SLOTS, type Slot, type Tally } from '@flower-war/protocol';

export interface Sight {
  /** The totals that the device publishes. */
  readonly counted: Tally;
  /** The totals that the last ledger covers. */
  readonly through: Tally;
  readonly at: number;
}

/** Of one device that began at 0. */
export class BeadTimes {
  /** When each bead was published that has no answer yet, the oldest first. */
  private readonly waiting: Readonly<Record<Slot, number[]>> = { war: [], rain: [] };
  private readonly published: Record<Slot, number> = { war: 0, rain: 0 };
  private readonly answered: Record<Slot, number> = { war: 0, rain: 0 };

  /** Returns how long each bead took that the ledger covers now and did not cover before. */
  see({ counted, through, at }: Sight): readonly number[] {
    return SLOTS.flatMap((slot) => {
      const waiting = this.waiting[slot];
      for (; this.published[slot] < counted[slot]; this.published[slot]++) waiting.push(at);
      const many = Math.max(0, through[slot] - this.answered[slot]);
      this.answered[slot] += many;
      return waiting.splice(0, many).map((since) => at - since);
    });
  }
}
