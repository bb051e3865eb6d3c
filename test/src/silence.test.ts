/** Nothing is sent to a viewer whose view did not change: not a byte, not an empty patch, not a number. */
import type { MatchSummary, Private } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gamesWithSealed } from './sealed/hosted.ts';
import { FRAME, newPerson, type RawClient, takeSeat, watch } from './support/rawClient.ts';
import { testServer } from './support/server.ts';

const SEATS = 4;
let server: Running;

beforeAll(async () => {
  server = await testServer({}, { games: gamesWithSealed() });
});
afterAll(() => server.stop());

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
const settle = (table: Table) => Promise.all(all(table).map((client) => client.settle()));
const prompt = (client: RawClient) => client.messages<Private>('private').at(-1)!;
const shownTo = (client: RawClient) =>
  client.frames.filter((frame) => frame[0] !== FRAME.ping && frame[0] !== FRAME.response).length;

async function act(table: Table, seat: number, move: string) {
  const before = all(table).map(shownTo);
  const client = table.seats[seat]!;
  const answer = await client.request('act', [
    Math.floor(before[0]! * 1000 + Math.random() * 1000),
    prompt(client).decision,
    move,
  ]);
  await settle(table);
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

/** Plays a match at random; counts the answers in windows that only the asked seats could see. */
async function playOut(table: Table): Promise<number> {
  const chance = fastChance(5);
  let hidden = 0;
  for (;;) {
    const asked = table.seats.filter((client) => prompt(client).legal.length > 0);
    const waiting = asked.filter(
      (client) => !prompt(client).legal.includes('pass') || prompt(client).legal.length === 2,
    );
    if (waiting.length === 0) return hidden;
    const isWindow = waiting.some((client) => prompt(client).legal.includes('pass'));
    const client = isWindow ? waiting.find((one) => prompt(one).legal.includes('pass'))! : chance.pick(waiting);
    const others = waiting.filter((one) => one !== client && prompt(one).legal.includes('pass'));
    const { told } = await act(table, client.seat!, isWindow ? 'pass' : chance.pick(prompt(client).legal));
    if (!isWindow || others.length === 0) continue;
    expect(told).toEqual([client.seat]);
    hidden++;
  }
}

test('hands leave the server to their owner alone', async () => {
  const table = await newTable();
  const hands = table.seats.map((client) => prompt(client).view.hand as number[]);
  expect(new Set(hands.flat()).size).toBe(SEATS * 4);
  for (const [seat, client] of table.seats.entries())
    for (const message of client.messages<Private>('private')) expect(message.seat).toBe(seat);
  expect(table.spectator.messages('private')).toEqual([]);
  for (const client of all(table)) client.close();
});
