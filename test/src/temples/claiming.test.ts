/** How a temple becomes a player’s own over HTTP: by a printed code, a shown code, or a knock. */
import { claimCode } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { person } from '../support/api.ts';
import {
  ana,
  answerWith,
  ben,
  code,
  commands,
  drop,
  INFO,
  KEY,
  link,
  mine,
  server,
  serveThisFile,
  stranger,
} from './stage.ts';

serveThisFile();

describe('the code that is printed on a temple', () => {
  test('makes it mine, however it is typed, and what it counted before is not a sacrifice', async () => {
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

  test('takes it from the player who had it', async () => {
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

  test('is for its reader: no other player keeps it back by asking, or by guessing at it', async () => {
    const temple = await stranger();
    const { until } = await ben.temples.showCode(temple);
    const shown = shownCode();
    for (let n = 0; n < 5; n++) expect(await code(ben.temples.claim(temple, '000000'))).toBe('wrong-temple-code');
    expect(await code(ben.temples.claim(temple, shown))).toBe('wrong-temple-code');
    expect(await ana.temples.showCode(temple)).toEqual({ until });
    expect(shownCode()).toBe(shown);
    expect((await ana.temples.claim(temple, shown)).temple).toBe(temple);
  });

  test('is not shown by a temple that has an owner, is silent, unknown or has no display', async () => {
    const silent = await stranger();
    answerWith(() => 'error');
    expect(await code(ana.temples.showCode(silent))).toBe('temple-silent');
    const blind = await stranger();
    await link.ask('info', { temple: blind, info: { ...INFO, ui: ['leds:12'] } });
    answerWith(() => 'ok');
    commands.length = 0;
    for (const one of [blind, await mine(), 'templo-ffffffff'])
      expect(await code(ben.temples.showCode(one))).toBe('temple-silent');
    expect(commands).toEqual([]);
  });

  test('does not take a temple that another player claimed meanwhile', async () => {
    const temple = await stranger();
    await ana.temples.showCode(temple);
    await ben.temples.claim(temple, claimCode(KEY, temple));
    expect(await code(ana.temples.claim(temple, shownCode()))).toBe('temple-owned');
  });

  test('is shown to any player when the operator permits it', async () => {
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

  test('makes the temple mine that performs it, and its beads are not sacrifices', async () => {
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

  test('does not take a temple that has an owner', async () => {
    const temple = await mine(ben);
    const { knock, order } = await ana.temples.knock();
    await perform(temple, order);
    expect((await ana.temples.knockState(knock)).state).toBe('waiting');
    expect(await ana.temples.list()).toEqual([]);
  });

  test('of a player who has left for good takes nothing', async () => {
    const temple = await stranger();
    const { order } = await ana.temples.knock();
    await ana.account.deleteMe();
    await perform(temple, order);
    expect(server.services.temples.of(temple).state.owner).toBeUndefined();
  });

  test('nor of one who leaves at the moment at which it is performed', async () => {
    const { turns, identity, temples } = server.services;
    const [leaving, temple] = [await person(server.address, 'Leaving'), await stranger()];
    const { player } = leaving.session!;
    const { order } = await leaving.temples.knock();
    await turns.run(`player ${player}`, async () => {
      await perform(temple, order);
      await temples.of(temple).look();
      await identity.forget(player);
    });
    await turns.run(`player ${player}`, async () => {});
    expect((await temples.of(temple).look()).owner).toBeUndefined();
  });
});

test('two hundred guesses open no temple and make nothing', async () => {
  const opened = server.services.temples.all.length;
  const guessers = await Promise.all(Array.from({ length: 10 }, (_, n) => person(server.address, `Guesser ${n}`)));
  const seen = new Set<string>();
  for (let n = 0; n < 20; n++) {
    const temple = `templo-${(0xc0000 + n).toString(16)}`;
    for (const result of await Promise.all(
      guessers.map((one, i) => code(one.temples.claim(temple, `${n}${i}`.padStart(i % 2 === 0 ? 8 : 6, '0')))),
    ))
      seen.add(result);
  }
  expect([...seen].sort()).toEqual(['too-many-guesses', 'wrong-temple-code']);
  expect(server.services.temples.all.length).toBe(opened);
});
