/**
 * SIGTERM during play: accepted moves are in the record, all players are told to come back, and the server ends in
 * time.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, type MatchSummary, parseLine } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChildServer } from '../support/childServer.ts';
import { newPerson, type Person, type RawClient, send, takeSeat } from '../support/sockets/rawClient.ts';

const OPERATOR_TOKEN = 'Nahualpilli-0123456789';
const MAY_TRY_RECONNECT = 4010;
const TABLES = 5;
/** Far less than such a client may stay silent while the server runs. */
const NOT_HELD_UP = { timeout: 30_000 };

let folder: string;
let server: ChildServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stop-'));
  const settings = { DATA_DIR: folder, OPERATOR_TOKEN, MESSAGES_PER_SECOND: '100000', LOG_LEVEL: 'info' };
  server = new ChildServer(await freePort(), settings);
  await server.start();
});
afterEach(async () => {
  await server?.end('SIGKILL');
  rmSync(folder, { recursive: true });
});

interface Seat {
  readonly client: RawClient;
  readonly accepted: string[];
  readonly others: Answer[];
}

interface Table {
  readonly match: MatchSummary;
  readonly seats: readonly Seat[];
}

async function table(people: readonly Person[]): Promise<Table> {
  const { body: match } = await people[0]!.post<MatchSummary>('/api/matches', { game: 'tieqchieq' });
  const seats = [];
  for (const person of people) seats.push({ client: await takeSeat(person, match), accepted: [], others: [] });
  return { match, seats };
}

/** Plays as fast as possible, until the connection is gone. */
async function play({ client, accepted, others }: Seat): Promise<void> {
  for (let n = 0, last: number | undefined; ; ) {
    const asked = () => {
      const own = client.privates.at(-1);
      return own?.decision === undefined || own.decision === last ? undefined : own;
    };
    try {
      await client.until(() => asked() !== undefined);
      const own = asked()!;
      last = own.decision;
      const id = `${client.seat}-${n++}`;
      const answer = await client.request('act', [id, own.decision, own.legal[0]]);
      if (answer.kind === 'accepted') accepted.push(id);
      else others.push(answer);
    } catch {
      return;
    }
  }
}

async function idsIn({ match }: Table): Promise<readonly string[]> {
  await send(server.url, `/api/operator/matches/${match.match}/end`, {}, OPERATOR_TOKEN);
  const record = await (await fetch(`${server.url}/api/matches/${match.match}/record`)).text();
  return record.split('\n').flatMap((line) => {
    const parsed = parseLine(line);
    return 'entry' in parsed && parsed.entry.kind === 'move' ? [String(parsed.entry.id)] : [];
  });
}

test('under moves: no accepted move is lost, nobody is refused, all are told to come back, and the code is 0', async () => {
  const tables: Table[] = [];
  for (let n = 0; n < TABLES; n++) tables.push(await table([await newPerson(server.url), await newPerson(server.url)]));
  const seats = tables.flatMap((one) => one.seats);
  const playing = Promise.all(seats.map(play));
  const moves = () => seats.reduce((total, { accepted }) => total + accepted.length, 0);
  await expect.poll(moves, { timeout: 20_000 }).toBeGreaterThan(100);

  expect(await server.end('SIGTERM')).toBe(0);
  await playing;
  expect(new Set(seats.map(({ client }) => client.closeCode))).toEqual(new Set([MAY_TRY_RECONNECT]));
  const others = seats.flatMap((seat) => seat.others.map(({ kind }) => kind));
  expect(others.filter((kind) => kind !== 'retry')).toEqual([]);
  expect(server.said).not.toContain('"level":50');

  await server.start();
  for (const one of tables) {
    const written = await idsIn(one);
    const accepted = one.seats.flatMap((seat) => seat.accepted);
    expect(accepted.filter((id) => !written.includes(id))).toEqual([]);
    // For each seat, at most one move was written while its answer was lost with the connection.
    expect(written.length - accepted.length).toBeLessThanOrEqual(one.seats.length);
  }
});

test('a client that does not say goodbye cannot hold it up', NOT_HELD_UP, async () => {
  const { seats } = await table([await newPerson(server.url), await newPerson(server.url)]);
  for (const { client } of seats) client.socket.pause();
  expect(await server.end('SIGTERM')).toBe(0);
});

test('a caller who keeps the line open is let go of', NOT_HELD_UP, async () => {
  const kept = await fetch(`${server.url}/health/live`, { headers: { connection: 'keep-alive' } });
  await kept.text();
  expect(await server.end('SIGTERM')).toBe(0);
  await expect(fetch(`${server.url}/health/live`)).rejects.toThrow();
});
