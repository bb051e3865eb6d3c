/** What a screen says beside the sentences about moves, events and cards. English is the shape of the other languages. */
import { RING, SPACE_AZTECS, TIEQCHIEQ } from './boards.ts';
import { HABITS, HELP, OWN_TEMPLES, PROBLEMS, TEMPLES, usage } from './help.ts';
import { ACCOUNT, HINTS, HISTORY, LEARN, LOBBY, MATCH, PHRASES, REPLAY, TABLE, TALK } from './match.ts';
import { GOALS, NAMES } from './names.ts';

export const SCREEN = {
  names: NAMES,
  goals: GOALS,
  table: TABLE,
  match: MATCH,
  replay: REPLAY,
  talk: TALK,
  phrases: PHRASES,
  temples: TEMPLES,
  ownTemples: OWN_TEMPLES,
  lobby: LOBBY,
  history: HISTORY,
  account: ACCOUNT,
  problems: PROBLEMS,
  help: HELP,
  habits: HABITS,
  usage,
  ring: RING,
  spaceAztecs: SPACE_AZTECS,
  tieqchieq: TIEQCHIEQ,
  hints: HINTS,
  learn: LEARN,
};

/** All of it in one language. */
export type Screen = typeof SCREEN;
