/** For tests: a match that is played on without people. */
import type { Match } from '../../match/match.ts';
import { askedSeat } from '../../matches/table.fixture.ts';

let ids = 0;

/** Plays this many decisions with the fallback of the rules. Returns the public events and the full view. */
export async function played(match: Match, moves: number, now: number): Promise<string> {
  const told: unknown[] = [];
  const unwatch = match.watch({ onFlush: ({ publicEvents }) => told.push(...publicEvents), onLost: () => {} });
  for (let n = 0; n < moves && match.position.status === 'running'; n++) {
    const seat = askedSeat(match) as 0;
    const move = match.engine.format(match.engine.fallback(match.position.state, seat));
    // The answer may wait for other seats that a hidden window asks.
    void match.act(seat, [ids++, match.privateOf(seat).decision ?? 0, move], now);
    await match.tend(now);
  }
  unwatch();
  return JSON.stringify([told, match.engine.view(match.position.state, 'all')]);
}
