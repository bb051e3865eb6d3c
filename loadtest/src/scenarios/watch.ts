/** One match of four that all others watch. */
import type { MatchSummary } from '@flower-war/protocol';
import { measuredTo } from '../plan.ts';
import { arrivalOf, asUser, at, humanPace, pause, playersHere, userIndex } from '../player/crowd.ts';
import { Gallery } from '../player/gallery.ts';
import { Person } from '../player/person.ts';
import { optionsWith, PLAN, PLAYED } from '../player/plan.ts';
import { Table } from '../player/table.ts';
import { fail, moveSent, now } from '../player/tally.ts';

export { handleSummary } from '../player/plan.ts';
/** `move_ms` is the time until all four players have seen a move; the runner adds that of the spectators. */
export const options = optionsWith(PLAYED);

const LAST_PATCHES_MS = 2000;
const LOOK_AGAIN_MS = 200;

export const run = () => asUser(() => Promise.all([watch(), ...(userIndex() === 0 ? [play()] : [])]).then(() => {}));

/** The players sit down when all spectators are there. */
async function play(): Promise<void> {
  const people = await Promise.all(Array.from({ length: PLAN.seats }, () => Person.signUp()));
  const table = new Table(people, humanPace());
  table.onMove = moveSent;
  const match = await table.create();
  await at((PLAN.arriveSeconds + PLAN.settleSeconds / 2) * 1000);
  await table.seatAll(match);
  await at(measuredTo(PLAN) + LAST_PATCHES_MS);
  table.close();
}

async function watch(): Promise<void> {
  const gallery = new Gallery(await theMatch());
  const spectators = playersHere() - (userIndex() === 0 ? PLAN.seats : 0);
  const come = async (nth: number) => {
    await at(arrivalOf(nth, spectators));
    await gallery.enter();
  };
  await Promise.all(Array.from({ length: spectators }, (_, nth) => come(nth).catch(fail)));
  await at(measuredTo(PLAN) + LAST_PATCHES_MS);
}

/** There is one match on this server. */
async function theMatch(): Promise<string> {
  for (; now() < measuredTo(PLAN); await pause(LOOK_AGAIN_MS)) {
    const { matches } = await Person.ask<{ readonly matches: readonly MatchSummary[] }>('/api/matches?status=open');
    if (matches[0] !== undefined) return matches[0].match;
  }
  throw new Error('the match to watch is not in the list');
}
