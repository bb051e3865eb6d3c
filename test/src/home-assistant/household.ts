/** A server, a broker, a bridge that can be killed, a temple that is only a program, and two players. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { startAedes, startMosquitto, type TestBroker } from '@flower-war/bridge/broker';
import type { FlowerWarClient } from '@flower-war/client';
import type { Running } from '@flower-war/server';
import { startTwin, type Twin } from '@flower-war/temple/twin';
import { person } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import { type Table, TEMPLE } from '../temples/hall.ts';

const TOKEN = 'a-token-for-bridges-alone';
const BRIDGE = createRequire(import.meta.url)
  .resolve('@flower-war/bridge')
  .replace(/index\.ts$/, 'main.ts');

export type BrokerKind = 'aedes' | 'mosquitto';

export class Household {
  readonly server: Running;
  readonly broker: TestBroker;
  readonly twin: Twin;
  readonly owner: FlowerWarClient;
  readonly guest: FlowerWarClient;
  private bridge: ChildProcess | undefined;

  private constructor(parts: Pick<Household, 'server' | 'broker' | 'twin' | 'owner' | 'guest'>) {
    this.server = parts.server;
    this.broker = parts.broker;
    this.twin = parts.twin;
    this.owner = parts.owner;
    this.guest = parts.guest;
  }

  static async open(kind: BrokerKind, server: Running): Promise<Household> {
    const broker = await (kind === 'aedes' ? startAedes() : startMosquitto({ devices: [TEMPLE] }));
    const { password } = broker.login(TEMPLE);
    const twin = await startTwin({ broker: `mqtt://127.0.0.1:${broker.port}`, id: TEMPLE, password });
    const [owner, guest] = [await person(server.address, 'Itzel'), await person(server.address, 'Xoco')];
    const household = new Household({ server, broker, twin, owner, guest });
    household.startBridge();
    await twin.until('the server', () => server.services.temples.isFresh(TEMPLE));
    return household;
  }

  static server(): Promise<Running> {
    return testServer({ BRIDGE_TOKEN: TOKEN });
  }

  get temple() {
    return this.server.services.temples.of(TEMPLE);
  }

  startBridge(): void {
    const { username, password } = this.broker.login('bridge');
    const env = {
      SERVER_URL: this.server.address,
      BRIDGE_TOKEN: TOKEN,
      MQTT_URL: `mqtt://127.0.0.1:${this.broker.servicePort}`,
      MQTT_USER: username,
      MQTT_PASSWORD: password,
      LOG_LEVEL: 'error',
    };
    this.bridge = fork(BRIDGE, { env, execArgv: [] });
  }

  async killBridge(): Promise<void> {
    this.bridge?.kill('SIGKILL');
    if (this.bridge?.exitCode === null) await once(this.bridge, 'exit');
  }

  async claim(by: FlowerWarClient): Promise<void> {
    await done(this.temple.claim(playerOf(by), 'printed'));
  }

  /** A match of two players, in which the temple counts for seat 0. */
  async table(): Promise<Table> {
    const match = await this.owner.create({ game: 'flower-war', seats: 2, table: { reactSeconds: 0 } });
    const [live, other] = [await this.owner.join(match, { seat: 0 }), await this.guest.join(match, { seat: 1 })];
    await done(this.temple.bind(playerOf(this.owner), { match: live.id, seat: 0 }));
    return { live, other };
  }

  async release(): Promise<void> {
    await done(this.temple.release(playerOf(this.owner)));
  }

  forget(): Promise<unknown> {
    return this.server.services.temples.forget(TEMPLE, 'operator');
  }

  async close(): Promise<void> {
    await this.twin.stop();
    this.bridge?.kill('SIGTERM');
    await this.broker.stop();
  }
}

const playerOf = (client: FlowerWarClient) => client.session?.player ?? '';

async function done(work: Promise<{ readonly kind: string }>): Promise<void> {
  const outcome = await work;
  if (outcome.kind !== 'done') throw new Error(`refused: ${JSON.stringify(outcome)}`);
}
