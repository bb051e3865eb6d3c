/** Temples whose bridge, match and owner talk to different processes. */
import { type FlowerWarClient, type LiveMatch, TempleLink } from '@flower-war/client';
import { type Ack, claimCode, type DeviceCommand, type Overview, type TempleTold } from '@flower-war/protocol';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { person } from '../support/api.ts';
import { code, INFO, TOKEN } from '../temples/stage.ts';
import { withHouse } from '../lab/house.ts';

/** A process is declared dead after three seconds, and matches of dead processes are looked for now and then. */
const MOVED_WITHIN_MS = 30_000;

/** Each test has one of its own. */
let temple = '';

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

  /** Repeats the report until it is answered, as a real bridge does. */
  async drop(war: number, rain = 0, id = temple): Promise<Ack> {
    const odometer = { v: 1, epoch: 7, war, rain } as const;
    for (const until = Date.now() + MOVED_WITHIN_MS; Date.now() < until; ) {
      const answer = await this.link.ask('observe', { temple: id, odometer });
      if (answer?.kind === 'observed') return answer.ack;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error(`the beads of ${id} were never judged`);
  }

  async wake(war: number, rain = 0, id = temple): Promise<this> {
    await this.drop(war, rain, id);
    await this.link.ask('info', { temple: id, info: INFO });
    await this.link.ask('presence', { temple: id, is: 'online' });
    return this;
  }
}

const SETTINGS = { BRIDGE_TOKEN: TOKEN, OPERATOR_TOKEN: TOKEN };

