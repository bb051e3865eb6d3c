/** The sections of the interface: one for each file of routes, with a sentence for the OpenAPI document. */
import { gameRoutes } from './routes/games.ts';
import { historyRoutes } from './routes/history.ts';
import { lobbyRoutes } from './routes/lobby.ts';
import { matchRoutes } from './routes/matches.ts';
import { operatorRoutes } from './routes/operator.ts';
import type { RouteId } from './routes/paths.ts';
import { peopleRoutes } from './routes/people.ts';
import { plainRoutes } from './routes/plain.ts';
import { serverRoutes } from './routes/server.ts';
import { templeRoutes } from './routes/temples.ts';
import { webhookRoutes } from './routes/webhooks.ts';

interface Section {
  readonly name: string;
  readonly about: string;
  readonly routes: object;
}

export const SECTIONS: readonly Section[] = [
  { name: 'players', about: 'Signing in, names, devices, codes, personal data and reports.', routes: peopleRoutes },
  { name: 'games', about: 'The games of this server, their cards, and its keys.', routes: gameRoutes },
  { name: 'matches', about: 'Creating, finding, joining and reading matches.', routes: matchRoutes },
  {
    name: 'plain',
    about: 'Playing and watching without a socket: a stream of lines, and actions.',
    routes: plainRoutes,
  },
  { name: 'lobby', about: 'Finding a game, and letting players in.', routes: lobbyRoutes },
  {
    name: 'history',
    about: 'Past matches, ratings and replays, and new matches from old positions.',
    routes: historyRoutes,
  },
  { name: 'temples', about: 'The temples of players: devices that count beads.', routes: templeRoutes },
  { name: 'webhooks', about: 'Addresses to which the server sends notices of matches.', routes: webhookRoutes },
  { name: 'server', about: 'Whether the server works, its metrics, and this document.', routes: serverRoutes },
  {
    name: 'operator',
    about: 'For the host of the server: matches, players, bans and reports.',
    routes: operatorRoutes,
  },
];

export function sectionOf(id: RouteId): string {
  const section = SECTIONS.find(({ routes }) => Object.hasOwn(routes, id));
  if (section === undefined) throw new Error(`the route ${id} is in no section`);
  return section.name;
}
