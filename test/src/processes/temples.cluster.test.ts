/** Temples whose bridge, match and owner talk to different processes. */
import { type FlowerWarClient, type LiveMatch, TempleLink } from '@flower-war/client';
import {
  type Ack,
  claimCode,
  type DeviceCommand,
  type LinkAnswer,
  type Overview,
  type TempleTold,
} from '@flower-war/protocol';
import { noPostgres } from '@flower-war/server/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { person } from '../support/people.ts';
import { House } from '../lab/house.ts';
import { code, INFO, TOKEN, toOffering } from '../temples/stage.ts';

const TEMPLE = 'templo-7f3a';
/** A process is declared dead after three seconds, and matches of dead processes are looked for now and then. */
const MOVED_WITHIN_MS = 30_000;

/** A bridge without a broker: it sends what the test drops. */
class Bridge {
  readonly link: TempleLink;
  readonly told = new Map<string, TempleTold>();
  readonly commands: DeviceCommand[] = [];

  constructor(url: string) {
    this.link = new TempleLink({ url, token: TOKEN });
    this.link.on('temple', (one) => this.told.set(one.temple, { ...this.told.get(one.temple), ...one }));
    this.link.on('command', ({ temple, command }) => {
      this.commands.push(command);
      const result = { transaction: command.transaction, status: 'ok' } as const;
      void this.link.ask('result', { temple, result });
    });
  }

  async open(): Promise<this> {
    const connected = new Promise((resolve) => this.link.on('connected', (isThere) => isThere && resolve(undefined)));
    this.link.open();
    await connected;
    return this;
  }

  observe(war: number, rain = 0, temple = TEMPLE): Promise<LinkAnswer | undefined> {
    return this.link.ask('observe', { temple, odometer: { v: 1, epoch: 7, war, rain } });
  }

