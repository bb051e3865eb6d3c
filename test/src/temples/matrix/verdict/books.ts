/** Reads the journal of a temple line by line: what was counted under each owner, and what must not count. */
import { type BeadAccount, SLOTS, type Tally, type Totals } from '@flower-war/protocol';

/** The lines of the journal that change a count. */
export type BookLine =
  | { readonly kind: 'claimed'; readonly base?: Totals }
  | ({ readonly kind: 'based' | 'counted' } & Totals)
  | { readonly kind: 'unbound'; readonly account: BeadAccount }
  | { readonly kind: 'released' | 'bound' | 'returned' | 'confirmed' | 'wanted' };

export interface Books {
  /** Over all owners. */
  readonly sensed: number;
  readonly applied: number;
  /** Beads that fell while the temple had no owner. */
  readonly nobodys: number;
}

const NONE: Tally = { war: 0, rain: 0 };
const all = ({ war, rain }: Tally): number => war + rain;

/** `now`: the account at the end, in the journal or in a match. */
export function readBooks(lines: readonly BookLine[], now: BeadAccount): Books {
  const cursors = new Map<number, Tally>();
  let [before, current, nobodys] = [{ sensed: 0, applied: 0 }, { sensed: 0, applied: 0 }, 0];
  for (const line of lines) {
    if (line.kind === 'claimed') {
      before = { sensed: before.sensed + current.sensed, applied: before.applied + current.applied };
      current = { sensed: 0, applied: 0 };
    }
    if (line.kind === 'claimed' && line.base !== undefined) nobodys += moved(cursors, line.base);
    if (line.kind === 'based') nobodys += moved(cursors, line);
    if (line.kind === 'counted') current = { ...current, sensed: current.sensed + moved(cursors, line) };
    if (line.kind === 'unbound') {
      current = { sensed: all(line.account.sensed), applied: all(line.account.applied) };
      for (const cursor of line.account.cursors) moved(cursors, cursor);
    }
  }
  return {
    sensed: before.sensed + all(now.sensed),
    applied: before.applied + all(now.applied),
    nobodys,
  };
}

/** By how many beads a line moves the cursor on. */
function moved(cursors: Map<number, Tally>, { epoch, war, rain }: Totals): number {
  const was = cursors.get(epoch) ?? NONE;
  const next = { war: Math.max(was.war, war), rain: Math.max(was.rain, rain) };
  cursors.set(epoch, next);
  return SLOTS.reduce((beads, slot) => beads + next[slot] - was[slot], 0);
}
