/** Every route of the HTTP interface. The documents are made from this table, and tests hold the running server to it. */

import { KEYS_PATH } from '../../wire/paths.ts';
import { AFTER_ROUTES } from './history.ts';
import { IDENTITY_ROUTES } from './identity.ts';
import { LOBBY_ROUTES } from './lobby.ts';
import { NOTICE_ROUTES } from './notices.ts';
import type { Route } from './route.ts';
import { TEMPLE_ROUTES } from './temples.ts';

const MATCH = '/api/matches/{match}';

const SIGNING_IN: readonly Route[] = [
  {
    ...{ id: 'signInAsGuest', call: 'POST /api/guests', about: 'a new player' },
    ...{ body: 'guest', answer: 'SignedIn', limit: 'guests', codes: ['name-refused'] },
  },
  {
    ...{ id: 'refreshToken', call: 'POST /api/tokens', about: 'a new token, before the old one ends after an hour' },
    ...{ body: 'refresh', answer: 'SignedIn', codes: ['unauthorized', 'banned'] },
  },
];

const LOOKING: readonly Route[] = [
  { id: 'listGames', call: 'GET /api/games', about: 'the games hosted here, with their options', answer: 'Catalogue' },
  {
    ...{ id: 'listCards', call: 'GET /api/games/{game}/cards', about: 'the cards of a game, with their words' },
    ...{ answer: 'CardList', codes: ['unknown-game'] },
  },
  {
    ...{ id: 'listMatches', call: 'GET /api/matches', about: 'public ones, newest first, at most 100' },
    ...{ query: 'list', answer: 'MatchList' },
  },
  {
    ...{ id: 'getMatch', call: `GET ${MATCH}`, about: 'one match, with its `code` for who takes part' },
    ...{ token: 'may', answer: 'MatchSummary', codes: ['no-such-match'] },
  },
  {
    ...{ id: 'getRecord', call: `GET ${MATCH}/record`, about: 'once it has ended; a private one for who took part' },
    ...{ token: 'may', answer: 'Record', limit: 'records', codes: ['no-such-match', 'not-over', 'forbidden'] },
  },
  { id: 'listKeys', call: `GET ${KEYS_PATH}`, about: 'the keys that sign records', answer: 'PublishedKeys' },
];

const PLAYING: readonly Route[] = [
  {
    ...{ id: 'createMatch', call: 'POST /api/matches', about: 'makes a match; whoever makes it has no seat yet' },
    ...{ token: 'must', body: 'create', answer: 'MatchSummary', limit: 'matches' },
    codes: ['unknown-game', 'bad-options', 'unknown-bot', 'match-full', 'seat-taken', 'limit-reached'],
  },
  {
    ...{ id: 'takeSeat', call: `POST ${MATCH}/seat`, about: 'takes a seat, or comes back to the seat already held' },
    ...{ token: 'must', body: 'sit', answer: 'Seated', limit: 'seats' },
    codes: [
      ...([
        'no-such-match',
        'wrong-code',
        'too-many-guesses',
        'commitment-changed',
        'seat-taken',
        'match-full',
      ] as const),
      ...([
        'already-started',
        'seat-kept',
        'match-over',
        'limit-reached',
        'awaiting-approval',
        'not-admitted',
      ] as const),
    ],
  },
  {
    ...{ id: 'connectToSeat', call: `POST ${MATCH}/connect`, about: 'another connection to the seat held' },
    ...{ token: 'must', answer: 'Seated', limit: 'seats', codes: ['no-such-match', 'not-seated'] },
  },
  {
    ...{ id: 'watchMatch', call: `POST ${MATCH}/watch`, about: 'a place without a seat' },
    ...{ token: 'must', body: 'watch', answer: 'Watching', limit: 'seats' },
    codes: ['no-such-match', 'wrong-code', 'too-many-guesses', 'watching-off'],
  },
  {
    ...{ id: 'seatBot', call: `POST ${MATCH}/bots`, about: 'the host seats a bot' },
    ...{ token: 'must', body: 'bot', answer: 'MatchSummary', limit: 'seats' },
    codes: ['no-such-match', 'forbidden', 'unknown-bot', 'seat-taken', 'match-full', 'already-started', 'match-over'],
  },
  {
    ...{ id: 'leaveSeat', call: `POST ${MATCH}/leave`, about: 'gives the seat back before the start' },
    ...{ token: 'must', answer: 'MatchSummary', limit: 'seats' },
    codes: ['no-such-match', 'not-seated', 'already-started'],
  },
];

