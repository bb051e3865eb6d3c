/** Players who all want a seat within the same second. */
import type { LobbyEntry, MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { measuredFrom } from '../plan.ts';
import { at, eachPlayer, pause } from './crowd.ts';
import { Line } from './line.ts';
import type { Person } from './person.ts';
import { PLAN } from './plan.ts';
import { joinAndPlay, type Search } from './stranger.ts';
import { GAME } from './table.ts';
import { fail, now } from './tally.ts';

const RUSH_MS = 1000;
const LOOK_AGAIN_MS = 50;
/** Who has seen no free seat for so long opens a match, as people do. */
const PATIENCE_MS = 4000;
const NEW_MATCH = { game: GAME, seats: PLAN.seats };

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
    await joinAndPlay(person, nth % PLAN.seats === 0 ? hosting : () => looking(person));
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
  const line = new Line<List>(place, { shown, message: () => {}, answer: () => {}, lost: fail });
  const choose = async () => {
    for (const until = now() + PATIENCE_MS; now() < until; await pause(LOOK_AGAIN_MS)) {
      const open = [...list.values()].filter(({ free }) => free > 0);
      const chosen = open[Math.floor(Math.random() * open.length)];
      if (chosen !== undefined) return person.get<MatchSummary>(`/api/matches/${chosen.match}`);
    }
    return create(person);
  };
  return { choose, end: () => line.cut() };
}
