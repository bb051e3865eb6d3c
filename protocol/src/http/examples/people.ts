/** Examples of players, their programs and their webhooks. */
import { refusal } from '../../wire/errors.ts';
import { OAUTH, oauthError } from '../routes/programs.ts';
import { givenPenalty, penalty } from './operator.ts';
import {
  ANA,
  ASSERTION,
  BEN,
  ENDED_MATCH,
  MATCH,
  MINUTE,
  NOW,
  SECRET,
  SESSION,
  SIGN_IN_KEY,
  TEMPLE,
  TOURNAMENT,
} from './story.ts';

const credential = { id: 'u7hEWZQb0b8xD0m2rG4h7A', rawId: 'u7hEWZQb0b8xD0m2rG4h7A', type: 'public-key' };

export const peopleBodyExamples = {
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

export const ownBot = { player: 'bot-7GV4JP3WQX9R', name: 'Tezcat', createdAt: NOW };

export const peopleAnswerExamples = {
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
