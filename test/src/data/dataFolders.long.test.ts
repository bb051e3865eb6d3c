/** A data folder of an earlier version: all data is there, running matches go on, and every record verifies. */
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LiveMatch, TempleLink, verifyNotice } from '@flower-war/client';
import { SIGNATURE_HEADER, type Tally } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, runProgram } from '../support/program.ts';
import { Receiver } from '../support/receiver.ts';
import { testServer } from '../support/server.ts';
import { BRIDGE_TOKEN, copyFolder, type KeptMatch, type KeptTemple, moveWebhooks } from './kept.ts';
import { endPause, lookAt, playOut, proofOf, Returned } from './returned.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
/** The folder lies without a server for so long. Its server, whose time clocks may have charged, ran much shorter. */
const AWAY_MS = 10 * 60_000;
const MADE_WITHIN_MS = 2 * 60_000;
/** The seat of a temple that serves the whole table. */
const OF_THE_TABLE = 255;
const { folder, kept } = copyFolder('90c90f0/stopped');
const started = Date.now();
const now = () => kept.at + AWAY_MS + Date.now() - started;
const chance = fastChance(SEED);
const ended = kept.matches.filter(({ status }) => status === 'ended');
const alive = kept.matches.filter(({ status }) => status !== 'ended');
let server: Running;
let people: Returned;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.open();
  moveWebhooks(folder, receiver.url);
  const settings = { JOURNAL: 'sqlite', DATA_DIR: folder, BRIDGE_TOKEN, WEBHOOKS: 'any' };
  server = await testServer(settings, { now });
  people = new Returned(server.address, kept);
});
afterAll(async () => {
  await server?.stop();
  receiver?.close();
  rmSync(folder, { recursive: true });
});

describe(`a data folder of ${kept.version}, stopped as it should be, seed ${SEED}`, () => {
  test('people are who they were, with what they had', async () => {
    const ana = await people.client('Ana');
    for (const { name, player } of kept.people) expect(await ana.history.player(player)).toEqual(kept.profiles[name]);
    for (const name of kept.banned) await expect(people.client(name)).rejects.toMatchObject({ code: 'banned' });
  });

  test('webhooks are told what was on its way, signed as before', async () => {
    const [hook] = kept.webhooks;
    const [webhook] = await (await people.client(hook!.person)).account.webhooks();
    expect(webhook!.pending).toBeGreaterThan(0);
    await expect.poll(() => receiver.arrived.length, { timeout: 30_000 }).toBeGreaterThan(1);
    for (const { body, headers, notice } of receiver.arrived) {
      const signature = String(headers[SIGNATURE_HEADER]);
      const signed = kept.webhooks.map(({ secret }) => verifyNotice(body, signature, secret, now()));
      expect((await Promise.all(signed)).filter((one) => one !== undefined)).toEqual([notice]);
    }
  });

  test.each(ended)('$about: the record is as it was, and verifies', async ({ match }) => {
    const ana = await people.client('Ana');
    const record = await ana.history.record(match);
    expect(createHash('sha256').update(record).digest('hex')).toBe(ended.find((one) => one.match === match)?.sha256);
    await provesWhole(match);
  });

  test('npm run verify says the same of a record', async () => {
    const ana = await people.client('Ana');
    const file = join(folder, 'record.jsonl');
    writeFileSync(file, await ana.history.record(ended[0]!.match));
    const [key = ''] = await ana.history.keys();
    const words = [`${ROOT}server/tools/records/verify.ts`, file, '--key', key];
    expect(await runProgram(words, '', { folder, state: folder })).toMatchObject({ code: 0 });
  });

  test.each(kept.temples)('$temple counts the next bead once', beadCounts);

  test.each(alive)('$about: it stands where it stood, goes on to its end, and verifies', async (match) => {
    const lives = await people.join(match);
    for (const [n, { legal, seat }] of match.seats.entries())
      expect(await lookAt(lives[n]!, legal.length > 0)).toMatchObject({ seat, legal, said: match.said });
    expect((await (await people.client('Ana')).match(match.match)).status).toBe(
      match.status.replace('paused', 'running'),
    );
    await watchesLater(match);
    expect(await playOut(await goneOn(match, lives), 6, chance)).toBeGreaterThan(0);
    await provesWhole(match.match);
  });
});

async function provesWhole(match: string): Promise<void> {
  const ana = await people.client('Ana');
  const proof = await proofOf(ana, match);
  expect(proof).toMatchObject({ ok: true });
  expect(await ana.history.keys()).toEqual([proof.ok && proof.signedBy]);
}

/** Does what a match of its kind needs before the players can go on. */
async function goneOn(match: KeptMatch, lives: readonly LiveMatch[]): Promise<readonly LiveMatch[]> {
  expect(lives.every(({ table }) => table.pausedUntil > 0 === (match.status === 'paused'))).toBe(true);
  if (match.status === 'open') return [...lives, await people.fill(match)];
  if (match.status === 'paused') await endPause(lives);
  for (const [n, { left }] of match.seats.entries())
    if (left !== undefined)
      expect(lives[n]!.table.clocks[lives[n]!.seat!]!.left).toBeGreaterThan(left - MADE_WITHIN_MS);
  for (const live of lives) await byHand(live);
  return lives;
}

/** From here on the seat offers on the screen and needs no bead. */
async function byHand(live: LiveMatch): Promise<void> {
  const own = live.table.temples.filter(({ seat }) => seat === OF_THE_TABLE || seat === live.seat);
  for (const { temple } of own) {
    const said = await live.beads({ what: 'by-hand', temple, is: true });
    expect(said).toMatchObject({ kind: 'accepted' });
  }
}

async function watchesLater({ match, game, behind }: KeptMatch): Promise<void> {
  if (behind === undefined) return;
  const later: LiveMatch = await (await people.client('Eve')).watch({ match, game });
  expect(later.behind).toBe(behind);
  expect(later.table.status).toBe('running');
  later.close();
}

/** Checks that a new bead counts once, and that no other bead counts again. */
async function beadCounts({ temple, person, odometer, own }: KeptTemple): Promise<void> {
  const link = new TempleLink({ url: server.address, token: BRIDGE_TOKEN });
  const connected = new Promise((resolve) => link.on('connected', resolve));
  link.open();
  await connected;
  const sensed = async (rain: number) => {
    const answer = await link.ask('observe', { temple, odometer: { ...odometer, rain } });
    return answer?.kind === 'observed' ? answer.ack.sensed : answer;
  };
  const before = (own?.ledger as { sensed: Tally } | undefined)?.sensed ?? { war: 0, rain: 0 };
  expect(await sensed(odometer.rain)).toEqual(before);
  const after = person === undefined ? before : { ...before, rain: before.rain + 1 };
  for (let n = 0; n < 2; n++) expect(await sensed(odometer.rain + 1)).toEqual(after);
  link.close();
  if (person === undefined) return;
  const mine = (await (await people.client(person)).temples.list()).find((one) => one.temple === temple);
  expect(mine?.ledger.sensed).toEqual(after);
  expect([mine?.bound, mine?.settings]).toEqual([own?.bound, own?.settings]);
}
