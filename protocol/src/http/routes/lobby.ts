/** The routes of finding a game, and of who may sit down: part of the table in routes.ts. */
import type { Route } from './route.ts';

const MATCH = '/api/matches/{match}';

export const LOBBY_ROUTES: readonly Route[] = [
  {
    ...{
      id: 'enterLobby',
      call: 'POST /api/lobby',
      about: 'a connection to the list of matches, which keeps it up to date',
    },
    ...{ token: 'must', body: 'lobby', answer: 'Watching', limit: 'seats' },
    codes: ['unknown-game', 'bad-options', 'too-many-lobbies', 'limit-reached'],
  },
  {
    ...{ id: 'quickMatch', call: 'POST /api/quick', token: 'must', body: 'quick', answer: 'MatchSummary' },
    about: 'an open match that starts soon, with people in it if there is one, or a new one; then take a seat',
    ...{ limit: 'quick', codes: ['unknown-game', 'bad-options', 'limit-reached'] },
  },
  {
    ...{ id: 'admitPlayer', call: `POST ${MATCH}/admit`, about: 'the host lets somebody sit down' },
    ...{ token: 'must', body: 'admission', answer: 'MatchSummary', limit: 'seats' },
    codes: ['no-such-player', 'no-such-match', 'forbidden', 'already-started', 'match-over'],
  },
  {
    ...{ id: 'dismissPlayer', call: `POST ${MATCH}/dismiss`, about: 'the host does not' },
    ...{ token: 'must', body: 'admission', answer: 'MatchSummary', limit: 'seats' },
    codes: ['no-such-player', 'no-such-match', 'forbidden', 'already-started', 'match-over'],
  },
  {
    ...{
      id: 'emptySeat',
      call: `POST ${MATCH}/remove`,
      about: 'the host takes a seat from a player or bot before the start',
    },
    ...{ token: 'must', body: 'remove', answer: 'MatchSummary', limit: 'seats' },
    codes: ['no-such-match', 'forbidden', 'seat-free', 'already-started', 'match-over'],
  },
  {
    ...{ id: 'playAgain', call: `POST ${MATCH}/rematch`, about: 'the same match once more, one for all of its people' },
    ...{ token: 'must', answer: 'MatchSummary', limit: 'matches' },
    codes: ['no-such-match', 'forbidden', 'not-over', 'unknown-game', 'bad-options', 'limit-reached'],
  },
];
