/**
 * Space Aztecs over real sockets: until the announcement, a seat and a spectator get the same frames, in bytes, order
 * and number, whichever cards the other seats choose, however often they choose again, and in any order.
 */
import type { MatchSummary } from '@flower-war/protocol';
import { type AnyGame, fastChance, GAMES } from '@flower-war/rules';
import { hostedGames, hosting, type Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';
import { FRAME, newPerson, type RawClient, takeSeat, watch } from '../support/sockets/rawClient.ts';

const SEATS = 3;
let server: Running;

/** Deals the same cards in every match. */
function dealtAlike() {
  const real = hostedGames();
  const game = GAMES.get('space-aztecs')!.game;
  const dealt: AnyGame = { ...game, setup: (options, seats) => game.setup(options, seats, fastChance(7)) };
  const hosted = real.all.map((one) => (one.game.id === game.id ? { ...one, game: dealt } : one));
  return hosting(hosted, async (id, version) => (id === game.id ? dealt : real.engineOf(id, version)));
}

beforeAll(async () => {
  server = await testServer({}, { games: dealtAlike() });
});
afterAll(() => server?.stop());

const prompt = (client: RawClient) => client.privates.at(-1)!;
const framesOf = (client: RawClient) =>
  client.frames.filter((frame) => frame[0] !== FRAME.ping).map((frame) => frame.toString('latin1'));

/** The seats in order, then a spectator. Every seat has taken a pile. */
async function tableOfChoices(): Promise<readonly RawClient[]> {
  const people = await Promise.all(['Ana', 'Beto', 'Caro', 'Eve'].map((name) => newPerson(server.address, name)));
  const asked = { game: 'space-aztecs', seats: SEATS, options: { startPlayer: 'host' } };
  const { body: match } = await people[0]!.post<MatchSummary>('/api/matches', asked);
  const clients: RawClient[] = [];
  for (const [seat, person] of people.entries())
    clients.push(seat < SEATS ? await takeSeat(person, match, seat) : await watch(person, match));
  await settle(clients);
  for (let seat = 0; seat < SEATS; seat++) await act(clients, seat, prompt(clients[seat]!).legal[0]!);
  return clients;
}

async function settle(clients: readonly RawClient[]): Promise<void> {
  for (const client of clients) await client.settle();
}

let actions = 0;

async function act(clients: readonly RawClient[], seat: number, move: string): Promise<void> {
  const client = clients[seat]!;
  expect(await client.request('act', [`a${actions++}`, prompt(client).decision, move])).toMatchObject({
    kind: 'accepted',
  });
  await settle(clients);
}

/** Makes the legal choice with this index. */
const choose = (clients: readonly RawClient[], seat: number, which: number) =>
  act(clients, seat, prompt(clients[seat]!).legal[which]!);

/** Each way is a list of choices: the seat, and the index of its card. */
const WAYS: readonly (readonly (readonly [seat: number, which: number])[])[] = [
  [
    [1, 0],
    [2, 0],
  ],
  [
    [2, 1],
    [1, 2],
  ],
  [
    [1, 1],
    [1, 0],
    [2, 3],
    [1, 2],
    [2, 0],
  ],
];

test.each([0, SEATS])('viewer %i learns nothing before the announcement', async (viewer) => {
  const seen: (readonly string[])[] = [];
  for (const way of WAYS) {
    const clients = await tableOfChoices();
    for (const [seat, which] of way) await choose(clients, seat, which);
    seen.push(framesOf(clients[viewer]!));
    for (const client of clients) client.close();
  }
  expect(seen[0]!.length).toBeGreaterThan(SEATS);
  for (const frames of seen.slice(1)) expect(frames).toEqual(seen[0]);
});

test('one who has chosen learns nothing from who chooses after it, up to the last', async () => {
  const seen: (readonly string[])[] = [];
  for (const which of [0, 2]) {
    const clients = await tableOfChoices();
    await choose(clients, 0, 1);
    await choose(clients, 1, which);
    await choose(clients, 1, which + 1);
    seen.push(framesOf(clients[0]!));
    await choose(clients, 2, 0);
    expect(framesOf(clients[0]!).length).toBeGreaterThan(seen.at(-1)!.length);
    expect(
      clients[0]!
        .messages<{ kind: string }[]>('events')
        .flat()
        .map(({ kind }) => kind),
    ).toContain('announced');
    for (const client of clients) client.close();
  }
  expect(seen[1]).toEqual(seen[0]);
});
