/** The game as a household runs it: with the broker of `npm start`, or with a mosquitto of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noMosquitto, startMosquitto } from '@flower-war/bridge/broker';
import { freePort, masterKeyIn } from '@flower-war/protocol/hosting';
import { Command } from './command.ts';
import type { MqttBroker } from './home.ts';

export const TEMPLE = 'templo-7f3a';
/** The service token of bridges. With it the test asks the server what it tells them. */
export const TOKEN = 'a-token-for-bridges-alone';

export type BrokerKind = 'aedes' | 'mosquitto';

export interface Started {
  readonly command: Command;
  readonly url: string;
  /** What a person types into Home Assistant. */
  readonly forHome: Omit<MqttBroker, 'protocol'>;
  /** All passwords and codes derive from it. */
  readonly key: string;
  killBroker(): Promise<void>;
  /** Starts the broker again where `npm start` does not. */
  restartBroker(): Promise<void>;
  stop(): Promise<void>;
}

export const reasonToSkip = (kind: BrokerKind) => (kind === 'mosquitto' ? noMosquitto() : undefined);

export const started = (kind: BrokerKind) => (kind === 'aedes' ? withOwnBroker() : withMosquitto());

const PAGE = /^Flower War is ready at (\S+)$/m;
const FORM = /^ {2}Broker +(\S+)\n {2}Port +(\d+)\n {2}Username +(\S+)\n {2}Password +(\S+)$/m;

/** Address, port, name and password come from what it printed. */
async function withOwnBroker(): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'flower-war-house-'));
  const command = await Command.start({
    DATA_DIR: folder,
    MQTT_PORT: String(await freePort()),
    BRIDGE_TOKEN: TOKEN,
  });
  const [url = ''] = command.printed(PAGE);
  const [host = '', port, username = '', password = ''] = command.printed(FORM);
  return {
    command,
    url,
    forHome: { host, port: Number(port), username, password },
    key: await masterKeyIn(folder),
    killBroker: async () => command.kill('broker'),
    restartBroker: async () => {},
    stop: async () => {
      await command.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** The server keeps its data in the folder of the broker, so that both derive passwords from one key. */
async function withMosquitto(): Promise<Started> {
  const broker = await startMosquitto({ devices: [TEMPLE] });
  const { username, password } = broker.login('bridge');
  const account = { MQTT_USER: username, MQTT_PASSWORD: password };
  const MQTT_URL = `mqtt://127.0.0.1:${broker.servicePort}`;
  const command = await Command.start({ DATA_DIR: broker.folder, BRIDGE_TOKEN: TOKEN, MQTT_URL, ...account });
  const [url = ''] = command.printed(PAGE);
  return {
    command,
    url,
    forHome: { host: '127.0.0.1', port: broker.port, ...broker.login('home') },
    key: broker.key,
    killBroker: () => broker.kill(),
    restartBroker: () => broker.restart(),
    stop: async () => {
      await command.stop();
      await broker.stop();
    },
  };
}
