/** Calls every route once: each answer of the running server matches the document, field for field. */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  ANSWERS,
  claimCode,
  type MatchSummary,
  MEDIA,
  OPERATOR_ANSWERS,
  openApi,
  probeLine,
  type Route,
  type SignedIn,
  streamLine,
} from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, expect, test } from 'vitest';
import { Authenticator, CLIENT, IdentityProvider, visitProvider } from '../people/identity.ts';
import { house, serveThisFile } from '../sdk/house.ts';
import { ALL_ROUTES, callRoute } from '../support/api.ts';
import { asks, formOf } from '../support/oauth.ts';
import { checkRefusal } from '../support/sockets/rawClient.ts';

const OPERATOR_TOKEN = 'a-token-for-tests-only';
const BRIDGE_TOKEN = 'a-token-for-bridges-only';
/** One that comes with the rules. */
const PUZZLE = 'tieqchieq-102ktx4';
const TEMPLE_KEY = '7e'.repeat(32);
const ROUTES_BY_ID = new Map<string, Route>(ALL_ROUTES.map((route) => [route.id, route]));
const SCHEMAS: Readonly<Record<string, { parse(value: unknown): unknown }>> = { ...ANSWERS, ...OPERATOR_ANSWERS };

interface Call {
  readonly as?: string;
  readonly body?: object;
  readonly [parameter: string]: unknown;
}

const called = new Set<string>();

const PORT = String(await freePort());
const provider = await IdentityProvider.open([`http://localhost:${PORT}/signed-in`]);
afterAll(() => provider.close());
const BY_PROVIDER = { OIDC_ISSUER: provider.issuer, ...CLIENT, PORT };

serveThisFile({ OPERATOR_TOKEN, BRIDGE_TOKEN, WEBHOOKS: 'any', ...BY_PROVIDER }, { templeKey: TEMPLE_KEY });

/** Browsers have no passkeys at an address without a name. */
const address = () => house.url.replace('127.0.0.1', 'localhost');

/** Calls a route by its id, and checks the answer against its schema. */
function call<T>(id: string, given: Call = {}): Promise<T> {
  return callWith(id, '', given);
}

async function callWith<T>(id: string, query: string, { as, body, ...named }: Call = {}): Promise<T> {
  const route = ROUTES_BY_ID.get(id)!;
  called.add(id);
  const response = await callRoute(address(), route, { authorization: as, body, named, query });
  const text = await response.text();
  expect(response.status, `${id}: ${text}`).toBe(200);
  if (Object.hasOwn(MEDIA, route.answer)) {
    expect(response.headers.get('content-type')).toContain(MEDIA[route.answer as keyof typeof MEDIA]);
    return text as T;
  }
  const json: unknown = JSON.parse(text);
  expect(SCHEMAS[route.answer]!.parse(json), `${id} answers more than the document says`).toEqual(json);
  return json as T;
}

/** Calls several routes in the same way. */
async function callAll(ids: readonly string[], given: Call = {}): Promise<void> {
  for (const id of ids) await call(id, given);
}

async function sit(as: string, { match, commitment }: Pick<MatchSummary, 'match' | 'commitment'>): Promise<void> {
  await call('takeSeat', { as, match, body: { commitment, contribution: randomBytes(16).toString('hex') } });
}

const create = (as: string, wanted: object = {}) =>
  call<MatchSummary>('createMatch', { as, body: { game: 'tieqchieq', ...wanted } });

/** Calls a route that refuses. */
async function refused(id: string, code: string, { as = '', body, match, query = '' }: Call): Promise<void> {
  called.add(id);
  const response = await callRoute(house.url, ROUTES_BY_ID.get(id)!, {
    authorization: as,
    body,
    named: { match },
    query: String(query),
  });
  const answer: unknown = await response.json();
  expect(ANSWERS.Refusal.parse(answer)).toMatchObject({ code });
  checkRefusal(response.url, response.status, answer);
}