const WATCHING_THE_SERVER: readonly Route[] = [
  { id: 'getDocument', call: 'GET /api/openapi.json', about: 'this interface, as OpenAPI 3.1', answer: 'OpenApi' },
  { id: 'welcome', call: 'GET /', about: 'a few words for who opens the address', answer: 'Words' },
  { id: 'isLive', call: 'GET /health/live', about: 'whether the process answers at all', answer: 'Live' },
  { id: 'isReady', call: 'GET /health/ready', about: 'whether it takes players; if not, why', answer: 'Ready' },
  {
    ...{ id: 'getMetrics', call: 'GET /metrics', about: 'for Prometheus, which may have the `METRICS_TOKEN` instead' },
    ...{ token: 'operator', answer: 'Metrics' },
  },
];

/** All but those of the operator. */
export const ROUTES: readonly Route[] = [
  ...SIGNING_IN,
  ...IDENTITY_ROUTES,
  ...NOTICE_ROUTES,
  ...LOOKING,
  ...PLAYING,
  ...AFTER_ROUTES,
  ...LOBBY_ROUTES,
  ...TEMPLE_ROUTES,
  ...WATCHING_THE_SERVER,
];

/** They exist only where `OPERATOR_TOKEN` is set. */
export const OPERATOR_ROUTES: readonly Route[] = [
  {
    ...{ id: 'connectBridge', call: 'POST /api/bridge/connection', about: 'a place in the room of the bridges' },
    ...{ token: 'bridge', answer: 'Watching' },
  },
  { id: 'operatorPage', call: 'GET /operator', about: 'all of this on one page', token: 'operator', answer: 'Page' },
  {
    ...{ id: 'getOverview', call: 'GET /api/operator', about: 'how the server is doing' },
    ...{ token: 'operator', answer: 'Overview' },
  },
  {
    ...{
      id: 'listHostedMatches',
      call: 'GET /api/operator/matches',
      about: 'private ones too; what has not ended, the oldest first, then what has, the newest first',
    },
    ...{ token: 'operator', query: 'operator', answer: 'HostedMatches' },
  },
  {
    ...{ id: 'endMatch', call: 'POST /api/operator/matches/{match}/end', about: 'aborts it, with a reason' },
    ...{ token: 'operator', body: 'end', answer: 'HostedMatch', codes: ['no-such-match', 'match-over'] },
  },
  {
    ...{ id: 'listPlayersOnline', call: 'GET /api/operator/players', about: 'who is connected, and to what' },
    ...{ token: 'operator', answer: 'PlayersOnline' },
  },
  {
    ...{ id: 'listBans', call: 'GET /api/operator/bans', about: 'who is banned, the newest first' },
    ...{ token: 'operator', answer: 'Bans' },
  },
  {
    ...{
      id: 'listReports',
      call: 'GET /api/operator/reports',
      about: 'what players told, the newest first, at most 100',
    },
    ...{ token: 'operator', answer: 'Reports' },
  },
  {
    ...{ id: 'banPlayer', call: 'POST /api/operator/players/{player}/ban', about: 'refuses the player everywhere' },
    ...{ token: 'operator', body: 'ban', answer: 'Ban', codes: ['no-such-player'] },
  },
  {
    ...{ id: 'unbanPlayer', call: 'POST /api/operator/players/{player}/unban', about: 'takes that back' },
    ...{ token: 'operator', answer: 'Bans' },
  },
  {
    ...{ id: 'drain', call: 'POST /api/operator/drain', about: 'no new matches; those there are go on' },
    ...{ token: 'operator', answer: 'Overview' },
  },
  {
    ...{ id: 'stopDraining', call: 'POST /api/operator/undrain', about: 'takes players again' },
    ...{ token: 'operator', answer: 'Overview' },
  },
];
