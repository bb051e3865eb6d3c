/** Data folders of an earlier version: all data is there, running matches go on, and every record verifies. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FlowerWarClient, type LiveMatch, verifyNotice } from '@flower-war/client';
import { SIGNATURE_HEADER, type Tally, verify } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { engine, fastChance } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Receiver } from '../support/receivers.ts';
import { ChildServer, testServer } from '../support/server.ts';
import {
  BRIDGE_TOKEN,
  bridgeTo,
  copyFolder,
  type Kept,
  type KeptMatch,
  type KeptTemple,
  linesOf,
  playSome,
} from './kept.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const MADE_WITHIN_MS = 2 * 60_000;
/** The seat of a temple that serves the whole table. */
const OF_THE_TABLE = 255;
const chance = fastChance(SEED);

const { folder, kept } = copyFolder('90c90f0/stopped');

describe(`a data folder of ${kept.version}, stopped as it should be, seed ${SEED}`, () => {
  /** The folder lies without a server for this long. Its server, whose time clocks may have charged, ran much shorter. */
  const AWAY_MS = 10 * 60_000;
  const started = Date.now();
  const now = () => kept.at + AWAY_MS + Date.now() - started;
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
  });

  test('people are who they were, with what they had', async () => {
    const ana = await people.client('Ana');
    const titles: never[] = []; // there were none
    for (const { name, player } of kept.people)
      expect({ titles, ...(kept.profiles[name] as object) }).toEqual(await ana.history.player(player));
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

  test.each(ended)('$about: the record is as it was, and verifies', async ({ match, sha256 }) => {
    const record = await (await people.client('Ana')).history.record(match);
    expect(createHash('sha256').update(record).digest('hex')).toBe(sha256);
    await people.provesWhole(match);
  });

  test.each(kept.temples)('$temple counts the next bead once, and no other bead again', async (temple) => {
    const before = (temple.own?.ledger as { sensed: Tally } | undefined)?.sensed ?? { war: 0, rain: 0 };
    const after = temple.person === undefined ? before : { ...before, rain: before.rain + 1 };
    expect(await sensedOf(server.address, temple, [0, 1, 1])).toEqual([before, after, after]);
    if (temple.person === undefined) return;
    const mine = await (await people.client(temple.person)).temples.list();
    const found = mine.find((one) => one.temple === temple.temple);
    expect(found?.ledger.sensed).toEqual(after);
    expect([found?.bound, found?.settings]).toEqual([temple.own?.bound, temple.own?.settings]);
  });

  test.each(alive)('$about: it stands where it stood, goes on to its end, and verifies', async (match) => {
    const lives = await people.join(match);
    for (const [n, { legal, seat }] of match.seats.entries())
      expect(await lookAt(lives[n]!, legal.length > 0)).toMatchObject({ seat, legal, said: match.said });
    expect((await (await people.client('Ana')).match(match.match)).status).toBe(
      match.status.replace('paused', 'running'),
    );
    if (match.behind !== undefined) await people.watchesLater(match, match.behind);
    expect(await playOut(await people.goneOn(match, lives), 6)).toBeGreaterThan(0);
    await people.provesWhole(match.match);
  });
});

describe('a data folder whose server was killed: what lies beside the database is not lost', () => {
  const { folder: data, kept: before } = copyFolder('90c90f0/killed');
  /** The length of a turn. The folder lay without a server for much longer. */
  const TURN_MS = 60_000;
  let server: ChildServer;
  let people: Returned;

  beforeAll(async () => {
    server = new ChildServer(await freePort(), { DATA_DIR: data, BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '100000' });
    await server.start();
    people = new Returned(server.url, before);
  });
  afterAll(() => server?.end('SIGTERM'));

  test.each(before.matches)(
    `$about: stands where it stood, its clock too, and goes on; seed ${SEED}`,
    async (match) => {
      const lives = await people.join(match);
      for (const [n, { legal, seat }] of match.seats.entries()) {
        expect(await lookAt(lives[n]!, legal.length > 0)).toMatchObject({ seat, legal });
        expect(lives[n]!.table.clocks[seat]!.left).toBeGreaterThan(TURN_MS / 2);
      }
      expect(await playOut(lives, 6)).toBeGreaterThan(0);
      await people.provesWhole(match.match);
    },
  );
});

/** The players of a data folder come back to a later server and go on with their matches. */
class Returned {
  private readonly url: string;
  private readonly kept: Kept;
  private readonly clients = new Map<string, Promise<FlowerWarClient>>();

  constructor(url: string, kept: Kept) {
    this.url = url;
    this.kept = kept;
  }

