/** The routes of what is left of matches when they are over: part of the table in routes.ts. */
import type { Route } from './route.ts';

const MATCH = '/api/matches/{match}';

export const AFTER_ROUTES: readonly Route[] = [
  {
    ...{ id: 'listMyMatches', call: 'GET /api/me/matches', about: 'where I sit or sat, the newest first' },
    ...{ token: 'must', query: 'history', answer: 'History' },
  },
  {
    ...{ id: 'getPlayer', call: 'GET /api/players/{player}', about: 'a name, and ratings', answer: 'Profile' },
    ...{ token: 'may', codes: ['no-such-player'] },
  },
  {
    ...{ id: 'listMatchesOf', call: 'GET /api/players/{player}/matches', token: 'may', query: 'history' },
    about: 'where somebody sits or sat, the newest first; private ones for themself',
    ...{ answer: 'History', codes: ['no-such-player'] },
  },
  {
    ...{ id: 'getLeaderboard', call: 'GET /api/leaderboard', about: 'the best in a preset of a game' },
    ...{ query: 'leaderboard', answer: 'Leaderboard', codes: ['unknown-game', 'bad-options'] },
  },
  {
    ...{ id: 'listSteps', call: `GET ${MATCH}/steps`, token: 'may', query: 'steps', answer: 'ReplaySteps' },
    limit: 'steps',
    about: 'what a viewer was shown; `seat` and `all` of anybody once it has ended',
    codes: ['no-such-match', 'not-over', 'forbidden', 'watching-off'],
  },
  {
    ...{ id: 'continueMatch', call: `POST ${MATCH}/continue`, token: 'must', body: 'continue', answer: 'MatchSummary' },
    about: 'a new match from a position of one that has ended, with all redrawn that no seat had seen',
    ...{ limit: 'matches' },
    codes: [
      ...(['no-such-match', 'not-over', 'forbidden', 'no-such-position', 'unknown-game'] as const),
      ...(['unknown-bot', 'match-full', 'seat-taken', 'limit-reached'] as const),
    ],
  },
];