withHouse('three processes', [['one', 'two', 'three'], SETTINGS], (house) => {
  let made = 0;
  beforeEach(() => {
    temple = `templo-000${++made}`;
  });

  async function bridgeAt(url: string): Promise<Bridge> {
    const bridge = await new Bridge(url).open();
    onTestFinished(() => void bridge.link.close());
    return bridge;
  }

  /** A match of the process, in which the owner sits in the first seat. */
  async function matchAt(process: string, owner: FlowerWarClient): Promise<LiveMatch<'flower-war'>[]> {
    const host = await person(house().at(process), 'Ameyali');
    const match = await host.create({ game: 'flower-war', seats: 2, table: { reactSeconds: 0 } });
    const lives = [await owner.join(match, { seat: 0 }), await host.join(match, { seat: 1 })];
    onTestFinished(() => lives.forEach((live) => void live.close()));
    expect(await house().ownerOf(match.match)).toBe(process);
    return lives;
  }

  test('the operator’s overview counts the temples of all processes, each once, at whichever process it is asked', async () => {
    const [near, far] = [await bridgeAt(house().at('one')), await bridgeAt(house().at('three'))];
    await near.wake(3, 0, 'templo-aaaa');
    await far.wake(4, 1, 'templo-aaaa');
    await far.wake(1, 1, 'templo-bbbb');
    const overviewAt = async (name: string) => {
      const asked = await fetch(`${house().at(name)}/api/operator`, { headers: { authorization: `Bearer ${TOKEN}` } });
      return ((await asked.json()) as Overview).temples;
    };
    for (const name of ['one', 'two', 'three'])
      await expect
        .poll(() => overviewAt(name), { timeout: 15_000 })
        .toEqual({ open: 2, present: 2, held: 0, unbalanced: 0, strays: 0 });
  });

  test('every route of a temple works at the wrong process, before, during and after a match', async () => {
    const bridge = await (await bridgeAt(house().at('one'))).wake(40);
    const owner = await person(house().at('three'), 'Itzel');
    const { until } = await owner.temples.showCode(temple);
    expect(until).toBeGreaterThan(Date.now());
    const shown = bridge.commands.find(({ op }) => op === 'show_code');
    await owner.temples.claim(temple, shown?.op === 'show_code' ? shown.code : '');
    await owner.temples.set(temple, { name: 'Templo Mayor', light: 40 });
    await expect.poll(() => bridge.told.get(temple)?.config).toMatchObject({ name: 'Templo Mayor', light: 40 });
    await owner.temples.identify(temple);
    expect(await bridge.drop(43)).toMatchObject({ held: { war: 3 } });
    await owner.temples.returnBeads(temple, 'war', 1);
    const [live] = await matchAt('two', owner);
    await owner.temples.bind(temple, live!.id);
    expect(await bridge.drop(44)).toMatchObject({ match: live!.id, sensed: { war: 4 } });
    expect(await code(owner.temples.returnBeads(temple, 'war', 1))).toBe('temple-bound');
    const [second] = await matchAt('one', owner);
    expect(await code(owner.temples.bind(temple, second!.id))).toBe('temple-bound');
    await owner.temples.identify(temple);
    const unbound = await owner.temples.unbind(temple);
    expect(unbound).not.toHaveProperty('bound');
    expect(unbound).toMatchObject({ ledger: { sensed: { war: 4 } } });
    expect(await bridge.drop(45)).toMatchObject({ sensed: { war: 5 } });
    expect(await house().ownerOf(temple)).toBe('one');
    await owner.temples.bind(temple, second!.id);
    expect(await bridge.drop(46)).toMatchObject({ match: second!.id });
    const { entries } = await owner.temples.log(temple);
    expect(entries.map(({ kind }) => kind).filter((kind) => kind === 'bound')).toHaveLength(2);
    await owner.temples.release(temple);
    expect(await owner.temples.list()).toEqual([]);
    await expect.poll(() => bridge.told.get(temple)?.ack?.match).toBeUndefined();
  });

  test('a knock at one process is performed by a temple whose bridges are at the others', async () => {
    const bridges = [await bridgeAt(house().at('one')), await bridgeAt(house().at('two'))];
    for (const bridge of bridges) await bridge.wake(40, 12);
    const owner = await person(house().at('three'), 'Itzel');
    const { knock, order } = await owner.temples.knock();
    const totals = { war: 40, rain: 12 };
    for (const slot of order) {
      totals[slot]++;
      for (const bridge of bridges) await bridge.drop(totals.war, totals.rain);
    }
    await expect.poll(() => owner.temples.knockState(knock)).toMatchObject({ state: 'claimed', temple });
    expect(await owner.temples.log(temple)).toMatchObject({ entries: [{ kind: 'claimed', how: 'knock' }] });
  });

  test('an operator asks at two bridges of two processes, and each request is carried out once', async () => {
    const bridges = [await bridgeAt(house().at('one')), await bridgeAt(house().at('two'))];
    for (const bridge of bridges) await bridge.wake(40);
    const operate = async (verb: 'permit_pair' | 'temples/list' | 'temple/forget', data: Record<string, unknown>) => {
      const answers = await Promise.all(bridges.map(({ link }) => link.ask('request', { verb, data })));
      expect(answers[0]).toEqual(answers[1]);
      return answers[0];
    };
    const permitted = await operate('permit_pair', { temple, transaction: 'a' });
    expect(permitted).toMatchObject({ response: { status: 'ok' } });
    const shown = bridges.map(({ commands }) => commands.filter(({ op }) => op === 'show_code'));
    for (const of of shown) expect(of).toEqual(shown[0]);
    expect(shown[0]).toHaveLength(1);
    const owner = await person(house().at('three'), 'Itzel');
    await owner.temples.claim(temple, claimCode(await house().templeKey(), temple));
    const [live] = await matchAt('three', owner);
    await owner.temples.bind(temple, live!.id);
    await bridges[1]!.drop(42);
    const listed = await operate('temples/list', { transaction: 'b' });
    const row = expect.objectContaining({ temple, online: true, match: live!.id, sensed: { war: 2, rain: 0 } });
    const temples = expect.arrayContaining([row]);
    expect(listed).toMatchObject({ response: { status: 'ok', data: { temples } } });
    const forgotten = await operate('temple/forget', { temple, transaction: 'c' });
    expect(forgotten).toMatchObject({ response: { status: 'ok', data: { temple, online: true } } });
    expect(await owner.temples.list()).toEqual([]);
  });

  test('a stranger cannot speak for a process, and a process that speaks nonsense changes nothing', async () => {
    const [row] = await house().ask("SELECT address FROM processes WHERE name = 'one'");
    const [peers] = await house().ask("SELECT value FROM keys WHERE name = 'peers'");
    const call = (url: string, body: string, token: string) =>
      fetch(`${url}/internal/temples`, { method: 'POST', body, headers: { 'x-flower-war-token': token } });
    const [inside, token] = [String(row?.['address']), String(peers?.['value'])];
    const release = JSON.stringify({ kind: 'release', temple, player: 'x' });
    expect((await call(inside, release, 'guess')).status).toBe(403);
    expect((await call(house().process('one').url, release, token)).status).toBe(404);
    for (const nonsense of ['', '{', '[]', '{"kind":"none"}', '{"kind":"take","temple":"../x"}', ' '.repeat(5_000_000)])
      expect((await call(inside, nonsense, token)).status, nonsense.slice(0, 40)).toBe(400);
    expect(await (await call(inside, release, token)).json()).toEqual({
      value: { kind: 'refused', code: 'no-such-temple' },
    });
  });
});