/** What the operator sees of the server, and does to all of it or to one player. */
async function operating(as: string): Promise<void> {
  const asked = { as: operator };
  await callAll(['drain', 'stopDraining'], asked);
  const { processes } = await call<{ processes: { name: string }[] }>('listProcesses', asked);
  await callAll(['drainProcess', 'stopDrainingProcess'], { ...asked, process: processes[0]!.name });
  await call('listHostedTemples', asked);
  const made = await create(as);
  const guest = await call<SignedIn>('signInAsGuest', { body: { name: 'Zyanya' } });
  await sit(bearer(guest.token), made);
  const { player } = guest;
  await call('kickFromMatch', { ...asked, match: made.match, body: { player } });
  await callWith('findPeople', '?search=zy&limit=1', asked);
  await callAll(['getPerson', 'exportPerson', 'kickPlayer', 'deletePerson'], { ...asked, player });
  await call('banNetwork', { ...asked, body: { network: '203.0.113.7', reason: 'tests', days: 1 } });
  await call('listNetworkBans', asked);
  await call('unbanNetwork', { ...asked, body: { network: '203.0.113.7/32' } });
  const { invitation } = await call<{ invitation: string }>('createInvitation', { ...asked, body: { players: 3 } });
  await callAll(['listInvitations', 'endInvitation'], { ...asked, invitation });
  await call('tellAll', { ...asked, body: { text: 'The server restarts soon.' } });
  await call('listAudit', asked);
}

/** A moderator and the operator do something about a player, who answers. */
async function order(about: SignedIn): Promise<void> {
  const guest = await call<SignedIn>('signInAsGuest', { body: { name: 'Tona' } });
  const [asked, as, me] = [{ as: operator }, bearer(guest.token), bearer(about.token)];
  await call('appointModerator', {
    ...asked,
    player: guest.player,
    body: { rights: ['reports', 'mute', 'ban', 'rename', 'figures'] },
  });
  await call('getMe', { as });
  await call('listModerators', asked);
  const { reports } = await call<{ reports: { id: string }[] }>('listReportsToSettle', { as });
  const settling = { report: reports[0]!.id, body: { outcome: 'acted' } };
  await call('settleReport', { as, ...settling });
  await call('settleReportAsOperator', { ...asked, ...settling });
  const wanted = { player: about.player, body: { kind: 'mute', reason: 'abuse', text: 'Loud.', days: 1 } };
  const given = await call<{ penalty: string }>('penalize', { as, ...wanted });
  await call('listMyPenalties', { as: me });
  await call('answerPenalty', { as: me, ...given, body: { text: 'Sorry.' } });
  await call('listPenalties', { as });
  await call('listFigures', { as });
  await call('listFiguresAsOperator', asked);
  await call('settlePenalty', { as, ...given, body: { outcome: 'lifted' } });
  const own = await call<{ penalty: string }>('penalizeAsOperator', { ...asked, ...wanted });
  await call('listAllPenalties', asked);
  await call('settlePenaltyAsOperator', { ...asked, ...own, body: { outcome: 'lifted' } });
  await call('dismissModerator', { ...asked, player: guest.player });
}

/** A match of two bots, which ends by itself. */
async function endedMatch(as: string): Promise<string> {
  const { match } = await create(as, { options: { turnCap: 2 }, bots: [{ bot: 'random' }, { bot: 'random' }] });
  while ((await call<MatchSummary>('getMatch', { as, match })).status !== 'ended');
  return match;
}

/** A temple that does what it is asked, with two beads that no match has counted. */
async function temples(as: string, to: string): Promise<void> {
  const temple = 'templo-7f3a';
  const { temples } = house.server.services;
  const stop = temples.listen({
    tell: () => {},
    forget: () => {},
    command: (id, { transaction }) => queueMicrotask(() => temples.commandAnswered(id, { transaction, status: 'ok' })),
  });
  temples.setInfo(temple, { v: 1, hw: 'esp32', mac: '02:00:00:00:00:01', ui: ['display'] });
  await temples.observe(temple, { v: 1, epoch: 7, war: 5, rain: 5 });
  await call('showTempleCode', { as, body: { temple } });
  await call('claimTemple', { as, body: { temple, code: claimCode(TEMPLE_KEY, temple) } });
  const { knock } = await call<{ knock: string }>('startKnock', { as });
  await call('getKnock', { as, knock });
  await temples.observe(temple, { v: 1, epoch: 7, war: 500, rain: 6 });
  await call('listTemples', { as });
  await call('confirmBeads', { as, temple });
  await call('returnBeads', { as, temple, body: { slot: 'war', n: 2 } });
  await call('setTemple', { as, temple, body: { name: 'Sol', light: 5, names: { war: 'H', rain: 'T' } } });
  await call('identifyTemple', { as, temple });
  const made = await create(as, { game: 'flower-war', seats: 2, bots: [{ bot: 'random' }] });
  const { match } = made;
  await sit(as, made);
  await call('bindTemple', { as, temple, match, body: { match, to: 'seat' } });
  await callAll(['listTemples', 'unbindTemple', 'getTempleLog', 'exportMe'], { as, temple });
  await call('giveTemple', { as, temple, body: { player: to } });
  await temples.of(temple).give(to, (await call<{ player: string }>('getMe', { as })).player);
  await call('releaseTemple', { as, temple });
  stop();
}

