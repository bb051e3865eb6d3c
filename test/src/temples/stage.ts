/**
 * Where the tests of temples happen. `serveThisFile`: a server, and the link of a bridge that the test speaks itself. `Hall`: a server,
 * bridges, a broker and devices, of which only the broker is a process of its own.
 */
import { createLog, type RunningBridge, startBridge } from '@flower-war/bridge';
import { noMosquitto, startAedes, startMosquitto, type TestBroker } from '@flower-war/bridge/broker';
import { type FlowerWarClient, type LiveMatch, RefusedError, TempleLink } from '@flower-war/client';
import {
  type Ack,
  claimCode,
  type DeviceCommand,
  type Info,
  type TempleJson,
  type TempleTold,
} from '@flower-war/protocol';
import type { Parts, Running } from '@flower-war/server';
import { startTwin, type Twin, type TwinClock, type TwinOptions } from '@flower-war/temple/twin';
import { connectAsync, type MqttClient } from 'mqtt';
import { beforeAll, beforeEach } from 'vitest';
import { person } from '../support/api.ts';
import { testServer } from '../support/server.ts';

export const TEMPLE = 'templo-7f3a';
export const TOKEN = 'a-token-for-bridges-alone';
export const KEY = '5e'.repeat(32);
export const INFO: Info = { v: 1, hw: 'esp32', fw: '1.0', flash: 'wal', ui: ['leds:12', 'display'], configRev: 0 };

/** The one server of the test file, the link, and two players who are new in each test. */
export let server: Running;
export let link: TempleLink;
export let ana: FlowerWarClient;
export let ben: FlowerWarClient;
let temples = 0;
/** What the server tells bridges of each temple. */
export const told = new Map<string, TempleTold>();
/** The commands that the server sent to devices. */
export const commands: { readonly temple: string; readonly command: DeviceCommand }[] = [];
type DeviceAnswer = (temple: string, command: DeviceCommand) => 'ok' | 'error' | 'silence';
let deviceAnswer: DeviceAnswer = () => 'ok';
const links: TempleLink[] = [];

/** From now on, until the end of the test, devices answer so. */
export function answerWith(answer: DeviceAnswer): void {
  deviceAnswer = answer;
}

export function serveThisFile(parts: Parts = {}): void {
  beforeAll(async () => {
    server = await testServer({ BRIDGE_TOKEN: TOKEN, OPERATOR_TOKEN: TOKEN }, { templeKey: KEY, ...parts });
    link = await newLink();
    return async () => {
      for (const one of links.splice(0)) one.close();
      await server.stop();
    };
  });
  beforeEach(async () => {
    deviceAnswer = () => 'ok';
    commands.length = 0;
    ana = await person(server.address, 'Ana');
    ben = await person(server.address, 'Ben');
  });
}

/** One more link to the server, as that of another bridge. It reaches the same devices. */
export async function newLink(): Promise<TempleLink> {
  const one = new TempleLink({ url: server.address, token: TOKEN });
  one.on('temple', (news) => told.set(news.temple, { ...told.get(news.temple), ...news }));
  one.on('command', ({ temple, command }) => {
    commands.push({ temple, command });
    const status = deviceAnswer(temple, command);
    if (status === 'silence') return;
    const result = { transaction: command.transaction, status, ...(status === 'error' && { error: 'no display' }) };
    void one.ask('result', { temple, result });
  });
  const connected = new Promise((resolve) => one.on('connected', resolve));
  one.open();
  await connected;
  links.push(one);
  return one;
}

/** The device reports these totals. */
export async function drop(temple: string, war: number, rain = 0): Promise<Ack> {
  const answer = await link.ask('observe', { temple, odometer: { v: 1, epoch: 7, war, rain } });
  if (answer?.kind !== 'observed') throw new Error(`no ledger: ${JSON.stringify(answer)}`);
  return answer.ack;
}

/** A new temple that is online, has counted ten beads in each slot, and has no owner. */
export async function stranger(): Promise<string> {
  const temple = `templo-${(0xa000 + temples++).toString(16)}`;
  await link.ask('info', { temple, info: INFO });
  await drop(temple, 10, 10);
  return temple;
}

export async function mine(client = ana): Promise<string> {
  const temple = await stranger();
  await client.temples.claim(temple, claimCode(KEY, temple));
  return temple;
}

