/** Temples over HTTP, with a bridge and a device behind it: what an owner may do, and what other players may not. */
import { FlowerWarClient, RefusedError, TempleLink } from '@flower-war/client';
import { type Ack, claimCode, type DeviceCommand, type Info, type TempleTold } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { person } from '../support/people.ts';
import { testServer } from '../support/server.ts';

const TOKEN = 'a-token-for-bridges-alone';
const KEY = '5e'.repeat(32);
const INFO: Info = { v: 1, hw: 'esp32', fw: '1.0', flash: 'wal', ui: ['leds:12', 'display'], configRev: 0 };

let server: Running;
let link: TempleLink;
let ana: FlowerWarClient;
let ben: FlowerWarClient;
let count = 0;
const told = new Map<string, TempleTold>();
/** The commands that the server sent to devices, and how the devices answer. */
const commands: { readonly temple: string; readonly command: DeviceCommand }[] = [];
let answers: (temple: string, command: DeviceCommand) => 'ok' | 'error' | 'silence' = () => 'ok';

beforeAll(async () => {
  server = await testServer({ BRIDGE_TOKEN: TOKEN, OPERATOR_TOKEN: TOKEN, LIMITS: '0' }, { templeKey: KEY });
  link = new TempleLink({ url: server.address, token: TOKEN });
  link.on('temple', (one) => told.set(one.temple, { ...told.get(one.temple), ...one }));
  link.on('command', (asked) => {
    commands.push(asked);
    const status = answers(asked.temple, asked.command);
    if (status === 'silence') return;
    void link.ask('result', {
      temple: asked.temple,
      result: { transaction: asked.command.transaction, status, ...(status === 'error' && { error: 'no display' }) },
    });
  });
  const connected = new Promise((resolve) => link.on('connected', resolve));
  link.open();
  await connected;
});

beforeEach(async () => {
  answers = () => 'ok';
  commands.length = 0;
  ana = await person(server.address, 'Ana');
  ben = await person(server.address, 'Ben');
});

afterAll(async () => {
  link.close();
  await server.stop();
});

async function drop(temple: string, war: number, rain = 0, epoch = 7): Promise<Ack> {
  const answer = await link.ask('observe', { temple, odometer: { v: 1, epoch, war, rain } });
  if (answer?.kind !== 'observed') throw new Error(`no ledger: ${JSON.stringify(answer)}`);
  return answer.ack;
}

/** A new temple that is online and has no owner. */
async function stranger(): Promise<string> {
  const temple = `templo-${(0xa000 + count++).toString(16)}`;
  await link.ask('info', { temple, info: INFO });
  await drop(temple, 10, 10);
  return temple;
}

async function mine(client = ana): Promise<string> {
  const temple = await stranger();
  await client.temples.claim(temple, claimCode(KEY, temple));
  return temple;
}

const code = (doing: Promise<unknown>) =>
  doing.then(
    () => 'done',
    (error: unknown) => (error instanceof RefusedError ? error.code : String(error)),
  );

describe('the code that is printed on a temple', () => {
  test('makes it mine, however it is typed, and what it counted before is no sacrifice', async () => {
    const temple = await stranger();
    const printed = claimCode(KEY, temple);
    const typed = ` ${printed.slice(0, 4).toLowerCase().replaceAll('0', 'o')}-${printed.slice(4).replaceAll('1', 'l')}`;
    const own = await ana.temples.claim(temple, typed);
    const none = { war: 0, rain: 0 };
    expect(own).toMatchObject({ temple, name: temple, online: true, quarantined: false, waiting: [] });
    expect(own.ledger).toEqual({ sensed: none, applied: none, held: none, refused: none, toTake: none });
    expect(own.device).toMatchObject({ hw: 'esp32', ui: ['leds:12', 'display'] });
    expect(await ana.temples.list()).toEqual([own]);
    expect(await ben.temples.list()).toEqual([]);
    expect(await ana.temples.claim(temple, printed)).toEqual(own);
  });

  test('takes it from whoever had it', async () => {
    const temple = await mine();
    await ben.temples.claim(temple, claimCode(KEY, temple));
    expect(await ana.temples.list()).toEqual([]);
    expect((await ben.temples.log(temple)).entries).toMatchObject([{ kind: 'claimed', how: 'printed' }]);
  });

  test('cannot be guessed: after ten wrong ones no right one of this player is looked at while those of others are', async () => {
    const temple = await stranger();
    const tries: string[] = [];
    for (let n = 0; n < 12; n++) tries.push(await code(ben.temples.claim(temple, '00000000')));
    expect(tries.slice(0, 10)).toEqual(Array(10).fill('wrong-temple-code'));
    expect(tries.slice(10)).toEqual(['too-many-guesses', 'too-many-guesses']);
    const other = await stranger();
    for (const one of [temple, other]) {
      expect(await code(ben.temples.claim(one, claimCode(KEY, one)))).toBe('too-many-guesses');
      expect(await code(ana.temples.claim(one, claimCode(KEY, one)))).toBe('done');
    }
  });
});

