/** A server that is killed while spectators watch with a delay: they miss nothing, and see nothing too early. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveMatch } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChildServer } from '../support/childServer.ts';
import { person as newPlayer } from '../support/people.ts';

const DELAY = 5;
const DATA_DIR = mkdtempSync(join(tmpdir(), 'delayed-'));
let server: ChildServer;

beforeAll(async () => {
  server = new ChildServer(await freePort(), { DATA_DIR, BOT_DELAY_MS: '0' });
  await server.start();
});
afterAll(async () => {
  await server?.end('SIGTERM');
  rmSync(DATA_DIR, { recursive: true });
});

const person = (name: string) => newPlayer(server.url, name);

interface Seen {
  readonly at: number;
  readonly step: number;
  readonly table: string;
}

/** Each step, as it was shown first. */
function stepsOf(live: LiveMatch): Seen[] {
  const seen: Seen[] = [];
  const look = () => {
    const { behind: _, seats: __, ...table } = live.table;
    if (seen.at(-1)?.step !== table.step) seen.push({ at: Date.now(), step: table.step, table: JSON.stringify(table) });
  };
  look();
  live.on('change', look);
  return seen;
}

async function playSome(players: readonly LiveMatch[], moves: number): Promise<void> {
  for (let i = 0; i < moves; i++) {
    const asked = ({ legal, isConnected }: LiveMatch) => isConnected && legal.length > 0;
    await Promise.any(players.map((player) => player.until(asked)));
    const mover = players.find(asked)!;
    await mover.play(mover.legal[0]!);
  }
}

test('after kill -9 in the middle the steps go on where they were, each in its time', async () => {
  const host = await person('Ana');
  const summary = await host.create({ game: 'tieqchieq', table: { watching: 'delayed', watchDelaySeconds: DELAY } });
  const later: LiveMatch = await (await person('Caro')).watch(summary);
  const seenLater = stepsOf(later);
  const players: LiveMatch[] = [await host.join(summary), await (await person('Beto')).join(summary)];
  const seen = stepsOf(players[0]!);
  await playSome(players, 5);
  await new Promise((resolve) => setTimeout(resolve, DELAY * 1000 - 1000));
  await playSome(players, 5);
  await later.until(({ step }) => step > 3);
  await server.end('SIGKILL');
  await server.start();
  await playSome(players, 5);
  await players[0]!.resign();
  await later.until(({ isOver }) => isOver);
  const steps = seenLater.map(({ step }) => step);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(steps.at(-1)).toBe(seen.at(-1)!.step);
  const atOnce = new Map(seen.map((one) => [one.step, one]));
  const known = seenLater.filter(({ step }) => atOnce.has(step));
  expect(known.length).toBeGreaterThan(5); // a player sees two changes that come together as one
  for (const { at, step, table } of known) {
    expect(table).toBe(atOnce.get(step)!.table);
    expect(at).toBeGreaterThanOrEqual(atOnce.get(step)!.at + DELAY * 1000);
  }
  for (const live of [later, ...players]) live.close();
}, 60_000);
