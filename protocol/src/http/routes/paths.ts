/**
 * Every route of the HTTP interface: its id, its method and its path. A client can import this file without any schema.
 */

export type Method = 'GET' | 'POST' | 'DELETE';

/** A method and a path. Braces hold the names of parameters. */
export type Call = `${Method} /${string}`;

export const PLAYER_CALLS = {
  signInAsGuest: 'POST /api/guests',
  refreshToken: 'POST /api/tokens',
  recover: 'POST /api/recovery',
  redeemLink: 'POST /api/links/redeem',
  getMe: 'GET /api/me',
  chooseName: 'POST /api/me',
  deleteMe: 'DELETE /api/me',
  exportMe: 'GET /api/me/export',
  renewRecoveryCode: 'POST /api/me/recovery-code',
  listSessions: 'GET /api/me/sessions',
  listMyPenalties: 'GET /api/me/penalties',
  answerPenalty: 'POST /api/me/penalties/{penalty}/answer',
  createLink: 'POST /api/links',
  signOut: 'POST /api/sign-out',
  signOutEverywhere: 'POST /api/sign-out/everywhere',
  listPasskeys: 'GET /api/me/passkeys',
  startPasskey: 'POST /api/me/passkeys/start',
  addPasskey: 'POST /api/me/passkeys',
  removePasskey: 'DELETE /api/me/passkeys/{passkey}',
  listTokens: 'GET /api/me/tokens',
  createToken: 'POST /api/me/tokens',
  revokeToken: 'DELETE /api/me/tokens/{token}',
  askForPasskey: 'POST /api/passkeys/start',
  enterByPasskey: 'POST /api/passkeys',
  getSignInWays: 'GET /api/sign-in',
  startSignIn: 'POST /api/sign-in/start',
  finishSignIn: 'POST /api/sign-in',
  report: 'POST /api/reports',
  listPeople: 'GET /api/me/people',
  showOnline: 'POST /api/me/people',
  showName: 'POST /api/me/named',
  getTie: 'GET /api/me/people/{player}',
  followPlayer: 'POST /api/me/people/{player}/follow',
  unfollowPlayer: 'DELETE /api/me/people/{player}/follow',
  blockPlayer: 'POST /api/me/people/{player}/block',
  unblockPlayer: 'DELETE /api/me/people/{player}/block',
  getVacation: 'GET /api/me/vacation',
  beginVacation: 'POST /api/me/vacation',
  endVacation: 'DELETE /api/me/vacation',
  challengePlayer: 'POST /api/players/{player}/challenge',
  listChallenges: 'GET /api/me/challenges',
  acceptChallenge: 'POST /api/me/challenges/{challenge}/accept',
  declineChallenge: 'POST /api/me/challenges/{challenge}/decline',
  withdrawChallenge: 'DELETE /api/me/challenges/{challenge}',
  listWebhooks: 'GET /api/me/webhooks',
  addWebhook: 'POST /api/me/webhooks',
  proveWebhook: 'POST /api/me/webhooks/{webhook}/proof',
  removeWebhook: 'DELETE /api/me/webhooks/{webhook}',
  testWebhook: 'POST /api/me/webhooks/{webhook}/test',
  getPushKey: 'GET /api/push-key',
  askToStop: 'GET /api/notices/{stop}',
  stopNotices: 'POST /api/notices/{stop}',
  listGames: 'GET /api/games',
  listCards: 'GET /api/games/{game}/cards',
  listPuzzles: 'GET /api/puzzles',
  getPuzzle: 'GET /api/puzzles/{puzzle}',
  answerPuzzle: 'POST /api/puzzles/{puzzle}/answers',
  listReportsToSettle: 'GET /api/order/reports',
  settleReport: 'POST /api/order/reports/{report}/settle',
  listFigures: 'GET /api/order/figures',
  listPenalties: 'GET /api/order/penalties',
  penalize: 'POST /api/order/players/{player}/penalties',
  settlePenalty: 'POST /api/order/penalties/{penalty}/settle',
  listTournaments: 'GET /api/tournaments',
  createTournament: 'POST /api/tournaments',
  getTournament: 'GET /api/tournaments/{tournament}',
  enterTournament: 'POST /api/tournaments/{tournament}/enter',
  checkIn: 'POST /api/tournaments/{tournament}/check-in',
  withdrawFromTournament: 'POST /api/tournaments/{tournament}/withdraw',
  steerTournament: 'POST /api/tournaments/{tournament}/steer',
  listMyTournaments: 'GET /api/me/tournaments',
  listMatches: 'GET /api/matches',
  getChannel: 'GET /api/watch',
  getMatch: 'GET /api/matches/{match}',
  getRecord: 'GET /api/matches/{match}/record',
  getAccount: 'GET /api/matches/{match}/account',
  listKeys: 'GET /.well-known/flower-war.json',
  createMatch: 'POST /api/matches',
  takeSeat: 'POST /api/matches/{match}/seat',
  connectToSeat: 'POST /api/matches/{match}/connect',
  watchMatch: 'POST /api/matches/{match}/watch',
  listMoves: 'GET /api/matches/{match}/moves',
  getHint: 'GET /api/matches/{match}/hint',
  getAhead: 'GET /api/matches/{match}/ahead',
  answerAhead: 'POST /api/matches/{match}/ahead',
  openStream: 'GET /api/matches/{match}/stream',
  isHere: 'POST /api/matches/{match}/here',
  act: 'POST /api/matches/{match}/act',
  resign: 'POST /api/matches/{match}/resign',
  asks: 'POST /api/matches/{match}/asks',
  offer: 'POST /api/matches/{match}/offer',
  reply: 'POST /api/matches/{match}/reply',
  back: 'POST /api/matches/{match}/back',
  beads: 'POST /api/matches/{match}/beads',
  say: 'POST /api/matches/{match}/say',
  phrase: 'POST /api/matches/{match}/phrase',
  silence: 'POST /api/matches/{match}/silence',
  habits: 'POST /api/matches/{match}/habits',
  seatBot: 'POST /api/matches/{match}/bots',
  leaveSeat: 'POST /api/matches/{match}/leave',
  listMyMatches: 'GET /api/me/matches',
  getPlayer: 'GET /api/players/{player}',
  listMatchesOf: 'GET /api/players/{player}/matches',
  getLuck: 'GET /api/players/{player}/luck',
  getLeaderboard: 'GET /api/leaderboard',
  getLeague: 'GET /api/league',
  getLeagueFeed: 'GET /league.atom',
  listSteps: 'GET /api/matches/{match}/steps',
  continueMatch: 'POST /api/matches/{match}/continue',
  enterLobby: 'POST /api/lobby',
  quickMatch: 'POST /api/quick',
  admitPlayer: 'POST /api/matches/{match}/admit',
  dismissPlayer: 'POST /api/matches/{match}/dismiss',
  emptySeat: 'POST /api/matches/{match}/remove',
  playAgain: 'POST /api/matches/{match}/rematch',
  claimLink: 'GET /claim',
  claimTemple: 'POST /api/temples/claim',
  showTempleCode: 'POST /api/temples/show-code',
  startKnock: 'POST /api/knocks',
  getKnock: 'GET /api/knocks/{knock}',
  listTemples: 'GET /api/temples',
  releaseTemple: 'POST /api/temples/{temple}/release',
  giveTemple: 'POST /api/temples/{temple}/give',
  setTemple: 'POST /api/temples/{temple}/settings',
  identifyTemple: 'POST /api/temples/{temple}/identify',
  getTempleLog: 'GET /api/temples/{temple}/log',
  bindTemple: 'POST /api/temples/{temple}/bind',
  unbindTemple: 'POST /api/temples/{temple}/unbind',
  returnBeads: 'POST /api/temples/{temple}/returned',
  confirmBeads: 'POST /api/temples/{temple}/confirmed',
  getDocument: 'GET /api/openapi.json',
  welcome: 'GET /',
  isLive: 'GET /health/live',
  isReady: 'GET /health/ready',
  getMetrics: 'GET /metrics',
} as const satisfies Readonly<Record<string, Call>>;

