/** An example of each body and each answer. A test checks each against the schema that checks real ones. */
import { refusal } from '../wire/errors.ts';
import { OAUTH, oauthError } from './routes/programs.ts';
import type { AnswerName, BODIES } from './routeTable.ts';

/** The people, the matches and the moments of the examples, so that they tell one story. */

/** What a host says of a person to another host. */
const ASSERTION = {
  signed:
    '{"kind":"flower-war-person","version":1,"from":"https://play.example.org","to":"https://games.example.net","subject":"uX2bq0vK4mN8sT1w","name":"Ana","at":1795000000000,"until":1795000060000,"nonce":"p7Jc1QzR5yE9aL3d"}',
  signature: 'c0ffee'.padEnd(128, '0'),
  key: 'c0ffee'.padEnd(64, '0'),
};

const NOW = 1_795_000_000_000;

const MINUTE = 60_000;
const ANA = { player: 'p-SX79KPDPNZNB', name: 'Anacaona' } as const;
const BEN = { player: 'p-XSSWZRRR2SNM', name: 'Guest 2SNM' } as const;
const MATCH = 'GV7GJP3W';
const ENDED_MATCH = 'A59YY9EF';
const SESSION = 'c5c28091-b182-443d-a669-edb04e90a030';
const COMMITMENT = 'd9e412417e794e8c56cc19f2f857107433a10191142fff097df82a8be248fa7f';
const SIGN_IN_KEY = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const SECRET = 'fwt_wJ9cLr1vYk0m8sQb3dHn5tXz7uGe2aPf4iNoRlVhKqM';
const TEMPLE = 'templo-7f3a';
const TOURNAMENT = 't-7GV4JP3WQX9R';

// Examples of what a server tells about itself, and of what its operator sees.

const BULLETIN = 'The server restarts in five minutes. All matches go on.';

/** Order among players. */
const orderBodyExamples = {
  appoint: { rights: ['reports', 'mute'] },
  penalize: { kind: 'mute', reason: 'abuse', text: 'You shouted at the table.', days: 7 },
  answerPenalty: { text: 'I am sorry. It will not happen again.' },
  settlePenalty: { outcome: 'shortened', days: 1 },
  settleReport: { outcome: 'acted' },
};

