/** A data folder of an earlier version whose server was killed: what lies beside the database is not lost. */

import { rmSync } from 'node:fs';
import { freePort } from '@flower-war/protocol/hosting';
import { fastChance } from '@flower-war/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChildServer } from '../support/childServer.ts';
import { copyFolder } from './kept.ts';
import { lookAt, playOut, proofOf, Returned } from './returned.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const { folder, kept } = copyFolder('90c90f0/killed');
/** The length of a turn. The folder lay without a server for much longer. */
const TURN_MS = 60_000;
let server: ChildServer;
let people: Returned;

beforeAll(async () => {
  server = new ChildServer(await freePort(), { DATA_DIR: folder, BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '100000' });
  await server.start();
  people = new Returned(server.url, kept);
});
afterAll(async () => {
  await server?.end('SIGTERM');
  rmSync(folder, { recursive: true });
});

test.each(kept.matches)(`$about: stands where it stood, its clock too, and goes on; seed ${SEED}`, async (match) => {
  const lives = await people.join(match);
  for (const [n, { legal, seat }] of match.seats.entries()) {
    expect(await lookAt(lives[n]!, legal.length > 0)).toMatchObject({ seat, legal });
    expect(lives[n]!.table.clocks[seat]!.left).toBeGreaterThan(TURN_MS / 2);
  }
  expect(await playOut(lives, 6, fastChance(SEED))).toBeGreaterThan(0);
  const proof = await proofOf(await people.client('Ana'), match.match);
  expect(proof).toMatchObject({ ok: true });
  expect(await (await people.client('Ana')).history.keys()).toEqual([proof.ok && proof.signedBy]);
});
