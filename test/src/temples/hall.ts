/** A server, a bridge and a broker for tests without faults. Only the broker may be a process of its own. */
import { createLog, type RunningBridge, startBridge } from '@flower-war/bridge';
import { noMosquitto, startAedes, startMosquitto, type TestBroker } from '@flower-war/bridge/broker';
import { type FlowerWarClient, type LiveMatch, TempleLink } from '@flower-war/client';
import type { TempleJson } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { startTwin, type Twin, type TwinOptions } from '@flower-war/temple/twin';
import { person } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import { WarpClock } from './matrix/stage/warpClock.ts';

const TOKEN = 'a-token-for-bridges-alone';
export const TEMPLE = 'templo-7f3a';
const QUICK = { bootMs: [10, 30], reconnectMs: [50, 150], keepaliveS: 2, writeMs: 2 } as const;

/** Why tests with mosquitto are skipped, if they are. */
export const skipped = noMosquitto();

export interface Table {
  readonly live: LiveMatch<'flower-war'>;
  readonly other: LiveMatch<'flower-war'>;
}

export class Hall {
  readonly clock = new WarpClock();
  readonly server: Running;
  readonly broker: TestBroker;
  private readonly bridge: RunningBridge;
  private readonly stops: (() => unknown)[] = [];

  private constructor(server: Running, broker: TestBroker, clock: WarpClock) {
    this.server = server;
    this.broker = broker;
    this.clock = clock;
    const { username: user, password } = broker.login('bridge');
    this.bridge = startBridge({
      instance: 'hall',
      version: '0.0.0',
      homeAssistant: true,
      clock,
      broker: { url: `mqtt://127.0.0.1:${broker.servicePort}`, user, password },
      link: new TempleLink({ url: server.address, token: TOKEN }),
      log: createLog({ LOG_LEVEL: 'silent' }),
    });
  }

  static async open(kind: 'aedes' | 'mosquitto'): Promise<Hall> {
    const clock = new WarpClock();
    const [server, broker] = await Promise.all([
      testServer({ BRIDGE_TOKEN: TOKEN }, { now: () => Math.floor(clock.now()) }),
      kind === 'aedes' ? startAedes() : startMosquitto({ devices: [TEMPLE] }),
    ]);
    return new Hall(server, broker, clock);
  }

  /** A temple that has reported to the server. */
  async temple(options: Partial<TwinOptions> = {}): Promise<Twin> {
    const { password } = this.broker.login(TEMPLE);
    const address = { broker: `mqtt://127.0.0.1:${this.broker.port}`, id: TEMPLE, password };
    const twin = await startTwin({ ...QUICK, ...address, clock: this.clock, ...options });
    this.stops.push(() => twin.stop());
    await twin.connected();
    await twin.until('the server', () => this.server.services.temples.isFresh(TEMPLE));
    return twin;
  }

  async claim(owner: FlowerWarClient): Promise<void> {
    const done = await this.server.services.temples.of(TEMPLE).claim(owner.session?.player ?? '', 'printed');
    if (done.kind !== 'done') throw new Error(`not claimed: ${JSON.stringify(done)}`);
  }

  person(name: string): Promise<FlowerWarClient> {
    return person(this.server.address, name);
  }

  /** A match of two players, in which the temple counts for seat 0. */
  async table(owner: FlowerWarClient, guest: FlowerWarClient): Promise<Table> {
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

  /** Lets so much time pass for the server, the bridge and the temple, in so much real time. */
  async pass(seconds: number, realSeconds: number): Promise<void> {
    this.clock.goOn(seconds / realSeconds);
    await new Promise((resolve) => setTimeout(resolve, realSeconds * 1000));
    this.clock.goOn(1);
  }

  async close(): Promise<void> {
    for (const stop of this.stops.reverse()) await stop();
    await this.bridge.stop();
    await this.server.stop();
    await this.broker.stop();
    this.clock.stop();
  }
}

/** The temple as all viewers at the table see it. */
export function templeAt({ table }: LiveMatch): TempleJson | undefined {
  return table.temples.find(({ temple }) => temple === TEMPLE);
}

/** Both seats play without offerings, until seat 0 may offer and has so many skulls. */
export async function toOffering({ live, other }: Table, skulls: number): Promise<void> {
  // In a hidden window the answer to one seat comes only when the other seat has answered.
  const unanswered = new Map<Table['live'], Promise<unknown>>();
  for (let move = 0; move < 600; move++) {
    const free = [live, other].filter((one) => !unanswered.has(one));
    const asking = free.map((one) => one.until(({ legal, isOver }) => legal.length > 0 || isOver));
    await Promise.race([...asking, ...unanswered.values()]);
    const mine = live.view.tribes[0]?.skulls ?? 0;
    if (unanswered.size === 0 && live.legal.length > 0 && live.view.phase === 'offering' && mine >= skulls) return;
    const asked = free.find(({ legal }) => legal.length > 0);
    if (asked === undefined) continue;
    const quiet = asked.legal.find((one) => one === 'done' || one === 'pass') ?? asked.legal[0] ?? '';
    const answer = asked.play(quiet).finally(() => unanswered.delete(asked));
    unanswered.set(asked, answer);
    const rest = asked === live ? other : live;
    await Promise.race([answer, rest.until(({ legal }) => legal.length > 0 && !unanswered.has(rest))]);
  }
  throw new Error('seat 0 never came to its step of offerings');
}
