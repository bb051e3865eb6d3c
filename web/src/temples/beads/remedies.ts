/** What a player may say about beads that wait: a button for each. */
import {
  type BeadWord,
  type FlowerWarClient,
  type LiveMatch,
  type OwnTemple,
  RefusedError,
  type Slot,
  type TempleJson,
} from '@flower-war/client';

type WithoutTemple<W> = W extends unknown ? Omit<W, 'temple'> : never;

/** What is said about beads. The temple is the one beside which the button stands. */
export type BeadsSaid = WithoutTemple<BeadWord>;

/** Beads of one slot that wait for the same reason. */
export interface Waiting {
  readonly slot: Slot;
  readonly n: number;
  /** Empty where only the newest bead has a known reason. */
  readonly why: OwnTemple['waiting'][number]['why'] | '';
}

/** The counts of one slot. */
export type Counts = Omit<TempleJson['war'], 'disputed'>;

const SLOTS: readonly Slot[] = ['war', 'rain'];

/** What helps beads that wait. Outside of a match they can be claimed from no player. */
export function remediesFor({ slot, n, why }: Waiting, isInMatch: boolean): readonly BeadsSaid[] {
  const takenOut: BeadsSaid = { what: 'returned', slot, n };
  if (why === 'implausible') return [{ what: 'confirmed' }, takenOut];
  if (why === 'unclaimed' && isInMatch) return [{ what: 'claimed', slot, n }, takenOut];
  return [takenOut];
}

/** The beads that wait as a table shows them, which tells less than the owner of a temple hears. */
export function waitingIn({ last, doubted, unclaimed, ...slots }: TempleJson): readonly Waiting[] {
  return SLOTS.flatMap((slot) => {
    const n = slots[slot].held;
    if (n === 0) return [];
    const known = last.slot === slot && last.verdict === 'held' ? last.why : '';
    return [{ slot, n, why: known || (doubted > 0 ? 'implausible' : unclaimed > 0 ? 'unclaimed' : '') }];
  });
}

/** Beads of one slot that wait for the same reason stand in one line, however they came. */
export function gathered(runs: readonly Waiting[]): readonly Waiting[] {
  const lines = Map.groupBy(runs, ({ slot, why }) => `${slot} ${why}`);
  return [...lines.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ ...first, n: rest.reduce((sum, { n }) => sum + n, first.n) }],
  );
}

/** The counts of a temple as its owner hears them, by slot. */
export function countsIn({ sensed, applied, held, refused, toTake }: OwnTemple['ledger'], slot: Slot): Counts {
  return {
    sensed: sensed[slot],
    applied: applied[slot],
    held: held[slot],
    refused: refused[slot],
    toTake: toTake[slot],
  };
}

// Tells the server what a player says about beads: at the table, or to a temple that counts for no match.

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
