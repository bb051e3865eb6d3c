/** How often a seat may ask for something that is no move. The rules of the game set no bound for that. */
import type { Entry } from '../entry/entries.ts';
import type { RequestCounts } from '../position/tableState.ts';

/** The most requests of one seat: offers, answers, wishes, habits, and what it says about beads. */
export const MOST_REQUESTS = 300;

const REQUESTS: readonly Entry['kind'][] = ['asks', 'habits', 'agreement', 'temple'];

/** The seat that asked for this entry, if the entry is no move. */
function requester(entry: Entry): number | undefined {
  const isRequest = REQUESTS.includes(entry.kind);
  return isRequest && 'id' in entry && entry.id !== undefined ? entry.seat : undefined;
}

export function requestsAfter(was: RequestCounts, entry: Entry): RequestCounts {
  const seat = requester(entry);
  return seat === undefined ? was : new Map(was).set(seat, (was.get(seat) ?? 0) + 1);
}

/**
 * Whether this seat has asked too often. It may always answer other players: the bound on their offers bounds answers
 * too.
 */
export function isTooOften(was: RequestCounts, entry: Entry): boolean {
  const seat = requester(entry);
  const isAnswer = entry.kind === 'agreement' && entry.is !== 'offered';
  return seat !== undefined && !isAnswer && (was.get(seat) ?? 0) >= MOST_REQUESTS;
}
