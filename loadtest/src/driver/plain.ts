/** Bots play whole matches by the plain door, one after the other: each reads a stream, and sends a request a move. */
import { measuredFrom, measuredTo } from '../plan.ts';
import type { Driving } from './base/driving.ts';
import { Person } from './player/person.ts';
import { Table } from './player/table.ts';

/** Answers to the last moves arrive in this time. */
const LAST_ANSWERS_MS = 2000;
const END = 'end';

export async function plain(driving: Driving): Promise<void> {
  const { plan, tally, at } = driving;
  const tables = Math.floor(plan.players / plan.seats);
  await Promise.all(
    Array.from({ length: tables }, async (_, nth) => {
      await at((nth / tables) * plan.arriveSeconds * 1000);
      await playOneAfterTheOther(driving, nth * plan.seats).catch((error: unknown) => tally.fail(error));
    }),
  );
}

/** `first`: the number of the first player at the table. */
async function playOneAfterTheOther(driving: Driving, first: number): Promise<void> {
  const { plan, tally, now, at, isOpen } = driving;
  const seats = Array.from({ length: plan.seats }, (_, seat) => first + seat);
  const people = await Promise.all(seats.map((nth) => Person.signUp(plan, nth)));
  const end = at(measuredTo(plan) + LAST_ANSWERS_MS).then(() => END);
  for (let matches = 0; isOpen(); matches++) {
    const table = new Table(people, driving);
    await table.open();
    if (matches === 0 && now() > measuredFrom(plan)) tally.fail('players had not arrived when the measured time began');
    if ((await Promise.race([table.ended(), end])) !== END) tally.count('matches');
    table.close();
  }
}
