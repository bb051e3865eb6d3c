/** Tells the server what a player says about beads: at the table, or to a temple that counts for no match. */
import { type FlowerWarClient, type LiveMatch, type OwnTemple, RefusedError } from '@flower-war/client';
import type { BeadsSaid } from './remedies.ts';

/** Fails with what the server refused. */
export type Say = (said: BeadsSaid) => Promise<void>;

export const sayAt =
  (live: Pick<LiveMatch, 'beads'>, temple: string): Say =>
  async (said) => {
    const answer = await live.beads({ temple, ...said });
    if (answer.kind === 'rejected') throw new RefusedError(answer);
  };

/** The table hears it also from a player who does not look at it now. */
export const sayAsOwner =
  (client: FlowerWarClient, { temple, bound }: Pick<OwnTemple, 'temple' | 'bound'>): Say =>
  async (said) => {
    if (bound !== undefined) {
      const live = await client.join(bound.match);
      return sayAt(live, temple)(said).finally(() => live.close());
    }
    if (said.what === 'returned') await client.temples.returnBeads(temple, said.slot, said.n);
    if (said.what === 'confirmed') await client.temples.confirmBeads(temple);
  };
