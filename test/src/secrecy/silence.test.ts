/** The server sends nothing to a viewer whose view did not change: no byte, no empty patch, no number. */
import type { MatchSummary } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { pack } from 'msgpackr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gamesWithSealed } from '../sealed/sealed.ts';
import { testServer } from '../support/server.ts';
import { FRAME, newPerson, type RawClient, takeSeat, watch } from '../support/sockets/rawClient.ts';

const SEATS = 4;
let server: Running;

beforeAll(async () => {
  server = await testServer({}, { games: gamesWithSealed() });
});
afterAll(() => server?.stop());

interface Table {
  readonly seats: readonly RawClient[];
  readonly spectator: RawClient;
}

async function newTable(): Promise<Table> {
  const people = await Promise.all(Array.from({ length: SEATS }, () => newPerson(server.address)));
  const { body: match } = await people[0]!.post<MatchSummary>('/api/matches', { game: 'sealed', seats: SEATS });
  const seats: RawClient[] = [];
  for (const [seat, person] of people.entries()) seats.push(await takeSeat(person, match, seat));
  const spectator = await watch(await newPerson(server.address), match);
  const table = { seats, spectator };
  await settle(table);
  return table;
}

const all = ({ seats, spectator }: Table) => [...seats, spectator];
/** An append takes some turns of the event loop, and may lead to others. */
const ROUNDS = 10;

async function settle(table: Table): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await Promise.all(all(table).map((client) => client.settle()));
}

const prompt = (client: RawClient) => client.privates.at(-1)!;
const shownTo = (client: RawClient) =>
  client.frames.filter((frame) => frame[0] !== FRAME.ping && frame[0] !== FRAME.response).length;

let actions = 0;

/** Does not wait for the answer, which comes later in a hidden window. Returns which viewers were sent something. */
async function act(table: Table, seat: number, move: string) {
  const before = all(table).map(shownTo);
  const client = table.seats[seat]!;
  const request = client.sendRequest('act', pack([++actions, prompt(client).decision, move]));
  await settle(table);
  const [answer] = client.answers(request);
  const told = all(table).flatMap((viewer, i) => (shownTo(viewer) > before[i]! ? [viewer.seat ?? 'spectator'] : []));
  return { answer, told };
}

test('a secret choice reaches the chooser alone, and so does a change of mind', async () => {
  const table = await newTable();
  const [first, second] = prompt(table.seats[1]!).legal;
  expect(await act(table, 1, first!)).toMatchObject({ answer: { kind: 'accepted' }, told: [1] });
  expect(await act(table, 1, second!)).toMatchObject({ answer: { kind: 'accepted' }, told: [1] });
  expect(await act(table, 3, prompt(table.seats[3]!).legal[0]!)).toMatchObject({ told: [3] });
  expect(await act(table, 3, 'choose 99')).toMatchObject({ answer: { kind: 'rejected' }, told: [] });
  for (const client of all(table)) client.close();
});

test('an earlier choice of somebody else does not make mine stale', async () => {
  const table = await newTable();
  const decisions = table.seats.map((client) => prompt(client).decision);
  await Promise.all(
    table.seats.map((client, seat) => client.request('act', [seat, decisions[seat], prompt(client).legal[0]])),
  );
  await settle(table);
  expect(table.spectator.messages('events')).toHaveLength(1);
  for (const client of all(table)) client.close();
});

test('while seats react in a hidden window, everybody else stands at the last public step', async () => {
  const tables = await Promise.all([1, 2, 3].map(() => newTable()));
  let windows = 0;
  for (const table of tables) windows += await playOut(table);
  expect(windows).toBeGreaterThan(0);
  for (const table of tables) for (const client of all(table)) client.close();
});

/** Plays a match at random. Counts the moves in windows while other seats were still asked. */
async function playOut(table: Table): Promise<number> {
  const chance = fastChance(5);
  for (let round = 1; round <= 3; round++)
    for (const { seat } of chance.shuffle(table.seats))
      await act(table, seat!, chance.pick(prompt(table.seats[seat!]!).legal));
  const asked = table.seats.filter((client) => prompt(client).legal.includes('pass'));
  for (const [i, client] of asked.entries()) {
    const { told, answer } = await act(table, client.seat!, 'pass');
    const isLast = i === asked.length - 1;
    expect(told).toHaveLength(isLast ? SEATS + 1 : 0);
    expect(answer).toEqual(isLast ? expect.objectContaining({ kind: 'accepted' }) : undefined);
  }
  return asked.length - 1;
}

test('hands leave the server to their owner alone', async () => {
  const table = await newTable();
  const hands = table.seats.map((client) => prompt(client).view.hand as number[]);
  expect(new Set(hands.flat()).size).toBe(SEATS * 4);
  for (const [seat, client] of table.seats.entries())
    for (const message of client.privates) expect(message.seat).toBe(seat);
  expect(table.spectator.privates).toEqual([]);
  for (const client of all(table)) client.close();
});