describe('the code that a temple shows', () => {
  const shownCode = () => {
    const { command } = commands.at(-1)!;
    if (command.op !== 'show_code') throw new Error(`asked to ${command.op}`);
    return command.code;
  };

  test('makes it mine, once', async () => {
    const temple = await stranger();
    const { until } = await ana.temples.showCode(temple);
    expect(until).toBeGreaterThan(Date.now() + 100_000);
    expect(commands.at(-1)).toMatchObject({ temple, command: { op: 'show_code', time: 120 } });
    expect(shownCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/);
    expect((await ana.temples.claim(temple, shownCode())).temple).toBe(temple);
    await ana.temples.release(temple);
    expect(await code(ana.temples.claim(temple, shownCode()))).toBe('wrong-temple-code');
  });

  test('is for who reads it: nobody keeps others from it by asking, or by guessing at it', async () => {
    const temple = await stranger();
    const { until } = await ben.temples.showCode(temple);
    const shown = shownCode();
    for (let n = 0; n < 5; n++) expect(await code(ben.temples.claim(temple, '000000'))).toBe('wrong-temple-code');
    expect(await code(ben.temples.claim(temple, shown))).toBe('wrong-temple-code');
    expect(await ana.temples.showCode(temple)).toEqual({ until });
    expect(shownCode()).toBe(shown);
    expect((await ana.temples.claim(temple, shown)).temple).toBe(temple);
  });

  test('is not shown by a temple that is somebody’s, silent, unknown or has no display', async () => {
    const silent = await stranger();
    answers = () => 'error';
    expect(await code(ana.temples.showCode(silent))).toBe('temple-silent');
    const blind = await stranger();
    await link.ask('info', { temple: blind, info: { ...INFO, ui: ['leds:12'] } });
    answers = () => 'ok';
    commands.length = 0;
    for (const one of [blind, await mine(), 'templo-ffffffff'])
      expect(await code(ben.temples.showCode(one))).toBe('temple-silent');
    expect(commands).toEqual([]);
  });

  test('does not take a temple that somebody claimed meanwhile', async () => {
    const temple = await stranger();
    await ana.temples.showCode(temple);
    await ben.temples.claim(temple, claimCode(KEY, temple));
    expect(await code(ana.temples.claim(temple, shownCode()))).toBe('temple-owned');
  });

  test('is shown to anybody when the operator permits it', async () => {
    const temple = await stranger();
    const asked = (data: Record<string, unknown>) => link.ask('request', { verb: 'permit_pair', data });
    expect(await asked({ temple, time: 60 })).toEqual({
      kind: 'response',
      response: { status: 'ok', data: { temple, time: 60 } },
    });
    expect((await ben.temples.claim(temple, shownCode())).temple).toBe(temple);
    expect(await asked({ temple })).toMatchObject({ response: { status: 'error' } });
    expect(await asked({ temple: 'templo-fffffff1' })).toMatchObject({ response: { status: 'error' } });
    expect(await asked({ temple, time: 9999 })).toMatchObject({ response: { status: 'error' } });
  });
});