/** For programs that study matches, and for other hosts. The SDK does without them, to be smaller. */
export const OPEN_DATA_CALLS = {
  listOpenData: 'GET /api/open-data',
  getOpenData: 'GET /api/open-data/{month}',
  listSharedTables: 'GET /.well-known/flower-war-tables',
  listElsewhere: 'GET /api/lobby/elsewhere',
  vouch: 'POST /api/me/vouch',
  arrive: 'POST /api/arrivals',
  listHostNews: 'GET /.well-known/flower-war-news',
} as const satisfies Readonly<Record<string, Call>>;

/** How programs of others ask players for a token, by OAuth 2. Only the page and those programs call these. */
export const OAUTH_CALLS = {
  grantProgram: 'POST /api/me/grants',
  exchangeGrant: 'POST /oauth/token',
  endGranted: 'POST /oauth/revoke',
  getOAuthServer: 'GET /.well-known/oauth-authorization-server',
} as const satisfies Readonly<Record<string, Call>>;

/** Bot accounts. A client that needs none of them is smaller. */
export const BOT_CALLS = {
  listMyBots: 'GET /api/me/bots',
  createBot: 'POST /api/me/bots',
  renameBot: 'POST /api/me/bots/{bot}',
  deleteBot: 'DELETE /api/me/bots/{bot}',
  takeChallenges: 'POST /api/me/ready',
  listBots: 'GET /api/bots',
} as const satisfies Readonly<Record<string, Call>>;

const BRIDGE_CALLS = { connectBridge: 'POST /api/bridge/connection' } as const satisfies Readonly<Record<string, Call>>;