const penalty = {
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
const givenPenalty = { ...penalty, ...BEN, by: ANA.player };

const hostBodyExamples = {
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

const hostAnswerExamples = {
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

// Examples of players and their webhooks.

const credential = { id: 'u7hEWZQb0b8xD0m2rG4h7A', rawId: 'u7hEWZQb0b8xD0m2rG4h7A', type: 'public-key' };

const peopleBodyExamples = {
  guest: { name: ANA.name, label: 'phone', invitation: '7KQ2-M9XA-34HT' },
  refresh: { refresh: 'eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJyZWZyZXNoIn0.BoXIhSSFOgAsrLko0MAGzMakgeL6kx69a3XHUI' },
  choose: { name: ANA.name },
  recover: { code: '836P-ZY3G-WZ24-6SFN-DN7P', label: 'phone' },
  redeem: { code: 'GMTHHZNP', label: 'phone' },
  signOut: { session: SESSION },
  providerAnswer: { key: SIGN_IN_KEY, answer: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj', label: 'phone' },
  newPasskey: {
    credential: {
      ...credential,
      response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ' },
    },
    name: 'phone',
  },
  newToken: { name: 'my bot', scopes: ['read', 'play'], days: 90 },
  vouch: { host: 'https://games.example.net' },
  arrive: {
    assertion: ASSERTION,
    label: 'Phone',
  },
  consent: {
    query:
      'response_type=code&client_id=Stats&redirect_uri=https%3A%2F%2Fstats.example%2F&scope=read&state=xyz&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256',
    allows: true,
  },
  grant: {
    grant_type: 'authorization_code',
    code: 'o8Tq0m5m1C2m9C0mXk2o9pJ4d3uZy3oGmVw7nq1cH5s',
    client_id: 'Stats',
    redirect_uri: 'https://stats.example/',
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  },
  grantedToken: { token: SECRET },
  botAccount: { name: 'Tezcat' },
  ready: { games: ['tieqchieq'] },
  usedPasskey: {
    credential: {
      ...credential,
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
        authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAQ',
        signature: 'MEUCIQCgkNAZ7cC7LzBEL8v9yz2Y3dBYwIgCkkJJ',
        userHandle: 'cC1TWDc5S1BEUE5aTkI',
      },
    },
    label: 'phone',
  },
  report: { player: BEN.player, match: MATCH, reason: 'abuse', text: 'Shouts at the table.' },
  showOnline: { showsOnline: true },
  showName: { showsName: true },
  vacation: { days: 14 },
  ahead: { answers: [{ move: 'toss' }, { move: '5-8', seen: { kind: 'moved', seat: 1 } }] },
  webhook: { url: 'https://example.org/notices', events: ['turn', 'ended'], form: 'signed' },
  proof: { code: 'GMTHHZNP' },
};

const me = { ...ANA, createdAt: NOW, hasRecoveryCode: true };
const session = { session: SESSION, label: 'phone', createdAt: NOW, lastUsedAt: NOW + MINUTE, isThis: true };
const passkey = {
  passkey: '0d6c2f6e-5a0f-4f57-9a57-5c1d2f7f3b1e',
  name: 'phone',
  createdAt: NOW,
  lastUsedAt: NOW + MINUTE,
};
const programToken = {
  token: '5b1c8f7e-2f4c-4a53-9b0e-0a4dd3f6c1aa',
  name: 'my bot',
  scopes: ['read', 'play'],
  createdAt: NOW,
  endsAt: NOW + 90 * 1440 * MINUTE,
  lastUsedAt: NOW + MINUTE,
};
const asking = { challenge: 'Kx3b0uQm9fXyL1oZ2sT4vA', timeout: 5 * MINUTE };
const report = { at: NOW, player: BEN.player, match: MATCH, reason: 'abuse', text: 'Shouts at the table.' };

const heardReport = {
  ...report,
  id: `${NOW}-1`,
  lines: [{ at: NOW, seat: 1, player: BEN.player, text: 'Boo!' }],
};

const webhook = {
  webhook: 'be5b2f2b-a3ec-4cc7-ad01-3931e7ecc7ce',
  url: 'https://example.org/notices',
  form: 'signed',
  language: 'en',
  isProven: true,
  events: ['turn', 'ended'],
  createdAt: NOW,
  pending: 1,
  failed: 0,
  lastSuccessAt: NOW + MINUTE,
  lastFailure: { at: NOW, reason: 'unreachable' },
};

const ownBot = { player: 'bot-7GV4JP3WQX9R', name: 'Tezcat', createdAt: NOW };

const peopleAnswerExamples = {
  SignedIn: {
    ...ANA,
    token: 'eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJhY2Nlc3MifQ.Z0k_tBftWUDbZT1p2TOyTFgJsMc3Y0Xe3yL2218va1s',
    expiresAt: NOW + 60 * MINUTE,
    refresh: peopleBodyExamples.refresh.refresh,
  },
  Me: me,
  Chosen: { ...me, recoveryCode: '836P-ZY3G-WZ24-6SFN-DN7P' },
  RecoveryCode: { recoveryCode: '836P-ZY3G-WZ24-6SFN-DN7P' },
  Link: { code: 'GMTHHZNP', text: 'flowerwar:link:GMTHHZNP', expiresAt: NOW + 5 * MINUTE },
  SessionList: { sessions: [session] },
  SignedOut: { ended: 1 },
  TokenList: { tokens: [programToken] },
  MadeToken: { ...programToken, secret: SECRET },
  RevokedToken: { revoked: true },
  AnsweredConsent: {
    redirect:
      'https://stats.example/?code=o8Tq0m5m1C2m9C0mXk2o9pJ4d3uZy3oGmVw7nq1cH5s&state=xyz&iss=https%3A%2F%2Fplay.example.org',
  },
  OAuthToken: { access_token: SECRET, token_type: 'Bearer', expires_in: 31_536_000, scope: 'read' },
  OAuthServer: {
    issuer: 'https://play.example.org',
    authorization_endpoint: 'https://play.example.org/oauth/authorize',
    token_endpoint: 'https://play.example.org/oauth/token',
    revocation_endpoint: 'https://play.example.org/oauth/revoke',
    ...OAUTH,
    authorization_response_iss_parameter_supported: true,
  },
  OAuthProblem: oauthError(refusal('grant-refused')),
  OwnBot: ownBot,
  OwnBots: { bots: [ownBot] },
  Passkey: passkey,
  PasskeyList: { passkeys: [passkey] },
  PasskeyCreation: {
    ...asking,
    rp: { id: 'play.example.org', name: 'Flower War' },
    user: { id: 'cC1TWDc5S1BEUE5aTkI', name: ANA.name, displayName: ANA.name },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    attestation: 'none',
    excludeCredentials: [{ id: credential.id, type: 'public-key', transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  },
  PasskeyRequest: { ...asking, rpId: 'play.example.org', userVerification: 'required' },
  RemovedPasskey: { removed: true },
  SignInWays: { signUp: 'open', provider: 'Example' },
  BegunSignIn: { url: 'https://id.example.org/auth?client_id=flower-war&response_type=code', key: SIGN_IN_KEY },
  PersonalData: {
    ...me,
    recoveryCodeCreatedAt: NOW,
    sessions: [session],
    passkeys: [passkey],
    tokens: [programToken],
    vouched: [{ host: 'https://games.example.net', subject: 'uX2bq0vK4mN8sT1w', createdAt: NOW }],
    providers: [{ issuer: 'https://id.example.org', subject: '248289761001', createdAt: NOW }],
    matches: [ENDED_MATCH],
    ratings: [
      {
        game: 'flower-war',
        preset: 'flower-war',
        rating: 1534.2,
        deviation: 181.6,
        volatility: 0.06,
        matches: 3,
        at: NOW,
      },
    ],
    seasonRatings: [],
    reports: [report],
    webhooks: [webhook],
    temples: [TEMPLE],
    poolRatings: [],
    bots: [ownBot],
    luck: [
      {
        match: ENDED_MATCH,
        seat: 0,
        game: 'tieqchieq',
        preset: 'tieqchieq',
        at: NOW,
        luck: 412_000,
        own: -23_100,
        others: 8_400,
      },
    ],
    puzzles: [
      { puzzle: 'tieqchieq-102ktx4', isRight: true, at: NOW, rating: 1531.4, deviation: 289.2, volatility: 0.06 },
    ],
    talk: [{ match: ENDED_MATCH, at: NOW, phrase: 'hello' }],
    silencedIn: [],
    people: [{ player: BEN.player, kind: 'follow', at: NOW }],
    showsOnline: true,
    vacations: [{ began: NOW, until: NOW + 14 * 24 * 60 * MINUTE }],
    ahead: [{ match: MATCH, answers: [{ move: 'toss' }] }],
    challenges: [],
    tournaments: [{ tournament: TOURNAMENT, name: 'Friday cup', status: 'running', isMaker: true }],
    penalties: [penalty],
  },
  Deleted: { deleted: true },
  Received: { received: true },
  Tie: { ...BEN, kind: 'follow', isFriend: true },
  People: {
    showsOnline: true,
    follows: [{ ...BEN, at: NOW, isFriend: true, isOnline: true }],
    followers: [{ ...BEN, at: NOW - MINUTE }],
    blocks: [],
  },
  SignedTables: {
    signed:
      '{"kind":"flower-war-tables","version":1,"host":"https://play.example.org","at":1795000000000,"until":1795000008000,"tables":[]}',
    signature: 'c0ffee'.padEnd(128, '0'),
    key: 'c0ffee'.padEnd(64, '0'),
  },
  Assertion: ASSERTION,
  SignedNews: {
    signed:
      '{"kind":"flower-war-news","version":1,"from":"https://play.example.org","to":"https://games.example.net","at":1795000000000,"until":1795000008000,"after":0,"news":[{"n":1794999990000,"subject":"uX2bq0vK4mN8sT1w","what":"banned"}],"more":false}',
    signature: 'c0ffee'.padEnd(128, '0'),
    key: 'c0ffee'.padEnd(64, '0'),
  },
  TablesElsewhere: {
    hosts: [
      {
        host: 'https://play.example.org',
        tables: [
          {
            match: MATCH,
            game: 'tieqchieq',
            preset: 'tieqchieq',
            length: '',
            by: ANA.name,
            seats: 4,
            free: 3,
            clock: 'none',
            approval: false,
            createdAt: NOW,
          },
        ],
      },
    ],
  },
  OpenDataMonths: { months: [{ month: '2026-10', bytes: 8_123_456, sha256: 'c0ffee'.padEnd(64, '0') }] },
  VacationBalance: { daysAYear: 30, left: 16 * 24 * 60 * MINUTE, mostDays: 0, until: NOW + 14 * 24 * 60 * MINUTE },
  WebhookList: { webhooks: [webhook] },
  AddedWebhook: { ...webhook, secret: '3332295c0046cf927eb1158ecc5ca991bfcbc27c445e33ff1952b28ba8f9cf74' },
  RemovedWebhook: { removed: true },
  ProvenWebhook: { proven: true },
  TestedWebhook: { notice: '1ce9b17d-1b26-4a57-8e6c-c5a510608a4d' },
  PushKey: {
    publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  },
  ReportList: {
    reports: [{ ...heardReport, reporter: ANA.player }],
  },
  HeardReports: { reports: [{ ...heardReport, name: BEN.name, settled: 'acted' }] },
  OwnPenalty: penalty,
  OwnPenalties: { penalties: [penalty] },
  OrderFigures: {
    matches: 300,
    since: NOW - 60 * MINUTE,
    thresholds: {
      fewestMatches: 10,
      fewestMeetings: 5,
      fewestTurns: 30,
      farBelow: 0.5,
      sandbagging: 0.2,
      stalledTurns: 0.25,
      left: 0.3,
      together: 3,
    },
    sandbagging: [{ ...BEN, matches: 12, thrown: 4, share: 0.333, isMarked: true }],
    stalling: [
      { ...BEN, turns: 240, byClock: 24, shareOfTurns: 0.1, matches: 12, left: 1, shareLeft: 0.083, isMarked: false },
    ],
    together: [{ winner: ANA, loser: BEN, matches: 8, won: 8, expected: 2.1, deviations: 4.7, isMarked: true }],
  },
  GivenPenalty: givenPenalty,
  GivenPenalties: { penalties: [givenPenalty], mostDays: 30 },
};

// Examples of the plain door.

const id = '3f2b8e5c9d7a4160';

const plainBodyExamples = {
  act: { id: 4711, decision: 2, move: 'toss' },
  resign: { id },
  asks: { id, what: 'attacks' },
  offer: { id, what: 'pause', minutes: 30 },
  reply: { id, accept: true },
  back: { id },
  beads: { id, said: { what: 'returned', temple: TEMPLE, slot: 'war', n: 2 } },
  say: { id, text: 'Well played.' },
  phrase: { id, phrase: 'well-played' },
  silence: { id, player: BEN.player, is: true },
  habits: { id, keeps: 'usual' },
};

const step = {
  kind: 'step',
  from: 6,
  step: 8,
  table: {},
  view: { phase: 'acting', roll: 3, tosses: 2 },
  events: [{ kind: 'tossed', seat: 0, heads: 3 }],
  legal: ['introduce'],
  decision: 2,
  awaited: true,
};

const plainAnswerExamples = {
  StreamLine: step,
  Stream: step,
  Heard: { streams: 1 },
  Acted: { kind: 'accepted', step: 8 },
};

// Examples of games, matches and the past.

const table = {
  visibility: 'public',
  watching: 'open',
  watchDelaySeconds: 60,
  reactSeconds: 20,
  reactDelaySeconds: 0,
  clock: { kind: 'bank', seconds: 600, increment: 5 },
  absence: 'casual',
  talk: 'free',
  approval: false,
  fillSeconds: 0,
  rated: true,
};

const playBodyExamples = {
  create: {
    game: 'tieqchieq',
    options: { turnCap: 400 },
    seats: 2,
    table: { clock: { kind: 'bank', seconds: 600, increment: 5 }, rated: false },
    bots: [{ bot: 'greedy', seat: 1 }],
  },
  sit: { commitment: COMMITMENT, contribution: '3a20b9ea0631a4b385691ec6322c3642', seat: 0 },
  watch: { code: 'K7QX' },
  bot: { bot: 'greedy', seat: 1 },
  decline: { reason: 'later' },
  continue: { seq: 3, table: { watching: 'off' }, bots: [{ bot: 'random' }] },
  lobby: { game: 'flower-war', status: 'open', free: 1 },
  answerPuzzle: { move: 'step' },
  tournament: {
    name: 'Friday cup',
    kind: 'swiss',
    game: 'tieqchieq',
    seats: 2,
    table: { clock: { kind: 'bank', seconds: 300, increment: 5 } },
    startsAt: NOW + 60 * MINUTE,
    checkInMinutes: 10,
    rounds: 5,
  },
  enter: { code: 'K7QX' },
  steer: { to: 'pause' },
  quick: { game: 'flower-war', seats: 4, clock: 'turn' },
  admission: { player: BEN.player },
  remove: { seat: 1 },
};

const options = {
  board: 'S7',
  surcharge: 'exact',
  plusFree: true,
  mayPass: false,
  stacking: false,
  startPlayer: 'random',
  turnCap: 400,
};

const listedTournament = {
  tournament: TOURNAMENT,
  name: 'Friday cup',
  kind: 'swiss',
  game: 'tieqchieq',
  preset: 'tieqchieq',
  seats: 2,
  visibility: 'public',
  status: 'running',
  createdAt: NOW - 60 * MINUTE,
  startsAt: NOW - MINUTE,
  entered: 2,
  most: 64,
  by: ANA,
};

const tournament = {
  ...listedTournament,
  version: 6,
  options,
  table,
  checkInMinutes: 10,
  lateEntry: false,
  rounds: 1,
  minutes: 0,
  tieBreaks: ['buchholz', 'sonneborn-berger', 'draw'],
  beganAt: NOW - MINUTE,
  isPaused: false,
  standings: [ANA, BEN].map((one, n) => ({
    ...one,
    rank: n + 1,
    points: 0,
    matches: 0,
    byes: 0,
    tieBreaks: [0, 0],
    state: 'checked-in',
  })),
  round: 1,
  lastRound: 1,
  tables: [{ n: 0, round: 1, match: MATCH, seats: [ANA, BEN].map((one) => ({ ...one, isAbsent: false })) }],
  byes: [],
  mine: { state: 'checked-in', match: MATCH },
};

const challenge = {
  challenge: 'a0a4b3c4-6c9e-4b7b-8c4a-0b7e0a3f6d21',
  from: ANA,
  to: BEN,
  game: 'tieqchieq',
  preset: 'tieqchieq',
  options,
  seats: 2,
  table: { ...table, visibility: 'private' },
  at: NOW,
  endsAt: NOW + 10 * MINUTE,
  state: 'accepted',
  match: MATCH,
  code: 'K7QX',
};

const match = {
  match: MATCH,
  game: 'tieqchieq',
  rulesVersion: 1,
  preset: 'tieqchieq',
  options,
  status: 'open',
  seats: [
    { seat: 0, kind: 'free', name: '', called: 'RED', present: false },
    { seat: 1, kind: 'bot', name: 'greedy', called: 'YELLOW', present: true },
  ],
  table,
  host: ANA.player,
  commitment: COMMITMENT,
  createdAt: NOW,
  link: 'https://play.example.org/?match=GV7GJP3W',
};

const result = {
  result: 'win',
  winners: [0],
  standings: [
    { seat: 0, place: 1, score: 6, breakdown: { home: 6 } },
    { seat: 1, place: 2, score: 3, breakdown: { home: 3 } },
  ],
  reason: 'all-home',
};

const { link: _, ...shown } = match;
const played = { ...shown, match: ENDED_MATCH, status: 'ended', result };
const rating = { rating: 1534, deviation: 182, matches: 3 };
const connection = { name: 'match', sessionId: 'codOaomJf', roomId: MATCH, processId: 'Jzk0T4mr1', protocol: 1 };

const listedPuzzle = {
  id: 'tieqchieq-102ktx4',
  game: 'tieqchieq',
  preset: 'tieqchieq',
  theme: 'attack',
  rating: 1109,
  deviation: 150,
  answered: 0,
};
const standing = { rating: 1531, deviation: 289, answered: 1 };

const GREEDY = { bot: 'greedy', version: '1' };
const HOMEWARD = { bot: 'homeward', version: '5f0c1a9be27d' };

const playAnswerExamples = {
  Catalogue: {
    games: [
      {
        id: 'tieqchieq',
        rulesVersion: 1,
        seats: [2, 2],
        usualSeats: 2,
        presets: [{ id: 'tieqchieq', options: {} }],
        options: [
          { name: 'board', type: 'choice', default: 'S7', values: ['S7', 'S9'] },
          { name: 'mayPass', type: 'flag', default: false },
          { name: 'turnCap', type: 'integer', default: 1000, min: 1, max: 4000, recordMax: 100_000 },
        ],
        bots: ['greedy', 'random', 'strong', 'easy', 'homeward'],
        guests: { homeward: '5f0c1a9be27d' },
        seatNames: { 2: ['RED', 'YELLOW'] },
        habits: [{ name: 'toss', pace: 'usual', isForWindows: false }],
      },
    ],
  },
  League: {
    game: 'tieqchieq',
    preset: 'tieqchieq',
    perDay: 100,
    bots: [
      {
        ...GREEDY,
        plays: true,
        matches: 62,
        voided: 0,
        lost: 0,
        account: { value: 1_310_000, within: 140_000 },
        result: { value: 1_290_000, within: 230_000 },
      },
      { ...HOMEWARD, plays: true, matches: 62, voided: 1, lost: 5 },
    ],
    pairs: [{ bots: [GREEDY, HOMEWARD], matches: 62, voided: 1, playedAt: NOW - MINUTE, verdict: 'better' }],
    newest: [
      {
        match: ENDED_MATCH,
        at: NOW - MINUTE,
        bots: [
          { ...HOMEWARD, lost: 1 },
          { ...GREEDY, lost: 0 },
        ],
        state: 'counted',
        result: 0,
        account: 412_000,
      },
    ],
  },
  CardList: {
    game: 'flower-war',
    cards: [
      {
        id: 'flower-war',
        title: 'Flower War',
        deck: 'war',
        timing: 'turn',
        cost: 1,
        text: 'PAY EACH_OTHER→SELF 1',
        face: { kind: 'card', effects: [{ kind: 'pay', from: 'each-other', to: 'self', n: 1 }] },
      },
    ],
  },
  PublishedKeys: {
    keys: [{ kty: 'OKP', crv: 'Ed25519', hex: 'b84f5a0f96488458fb2d046942310060a4ac8d6115c02435836d080f005894da' }],
  },
  Challenge: challenge,
  ChallengeList: { challenges: [challenge] },
  BotWork: { challenges: [challenge], matches: [{ match: MATCH, commitment: COMMITMENT, code: 'GMTHHZNP' }] },
  ReadyBots: {
    bots: [
      {
        player: ownBot.player,
        name: `${ownBot.name} (bot: ${ANA.name})`,
        owner: ANA,
        games: ['tieqchieq'],
        ratings: [{ pool: 'mixed', game: 'tieqchieq', preset: 'tieqchieq', rating: 1534, deviation: 82 }],
      },
    ],
  },
  Tournament: tournament,
  TournamentList: { tournaments: [listedTournament] },
  PuzzleList: { mine: standing, puzzles: [listedPuzzle] },
  AnsweredPuzzle: {
    isRight: true,
    isFirst: true,
    puzzle: { rating: 1098, deviation: 148, answered: 1 },
    mine: standing,
  },
  Puzzle: {
    ...listedPuzzle,
    seat: 0,
    best: ['step'],
    answers: { step: 52, stay: 37 },
    given: { phase: { kind: 'bonus', seat: 0, at: 9 }, tosses: 55 },
  },
  MatchSummary: match,
  MatchList: { matches: [shown] },
  Channel: { match: MATCH },
  Seated: { seat: 0, connection },
  Watching: { connection },
  LegalMoves: {
    match: MATCH,
    step: 8,
    decision: 2,
    moves: [{ move: 'introduce', verb: 'introduce', rule: 'acting', from: 0, to: 3, endsTurn: true }],
  },
  Hint: { match: MATCH, decision: 2, move: 'introduce' },
  AnswersAhead: { answers: [{ move: 'toss' }, { move: '5-8', seen: { kind: 'moved', seat: 1 } }] },
  OpenDataFile: 'bytes of gzip',
  LeagueFeed: '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"></feed>\n',
  Record: `{"seq":0,"kind":"created","at":${NOW},"format":2,"match":"${ENDED_MATCH}", …\n`,
  History: {
    matches: [{ ...played, seat: 0, place: 1, rating: { before: 1500, after: 1534 } }],
    next: `${NOW}~${ENDED_MATCH}`,
  },
  Profile: {
    ...ANA,
    ratings: [{ ...rating, game: 'tieqchieq', preset: 'tieqchieq', isProvisional: true, at: NOW }],
    titles: [
      {
        kind: 'tournament',
        game: 'tieqchieq',
        preset: 'tieqchieq',
        at: NOW,
        tournament: TOURNAMENT,
        name: 'Friday cup',
      },
      { kind: 'season', game: 'tieqchieq', preset: 'tieqchieq', at: NOW - 1000, season: '2026-q3', place: 2 },
    ],
  },
  PlayerLuck: {
    player: ANA.player,
    editions: [
      {
        game: 'tieqchieq',
        preset: 'tieqchieq',
        matches: 24,
        enough: 10,
        luck: { value: 12_000, within: 20_000 },
        own: { value: -34_000, within: 8000 },
        others: { value: 41_000, within: 9000 },
        all: -39_000,
      },
      { game: 'flower-war', preset: 'flower-war', matches: 3, enough: 10 },
    ],
  },
  Leaderboard: { game: 'tieqchieq', preset: 'tieqchieq', players: [{ ...rating, ...ANA }], next: `1534~${ANA.player}` },
  ReplaySteps: {
    match: ENDED_MATCH,
    steps: [
      { step: 0, seq: 0, at: NOW, kind: 'created', status: 'open', view: {}, events: [] },
      {
        step: 3,
        seq: 3,
        at: NOW + MINUTE,
        kind: 'move',
        seat: 0,
        move: 'toss',
        status: 'running',
        view: { phase: 'moving', roll: 3, tosses: 1 },
        events: [{ kind: 'tossed', seat: 0, roll: 3 }],
      },
    ],
    next: 4,
  },
  MatchAccount: {
    version: 1,
    preset: 'tieqchieq',
    isUsual: true,
    seats: [
      {
        seat: 0,
        prior: { value: 503_000, within: 0 },
        luck: { value: 639_000, within: 0 },
        skill: { value: -142_000, within: 0 },
        own: { value: -34_000, within: 0 },
        others: { value: 10_000, within: 0 },
        rest: { value: -118_000, within: 0 },
        result: 1_000_000,
        choices: 44,
        judged: 44,
      },
    ],
    moments: [
      { seq: 3, seat: 0, move: 'toss', luck: [46_120, -46_120] },
      { seq: 4, seat: 0, move: 'move S3', skill: [-12_400, 12_400], best: 'move S1' },
    ],
  },
};

// Examples of temples.

const templeBodyExamples = {
  claimTemple: { temple: TEMPLE, code: 'K7QX-2M4P' },
  showCode: { temple: TEMPLE },
  giveTemple: { player: BEN.player },
  bindTemple: { match: MATCH, to: 'seat' },
  returnBeads: { slot: 'war', n: 2 },
  setTemple: { name: 'Sol', light: 40, names: { war: 'Huitzilopochtli', rain: 'Tlaloc' } },
};

const none = { war: 0, rain: 0 };

const account = {
  sensed: { war: 5, rain: 1 },
  applied: { war: 2, rain: 1 },
  held: { war: 1, rain: 0 },
  refused: { war: 2, rain: 0 },
};

const temple = {
  temple: TEMPLE,
  name: 'Sol',
  online: true,
  device: { proto: 'templo/1.0', hw: 'esp32', flash: 'wal', ui: ['leds:12', 'display'], configRev: 1 },
  ledger: { ...account, toTake: none, last: { slot: 'war', ordinal: 5, verdict: 'held', why: 'not-your-turn' } },
  waiting: [{ slot: 'war', n: 1, why: 'not-your-turn' }],
  bound: { match: MATCH, seat: 0 },
  settings: { rev: 1, name: 'Sol', light: 40, names: { war: 'Huitzilopochtli', rain: 'Tlaloc' } },
  quarantined: false,
};

const order = ['war', 'rain', 'war', 'rain', 'war'];

const templeAnswerExamples = {
  Temple: temple,
  TempleList: { temples: [temple] },
  CodeShown: { until: NOW + 2 * MINUTE },
  Knock: { knock: '63537ed6-848a-426d-8bd4-fc25a9da5fcc', order, until: NOW + MINUTE },
  KnockState: { state: 'waiting', order, until: NOW + MINUTE },
  TempleReleased: { released: true },
  TempleIdentified: { identified: true },
  TempleLog: {
    entries: [
      { seq: 2, at: NOW + MINUTE, kind: 'bound', match: MATCH, seat: 0 },
      { seq: 1, at: NOW, kind: 'counted', epoch: 7, war: 5, rain: 1 },
      { seq: 0, at: NOW, kind: 'claimed', how: 'printed' },
    ],
    next: 0,
  },
};

export const BODY_EXAMPLES: Readonly<Record<keyof typeof BODIES, unknown>> = {
  ...peopleBodyExamples,
  ...playBodyExamples,
  ...plainBodyExamples,
  ...templeBodyExamples,
  ...hostBodyExamples,
};

export const ANSWER_EXAMPLES: Readonly<Record<Exclude<AnswerName, 'Refusal'>, unknown>> = {
  ...peopleAnswerExamples,
  ...playAnswerExamples,
  ...plainAnswerExamples,
  ...templeAnswerExamples,
  ...hostAnswerExamples,
};
