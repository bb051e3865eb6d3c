/** Examples of what a server tells about itself, and of what its operator and its moderators see. */
import { ANA, BEN, MATCH, MINUTE, NOW, SESSION, TEMPLE } from './story.ts';

const BULLETIN = 'The server restarts in five minutes. All matches go on.';

/** Order among players. */
const orderBodyExamples = {
  appoint: { rights: ['reports', 'mute'] },
  penalize: { kind: 'mute', reason: 'abuse', text: 'You shouted at the table.', days: 7 },
  answerPenalty: { text: 'I am sorry. It will not happen again.' },
  settlePenalty: { outcome: 'shortened', days: 1 },
  settleReport: { outcome: 'acted' },
};

export const penalty = {
  penalty: 'b0b2c6de-3c58-4bb8-9df6-58f6f0a7a1c5',
  kind: 'mute',
  reason: 'abuse',
  text: 'You shouted at the table.',
  giver: 'moderator',
  at: NOW,
  until: NOW + 7 * 24 * 60 * MINUTE,
  isOver: false,
  answer: 'I am sorry. It will not happen again.',
  answeredAt: NOW + MINUTE,
};
export const givenPenalty = { ...penalty, ...BEN, by: ANA.player };

export const hostBodyExamples = {
  ...orderBodyExamples,
  ban: { reason: 'Shouts at every table.', days: 7 },
  end: { reason: 'maintenance' },
  kick: { player: BEN.player },
  banNetwork: { network: '203.0.113.7', reason: 'Floods the server with guests.', days: 1 },
  unbanNetwork: { network: '203.0.113.7/32' },
  bulletin: { text: BULLETIN },
  invitation: { players: 5, days: 14 },
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

const serverProcess = {
  process: '5f1c2c5e-8f0b-4d8e-9b9b-1d6f0a2f8a55',
  name: 'one',
  beganAt: NOW - 60 * MINUTE,
  renewedAt: NOW,
  isDrained: false,
  isThis: true,
  numbers: {
    state: 'ready',
    players: 3,
    connections: 3,
    bridges: 1,
    matches: 5,
    temples: 1,
    templeNumbers: { present: 1, held: 0, unbalanced: 0, strays: 0 },
    memory: 130_000_000,
    version: '1.0.0',
    isRedisUp: true,
    loopDelay: 12,
  },
};

const person = {
  ...BEN,
  createdAt: NOW - 60 * MINUTE,
  hasRecoveryCode: false,
  sessions: 1,
  lastSeenAt: NOW - MINUTE,
  isOnline: true,
  reports: 1,
  ban: { at: NOW, reason: 'Shouts at every table.', until: NOW + 7 * 24 * 60 * 60_000 },
};

const auditLine = {
  n: 12,
  at: NOW,
  operator: '5e884898',
  process: 'one',
  action: 'banPlayer',
  about: BEN.player,
  detail: { reason: 'Shouts at every table.', days: 7 },
  outcome: 'done',
};

const networkBan = {
  network: '203.0.113.7/32',
  at: NOW,
  reason: 'Floods the server with guests.',
  until: NOW + MINUTE,
};

const invitation = {
  invitation: '7KQ2-M9XA-34HT',
  link: 'https://play.example.org/?invitation=7KQ2-M9XA-34HT',
  players: 5,
  used: 1,
  createdAt: NOW,
  endsAt: NOW + 14 * 24 * 60 * MINUTE,
};

export const hostAnswerExamples = {
  Live: { live: true },
  Ready: { ready: true },
  Metrics: '# TYPE process_open_fds gauge\nprocess_open_fds 28\n',
  Words: 'Flower War: a game server.\n',
  Page: '<!doctype html>\n<title>ready: Flower War</title>\n',
  OpenApi: { openapi: '3.1.1', info: { title: 'Flower War' } },
  Overview: {
    process: 'one',
    state: 'ready',
    matches: { open: 4, running: 1, ended: 2 },
    players: 3,
    bridges: 1,
    connections: 3,
    banned: 0,
    temples: { open: 1, present: 1, held: 0, unbalanced: 0, strays: 0 },
    notices: { pending: 0, failed: 0 },
  },
  Probe: `${JSON.stringify({ address: '203.0.113.7' })}\n`,
  HostedMatch: hosted,
  HostedMatches: { matches: [hosted], next: `running~${NOW}~${MATCH}` },
  HostedTemples: {
    temples: [{ temple: TEMPLE, owner: ANA.player, ownerName: ANA.name, match: MATCH, isOnline: true }],
    next: TEMPLE,
  },
  PlayersOnline: { players: [{ ...ANA, process: 'one', places: [{ match: MATCH, seat: 0 }] }], unlisted: 0 },
  ProcessList: { processes: [serverProcess] },
  HostedPeople: { people: [person] },
  PersonDetails: {
    ...person,
    devices: [{ session: SESSION, label: 'phone', createdAt: NOW, lastUsedAt: NOW }],
    unfinished: [MATCH],
    reportsAbout: [],
  },
  NetworkBanList: { networks: [networkBan] },
  HostInvitation: invitation,
  InvitationList: { invitations: [invitation] },
  ToldAll: { connections: 3 },
  AuditLines: { lines: [auditLine], next: 12 },
  Ban: ban,
  BanList: { bans: [ban] },
  AppointedModerators: { moderators: [{ ...ANA, rights: ['reports', 'mute'], at: NOW }] },
};