/** The plain door, at a table of two where nothing was moved yet. The stream ends because the player signs out. */
async function plainDoor(player: string): Promise<void> {
  const as = bearer((await call<SignedIn>('signInAsGuest')).token);
  const made = await create(as, { options: { startPlayer: 'host' }, bots: [{ bot: 'random' }] });
  const { match } = made;
  await sit(as, made);
  await call('listMoves', { as, match });
  await call('getHint', { as, match });
  await call('act', { as, match, body: { id: 1, decision: 1, move: 'toss' } });
  await call('asks', { as, match, body: { id: randomUUID(), what: 'attacks' } });
  await call('habits', { as, match, body: { id: randomUUID(), keeps: 'none' } });
  await call('say', { as, match, body: { id: randomUUID(), text: 'hola' } });
  await call('phrase', { as, match, body: { id: randomUUID(), phrase: 'hello' } });
  await call('silence', { as, match, body: { id: randomUUID(), player, is: true } });
  const stream = call<string>('openStream', { as, match });
  await expect.poll(() => house.server.services.places.seatsHere(match).has(0)).toBe(true);
  expect(await call('isHere', { as, match })).toEqual({ streams: 1 });
  await call('resign', { as, match, body: { id: randomUUID() } });
  await expect.poll(async () => (await call<MatchSummary>('getMatch', { match })).status).toBe('ended');
  await call('signOutEverywhere', { as });
  const lines = (await stream)
    .trim()
    .split('\n')
    .map((line) => streamLine.parse(JSON.parse(line)));
  expect(lines.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['state', 'talk', 'step', 'closed']));
}

/** Three words of the plain door that need two people. */
async function plainWords(as: string, other: string): Promise<void> {
  const made = await create(as, { game: 'flower-war', seats: 2 });
  const { match } = made;
  for (const one of [as, other]) await sit(one, made);
  await call('offer', { as, match, body: { id: randomUUID(), what: 'pause', minutes: 1 } });
  await call('reply', { as: other, match, body: { id: randomUUID(), accept: false } });
  await refused('back', 'illegal-move', { as, match, body: { id: randomUUID() } });
  const said = { what: 'confirmed', temple: 'templo-7f3a' };
  await refused('beads', 'beads-refused', { as, match, body: { id: randomUUID(), said } });
}

async function otherWaysIn(as: string): Promise<void> {
  const device = new Authenticator(address());
  const credential = device.make(await call('startPasskey', { as }));
  const { passkey } = await call<{ passkey: string }>('addPasskey', { as, body: { credential, name: 'phone' } });
  await call('enterByPasskey', { body: { credential: device.use(await call('askForPasskey')), label: 'desk' } });
  await callAll(['listPasskeys', 'exportMe', 'removePasskey'], { as, passkey });
  await call('getSignInWays');
  const { url, key } = await call<{ url: string; key: string }>('startSignIn', { as });
  await call('finishSignIn', { body: { key, answer: await visitProvider(url, 'ana') } });
  await call('exportMe', { as });
  await byProgram(as);
}

/** A program of others asks for a token, and ends it. */
async function byProgram(as: string): Promise<void> {
  const { verifier, query } = asks();
  const { redirect } = await call<{ redirect: string }>('grantProgram', {
    as,
    body: { query: query.toString(), allows: true },
  });
  const code = new URL(redirect).searchParams.get('code') ?? '';
  const body = formOf({ verifier, query }, code);
  const { access_token: token } = await call<{ access_token: string }>('exchangeGrant', { body });
  await call('endGranted', { body: { token } });
  await call('getOAuthServer');
}

