/** A player whose table-mates may be anywhere. Its moves are counted, but only its way to the table is timed. */
import type { MatchSummary } from '@flower-war/protocol';
import { measuredTo } from '../plan.ts';
import { Chair, type Company } from './chair.ts';
import { at, humanPace } from './crowd.ts';
import { type Person, Refusal } from './person.ts';
import { PLAN } from './plan.ts';
import { count, fail, now, took } from './tally.ts';

/** Another player was faster: choose again. */
const TAKEN: readonly string[] = ['match-full', 'seat-taken', 'already-started', 'no-such-match'];

/** How a player finds a match. */
export interface Search {
  readonly choose: () => Promise<MatchSummary>;
  /** Called when the player has found a seat. */
  readonly end: () => void;
}

/** Chooses matches until there is a seat in one of them. Times how long that takes, and plays until the end. */
export async function joinAndPlay(person: Person, search: () => Promise<Search>): Promise<void> {
  const began = now();
  const chair = new Chair(person, alone());
  const { choose, end } = await search();
  await sitSomewhere(chair, choose);
  end();
  took('join', now() - began);
  count('joined');
  await at(measuredTo(PLAN) + 1000);
  if (chair.sent !== undefined && !chair.sent.isHeld) fail('a move was never answered');
  chair.cut();
}

async function sitSomewhere(chair: Chair, choose: () => Promise<MatchSummary>): Promise<void> {
  for (;;) {
    try {
      return await chair.sit(await choose());
    } catch (error) {
      if (!(error instanceof Refusal && TAKEN.includes(error.code))) throw error;
      count('taken');
    }
  }
}

function alone(): Company {
  const { thinkMs, playUntil } = humanPace();
  return {
    thinkMs,
    isOpen: () => now() < playUntil,
    changed: () => {},
    asked: () => {},
    answered: () => count('moves'),
  };
}
