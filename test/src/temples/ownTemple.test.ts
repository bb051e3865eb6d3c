/** What an owner may do with a temple over HTTP, and what its beads do in a match. A link stands for bridge and device. */
import { botsOf, type FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { describe, expect, test } from 'vitest';
import { ana, ben, code, commands, drop, link, mine, server, serveThisFile, told, toOffering } from './stage.ts';

serveThisFile();

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

  test('is the table’s by the word of the host alone: on it the beads of any player are offerings of all', async () => {
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
    await expect.poll(() => told.get(temple)?.config?.light).toBe(0);
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

  test('can be given away, and then no player may read what happened before', async () => {
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
    const bot = await botsOf(ben).create('Tezcat');
    expect(await code(ana.temples.give(temple, bot.player))).toBe('bots-not-allowed');
    await ana.temples.give(temple, ben.session!.player);
    expect(await ana.temples.list()).toEqual([]);
    expect((await ben.temples.log(temple)).entries).toMatchObject([{ kind: 'claimed', how: 'given' }]);
    const [own] = await ben.temples.list();
    expect(own).toMatchObject({ name: temple, ledger: { sensed: { war: 0, rain: 0 } } });
    expect(own!.settings).toEqual({ rev: 2, light: 40 });
    await expect.poll(() => told.get(temple)?.config?.rev).toBe(2);
    expect(told.get(temple)!.config).toEqual({ v: 1, rev: 2, light: 40 });
    expect(await code(ana.temples.log(temple))).toBe('no-such-temple');
  });

  test('is part of my data, and has no owner when I leave for good', async () => {
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

describe('a bead of my temple', () => {
  async function matchOf(owner: FlowerWarClient, bots = 1): Promise<LiveMatch<'flower-war'>> {
    const opponents = bots === 0 ? [] : [{ bot: 'random', seat: 1 } as const];
    return owner.join(await owner.create({ game: 'flower-war', seats: 2, bots: opponents }), { seat: 0 });
  }

  test('is an offering: three at once in the right step are three offerings and three cards', async () => {
    const temple = await mine();
    const live = await matchOf(ana);
    await ana.temples.bind(temple, live.id);
    await toOffering({ live }, 3);
    const before = live.view;
    expect(await live.play('offer war')).toMatchObject({ kind: 'rejected', code: 'use-your-temple' });
    const ack = await drop(temple, 13, 10);
    expect(ack).toMatchObject({ sensed: { war: 3 }, applied: { war: 3 }, held: { war: 0 }, refused: { war: 0 } });
    await live.until(({ view }) => view.hand.length === before.hand.length + 3);
    expect(live.view.warTally).toBe(before.warTally + 3);
    expect(live.table.temples).toMatchObject([{ temple, seat: 0, present: true, war: { applied: 3 } }]);
    expect((await drop(temple, 13, 10)).rev).toBe(ack.rev);
    expect((await drop(temple, 11, 10)).rev).toBe(ack.rev);
    const { values } = await server.services.metrics.temples.reports.get();
    expect(values.find(({ labels }) => labels.kind === 'old')?.value).toBe(1);
    live.close();
  });

  test('waits if it falls before the match starts, and may be taken out before it does', async () => {
    const temple = await mine();
    const live = await matchOf(ana, 0);
    await ana.temples.bind(temple, live.id);
    const { held, refused } = await drop(temple, 11, 10);
    expect([held.war, refused.war]).toEqual([1, 0]);
    await live.until(({ table }) => table.temples[0]?.war.held === 1);
    expect(await live.beads({ what: 'returned', temple, slot: 'war', n: 1 })).toMatchObject({ kind: 'accepted' });
    await live.until(({ table }) => table.temples[0]?.war.held === 0);
    expect(live.table.temples[0]).toMatchObject({ war: { refused: 1, toTake: 0 }, last: { why: 'returned' } });
    expect(await live.resign()).toMatchObject({ kind: 'rejected', code: 'not-started' });
    live.close();
  });
});