async function bots(as: string): Promise<void> {
  const { player: bot } = await call<{ player: string }>('createBot', { as, body: { name: 'Tezcat' } });
  const { secret } = await call<{ secret: string }>('createToken', {
    as,
    body: { name: 'mine', scopes: ['bot', 'read'], days: 1, bot },
  });
  await call('takeChallenges', { as: bearer(secret), body: { games: ['tieqchieq'] } });
  await callWith('listBots', '?game=tieqchieq&limit=1');
  await call('getPlayer', { player: bot });
  await call('renameBot', { as, bot, body: { name: 'Tezca' } });
  await callAll(['listMyBots', 'listTokens', 'exportMe', 'deleteBot'], { as, bot });
}

const bearer = (token: string) => `Bearer ${token}`;
const operator = bearer(OPERATOR_TOKEN);

test('every answer is what the document says, and no route is left out', async () => {
  const ana = await call<SignedIn>('signInAsGuest', { body: { name: 'Ana' } });
  const as = bearer((await call<SignedIn>('refreshToken', { body: { refresh: ana.refresh } })).token);
  const ben = bearer((await call<SignedIn>('signInAsGuest')).token);

  await call('getMe', { as });
  const { recoveryCode } = await call<{ recoveryCode: string }>('chooseName', { as, body: { name: 'Anacaona' } });
  const again = await call<SignedIn>('recover', { body: { code: recoveryCode, label: 'phone' } });
  await call('renewRecoveryCode', { as });
  const { code } = await call<{ code: string }>('createLink', { as });
  await call('redeemLink', { body: { code } });
  await call('listSessions', { as });
  await otherWaysIn(as);
  const { token } = await call<{ token: string }>('createToken', {
    as,
    body: { name: 'my bot', scopes: ['read', 'play'], days: 90 },
  });
  await callAll(['listTokens', 'exportMe', 'revokeToken'], { as, token });
  await bots(as);
  await call('signOut', { as: bearer(again.token) });

  await callAll(['claimLink', 'listGames', 'listKeys', 'getDocument', 'welcome', 'isLive', 'isReady']);
  await call('getMetrics', { as: operator });
  await call('listCards', { game: 'tieqchieq' });

  const made = await create(as, { table: { visibility: 'private' } });
  const { match } = made;
  await sit(as, made);
  await call('leaveSeat', { as, match });
  await sit(as, made);
  await callAll(['getMatch', 'connectToSeat'], { as, match });
  await call('watchMatch', { as: ben, match, body: { code: made.code } });
  await call('seatBot', { as, match, body: { bot: 'greedy' } });
  await call('getAhead', { as, match });
  await call('answerAhead', { as, match, body: { answers: [] } });
  await call('quickMatch', { as: ben, body: { game: 'tieqchieq' } });
  await call('enterLobby', { as: ben, body: { game: 'tieqchieq', free: 1 } });
  const { match: other } = await create(as, { table: { approval: true } });
  await call('seatBot', { as, match: other, body: { bot: 'greedy' } });
  await call('emptySeat', { as, match: other, body: { seat: 1 } });
  const { player } = await call<{ player: string }>('getMe', { as: ben });
  await callAll(['admitPlayer', 'dismissPlayer'], { as, match: other, body: { player } });
  await call('listMatches');
  const ties = ['followPlayer', 'getTie', 'unfollowPlayer', 'blockPlayer', 'listPeople', 'unblockPlayer'];
  await callAll(ties, { as: ben, player: ana.player });
  const wish = { as: ben, player: ana.player, body: { game: 'tieqchieq' } };
  for (const [what, by, body] of [
    ['withdrawChallenge', ben, undefined],
    ['declineChallenge', as, { reason: 'later' }],
    ['acceptChallenge', as, {}],
  ] as const) {
    const { challenge } = await call<{ challenge: string }>('challengePlayer', wish);
    await call(what, { as: by, challenge, ...(body && { body }) });
  }
  await call('listChallenges', { as });
  const cup = { name: 'Friday cup', kind: 'swiss', game: 'tieqchieq', startsAt: Date.now() + 3_600_000 };
  const { tournament } = await call<{ tournament: string }>('createTournament', { as, body: cup });
  await call('enterTournament', { as: ben, tournament, body: {} });
  await callAll(['checkIn', 'getTournament', 'withdrawFromTournament'], { as: ben, tournament });
  await callAll(['listTournaments', 'listMyTournaments'], { as });
  await call('steerTournament', { as, tournament, body: { to: 'end' } });
  const hosted = await call<{ tournament: string }>('hostTournament', { as: operator, body: cup });
  await call('steerHostedTournament', { as: operator, tournament: hosted.tournament, body: { to: 'end' } });
  await call('showName', { as: ben, body: { showsName: true } });
  await callAll(['getMe', 'listOpenData'], { as: ben });
  await refused('getOpenData', 'no-open-data', {});
  await refused('listSharedTables', 'not-shared', {});
  await call('listElsewhere');
  const assertion = { signed: '{}', signature: '0'.repeat(128), key: '0'.repeat(64) };
  await refused('vouch', 'not-vouched', { as: ben, body: { host: 'https://other.example' } });
  await refused('listHostNews', 'not-vouched', { query: '?to=https://other.example' });
  await refused('arrive', 'arrival-refused', { body: { assertion } });
  await call('showOnline', { as: ben, body: { showsOnline: true } });
  await call('beginVacation', { as: ben, body: { days: 1 } });
  await callAll(['getVacation', 'endVacation'], { as: ben });
  await call('report', { as: ben, body: { player: ana.player, match, reason: 'other', text: 'nothing' } });
  const hook = { as: ben, body: { url: 'http://127.0.0.1:1024' } };
  const { webhook } = await call<{ webhook: string }>('addWebhook', hook);
  await call('testWebhook', { as: ben, webhook });
  await call('proveWebhook', { as: ben, webhook, body: { code: 'GMTHHZNP' } });
  await call('getPushKey', { as: ben });
  await callAll(['listWebhooks', 'exportMe'], { as: ben });
  await call('removeWebhook', { as: ben, webhook });
  await callAll(['askToStop', 'stopNotices'], { stop: 'a key that stops nothing' });

  await plainDoor(player);
  await plainWords(as, ben);
  await temples(as, player);
  await call('connectBridge', { as: bearer(BRIDGE_TOKEN) });

  await callAll(['getOverview', 'listHostedMatches', 'listPlayersOnline', 'listReports'], { as: operator });
  await order(ana);
  const probed = (await call<string>('probe', { as: operator })).trim().split('\n');
  for (const line of probed) probeLine.parse(JSON.parse(line));
  await call('endMatch', { as: operator, match });
  await callAll(['getRecord', 'listSteps', 'listMyMatches'], { as, match });
  await callAll(['listMatchesOf', 'getPlayer', 'getLuck'], { player: ana.player });
  await callWith('getChannel', `?on=${match}`);
  await callWith('getLeague', '?game=tieqchieq');
  await call('getLeagueFeed');
  await callWith('getLeaderboard', '?game=tieqchieq');
  await callWith('getLeaderboard', '?game=tieqchieq&pool=mixed');
  await callWith('getLeaderboard', '?game=tieqchieq&by=season&season=2026-q3');
  await callAll(['listPuzzles', 'getPuzzle'], { as, puzzle: PUZZLE });
  await call('answerPuzzle', { as, puzzle: PUZZLE, body: { move: 'step' } });
  const over = await endedMatch(as);
  // A busy machine makes it slowly.
  const isMade = () => house.server.services.accounts.of({ match: over }, 'test').then(Boolean, () => false);
  await expect.poll(isMade, { timeout: 60_000 }).toBe(true);
  await call('getAccount', { match: over });
  await call('continueMatch', { as, match: over, body: { seq: 3, bots: [{ bot: 'random' }] } });
  await callAll(['playAgain', 'getMatch'], { as, match });
  await call('banPlayer', { as: operator, player: ana.player, body: { reason: 'tests', days: 1 } });
  await call('listBans', { as: operator });
  await call('unbanPlayer', { as: operator, player: ana.player });
  await operating(as);
  await call('operatorPage', { as: `Basic ${Buffer.from(`:${OPERATOR_TOKEN}`).toString('base64')}` });

  await call('signOutEverywhere', { as });
  await call('deleteMe', { as: ben });
  expect([...ROUTES_BY_ID.keys()].filter((id) => !called.has(id))).toEqual([]);
});

test('the document is served as it is made', async () => {
  const served = await (await fetch(`${house.url}/api/openapi.json`)).json();
  expect(served).toEqual(JSON.parse(JSON.stringify(openApi())));
});

test('a name that somebody sends along is believed nowhere', async () => {
  const { port } = new URL(house.url);
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' };
  for (const path of ['/', '/api/openapi.json', '/api/games', '/api/matches', '/.well-known/flower-war.json'])
    expect(await (await fetch(`http://localhost:${port}${path}`, { headers })).text()).not.toMatch(/evil|localhost:/);
});
