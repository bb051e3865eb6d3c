/** The players of one virtual user, and when each of them arrives. */
import exec from 'k6/execution';
import { measuredFrom, measuredTo, usersOf } from '../plan.ts';
import { watchingSilence } from './line.ts';
import { Person } from './person.ts';
import { PLAN } from './plan.ts';
import type { Pace } from './table.ts';
import { Table } from './table.ts';
import { count, fail, now, telling, userDone } from './tally.ts';

/** Answers to the last moves arrive in this time. */
const LAST_ANSWERS_MS = 2000;
const LATEST_END_MS = 4000;
const LATE = 'late';

/** Runs the part of this virtual user, tells what it counts, and closes all of its sockets at the end. */
export async function asUser(part: () => Promise<void>): Promise<void> {
  const stopTelling = telling();
  const closeAll = watchingSilence();
  const late = at(measuredTo(PLAN) + LATEST_END_MS).then(() => LATE);
  const end = await Promise.race([part().catch(fail), late]);
  if (end === LATE) fail('a virtual user was not done in time');
  closeAll();
  userDone();
  stopTelling();
}

/** How many players this virtual user has: the last one may have fewer. */
export function playersHere(): number {
  return Math.min(PLAN.playersPerUser, PLAN.players - userIndex() * PLAN.playersPerUser);
}

/** When the nth of so many of this virtual user arrives, so that all of them, and those of the others, arrive evenly. */
export function arrivalOf(nth: number, many: number): number {
  return ((nth + userIndex() / usersOf(PLAN)) / many) * PLAN.arriveSeconds * 1000;
}

/** What each player of this virtual user does, from its arrival. */
export async function eachPlayer(act: (person: Person, nth: number) => Promise<void>): Promise<void> {
  const many = playersHere();
  await Promise.all(
    Array.from({ length: many }, async (_, nth) => {
      await at(arrivalOf(nth, many));
      await act(await Person.signUp(), nth);
    }).map((done) => done.catch(fail)),
  );
}

/** Counts from 0. */
export const userIndex = (): number => exec.vu.idInTest - 1;

export function at(milliseconds: number): Promise<void> {
  return pause(Math.max(0, milliseconds - now()));
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export function humanPace(): Pace {
  const [least, most] = PLAN.thinkMs;
  return { thinkMs: () => least + Math.random() * (most - least), playUntil: measuredTo(PLAN) };
}

/** Whole matches, one after the other, until the measured time ends. */
export async function playMatches(pace: Pace, onOpen: (table: Table) => void = () => {}): Promise<void> {
  const tables = Math.floor(playersHere() / PLAN.seats);
  await Promise.all(
    Array.from({ length: tables }, async (_, nth) => {
      await at(arrivalOf(nth, tables));
      await playOneAfterTheOther(pace, onOpen).catch(fail);
    }),
  );
}

async function playOneAfterTheOther(pace: Pace, onOpen: (table: Table) => void): Promise<void> {
  const people = await Promise.all(Array.from({ length: PLAN.seats }, () => Person.signUp()));
  const end = at(pace.playUntil + LAST_ANSWERS_MS).then(() => 'end');
  for (let matches = 0; now() < pace.playUntil; matches++) {
    const table = new Table(people, pace);
    await table.open();
    if (matches === 0 && now() > measuredFrom(PLAN)) fail('players had not arrived when the measured time began');
    onOpen(table);
    if ((await Promise.race([table.ended(), end])) !== 'end') count('matches');
    table.close();
  }
}