  /** Repeats the report until it is answered, as a real bridge does. */
  async drop(war: number, rain = 0, temple = TEMPLE): Promise<Ack> {
    for (const until = Date.now() + MOVED_WITHIN_MS; Date.now() < until; ) {
      const answer = await this.observe(war, rain, temple);
      if (answer?.kind === 'observed') return answer.ack;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error(`the beads of ${temple} were never judged`);
  }

  async wake(war: number, rain = 0, temple = TEMPLE): Promise<this> {
    await this.drop(war, rain, temple);
    await this.link.ask('info', { temple, info: INFO });
    await this.link.ask('presence', { temple, is: 'online' });
    return this;
  }
}

describe.skipIf(noPostgres)(`three processes${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let all: House;
  let key: string;
  const ends: (() => unknown)[] = [];

  beforeEach(async () => {
    all = await House.open(['one', 'two', 'three'], { BRIDGE_TOKEN: TOKEN, OPERATOR_TOKEN: TOKEN });
    key = await all.templeKey();
  }, 120_000);
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await all?.stop();
  }, 60_000);

  async function bridgeAt(url: string): Promise<Bridge> {
    const bridge = await new Bridge(url).open();
    ends.push(() => bridge.link.close());
    return bridge;
  }

  /** A match of the process, in which the owner sits in the first seat. */
  async function matchAt(process: string, owner: FlowerWarClient): Promise<LiveMatch<'flower-war'>[]> {
    const host = await person(all.at(process), 'Ameyali');
    const match = await host.create({ game: 'flower-war', seats: 2, table: { reactSeconds: 0 } });
    const lives = [await owner.join(match, { seat: 0 }), await host.join(match, { seat: 1 })];
    ends.push(() => lives.forEach((live) => void live.close()));
    expect(await all.ownerOf(match.match)).toBe(process);
    return lives;
  }

  const claim = (owner: FlowerWarClient, temple = TEMPLE) => owner.temples.claim(temple, claimCode(key, temple));
  const war = ({ table }: LiveMatch, temple = TEMPLE) => table.temples.find((one) => one.temple === temple)?.war;

  test('the operator’s overview counts the temples of all processes, each once, at whichever process it is asked', async () => {
    const [near, far] = [await bridgeAt(all.at('one')), await bridgeAt(all.at('three'))];
    await near.wake(3, 0, 'templo-aaaa');
    await far.wake(4, 1, 'templo-aaaa');
    await far.wake(1, 1, 'templo-bbbb');
    const overviewAt = async (name: string) => {
      const asked = await fetch(`${all.at(name)}/api/operator`, { headers: { authorization: `Bearer ${TOKEN}` } });
      return ((await asked.json()) as Overview).temples;
    };
    for (const name of ['one', 'two', 'three'])
      await expect
        .poll(() => overviewAt(name), { timeout: 15_000 })
        .toEqual({ open: 2, present: 2, held: 0, unbalanced: 0, strays: 0 });
  });

  test('a bead enters a match of another process once, although two bridges at two processes report it', async () => {
    const [near, far] = [await bridgeAt(all.at('one')), await bridgeAt(all.at('three'))];
    await near.wake(40, 12);
    await far.wake(40, 12);
    const owner = await person(all.at('two'), 'Itzel');
    expect(await claim(owner)).toMatchObject({ temple: TEMPLE, online: true, device: { hw: 'esp32' } });
    expect(await all.ownerOf(TEMPLE)).toBe('one');
    const [live, other] = await matchAt('two', owner);
    await owner.temples.bind(TEMPLE, live!.id);
    expect(await all.ownerOf(TEMPLE)).toBe('two');
    for (const bridge of [near, far]) await expect.poll(() => bridge.told.get(TEMPLE)?.match?.match).toBe(live!.id);
    await toOffering({ live: live!, other: other! }, 1);
    const acks = await Promise.all([near.drop(41, 12), far.drop(41, 12), near.drop(41, 12)]);
    for (const ack of acks) expect(ack).toMatchObject({ sensed: { war: 1, rain: 0 }, through: { war: 41 } });
    await live!.until((one) => war(one)?.applied === 1);
    for (const bridge of [near, far])
      await expect.poll(() => bridge.told.get(TEMPLE)?.ack).toMatchObject({ applied: { war: 1 } });
    await near.drop(41, 12);
    await far.drop(41, 12);
    expect(war(live!)).toMatchObject({ sensed: 1, applied: 1 });
    expect(await owner.temples.list()).toMatchObject([
      { temple: TEMPLE, online: true, ledger: { applied: { war: 1 } } },
    ]);
  }, 120_000);

  test('every route of a temple works at the wrong process, before, during and after a match', async () => {
    const bridge = await (await bridgeAt(all.at('one'))).wake(40);
    const owner = await person(all.at('three'), 'Itzel');
    const { until } = await owner.temples.showCode(TEMPLE);
    expect(until).toBeGreaterThan(Date.now());
    const shown = bridge.commands.find(({ op }) => op === 'show_code');
    await owner.temples.claim(TEMPLE, shown?.op === 'show_code' ? shown.code : '');
    await owner.temples.set(TEMPLE, { name: 'Templo Mayor', light: 40 });
    await expect.poll(() => bridge.told.get(TEMPLE)?.config).toMatchObject({ name: 'Templo Mayor', light: 40 });
    await owner.temples.identify(TEMPLE);
    expect(await bridge.drop(43)).toMatchObject({ held: { war: 3 } });
    await owner.temples.returnBeads(TEMPLE, 'war', 1);
    const [live] = await matchAt('two', owner);
    await owner.temples.bind(TEMPLE, live!.id);
    expect(await bridge.drop(44)).toMatchObject({ match: live!.id, sensed: { war: 4 } });
    expect(await code(owner.temples.returnBeads(TEMPLE, 'war', 1))).toBe('temple-bound');
    const [second] = await matchAt('one', owner);
    expect(await code(owner.temples.bind(TEMPLE, second!.id))).toBe('temple-bound');
    await owner.temples.identify(TEMPLE);
    const unbound = await owner.temples.unbind(TEMPLE);
    expect(unbound).not.toHaveProperty('bound');
    expect(unbound).toMatchObject({ ledger: { sensed: { war: 4 } } });
    expect(await bridge.drop(45)).toMatchObject({ sensed: { war: 5 } });
    expect(await all.ownerOf(TEMPLE)).toBe('one');
    await owner.temples.bind(TEMPLE, second!.id);
    expect(await bridge.drop(46)).toMatchObject({ match: second!.id });
    const { entries } = await owner.temples.log(TEMPLE);
    expect(entries.map(({ kind }) => kind).filter((kind) => kind === 'bound')).toHaveLength(2);
    await owner.temples.release(TEMPLE);
    expect(await owner.temples.list()).toEqual([]);
    await expect.poll(() => bridge.told.get(TEMPLE)?.ack?.match).toBeUndefined();
  }, 120_000);

  test('a knock at one process is performed by a temple whose bridges are at the others', async () => {
    const bridges = [await bridgeAt(all.at('one')), await bridgeAt(all.at('two'))];
    for (const bridge of bridges) await bridge.wake(40, 12);
    const owner = await person(all.at('three'), 'Itzel');
    const { knock, order } = await owner.temples.knock();
    const totals = { war: 40, rain: 12 };
    for (const slot of order) {
      totals[slot]++;
      for (const bridge of bridges) await bridge.drop(totals.war, totals.rain);
    }
    await expect.poll(() => owner.temples.knockState(knock)).toMatchObject({ state: 'claimed', temple: TEMPLE });
    expect(await owner.temples.log(TEMPLE)).toMatchObject({ entries: [{ kind: 'claimed', how: 'knock' }] });
  }, 120_000);

  test('an operator asks at two bridges of two processes, and each request is carried out once', async () => {
    const bridges = [await bridgeAt(all.at('one')), await bridgeAt(all.at('two'))];
    for (const bridge of bridges) await bridge.wake(40);
    const operate = async (verb: 'permit_pair' | 'temples/list' | 'temple/forget', data: Record<string, unknown>) => {
      const answers = await Promise.all(bridges.map(({ link }) => link.ask('request', { verb, data })));
      expect(answers[0]).toEqual(answers[1]);
      return answers[0];
    };
    const permitted = await operate('permit_pair', { temple: TEMPLE, transaction: 'a' });
    expect(permitted).toMatchObject({ response: { status: 'ok' } });
    const shown = bridges.map(({ commands }) => commands.filter(({ op }) => op === 'show_code'));
    for (const of of shown) expect(of).toEqual(shown[0]);
    expect(shown[0]).toHaveLength(1);
    const owner = await person(all.at('three'), 'Itzel');
    await claim(owner);
    const [live] = await matchAt('three', owner);
    await owner.temples.bind(TEMPLE, live!.id);
    await bridges[1]!.drop(42);
    const listed = await operate('temples/list', { transaction: 'b' });
    const row = { temple: TEMPLE, online: true, match: live!.id, sensed: { war: 2, rain: 0 } };
    expect(listed).toMatchObject({ response: { status: 'ok', data: { temples: [row] } } });
    const forgotten = await operate('temple/forget', { temple: TEMPLE, transaction: 'c' });
    expect(forgotten).toMatchObject({ response: { status: 'ok', data: { temple: TEMPLE, online: true } } });
    expect(await owner.temples.list()).toEqual([]);
  }, 120_000);

  test('a stranger cannot speak for a process, and a process that speaks nonsense changes nothing', async () => {
    const [row] = await all.ask("SELECT address FROM processes WHERE name = 'one'");
    const [peers] = await all.ask("SELECT value FROM keys WHERE name = 'peers'");
    const call = (url: string, body: string, token: string) =>
      fetch(`${url}/internal/temples`, { method: 'POST', body, headers: { 'x-flower-war-token': token } });
    const [inside, token] = [String(row?.['address']), String(peers?.['value'])];
    const release = JSON.stringify({ kind: 'release', temple: TEMPLE, player: 'x' });
    expect((await call(inside, release, 'guess')).status).toBe(403);
    expect((await call(all.process('one').url, release, token)).status).toBe(404);
    for (const nonsense of ['', '{', '[]', '{"kind":"none"}', '{"kind":"take","temple":"../x"}', ' '.repeat(5_000_000)])
      expect((await call(inside, nonsense, token)).status, nonsense.slice(0, 40)).toBe(400);
    expect(await (await call(inside, release, token)).json()).toEqual({
      value: { kind: 'refused', code: 'no-such-temple' },
    });
  }, 120_000);
});