/** How an attempt ended: `done`, or the code of the refusal. */
export const code = (doing: Promise<unknown>) =>
  doing.then(
    () => 'done',
    (error: unknown) => (error instanceof RefusedError ? error.code : String(error)),
  );

/** A clock that can run faster, or stand still. It never goes back. */
export class WarpClock implements TwinClock {
  private at = Date.now();
  private real = performance.now();
  private speed = 1;
  private readonly waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  private timer: NodeJS.Timeout | undefined;

  now(): number {
    return this.at + (performance.now() - this.real) * this.speed;
  }

  goOn(speed: number): void {
    [this.at, this.real, this.speed] = [this.now(), performance.now(), speed];
    this.arm();
  }

  after(milliseconds: number, run: () => void): () => void {
    const entry = { at: this.now() + milliseconds, run };
    this.waiting.add(entry);
    this.arm();
    return () => {
      if (this.waiting.delete(entry)) this.arm();
    };
  }

  stop(): void {
    this.waiting.clear();
    this.arm();
  }

  private arm(): void {
    clearTimeout(this.timer);
    const next = this.next();
    if (next === undefined || this.speed === 0) return;
    const wait = Math.ceil((next.at - this.now()) / this.speed);
    this.timer = setTimeout(() => this.ring(), Math.min(Math.max(0, wait), 60_000));
  }

  /** Runs due timers one at a time, because each may add or cancel others. */
  private ring(): void {
    const now = this.now();
    for (let due = this.next(); due !== undefined && due.at <= now; due = this.next()) {
      this.waiting.delete(due);
      due.run();
    }
    this.arm();
  }

  private next() {
    return [...this.waiting].reduce<{ at: number; run: () => void } | undefined>(
      (first, one) => (first === undefined || one.at < first.at ? one : first),
      undefined,
    );
  }
}

/** Why tests with mosquitto are skipped, if they are. */
export const skipped = noMosquitto();
type BrokerKind = 'aedes' | 'mosquitto';

/** On the loopback a slower device proves nothing. */
const QUICK = { bootMs: [10, 30], reconnectMs: [50, 150], keepaliveS: 2, writeMs: 2 } as const;

export interface StagedMatch {
  readonly live: LiveMatch<'flower-war'>;
  readonly other: LiveMatch<'flower-war'>;
}

export class Hall {
  readonly server: Running;
  readonly broker: TestBroker;
  readonly clock: WarpClock;
  private readonly bridges: readonly RunningBridge[];
  private readonly stops: (() => unknown)[] = [];

  private constructor(server: Running, broker: TestBroker, { clock, bridges }: { clock: WarpClock; bridges: number }) {
    this.server = server;
    this.broker = broker;
    this.clock = clock;
    const { username: user, password } = broker.login('bridge');
    this.bridges = Array.from({ length: bridges }, (_, n) =>
      startBridge({
        instance: `hall ${n}`,
        version: '0.0.0',
        homeAssistant: true,
        clock,
        broker: { url: `mqtt://127.0.0.1:${broker.servicePort}`, user, password },
        link: new TempleLink({ url: server.address, token: TOKEN }),
        log: createLog({ LOG_LEVEL: 'silent' }),
      }),
    );
  }

  static async open(kind: BrokerKind, { devices = [TEMPLE], bridges = 1 } = {}): Promise<Hall> {
    const clock = new WarpClock();
    const [server, broker] = await Promise.all([
      testServer({ BRIDGE_TOKEN: TOKEN }, { now: () => Math.floor(clock.now()) }),
      kind === 'aedes' ? startAedes() : startMosquitto({ devices }),
    ]);
    return new Hall(server, broker, { clock, bridges });
  }

  /** A temple that has reported to the server. */
  async temple({ id = TEMPLE, ...options }: Partial<TwinOptions> = {}): Promise<Twin> {
    const { password } = this.broker.login(id);
    const address = { broker: `mqtt://127.0.0.1:${this.broker.port}`, id, password };
    const twin = await startTwin({ ...QUICK, ...address, clock: this.clock, ...options });
    this.stops.push(() => twin.stop());
    await twin.connected();
    await twin.until('the server', () => this.server.services.temples.isFresh(id));
    return twin;
  }

  async claim(owner: FlowerWarClient, id = TEMPLE): Promise<void> {
    const done = await this.server.services.temples.of(id).claim(owner.session?.player ?? '', 'printed');
    if (done.kind !== 'done') throw new Error(`not claimed: ${JSON.stringify(done)}`);
  }

