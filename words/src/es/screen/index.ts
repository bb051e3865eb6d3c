/** What a screen says beside the sentences about moves, events and cards, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';
import { RING, SPACE_AZTECS, TIEQCHIEQ } from './boards.ts';
import { HABITS, HELP, OWN_TEMPLES, PROBLEMS, TEMPLES, usage } from './help.ts';
import { ACCOUNT, HINTS, HISTORY, LEARN, LOBBY, MATCH, PHRASES, REPLAY, TABLE, TALK } from './match.ts';
import { GOALS, NAMES } from './names.ts';

export const SCREEN: Screen = {
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