/** What a client calls. A program that uses nothing else here holds no route of the operator. */
export const CLIENT_CALLS = { ...PLAYER_CALLS, ...BRIDGE_CALLS } as const;

/**
 * What does nothing more when it is sent twice, beside all that only reads: a client whose connection broke may send it again.
 * Actions are known by their ids. All other calls may count twice.
 */
export const REPEATABLE = [
  'refreshToken',
  'takeSeat',
  'connectToSeat',
  'watchMatch',
  'enterLobby',
  'playAgain',
  'showOnline',
  'followPlayer',
  'unfollowPlayer',
  'blockPlayer',
  'unblockPlayer',
  'endVacation',
  'enterTournament',
  'checkIn',
  'withdrawFromTournament',
  'connectBridge',
] as const satisfies readonly (keyof typeof CLIENT_CALLS)[];

/** The routes of the host. Each exists only where the host has set its token. */
export const OPERATOR_CALLS = /* @__PURE__ */ Object.assign({}, BRIDGE_CALLS, {
  operatorPage: 'GET /operator',
  getOverview: 'GET /api/operator',
  probe: 'GET /api/operator/stream',
  listProcesses: 'GET /api/operator/processes',
  drain: 'POST /api/operator/drain',
  stopDraining: 'POST /api/operator/undrain',
  drainProcess: 'POST /api/operator/processes/{process}/drain',
  stopDrainingProcess: 'POST /api/operator/processes/{process}/undrain',
  listHostedMatches: 'GET /api/operator/matches',
  endMatch: 'POST /api/operator/matches/{match}/end',
  kickFromMatch: 'POST /api/operator/matches/{match}/kick',
  hostTournament: 'POST /api/operator/tournaments',
  steerHostedTournament: 'POST /api/operator/tournaments/{tournament}/steer',
  listHostedTemples: 'GET /api/operator/temples',
  listPlayersOnline: 'GET /api/operator/players',
  kickPlayer: 'POST /api/operator/players/{player}/kick',
  banPlayer: 'POST /api/operator/players/{player}/ban',
  unbanPlayer: 'POST /api/operator/players/{player}/unban',
  listBans: 'GET /api/operator/bans',
  findPeople: 'GET /api/operator/people',
  getPerson: 'GET /api/operator/people/{player}',
  exportPerson: 'GET /api/operator/people/{player}/export',
  deletePerson: 'DELETE /api/operator/people/{player}',
  listReports: 'GET /api/operator/reports',
  settleReportAsOperator: 'POST /api/operator/reports/{report}/settle',
  listModerators: 'GET /api/operator/moderators',
  appointModerator: 'POST /api/operator/players/{player}/moderator',
  dismissModerator: 'DELETE /api/operator/players/{player}/moderator',
  listFiguresAsOperator: 'GET /api/operator/figures',
  listAllPenalties: 'GET /api/operator/penalties',
  penalizeAsOperator: 'POST /api/operator/players/{player}/penalties',
  settlePenaltyAsOperator: 'POST /api/operator/penalties/{penalty}/settle',
  listNetworkBans: 'GET /api/operator/networks',
  banNetwork: 'POST /api/operator/networks/ban',
  unbanNetwork: 'POST /api/operator/networks/unban',
  listInvitations: 'GET /api/operator/invitations',
  createInvitation: 'POST /api/operator/invitations',
  endInvitation: 'DELETE /api/operator/invitations/{invitation}',
  tellAll: 'POST /api/operator/bulletin',
  listAudit: 'GET /api/operator/audit',
} as const satisfies Readonly<Record<string, Call>>);

const APART_CALLS = /* @__PURE__ */ Object.assign({}, BOT_CALLS, OPEN_DATA_CALLS, OAUTH_CALLS);

export const CALLS = /* @__PURE__ */ Object.assign({}, PLAYER_CALLS, APART_CALLS, OPERATOR_CALLS);

/** The id of a route. Code that is generated from the OpenAPI document uses it too. */
export type RouteId = keyof typeof CALLS;

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values that a path needs: one for each name in braces. */
export type ParamsOf<Id extends RouteId> = Readonly<Record<NamesIn<(typeof CALLS)[Id]>, string>>;

export function methodOf({ call }: { readonly call: Call }): Method {
  return call.slice(0, call.indexOf(' ')) as Method;
}

export function pathOf({ call }: { readonly call: Call }): string {
  return call.slice(call.indexOf('/'));
}

/** The path of a route, with values instead of the names in braces. */
export function pathTo(id: RouteId, values?: Readonly<Record<string, string>>): string {
  return pathWith({ call: CALLS[id] }, values);
}

/** The path of a call, with values instead of the names in braces. */
export function pathWith(of: { readonly call: Call }, values: Readonly<Record<string, string>> = {}): string {
  return pathOf(of).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