  /** Signs in with the recovery code of the person. */
  client(name: string): Promise<FlowerWarClient> {
    const { recoveryCode = '' } = this.kept.people.find((one) => one.name === name) ?? {};
    const known = this.clients.get(name) ?? FlowerWarClient.recover({ url: this.url }, recoveryCode);
    this.clients.set(name, known);
    return known;
  }

  join({ match, game, seats }: KeptMatch): Promise<readonly LiveMatch[]> {
    return Promise.all(seats.map(async ({ person }) => (await this.client(person)).join({ match, game })));
  }

  async provesWhole(match: string): Promise<void> {
    const { history } = await this.client('Ana');
    const record = await history.record(match);
    const { from } = JSON.parse(record.split('\n')[0] ?? '') as { from?: { match: string } };
    const proof = await verify(record, engine, from === undefined ? {} : { parent: await history.record(from.match) });
    expect(proof).toMatchObject({ ok: true });
    expect(await history.keys()).toEqual([proof.ok && proof.signedBy]);
  }

  /** Does what a match of its kind needs before the players can go on. Eve takes the free seat of an open one. */
  async goneOn(match: KeptMatch, lives: readonly LiveMatch[]): Promise<readonly LiveMatch[]> {
    expect(lives.every(({ table }) => table.pausedUntil > 0 === (match.status === 'paused'))).toBe(true);
    const { code } = match;
    if (match.status === 'open')
      return [...lives, await (await this.client('Eve')).join(match, { ...(code !== undefined && { code }) })];
    if (match.status === 'paused') await endPause(lives);
    for (const [n, { left }] of match.seats.entries())
      if (left !== undefined)
        expect(lives[n]!.table.clocks[lives[n]!.seat!]!.left).toBeGreaterThan(left - MADE_WITHIN_MS);
    for (const live of lives) await byHand(live);
    return lives;
  }

  async watchesLater({ match, game }: KeptMatch, behind: number): Promise<void> {
    const later: LiveMatch = await (await this.client('Eve')).watch({ match, game });
    expect(later.behind).toBe(behind);
    expect(later.table.status).toBe('running');
    later.close();
  }
}

/** Waits until the seat may move, or may not, as before. Returns what the seat shows. */
async function lookAt(live: LiveMatch, isAsked: boolean) {
  await live.until(({ legal }) => legal.length > 0 === isAsked);
  return { seat: live.seat, legal: [...live.legal].sort(), said: linesOf(live) };
}

async function endPause([one, other]: readonly LiveMatch[]): Promise<void> {
  await one?.offer('resume');
  await other?.until(({ table }) => table.offer.what === 'resume');
  await other?.reply(true);
  await one?.until(({ table }) => table.pausedUntil === 0);
}

/** From here on the seat offers on the screen and needs no bead. */
async function byHand(live: LiveMatch): Promise<void> {
  const own = live.table.temples.filter(({ seat }) => seat === OF_THE_TABLE || seat === live.seat);
  for (const { temple } of own)
    expect(await live.beads({ what: 'by-hand', temple, is: true })).toMatchObject({ kind: 'accepted' });
}

/** Plays some more moves, then all players of an unfinished match resign. Returns how many moves were accepted. */
async function playOut(lives: readonly LiveMatch[], moves: number): Promise<number> {
  const budget = { moves, chance };
  await playSome(lives, budget);
  for (const live of lives) if (!live.isOver) await live.resign();
  await lives[0]?.until(({ isOver }) => isOver);
  for (const live of lives) live.close();
  return moves - budget.moves;
}

/** What the server has counted after each report of a temple that counts this many more beads. */
async function sensedOf(url: string, { temple, odometer }: KeptTemple, more: readonly number[]): Promise<unknown[]> {
  const link = await bridgeTo(url);
  const counted: unknown[] = [];
  for (const beads of more) {
    const answer = await link.ask('observe', { temple, odometer: { ...odometer, rain: odometer.rain + beads } });
    counted.push(answer?.kind === 'observed' ? answer.ack.sensed : answer);
  }
  link.close();
  return counted;
}

/** Moves the webhooks to this address, and changes nothing else about them. */
function moveWebhooks(data: string, address: string): void {
  const database = new DatabaseSync(join(data, 'flower-war.sqlite'));
  const rows = database.prepare('SELECT webhook, url FROM webhooks').all() as { webhook: string; url: string }[];
  const move = database.prepare('UPDATE webhooks SET url = ? WHERE webhook = ?');
  for (const { webhook, url } of rows) move.run(new URL(new URL(url).pathname, address).href, webhook);
  database.close();
}