describe('a knock of beads', () => {
  async function perform(temple: string, order: readonly ('war' | 'rain')[]): Promise<void> {
    const counts = { war: 10, rain: 10 };
    for (const slot of order) {
      counts[slot]++;
      await drop(temple, counts.war, counts.rain);
    }
  }

  test('makes the temple mine that performs it, and its beads are no sacrifices', async () => {
    const [temple, other] = [await stranger(), await stranger()];
    const { knock, order, until } = await ana.temples.knock();
    expect(until).toBeGreaterThan(Date.now() + 50_000);
    await perform(other, [...order].reverse().slice(0, 3));
    expect(await ana.temples.knockState(knock)).toEqual({ state: 'waiting', order, until });
    expect(await ben.temples.knockState(knock)).toEqual({ state: 'over' });
    await perform(temple, order);
    expect(await ana.temples.knocked({ knock })).toBe(temple);
    expect((await ana.temples.list()).map(({ ledger }) => ledger.sensed)).toEqual([{ war: 0, rain: 0 }]);
    expect((await ana.temples.log(temple)).entries).toMatchObject([{ kind: 'claimed', how: 'knock' }]);
    expect(await ben.temples.knockState(knock)).toEqual({ state: 'over' });
  });

  test('does not take a temple that is somebody’s', async () => {
    const temple = await mine(ben);
    const { knock, order } = await ana.temples.knock();
    await perform(temple, order);
    expect((await ana.temples.knockState(knock)).state).toBe('waiting');
    expect(await ana.temples.list()).toEqual([]);
  });

  test('of somebody who has left for good takes nothing', async () => {
    const temple = await stranger();
    const { order } = await ana.temples.knock();
    await ana.account.deleteMe();
    await perform(temple, order);
    expect(server.services.temples.of(temple).state.owner).toBeUndefined();
  });
});

