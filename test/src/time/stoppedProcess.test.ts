/**
 * A server process that is stopped for longer than a turn charges no player, whichever event comes first afterwards.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import { type Entry, parseLine } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChildServer } from '../support/childServer.ts';
import { person } from '../support/people.ts';

type AnyLive = LiveMatch;
const TURN_S = 5;
const STOPPED_MS = 8000;
const DATA_DIR = mkdtempSync(join(tmpdir(), 'stopped-'));
let server: ChildServer;

beforeAll(async () => {
  server = new ChildServer(await freePort(), { DATA_DIR, BOT_DELAY_MS: '0', LOG_LEVEL: 'error' });
  await server.start();
});
afterAll(async () => {
  await server?.end('SIGKILL');
  rmSync(DATA_DIR, { recursive: true });
});

interface Table {
  readonly host: FlowerWarClient;
  readonly asked: AnyLive;
  readonly other: AnyLive;
}

async function table(): Promise<Table> {
  const [host, guest] = await Promise.all([person(server.url, 'Ana'), person(server.url, 'Beto')]);
  const wanted = { clock: { kind: 'turn', seconds: TURN_S }, absence: 'strict' } as const;
  const match = await host.create({ game: 'tieqchieq', table: wanted });
  const lives: AnyLive[] = [await host.join(match), await guest.join(match)];
  await Promise.any(lives.map((live) => live.until(({ legal }) => legal.length > 0)));
  const asked = lives.find(({ legal }) => legal.length > 0)!;
  return { host, asked, other: lives.find((live) => live !== asked)! };
}

/** The entries of the record, after the player who is to move has resigned. */
async function entriesOf({ host, asked, other }: Table): Promise<readonly Entry[]> {
  await asked.resign();
  await asked.until(({ isOver }) => isOver);
  const record = await host.history.record(asked.id);
  for (const live of [asked, other]) live.close();
  return record
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => Object.values(parseLine(line)) as Entry[]);
}

test('the seat on turn still has its time, also where a frame is read before any timer rings', async () => {
  const tables = [await table(), await table(), await table()];
  server.signal('SIGSTOP');
  // When the process goes on, a move waits in the first match, a line of talk in the second, and nothing in the third.
  const move = tables[0]!.asked.legal[0]!;
  const played = tables[0]!.asked.play(move);
  const said = tables[1]!.other.say('Are you there?');
  await pause(STOPPED_MS);
  server.signal('SIGCONT');
  expect([await played, await said]).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }]);
  await pause(1000); // a clock that was charged would have run out by now
  const records = await Promise.all(tables.map(entriesOf));
  for (const entries of records) {
    const after = entries.slice(entries.findIndex(({ kind }) => kind === 'started') + 1);
    expect(after.map(({ kind }) => kind)).not.toContain('clock');
    const [first] = after;
    expect(first).toMatchObject({ kind: 'resumed' });
    expect(first?.kind === 'resumed' && first.lost).toBeGreaterThan(STOPPED_MS - 1500);
  }
  expect(records[0]!.find(({ kind }) => kind === 'move')).toMatchObject({ by: 'player', move });
});
