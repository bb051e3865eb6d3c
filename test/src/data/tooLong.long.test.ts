/** The size limit of a match: legal options stay below it, and a match that reaches it ends honestly. */
import { type Entry, type MatchSummary, parseLine, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lengthen } from '../support/longRecord.ts';
import { testServer } from '../support/server.ts';
import { comeBack, newPerson, type Person, type RawClient, takeSeat } from '../support/sockets/rawClient.ts';

const MOST_ENTRIES = 20_000;
const FULL = { result: 'aborted', reason: 'the-record-holds-all-that-a-record-may-hold' };

let server: Running;
let people: readonly Person[];

beforeAll(async () => {
  server = await testServer();
  people = [await newPerson(server.address), await newPerson(server.address)];
});
afterAll(() => server?.stop());

/** A running match of two players that sleeps, with a record of this many entries. */
async function long(entries: number): Promise<MatchSummary> {
  const match = (await people[0]!.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
  for (const person of people) (await takeSeat(person, match)).close();
  while (server.services.matches.awake.includes(match.match)) await new Promise(setImmediate);
  await lengthen(server.services, match.match, { entries, of: 'gaps' });
  return match;
}

const legalFor = (client: RawClient) => client.privates.at(-1)?.legal ?? [];

async function lastOf(match: MatchSummary): Promise<Entry> {
  const parsed = parseLine((await server.services.journal.read(match.match))!.lines.at(-1)!);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.entry;
}

const recordOf = async ({ match }: MatchSummary) =>
  (await fetch(`${server.address}/api/matches/${match}/record`)).text();

test('a match that holds all that it may ends honestly, everybody is told, and its record verifies', async () => {
  const match = await long(MOST_ENTRIES - 1);
  const clients = [await comeBack(people[0]!, match), await comeBack(people[1]!, match)];
  const mover = clients.find((client) => legalFor(client).length > 0)!;
  const { decision } = mover.privates.at(-1)!;
  void mover.request('act', [1, decision, legalFor(mover)[0]]);
  await mover.until(() => mover.frames.some((frame) => frame.includes('the-record-holds')));
  expect(await lastOf(match)).toMatchObject({ kind: 'ended', seq: MOST_ENTRIES, result: FULL });
  for (const client of clients)
    expect(await client.request('act', [2, 2, 'toss'])).toMatchObject({ code: 'match-over' });
  expect(await verify(await recordOf(match), engine)).toMatchObject({ ok: true, result: FULL });
});

test('one that holds more already, from before there was a bound, ends when it is opened next', async () => {
  const match = await long(MOST_ENTRIES + 5);
  (await comeBack(people[0]!, match)).close();
  expect(await lastOf(match)).toMatchObject({ kind: 'ended', seq: MOST_ENTRIES + 5, result: FULL });
});

test('no lawful option makes a match that can only end there, and no operator says that one did', async () => {
  const ask = (options: object) => people[0]!.post<{ code: string }>('/api/matches', { game: 'tieqchieq', options });
  expect((await ask({ turnCap: 4001 })).body).toMatchObject({ code: 'bad-options' });
  expect((await ask({ turnCap: 4000 })).status).toBe(200);
});