describe('a temple of mine', () => {
  test('counts for my seat in a match, and no more when I say so', async () => {
    const temple = await mine();
    const match = await ana.create({ game: 'flower-war', seats: 2, bots: [{ bot: 'random', seat: 1 }] });
    expect(await code(ana.temples.bind(temple, match.match))).toBe('not-seated');
    const live = await ana.join(match);
    expect(await ana.temples.bind(temple, live.id)).toMatchObject({ bound: { match: live.id, seat: 0 } });
    await live.until(({ table }) => table.temples[0]?.counts === true);
    expect(live.table.temples).toMatchObject([{ temple, seat: 0 }]);
    expect(await ana.temples.bind(temple, live.id)).toMatchObject({ bound: { seat: 0 } });
    expect(await code(ana.temples.bind(temple, live.id, 'table'))).toBe('temple-bound');
    expect(await code(ana.temples.confirmBeads(temple))).toBe('temple-bound');
    expect(await code(ana.temples.returnBeads(temple, 'war', 1))).toBe('temple-bound');
    expect(await ana.temples.unbind(temple)).not.toHaveProperty('bound');
    expect(await ana.temples.bind(temple, live.id, 'table')).toMatchObject({ bound: { match: live.id } });
    expect((await ana.temples.list())[0]!.bound).toEqual({ match: live.id });
    await ana.temples.release(temple);
    await live.until(({ table }) => table.temples.every(({ counts }) => !counts));
    live.close();
  });

  test('is the table’s by the word of the host alone: on it the beads of anybody are offerings of everybody', async () => {
    const temple = await mine(ben);
    const match = await ana.create({ game: 'flower-war', seats: 2 });
    const [hosting, joining] = [await ana.join(match), await ben.join(match)];
    expect(await code(ben.temples.bind(temple, match.match, 'table'))).toBe('forbidden');
    expect(await ben.temples.bind(temple, match.match)).toMatchObject({ bound: { seat: 1 } });
    for (const live of [hosting, joining]) live.close();
  });

  test('holds beads that no match wants, until I take them out', async () => {
    const temple = await mine();
    await drop(temple, 13, 11);
    const [own] = await ana.temples.list();
    expect(own!.ledger).toMatchObject({ sensed: { war: 3, rain: 1 }, held: { war: 3, rain: 1 } });
    expect(own!.waiting.map(({ slot, n, why }) => [slot, n, why])).toEqual([
      ['war', 3, 'no-match'],
      ['rain', 1, 'no-match'],
    ]);
    const after = await ana.temples.returnBeads(temple, 'war', 2);
    expect(after.ledger).toMatchObject({ held: { war: 1, rain: 1 }, refused: { war: 2, rain: 0 } });
    expect(await code(ana.temples.returnBeads(temple, 'war', 2))).toBe('beads-refused');
    expect(await code(ana.temples.confirmBeads(temple))).toBe('beads-refused');
  });

  test('holds what cannot be believed until I confirm it', async () => {
    const temple = await mine();
    await drop(temple, 500, 10);
    expect((await ana.temples.list())[0]!.waiting).toMatchObject([{ slot: 'war', n: 490, why: 'implausible' }]);
    expect((await ana.temples.confirmBeads(temple)).waiting).toMatchObject([{ slot: 'war', n: 490, why: 'no-match' }]);
  });

  test('is called and set as I want, within what may be shown to others', async () => {
    const temple = await mine();
    const wanted = { name: 'Templo del Sol', light: 40, debounceMs: 80, swapped: true, names: { war: 'H', rain: 'T' } };
    const own = await ana.temples.set(temple, wanted);
    expect(own).toMatchObject({ name: 'Templo del Sol', settings: { rev: 1, ...wanted } });
    expect((await ana.temples.set(temple, { light: 0 })).settings).toEqual({ rev: 2, ...wanted, light: 0 });
    await until(() => told.get(temple)?.config?.light === 0);
    for (const bad of [
      { light: 101 },
      { light: -1 },
      { debounceMs: 1e9 },
      { name: 'x'.repeat(33) },
      { name: 'a\u202eb' },
    ])
      expect(await code(ana.temples.set(temple, bad))).toBe('bad-request');
    expect(await code(ana.temples.set(temple, { nam: 'x' } as never))).toBe('bad-request');
    expect(await code(ana.temples.set(temple, { name: 'Admin' }))).toBe('name-refused');
    expect(await code(ana.temples.set(temple, { names: { war: 'admin', rain: 'T' } }))).toBe('name-refused');
  });

  test('blinks when I ask, if it is there', async () => {
    const temple = await mine();
    await ana.temples.identify(temple);
    expect(commands).toMatchObject([{ temple, command: { op: 'identify' } }]);
    await link.ask('presence', { temple, is: 'offline' });
    expect(await code(ana.temples.identify(temple))).toBe('temple-silent');
    expect((await ana.temples.list())[0]!.online).toBe(false);
  });

  test('can be given away, and then what happened before is nobody’s to read', async () => {
    const temple = await mine();
    await drop(temple, 12, 10);
    await ana.temples.set(temple, { name: 'Casa de Ana', names: { war: 'Ana', rain: 'Eva' }, light: 40 });
    const { entries } = await ana.temples.log(temple);
    expect(entries.map(({ kind }) => kind)).toEqual(['wanted', 'counted', 'claimed']);
    const first = await ana.temples.log(temple, { limit: 2 });
    expect(first.entries).toEqual(entries.slice(0, 2));
    const rest = await ana.temples.log(temple, { limit: 2, before: first.next! });
    expect(rest).toEqual({ entries: entries.slice(2) });
    expect(await code(ana.temples.give(temple, 'p-NOBODY'))).toBe('no-such-player');
    await ana.temples.give(temple, ben.session!.player);
    expect(await ana.temples.list()).toEqual([]);
    expect((await ben.temples.log(temple)).entries).toMatchObject([{ kind: 'claimed', how: 'given' }]);
    const [own] = await ben.temples.list();
    expect(own).toMatchObject({ name: temple, ledger: { sensed: { war: 0, rain: 0 } } });
    expect(own!.settings).toEqual({ rev: 2, light: 40 });
    await until(() => told.get(temple)?.config?.rev === 2);
    expect(told.get(temple)!.config).toEqual({ v: 1, rev: 2, light: 40 });
    expect(await code(ana.temples.log(temple))).toBe('no-such-temple');
  });

  test('is part of my data, and nobody’s when I leave for good', async () => {
    const temple = await mine();
    expect((await ana.account.exportData()).temples).toEqual([temple]);
    await ana.account.deleteMe();
    expect(server.services.temples.of(temple).state.owner).toBeUndefined();
    await ben.temples.showCode(temple);
    expect(await server.services.journal.temples({ limit: 200 })).toContainEqual({ temple });
  });

  test('counts again in the rematch, for the seat or for the table as before', async () => {
    const [home, table] = [await mine(), await mine(ben)];
    for (const [temple, owner, to] of [
      [home, ana, 'seat'],
      [table, ben, 'table'],
    ] as const) {
      const match = await owner.create({ game: 'flower-war', seats: 2, bots: [{ bot: 'random' }] });
      const live = await owner.join(match);
      await owner.temples.bind(temple, live.id, to);
      await live.resign();
      await live.until(({ isOver }) => isOver);
      const again = await live.rematch();
      await again.until((match) => match.table.temples[0]?.counts === true);
      const seat = to === 'table' ? 255 : again.seat;
      expect(again.table.temples).toMatchObject([{ temple, seat, counts: true }]);
      await owner.temples.unbind(temple);
      await owner.join(await owner.match(again.id));
      expect((await owner.temples.list())[0]).not.toHaveProperty('bound');
      for (const one of [live, again]) one.close();
    }
  });
});

