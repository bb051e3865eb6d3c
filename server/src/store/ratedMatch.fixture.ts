/** For tests: rated matches of Ana and Ben, and what their accounts say. */
import type { Pool } from '@flower-war/protocol';
import { firstEntry } from './journal/firstEntry.fixture.ts';
import type { NewAccount } from './matchAccounts.ts';
import type { Stores } from './operations.ts';

export const EDITION = { game: 'x', preset: 'y' };

/** Ana sits at seat 0, Ben at seat 1, if no others are named. The match is the n-th that ended. */
export async function playRated(
  stores: Pick<Stores, 'records' | 'ratings'>,
  match: string,
  {
    n,
    players = ['p-ANA', 'p-BEN'],
    pool,
  }: { readonly n: number; readonly players?: readonly string[]; readonly pool?: Pool },
): Promise<void> {
  await stores.records.append([{ ...firstEntry(match), index: { ...firstEntry().index, status: 'ended' } }]);
  const rating = { rating: 1500, deviation: 90, volatility: 0.06, matches: n, at: n };
  await stores.ratings.settle(n, {
    ...EDITION,
    ...(pool && { pool }),
    match,
    at: n,
    changes: players.map((player, seat) => ({ seat, player, before: 1500, after: 1500 })),
    ratings: players.map((player) => ({ ...rating, player })),
    keeps: 'known',
  });
}

const seatOf = (seat: number, own: number) => {
  const others = { value: -own, within: 0 };
  return { seat, luck: { value: 1000, within: 300 }, own: { value: own, within: 4 }, others };
};

/** By seat: what the choices gave. */
export const accountOf = (match: string, owns: readonly number[], version = 1): NewAccount => ({
  match,
  version,
  account: '{}',
  preset: 'y',
  seats: owns.map((own, seat) => seatOf(seat, own)),
});
