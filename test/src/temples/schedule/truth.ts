/** An independent count of all reports that were heard: the highest total of each life, less where it began. */
import { SLOTS, type Slot, type Totals } from '@flower-war/protocol';

/** A life is over when so many newer lives came after it. */
const MOST_LIVES = 8;

export class Truth {
  /** Beads since the claim. */
  sensed: Record<Slot, number> = { war: 0, rain: 0 };
  /** The totals of each life at the claim. */
  private base = new Map<number, Totals>();
  private readonly highest = new Map<number, Totals>();
  /** Lives in the order in which they counted, the latest last. */
  private order: number[] = [];
  private readonly over = new Set<number>();

  isOver(epoch: number): boolean {
    return this.over.has(epoch);
  }

  hear(totals: Totals): void {
    const was = this.highest.get(totals.epoch) ?? { war: 0, rain: 0 };
    const isNews = SLOTS.some((slot) => totals[slot] > was[slot]);
    if (!isNews || this.over.has(totals.epoch)) return;
    for (const slot of SLOTS) this.sensed[slot] += Math.max(0, totals[slot] - was[slot]);
    this.raise(totals);
  }

  claim(base: Totals): void {
    this.raise(base);
    this.sensed = { war: 0, rain: 0 };
    this.base = new Map(this.highest);
  }

  /** How many beads fell since the claim at most: all beads of each life, less those heard before the claim. */
  most(fallen: ReadonlyMap<number, Record<Slot, number>>, slot: Slot): number {
    return [...fallen].reduce((sum, [epoch, n]) => sum + n[slot] - (this.base.get(epoch)?.[slot] ?? 0), 0);
  }

  private raise({ epoch, war, rain }: Totals): void {
    const was = this.highest.get(epoch);
    this.highest.set(epoch, { epoch, war: Math.max(war, was?.war ?? 0), rain: Math.max(rain, was?.rain ?? 0) });
    this.order = [...this.order.filter((one) => one !== epoch), epoch];
    for (const old of this.order.slice(0, -MOST_LIVES)) this.over.add(old);
    this.order = this.order.slice(-MOST_LIVES);
  }
}