describe('a temple of somebody else', () => {
  const doings: readonly (readonly [string, (temple: string) => Promise<unknown>])[] = [
    ['released', (temple) => ben.temples.release(temple)],
    ['given', (temple) => ben.temples.give(temple, ben.session!.player)],
    ['bound', (temple) => ben.temples.bind(temple, 'NOMATCH1')],
    ['unbound', (temple) => ben.temples.unbind(temple)],
    ['returned', (temple) => ben.temples.returnBeads(temple, 'war', 4294967295)],
    ['confirmed', (temple) => ben.temples.confirmBeads(temple)],
    ['set', (temple) => ben.temples.set(temple, { light: 1 })],
    ['identified', (temple) => ben.temples.identify(temple)],
    ['read', (temple) => ben.temples.log(temple)],
  ];

  test.each(doings)('cannot be %s, and is as unknown as one that never was', async (_, doing) => {
    const temple = await mine();
    const before = await ana.temples.list();
    const opened = server.services.temples.all.length;
    for (const one of [temple, 'templo-fffffff0', 'templo-', '../../me', '%00'])
      expect(await code(doing(one)), one).toBe('no-such-temple');
    expect(await code(doing('x'.repeat(3000)))).toBe('bad-request');
    expect(server.services.temples.all.length).toBe(opened);
    expect(await ana.temples.list()).toEqual(before);
  });

  test.each([0, -1, 1.5, 2 ** 32, 1e308, '1', null])('takes no number like %s', async (n) => {
    expect(await code(ana.temples.returnBeads(await mine(), 'war', n as number))).toBe('bad-request');
  });

  test('is not there for who has not signed in', async () => {
    const signedOut = new FlowerWarClient({ url: server.address });
    expect(await code(signedOut.temples.list())).toBe('unauthorized');
    expect(await code(signedOut.temples.claim('templo-7f3a', 'x'))).toBe('unauthorized');
    expect(await code(signedOut.temples.knock())).toBe('unauthorized');
  });
});

test('the operator sees how many temples there are, what they hold, and what could not be used', async () => {
  const overview = async () => {
    const answer = await fetch(`${server.address}/api/operator`, { headers: { authorization: `Bearer ${TOKEN}` } });
    return ((await answer.json()) as { temples: Readonly<Record<string, number>> }).temples;
  };
  const before = await overview();
  await drop(await mine(), 13, 10);
  await link.ask('strays', { what: 'not-json', count: 4 });
  expect(await overview()).toEqual({
    open: before.open! + 1,
    present: before.present! + 1,
    held: before.held! + 3,
    unbalanced: 0,
    strays: before.strays! + 4,
  });
});

test('the link on a label says what to do, and repeats nothing but an id and a code', async () => {
  const words = async (query: string) => (await fetch(`${server.address}/claim?${query}`)).text();
  expect(await words('t=templo-7f3a&k=7KQ2M0XD')).toContain('--temple templo-7f3a --temple-code 7KQ2M0XD');
  for (const hostile of ['t=templo-7f3a&k=<b>', 't=evil;rm&k=X', 't=templo-7f3a&k=a%0Ab', 't=x&t=y', ''])
    expect(await words(hostile)).toContain('--temple templo-... --temple-code CODE');
});

test('a thousand guesses open no temple and make nothing', async () => {
  const opened = server.services.temples.all.length;
  const guessers = await Promise.all(Array.from({ length: 10 }, (_, n) => person(server.address, `Guesser ${n}`)));
  const seen = new Set<string>();
  for (let n = 0; n < 100; n++) {
    const temple = `templo-${(0xc0000 + n).toString(16)}`;
    for (const result of await Promise.all(
      guessers.map((one, i) => code(one.temples.claim(temple, `${n}${i}`.padStart(i % 2 === 0 ? 8 : 6, '0')))),
    ))
      seen.add(result);
  }
  expect([...seen].sort()).toEqual(['too-many-guesses', 'wrong-temple-code']);
  expect(server.services.temples.all.length).toBe(opened);
});

/** Waits, for a bounded time, until a condition comes true. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the condition did not come true in time');
}