  person(name: string): Promise<FlowerWarClient> {
    return person(this.server.address, name);
  }

  /** A match of two players, in which the temple counts for seat 0. */
  async table(owner: FlowerWarClient, guest: FlowerWarClient): Promise<StagedMatch> {
    const match = await owner.create({ game: 'flower-war', seats: 2, table: { reactSeconds: 0 } });
    const [live, other] = [await owner.join(match, { seat: 0 }), await guest.join(match, { seat: 1 })];
    const player = owner.session?.player ?? '';
    const done = await this.server.services.temples.of(TEMPLE).bind(player, { match: live.id, seat: 0 });
    if (done.kind !== 'done') throw new Error(`not bound: ${JSON.stringify(done)}`);
    this.stops.push(() => {
      live.close();
      other.close();
    });
    return { live, other };
  }

  /** Hears all that an account may hear of these topics. */
  async listener(account: 'home' | 'operator', ...filters: string[]): Promise<Listener> {
    const how = { ...this.broker.login(account), clientId: account, protocolVersion: 4, reconnectPeriod: 100 } as const;
    const client = await connectAsync(`mqtt://127.0.0.1:${this.broker.servicePort}`, how);
    this.stops.push(() => client.endAsync(true));
    const listener = new Listener(client);
    await client.subscribeAsync(filters, { qos: 1 });
    return listener;
  }

  /** Lets so much time pass for the server, the bridges and the temple, in so much real time. */
  async pass(seconds: number, realSeconds: number): Promise<void> {
    this.clock.goOn(seconds / realSeconds);
    await new Promise((resolve) => setTimeout(resolve, realSeconds * 1000));
    this.clock.goOn(1);
  }

  async close(): Promise<void> {
    for (const stop of this.stops.reverse()) await stop();
    for (const bridge of this.bridges) await bridge.stop();
    await this.server.stop();
    await this.broker.stop();
    this.clock.stop();
  }
}

/** A client of the broker. */
export class Listener {
  readonly heard: { readonly topic: string; readonly text: string }[] = [];
  readonly client: MqttClient;

  constructor(client: MqttClient) {
    this.client = client;
    client.on('error', () => {}); // it tries again
    client.on('message', (topic, payload) => this.heard.push({ topic, text: String(payload) }));
  }

  newest(topic: string): string | undefined {
    return this.heard.findLast((one) => one.topic === topic)?.text;
  }

  until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => {
      const look = () => {
        if (!holds()) return;
        this.client.off('message', look);
        resolve();
      };
      this.client.on('message', look);
    });
  }
}

/** The temple as all viewers at the table see it. */
export function templeAt({ table }: LiveMatch): TempleJson | undefined {
  return table.temples.find(({ temple }) => temple === TEMPLE);
}

/** A move that offers nothing. */
export function quietMove({ legal }: LiveMatch): string {
  return legal.find((one) => one === 'done' || one === 'pass') ?? legal[0] ?? '';
}

/** All play without offerings, until seat 0 may offer and has this many skulls. Without another person a bot has the other seat. */
export async function toOffering(
  { live, other }: Pick<StagedMatch, 'live'> & Partial<StagedMatch>,
  skulls: number,
): Promise<void> {
  const people = other === undefined ? [live] : [live, other];
  // In a hidden window the answer to one seat comes only when the other seat has answered.
  const unanswered = new Map<StagedMatch['live'], Promise<unknown>>();
  for (let move = 0; move < 600; move++) {
    const free = people.filter((one) => !unanswered.has(one));
    const asking = free.map((one) => one.until(({ legal, isOver }) => legal.length > 0 || isOver));
    await Promise.race([...asking, ...unanswered.values()]);
    const own = live.view.tribes[0]?.skulls ?? 0;
    if (unanswered.size === 0 && live.legal.length > 0 && live.view.phase === 'offering' && own >= skulls) return;
    const asked = free.find(({ legal }) => legal.length > 0);
    if (asked === undefined) continue;
    const answer = asked.play(quietMove(asked)).finally(() => unanswered.delete(asked));
    unanswered.set(asked, answer);
    const rest = people.filter((one) => one !== asked);
    const isAsked = rest.map((one) => one.until(({ legal }) => legal.length > 0 && !unanswered.has(one)));
    await Promise.race([answer, ...isAsked]);
  }
  throw new Error('seat 0 never came to its step of offerings');
}
