/** A temple and a match over real sockets: each bead in a slot becomes one offering. */
import { type FlowerWarClient, type LiveMatch, TempleLink } from '@flower-war/client';
import type { Ack, TempleTold } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { person } from '../support/people.ts';
import { testServer } from '../support/server.ts';

const TOKEN = 'a-token-for-bridges-alone';
const TEMPLE = 'templo-7f3a';

let server: Running;
let link: TempleLink;
let owner: FlowerWarClient;
const told: TempleTold[] = [];

beforeAll(async () => {
  server = await testServer({ BRIDGE_TOKEN: TOKEN });
  link = new TempleLink({ url: server.address, token: TOKEN });
  link.on('temple', (one) => told.push(one));
  const connected = new Promise((resolve) => link.on('connected', resolve));
  link.open();
  await connected;
  owner = await person(server.address, 'Itzel');
});

afterAll(async () => {
  link?.close();
  await server?.stop();
});

async function drop(war: number, rain = 0, epoch = 7): Promise<Ack> {
  const answer = await link.ask('observe', { temple: TEMPLE, odometer: { v: 1, epoch, war, rain } });
  if (answer?.kind !== 'observed') throw new Error(`no ledger: ${JSON.stringify(answer)}`);
  return answer.ack;
}

async function match(): Promise<LiveMatch<'flower-war'>> {
  const made = await owner.create({ game: 'flower-war', seats: 2, bots: [{ bot: 'random', seat: 1 }] });
  return owner.join(made);
}

/** Plays without offerings, until the seat may offer and has so many skulls. */
async function toOffering(live: LiveMatch<'flower-war'>, skulls: number): Promise<void> {
  for (let move = 0; move < 400; move++) {
    await live.until(({ legal, isOver }) => legal.length > 0 || isOver);
    const mine = live.view.tribes[live.seat ?? 0]?.skulls ?? 0;
    if (live.view.phase === 'offering' && mine >= skulls) return;
    const { legal } = live;
    const done = legal.find((one) => one === 'done' || one === 'pass') ?? legal[0] ?? '';
    await live.play(done);
  }
  throw new Error('the seat never came to its step of offerings');
}

test('three beads at once in the right step are three offerings and three cards', async () => {
  expect((await drop(40)).sensed.war).toBe(0);
  const { temples } = server.services;
  expect(await temples.of(TEMPLE).claim(owner.session!.player, 'printed')).toEqual({ kind: 'done' });
  const live = await match();
  expect(await temples.of(TEMPLE).bind(owner.session!.player, { match: live.id, seat: 0 })).toEqual({ kind: 'done' });
  await toOffering(live, 3);
  const before = live.view;
  expect(await live.play('offer war')).toMatchObject({ kind: 'rejected', code: 'use-your-temple' });
  const ack = await drop(43);
  expect(ack).toMatchObject({ sensed: { war: 3 }, applied: { war: 3 }, held: { war: 0 }, refused: { war: 0 } });
  await live.until(({ view }) => view.hand.length === before.hand.length + 3);
  expect(live.view.warTally).toBe(before.warTally + 3);
  expect(live.table.temples).toMatchObject([{ temple: TEMPLE, seat: 0, present: true, war: { applied: 3 } }]);
  expect((await drop(43)).rev).toBe(ack.rev);
  live.close();
});

test('a bead that falls before the match starts waits, and may be taken out before it does', async () => {
  const { temples } = server.services;
  const player = owner.session!.player;
  await temples.of(TEMPLE).unbind(player);
  const live = await owner.join(await owner.create({ game: 'flower-war', seats: 2 }), { seat: 0 });
  await temples.of(TEMPLE).bind(player, { match: live.id, seat: 0 });
  const { held, refused } = await drop(44);
  expect([held.war, refused.war]).toEqual([1, 0]);
  await live.until(({ table }) => table.temples[0]?.war.held === 1);
  expect(await live.beads({ what: 'returned', temple: TEMPLE, slot: 'war', n: 1 })).toMatchObject({ kind: 'accepted' });
  await live.until(({ table }) => table.temples[0]?.war.held === 0);
  expect(live.table.temples[0]).toMatchObject({ war: { refused: 1, toTake: 0 }, last: { why: 'returned' } });
  expect(await live.resign()).toMatchObject({ kind: 'rejected', code: 'not-started' });
  live.close();
});
