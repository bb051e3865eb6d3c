/** What really fell into a temple, held against what is counted of it. */

import type { Tally } from '@flower-war/protocol/temple';
import type { Twin } from '@flower-war/temple/twin';

export const sum = ({ war, rain }: Tally): number => war + rain;

/** All devices that say that they are this temple. */
export class Truth {
  private readonly twins: Twin[] = [];
  /** Of each life, what the server has said that it has seen. */
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

  /** The beads that anybody could have heard of. Of two devices with one memory more than fell into either. */
  get most(): number {
    const [twin, ...clones] = this.twins;
    return clones.length > 0 ? this.dropped : sum(twin?.counted ?? { war: 0, rain: 0 });
  }

  /** The beads of which the server has said that it has seen them. */
  get least(): number {
    return [...this.answered.values()].reduce((beads, tally) => beads + sum(tally), 0);
  }

  private hear({ ledger }: Twin): void {
    // Of a temple that nobody owns it says that, and counts nothing.
    if (ledger === undefined || ledger.last?.why === 'unpaired') return;
    const { epoch, through } = ledger;
    const was = this.answered.get(epoch) ?? { war: 0, rain: 0 };
    this.answered.set(epoch, { war: Math.max(was.war, through.war), rain: Math.max(was.rain, through.rain) });
  }
}
