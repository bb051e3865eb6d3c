/** What really fell into a temple, to compare with what the server counts. */

import type { Tally } from '@flower-war/protocol/temple';
import type { Twin } from '@flower-war/temple/twin';

export const sum = ({ war, rain }: Tally): number => war + rain;

/** All devices that use the id of this temple. */
export class Truth {
  private readonly twins: Twin[] = [];
  /** For each life, the totals that the server has acknowledged. */
  private readonly answered = new Map<number, Tally>();

  constructor(twin: Twin) {
    this.follow(twin);
  }

  follow(twin: Twin): void {
    this.twins.push(twin);
    twin.watch(() => this.hear(twin));
  }

  get dropped(): number {
    return this.twins.reduce((beads, { truth }) => beads + sum(truth), 0);
  }

  /** The most beads that the server can have heard of. With clones it is all beads, because clones share a memory. */
  get most(): number {
    const [twin, ...clones] = this.twins;
    return clones.length > 0 ? this.dropped : sum(twin?.counted ?? { war: 0, rain: 0 });
  }

  /** The beads that the server has acknowledged. */
  get least(): number {
    return [...this.answered.values()].reduce((beads, tally) => beads + sum(tally), 0);
  }

  private hear({ ledger }: Twin): void {
    // A ledger without an owner says so, and counts nothing.
    if (ledger === undefined || ledger.last?.why === 'unpaired') return;
    const { epoch, through } = ledger;
    const was = this.answered.get(epoch) ?? { war: 0, rain: 0 };
    this.answered.set(epoch, { war: Math.max(was.war, through.war), rain: Math.max(was.rain, through.rain) });
  }
}
