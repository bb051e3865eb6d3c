/**
 * The game as a household runs it: `npm start -- --lan` with its own broker, or with a mosquitto. With it a temple that is only a program,
 * two players, and what the server tells of them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noMosquitto, startMosquitto } from '@flower-war/bridge/broker';
import { type FlowerWarClient, type LiveMatch, TempleLink } from '@flower-war/client';
import { StartedProgram } from '@flower-war/hosting/testing';
import type { TempleTold } from '@flower-war/protocol';
import { accountPassword, claimCode, devicePassword } from '@flower-war/protocol/credentials';
import { freePort, masterKeyIn } from '@flower-war/protocol/hosting';
import { topicOf } from '@flower-war/protocol/temple';
import { startTwin, type Twin } from '@flower-war/temple/twin';
import { connectAsync } from 'mqtt';
import { person } from '../support/people.ts';
import { ROOT } from '../support/program.ts';
import { type MqttBroker, until } from './home.ts';

export const TEMPLE = 'templo-7f3a';
/** The service token of bridges. With it the test asks the server what it tells them. */
const TOKEN = 'a-token-for-bridges-alone';

export type BrokerKind = 'aedes' | 'mosquitto';

interface Game {
  readonly url: string;
  /** What a person types into Home Assistant. */
  readonly forHome: Omit<MqttBroker, 'protocol'>;
  /** All passwords and codes derive from it. */
  readonly key: string;
  /** Kills the process that now runs as this part; npm start starts it again. */
  kill(part: 'bridge' | 'server'): void;
  killBroker(): Promise<void>;
  /** Starts the broker again where `npm start` does not. */
  restartBroker(): Promise<void>;
  stop(): Promise<void>;
}

export const reasonToSkip = (kind: BrokerKind) => (kind === 'mosquitto' ? noMosquitto() : undefined);

/** `npm start -- --lan`, as a person types it, but at 127.0.0.1 alone: no test opens a machine to its network. */
async function started(settings: Readonly<Record<string, string>>) {
  const port = await freePort();
  const here = { HOST: '127.0.0.1', MQTT_HOST: '127.0.0.1', PORT: String(port), BRIDGE_TOKEN: TOKEN };
  const quick = { WEB: 'off', BOT_DELAY_MS: '0', LOG_LEVEL: 'info' };
  const environment = { ...here, ...quick, ...settings };
  const program = await StartedProgram.start({
    command: ['npm', 'start', '--', '--lan'],
    environment,
    folder: ROOT,
    ports: [port],
  });
  // The last line of what it prints.
  await until('npm start to print everything', () => program.said.includes('The service of bridges asks'));
  const kill = (part: 'bridge' | 'broker' | 'server') => {
    const lines = program.said.split('\n').filter((line) => line.includes(`"part":"${part}"`));
    process.kill(JSON.parse(lines.at(-1) ?? '{}').pid, 'SIGKILL');
  };
  return { program, url: `http://127.0.0.1:${port}`, kill };
}

const FORM = /^ {2}Broker +(\S+)\n {2}Port +(\d+)\n {2}Username +(\S+)\n {2}Password +(\S+)$/m;

/** Address, port, name and password come from what it printed. */
async function withOwnBroker(): Promise<Game> {
  const folder = await mkdtemp(join(tmpdir(), 'flower-war-house-'));
  const { program, url, kill } = await started({ DATA_DIR: folder, MQTT_PORT: String(await freePort()) });
  const found = FORM.exec(program.said);
  if (found === null) throw new Error(`npm start -- --lan did not print ${FORM}, but:\n${program.said}`);
  const [, host = '', port, username = '', password = ''] = found;
  return {
    url,
    forHome: { host, port: Number(port), username, password },
    key: await masterKeyIn(folder),
    kill,
    killBroker: async () => kill('broker'),
    restartBroker: async () => {},
    stop: async () => {
      await program.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** The server keeps its data in the folder of the broker, so that both derive passwords from one key. */
async function withMosquitto(): Promise<Game> {
  const broker = await startMosquitto({ devices: [TEMPLE] });
  const { username, password } = broker.login('bridge');
  const account = { MQTT_USER: username, MQTT_PASSWORD: password };
  const MQTT_URL = `mqtt://127.0.0.1:${broker.servicePort}`;
  const { program, url, kill } = await started({ DATA_DIR: broker.folder, MQTT_URL, ...account });
  return {
    url,
    forHome: { host: '127.0.0.1', port: broker.port, ...broker.login('home') },
    key: broker.key,
    kill,
    killBroker: () => broker.kill(),
    restartBroker: () => broker.restart(),
    stop: async () => {
      await program.stop();
      await broker.stop();
    },
  };
}

export class Household {
  readonly game: Game;
  readonly twin: Twin;
  readonly owner: FlowerWarClient;
  readonly guest: FlowerWarClient;
  /** What the server tells bridges of the temple. */
  told: TempleTold = { temple: TEMPLE };
  private holder: FlowerWarClient | undefined;
  private readonly link: TempleLink;

  private constructor({ game, twin, owner, guest }: Pick<Household, 'game' | 'twin' | 'owner' | 'guest'>) {
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
    const game = await (kind === 'aedes' ? withOwnBroker() : withMosquitto());
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
    const { forHome, key } = this.game;
    const password = accountPassword(key, 'operator');
    const how = { username: 'operator', clientId: 'operator', password };
    const operator = await connectAsync(`mqtt://${forHome.host}:${forHome.port}`, how);
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
}
