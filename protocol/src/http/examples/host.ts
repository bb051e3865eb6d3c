/** Examples of what a server tells about itself, and of what its operator sees. */
import { ANA, BEN, MATCH, NOW } from './values.ts';

export const hostBodyExamples = {
  ban: { reason: 'Shouts at every table.', days: 7 },
  end: { reason: 'maintenance' },
};

const hosted = {
  match: MATCH,
  game: 'tieqchieq',
  status: 'running',
  visibility: 'public',
  createdAt: NOW,
  ageSeconds: 90,
  host: ANA.player,
  players: [{ ...ANA, isOnline: true }],
};
const ban = { ...BEN, at: NOW, reason: 'Shouts at every table.', until: NOW + 7 * 24 * 60 * 60_000 };

export const hostAnswerExamples = {
  Live: { live: true },
  Ready: { ready: true },
  Metrics: '# TYPE process_open_fds gauge\nprocess_open_fds 28\n',
  Words: 'Flower War: a game server.\n',
  Page: '<!doctype html>\n<title>ready: Flower War</title>\n',
  OpenApi: { openapi: '3.1.1', info: { title: 'Flower War' } },
  Overview: {
    state: 'ready',
    matches: { open: 4, running: 1, ended: 2 },
    players: 3,
    bridges: 1,
    connections: 3,
    banned: 0,
    temples: { open: 1, present: 1, held: 0, unbalanced: 0, strays: 0 },
    notices: { pending: 0, failed: 0 },
  },
  HostedMatch: hosted,
  HostedMatches: { matches: [hosted], next: `running~${NOW}~${MATCH}` },
  PlayersOnline: { players: [{ ...ANA, places: [{ match: MATCH, seat: 0 }] }] },
  Ban: ban,
  BanList: { bans: [ban] },
};
