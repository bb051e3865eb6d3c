/** Gives back the seats of a player who is being deleted, in whichever process their matches live. */
import { z } from 'zod';
import { Refused } from '../../base/refused.ts';
import { Elsewhere, type Peer } from '../../store/ownership/processes.ts';
import { Unreached } from '../temples/homes/templeHomes.ts';
import { leave, type Seating } from './seating.ts';

const id = z.string().max(200);

export const seat = z.object({ match: id, player: id });
export type Seat = z.infer<typeof seat>;

export interface SeatsBack extends Seating {
  readonly owners: { peerOf(kind: 'match', id: string): Promise<Peer | undefined> };
  /** Asks another process to give the seat back. False if the match does not live there any more. */
  readonly askForSeat: (peer: Peer, seat: Seat) => Promise<boolean>;
}

/** A match that moves while it is looked for is found at a later look, and so is that of a process which has died. */
const LOOKS = 3;

/** Refuses with `unavailable` if the process of the match does not answer now. */
export async function giveBack(services: SeatsBack, wanted: Seat): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const peer = await services.owners.peerOf('match', wanted.match);
    const isGivenBack = peer === undefined ? giveBackHere(services, wanted) : askedAt(services, peer, wanted);
    if (await isGivenBack) return;
  }
  throw new Refused('unavailable');
}

/** False if the match lives in another process. */
export async function giveBackHere(services: Seating, { match, player }: Seat): Promise<boolean> {
  try {
    await leave(services, match, player);
  } catch (error) {
    if (error instanceof Elsewhere) return false;
    // A player has no seat to give back if they only created the match, or if the match starts at this moment.
    if (!(error instanceof Refused) || error.code === 'unavailable') throw error;
  }
  return true;
}

async function askedAt({ askForSeat }: SeatsBack, peer: Peer, wanted: Seat): Promise<boolean> {
  try {
    return await askForSeat(peer, wanted);
  } catch (error) {
    if (error instanceof Unreached) return false;
    throw error;
  }
}
