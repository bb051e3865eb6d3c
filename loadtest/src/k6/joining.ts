/** Players who all want a seat within the same second. Their table-mates may be anywhere. */
import type { LobbyEntry, MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { measuredFrom, measuredTo, SEATS } from '../loads.ts';
import { Connection, keepFrames } from './connection.ts';
import { type Company, Seat } from './seat.ts';
import { GAME, isOpen, playMatches, type Table, thinkMs } from './table.ts';
import { arrivalOf, at, count, fail, IS_CROWD, now, pause, Person, PLAN, playersHere, Refusal, took } from './user.ts';

const RUSH_MS = 1000;
const LOOK_AGAIN_MS = 50;

/** A player who has seen no free seat for this long opens a match, as people do. */
const PATIENCE_MS = 4000;

const NEW_MATCH = { game: GAME, seats: SEATS };

/** All ask for a seat in any match. */
export const quickRush = () =>
  eachPlayer(async (person) => {
    await untilRush();
    const choose = () => person.post<MatchSummary>('/api/quick', NEW_MATCH);
    await joinAndPlay(person, async () => ({ choose, end: () => {} }));
  });

/** All look at the list of matches. One for each match opens one, and the others choose one of those. */
export const lobbyRush = () =>
  eachPlayer(async (person, nth) => {
    await untilRush();
    const hosting = async () => ({ choose: () => create(person), end: () => {} });
    await joinAndPlay(person, nth % SEATS === 0 ? hosting : () => looking(person));
  });

const create = (person: Person) => person.post<MatchSummary>('/api/matches', NEW_MATCH);
const untilRush = () => at(measuredFrom(PLAN) + Math.random() * RUSH_MS);

/** The state of the room. */
interface List {
  readonly matches: ReadonlyMap<string, LobbyEntry>;
}

/** Reads the list that the server keeps up to date, and chooses one of its matches each time. */
async function looking(person: Person): Promise<Search> {
  const wish = { game: GAME, status: 'open', free: 1 };
  const place = await person.post<Pick<SeatedAnswer, 'connection'>>('/api/lobby', wish);
  let list: List['matches'] = new Map();
  const shown = ({ matches }: List) => {
    list = matches;
  };
  const connection = new Connection<List>(place.connection, { shown, message: () => {}, answer: () => {}, lost: fail });
  const choose = async () => {
    for (const until = now() + PATIENCE_MS; now() < until; await pause(LOOK_AGAIN_MS)) {
      const open = [...list.values()].filter(({ free }) => free > 0);
      const chosen = open[Math.floor(Math.random() * open.length)];
      if (chosen !== undefined) return Person.ask<MatchSummary>(`/api/matches/${chosen.match}`);
    }
    return create(person);
  };
  return { choose, end: () => connection.cut() };
}

/** What each player of this virtual user does, from its arrival. */
async function eachPlayer(act: (person: Person, nth: number) => Promise<void>): Promise<void> {
  const many = playersHere();
  await Promise.all(
    Array.from({ length: many }, async (_, nth) => {
      await at(arrivalOf(nth, many));
      await act(await Person.signUp(), nth);
    }).map((done) => done.catch(fail)),
  );
}

/** Another player was faster: choose again. */
const TAKEN: readonly string[] = ['match-full', 'seat-taken', 'already-started', 'no-such-match'];

/** How a player finds a match. */
interface Search {
  readonly choose: () => Promise<MatchSummary>;
  /** Called when the player has found a seat. */
  readonly end: () => void;
}

/** Chooses matches until there is a seat in one of them. Times how long that takes, and plays on until the end. */
async function joinAndPlay(person: Person, search: () => Promise<Search>): Promise<void> {
  const began = now();
  const seat = new Seat(person, ALONE);
  const { choose, end } = await search();
  await sitSomewhere(seat, choose);
  end();
  took('join', now() - began);
  count('joined');
  await at(measuredTo(PLAN) + 1000);
  if (seat.sent !== undefined && !seat.sent.isHeld) fail('a move was never answered');
  seat.cut();
}

async function sitSomewhere(seat: Seat, choose: () => Promise<MatchSummary>): Promise<void> {
  for (;;) {
    try {
      return await seat.sit(await choose());
    } catch (error) {
      if (!(error instanceof Refusal && TAKEN.includes(error.code))) throw error;
    }
  }
}

/** Moves are counted, but not timed. */
const ALONE: Company = {
  thinkMs,
  isOpen,
  changed: () => {},
  asked: () => {},
  answered: () => count('moves'),
};

// People play, then all sockets are cut at once, and all come back: no player late, no move lost.

/** How long the players have played when their sockets are cut: those of the crowd and of the observers in one moment. */
const CUT_AFTER_MS = 5000;

/** By then all should be back for long, and the crowd reads. */
const KEEP_MS = 8000;

/** The SDK waits this long before it comes back, and twice as long after each failure. */
const FIRST_WAIT_MS = 100;

const LONGEST_WAIT_MS = 3000;
const tables = new Map<Person, Table>();

export async function storm(): Promise<void> {
  await Promise.all([playMatches(remember), cutAll()]);
}

/** The newest table of each host. */
function remember(table: Table): void {
  const host = table.seats[0]?.person;
  if (host !== undefined) tables.set(host, table);
}

async function cutAll(): Promise<void> {
  await pause(PLAN.askedAt + measuredFrom(PLAN) + CUT_AFTER_MS - Date.now());
  const cutAt = now();
  if (IS_CROWD) void at(cutAt + KEEP_MS).then(keepFrames());
  for (const table of tables.values()) table.cut();
  const seats = [...tables.values()].flatMap(({ seats, match }) => seats.map((seat) => ({ seat, match })));
  await Promise.all(
    seats.map(async ({ seat, match }) => {
      await tryUntilBack(() => seat.comeBack(match?.match ?? ''));
      took('back', seat.wholeAt - cutAt);
      count('returned');
    }),
  ).catch(fail);
}

async function tryUntilBack(comeBack: () => Promise<void>): Promise<void> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    await pause(wait * (0.5 + Math.random() / 2));
    try {
      return await comeBack();
    } catch (error) {
      fail(error);
      if (now() > measuredTo(PLAN)) throw error;
    }
  }
}
