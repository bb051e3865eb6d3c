/** All that opens a match lets go of it: every route, accepted or refused, called for matches that sleep. */
import { matchMaker } from '@colyseus/core';
import { claimCode, type MatchSummary, parametersOf, type Route } from '@flower-war/protocol';
import { beforeAll, expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { ALL_ROUTES, callRoute, type RouteCall } from '../support/api.ts';
import { newPerson, type Person, send, takeSeat } from '../support/sockets/rawClient.ts';

const OPERATOR_TOKEN = 'a-token-for-tests-only';
const TEMPLE_KEY = '7e'.repeat(32);
const TEMPLE = 'templo-5e11';
const CONTRIBUTION = '5e'.repeat(16);
/** These routes would take away what calls of the other routes need. */
const LEFT_OUT = ['banPlayer', 'drain', 'signOut', 'signOutEverywhere', 'deleteMe'];

let ana: Person;
let ben: Person;
let stranger: Person;

serveThisFile({ OPERATOR_TOKEN, BRIDGE_TOKEN: OPERATOR_TOKEN, LIMITS: '0' }, { templeKey: TEMPLE_KEY });
beforeAll(async () => {
  [ana, ben, stranger] = [await newPerson(house.url), await newPerson(house.url), await newPerson(house.url)];
});

const isOfMatch = (route: Route) => parametersOf(route).includes('match');
const OTHERS = [
  ...ALL_ROUTES.filter((route) => !isOfMatch(route) && !LEFT_OUT.includes(route.id)),
  ...ALL_ROUTES.filter(({ id }) => id === 'deleteMe'),
];

const create = (wanted: object = {}) => newMatch(ana, { game: 'tieqchieq', ...wanted });

async function taken(people: readonly Person[], wanted: object = {}): Promise<MatchSummary> {
  const match = await create(wanted);
  for (const person of people) (await takeSeat(person, match)).close();
  return match;
}

async function ended(): Promise<MatchSummary> {
  const match = await taken([ana, ben]);
  await send(house.url, `/api/operator/matches/${match.match}/end`, {}, OPERATOR_TOKEN);
  return match;
}

async function withTemple(): Promise<MatchSummary> {
  const match = await taken([ana, ben], { game: 'flower-war', seats: 2 });
  await ana.post(`/api/temples/${TEMPLE}/unbind`);
  await ana.post('/api/temples/claim', { temple: TEMPLE, code: claimCode(TEMPLE_KEY, TEMPLE) });
  const { status } = await ana.post(`/api/temples/${TEMPLE}/bind`, { match: match.match, to: 'seat' });
  expect(status).toBe(200);
  return match;
}

const SLEEPERS: readonly (readonly [string, () => Promise<MatchSummary>])[] = [
  ['waits for people', () => taken([ana])],
  ['waits for people and is private', () => taken([ana], { table: { visibility: 'private' } })],
  ['runs', () => taken([ana, ben])],
  ['runs with a clock for days', () => taken([ana, ben], { table: { clock: { kind: 'days', days: 2 } } })],
  ['is shown later', () => taken([ana, ben], { table: { watching: 'delayed' } })],
  ['is of bots and one person', () => create({ bots: [{ bot: 'random' }] })],
  ['has ended', ended],
  ['has a temple', withTemple],
];

test.each(SLEEPERS)(
  'no route keeps a match open that %s',
  async (how, make) => {
    const match = await make();
    await allAsleep('at first');
    for (const route of ALL_ROUTES.filter(isOfMatch))
      for (const [caller, token] of callers(how)) {
        for (const body of bodiesFor(route, match)) {
          const status = await ask(route, { token, body, named: { match: match.match } });
          await allAsleep(`${route.call} by ${caller} with ${JSON.stringify(body)}: ${status}`);
        }
      }
  },
  60_000,
);

test('a room that cannot be made lets go of its match', async () => {
  const match = await taken([ana, ben], { table: { watching: 'delayed' } });
  await allAsleep('at first');
  const { journal } = house.server.services;
  const linesOf = journal.read;
  let reads = 0;
  journal.read = (id) => (reads++ > 0 ? Promise.reject(new Error('the disk is gone')) : linesOf.call(journal, id));
  const { status } = await stranger.post(`/api/matches/${match.match}/watch`);
  journal.read = linesOf;
  expect([reads, status]).toEqual([2, 500]);
  await allAsleep('after a room that could not be made');
});

test.each(['open', 'delayed'])(
  'a room that cannot be made for want of talk lets go, too: a match that is watched %s',
  async (watching) => {
    const match = await taken([ana, ben], { table: { watching } });
    await allAsleep('at first');
    const watch = () => stranger.post(`/api/matches/${match.match}/watch`);
    const { talk } = house.server.services;
    talk.listen = () => Promise.reject(new Error('the disk is gone'));
    const refused = await watch();
    Reflect.deleteProperty(talk, 'listen');
    expect(refused.status).toBe(500);
    await allAsleep('after a room without talk');
    expect((await watch()).status).toBe(200);
  },
);

test('people who use a match at the same time use the same one, and it sleeps after the last', async () => {
  const { match } = await taken([ana, ben]);
  const { matches } = house.server.services;
  const used = Array.from({ length: 20 }, (_, turn) =>
    matches.use(match, async (one) => {
      for (let i = 0; i < turn; i++) await new Promise(setImmediate);
      await one.tend(Date.now());
      return one;
    }),
  );
  expect(new Set(await Promise.all(used)).size).toBe(1);
  await expect(matches.use(match, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await allAsleep('after twenty');
});

test('nor does a route that names no match, or a temple', async () => {
  const match = await withTemple();
  await allAsleep('at first');
  const named = { temple: TEMPLE, player: ben.session.player };
  for (const route of OTHERS)
    for (const { session } of [await newPerson(house.url), ana]) {
      for (const body of bodiesFor(route, match)) {
        const status = await ask(route, { token: session.token, body, named });
        await allAsleep(`${route.call} with ${JSON.stringify(body)}: ${status}`);
      }
    }
});

/** All kinds ask of two matches, and of the others two kinds. */
function callers(how: string): readonly (readonly [string, string | undefined])[] {
  const all = [
    ['nobody', undefined],
    ['a stranger', stranger.session.token],
    ['who has a seat', ben.session.token],
    ['the host', ana.session.token],
    ['the operator', OPERATOR_TOKEN],
  ] as const;
  return ['runs', 'has a temple'].includes(how) ? all : [all[1], all[3]];
}

/** An empty body, an invalid one, and one that the route may accept. */
function bodiesFor({ id }: Route, { match, commitment }: MatchSummary): readonly object[] {
  const meant: Readonly<Record<string, object>> = {
    takeSeat: { commitment, contribution: CONTRIBUTION },
    seatBot: { bot: 'random' },
    admitPlayer: { player: stranger.session.player },
    dismissPlayer: { player: stranger.session.player },
    emptySeat: { seat: 1 },
    continueMatch: { seq: 3, bots: [{ bot: 'random' }] },
    createMatch: { game: 'tieqchieq', bots: [{ bot: 'random' }] },
    bindTemple: { match, to: 'seat' },
    act: { id: 1, decision: 1, move: 'toss' },
    reply: { id: 'reply-0123456789', accept: true },
    say: { id: 'say-012345678901', text: 'hola' },
    returnBeads: { slot: 'war', n: 1 },
  };
  return [{}, { no: 'sense' }, ...(meant[id] === undefined ? [] : [meant[id]])];
}

interface Call extends Pick<RouteCall, 'body' | 'named'> {
  readonly token: string | undefined;
}

async function ask(route: Route, { token, ...call }: Call): Promise<number> {
  const bearer = token !== undefined && { authorization: `Bearer ${token}` };
  const response = await callRoute(house.url, route, { ...call, ...bearer });
  const read = response.text();
  if (route.id !== 'openStream' || response.status !== 200) await read; // a stream ends when its room is closed
  return response.status;
}

/** A room keeps its match open. Once all rooms are closed, no match may stay open. */
async function allAsleep(after: string): Promise<void> {
  for (let turns = 0; awake().length > 0; turns++) {
    if (turns > 2000) throw new Error(`${awake().join(', ')} stays open: ${after}`);
    for (const { roomId } of await matchMaker.query({})) await matchMaker.getLocalRoomById(roomId)?.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const awake = (): readonly string[] => house.server.services.matches.awake;
