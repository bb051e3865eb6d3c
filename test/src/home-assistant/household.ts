/** A game that runs as a command, a temple that is only a program, two players, and what the server tells of them. */
import { type FlowerWarClient, type LiveMatch, TempleLink } from '@flower-war/client';
import type { TempleTold } from '@flower-war/protocol';
import { accountPassword, claimCode, devicePassword } from '@flower-war/protocol/credentials';
import { topicOf } from '@flower-war/protocol/temple';
import { startTwin, type Twin } from '@flower-war/temple/twin';
import { connectAsync } from 'mqtt';
import { person } from '../support/people.ts';
import { type BrokerKind, type Started, started, TEMPLE, TOKEN } from './started.ts';
import { until } from './until.ts';

interface Parts {
  readonly game: Started;
  readonly twin: Twin;
  readonly owner: FlowerWarClient;
  readonly guest: FlowerWarClient;
}

export class Household {
  readonly game: Started;
  readonly twin: Twin;
  readonly owner: FlowerWarClient;
  readonly guest: FlowerWarClient;
  /** What the server tells bridges of the temple. */
  told: TempleTold = { temple: TEMPLE };
  private holder: FlowerWarClient | undefined;
  private readonly link: TempleLink;

  private constructor({ game, twin, owner, guest }: Parts) {
    this.game = game;
    this.twin = twin;
    this.owner = owner;
    this.guest = guest;
    this.link = new TempleLink({ url: game.url, token: TOKEN });
    this.link.on('temple', (told) => {
      this.told = { ...this.told, ...told };
    });
    this.link.open();
  }

  static async open(kind: BrokerKind): Promise<Household> {
    const game = await started(kind);
    const { host, port } = game.forHome;
    const twin = await startTwin({
      broker: `mqtt://${host}:${port}`,
      id: TEMPLE,
      password: devicePassword(game.key, TEMPLE),
    });
    const [owner, guest] = [await person(game.url, 'Itzel'), await person(game.url, 'Xoco')];
    return new Household({ game, twin, owner, guest });
  }

  /** With the code that is printed on the temple. Waits until the server hears of the temple. */
  async claim(by: FlowerWarClient): Promise<void> {
    await by.temples.claim(TEMPLE, claimCode(this.game.key, TEMPLE));
    this.holder = by;
    await until('the server to hear of the temple', async () => (await by.temples.list())[0]?.online);
  }

  /** What became of the beads. The server tells the owner; without an owner it tells only bridges. */
  async ledger() {
    const [owned] = (await this.holder?.temples.list()) ?? [];
    return owned?.ledger ?? this.told.ack;
  }

  async light(): Promise<number | undefined> {
    return (await this.owner.temples.list())[0]?.settings.light;
  }

  /** A short match against a bot, in which the temple counts for seat 0. */
  async match(): Promise<LiveMatch<'flower-war'>> {
    const match = await this.owner.create({
      game: 'flower-war',
      seats: 2,
      options: { length: 'short' },
      bots: [{ bot: 'greedy', seat: 1 }],
      table: { reactSeconds: 0 },
    });
    const live = await this.owner.join(match, { seat: 0 });
    await this.owner.temples.bind(TEMPLE, live.id);
    return live;
  }

  async release(): Promise<void> {
    await this.owner.temples.release(TEMPLE);
    this.holder = undefined;
  }

  /** An operator asks over MQTT. Gives whether the temple was online, so that it is not forgotten. */
  async forget(): Promise<boolean> {
    const operator = await this.operator();
    const answer = new Promise<boolean>((resolve) => {
      operator.once('message', (_, payload) => resolve(JSON.parse(String(payload)).data.online));
    });
    await operator.subscribeAsync(topicOf('response', 'temple/forget'), { qos: 1 });
    await operator.publishAsync(topicOf('request', 'temple/forget'), JSON.stringify({ temple: TEMPLE }), { qos: 1 });
    return answer.finally(() => operator.endAsync());
  }

  async close(): Promise<void> {
    this.link.close();
    await this.twin.stop();
    await this.game.stop();
  }

  private operator() {
    const { host, port } = this.game.forHome;
    const password = accountPassword(this.game.key, 'operator');
    return connectAsync(`mqtt://${host}:${port}`, { username: 'operator', clientId: 'operator', password });
  }
}
