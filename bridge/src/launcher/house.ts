/** Server, broker and bridge as three processes of one house: started in order, ended in reverse. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { bridgePassword } from './account.ts';
import type { Wishes } from './config.ts';
import { Kept } from './kept.ts';
import { onLine } from './lines.ts';

export interface House {
  /** Where the server can be reached from this machine. */
  readonly server: URL;
  readonly mqttPort: number | undefined;
  stop(): Promise<void>;
}

/** Whoever could not start has said why, on the standard error. */
export class NotStarted extends Error {
  readonly code: number;

  constructor(code: number) {
    super('a process of the house could not start');
    this.code = code;
  }
}

/** What the broker tells its parent. */
const ready = z.object({ port: z.int() });
const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

export async function openHouse(wishes: Wishes): Promise<House> {
  const token = wishes.BRIDGE_TOKEN ?? randomBytes(32).toString('base64url');
  const environment = { ...wishes.environment, ...hosts(wishes), BRIDGE_TOKEN: token };
  const kept: Kept[] = [];
  const stop = async () => {
    for (const one of kept.toReversed()) await one.stop();
  };
  const server = keepServer(kept, environment);
  try {
    const ownBroker = wishes.hasTemples && wishes.MQTT_URL === undefined;
    const mqttPort = ownBroker ? await keepBroker(kept, environment) : undefined;
    const url = await server;
    if (wishes.hasTemples) keepBridge(kept, await bridgeEnvironment(wishes, { environment, url, mqttPort }));
    return { server: url, mqttPort, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where it can be reached, when it is ready; after that it is kept alive, at the same port. */
function keepServer(kept: Kept[], environment: NodeJS.ProcessEnv): Promise<URL> {
  let url: URL | undefined;
  const ready = new Promise<URL>((resolve, reject) => {
    const server = new Kept({
      plan: () => ({
        name: 'server',
        file: 'server/src/main.ts',
        environment: url === undefined ? environment : { ...environment, PORT: url.port },
        isHeard: true,
      }),
      say: (sentence) => (url === undefined ? reject(new NotStarted(1)) : complain(sentence)),
      onStart: ({ stdout }) =>
        onLine(stdout, (line) => {
          say(line);
          url ??= addressIn(line);
          if (url !== undefined) resolve(url);
        }),
    });
    kept.push(server);
    void server.run();
  });
  ready.catch(() => {}); // the broker may be waited for when it fails
  return ready;
}

/** Its port, when it listens; after that it is kept alive. */
function keepBroker(kept: Kept[], environment: NodeJS.ProcessEnv): Promise<number> {
  let port: number | undefined;
  return new Promise((resolve, reject) => {
    const broker = new Kept({
      plan: () => ({
        ...{ name: 'broker', file: 'bridge/broker/main.ts' },
        environment: port === undefined ? environment : { ...environment, MQTT_PORT: String(port) },
      }),
      say: (sentence) => (port === undefined ? reject(new NotStarted(1)) : complain(sentence)),
      onStart: (child) => {
        child.on('message', (told) => {
          const listening = ready.safeParse(told);
          if (!listening.success) return;
          port = listening.data.port;
          resolve(port);
        });
      },
    });
    kept.push(broker);
    void broker.run();
  });
}

function keepBridge(kept: Kept[], environment: NodeJS.ProcessEnv): void {
  const plan = () => ({ name: 'bridge', file: 'bridge/src/main.ts', environment });
  const bridge = new Kept({ plan, say: complain, onStart: () => {} });
  kept.push(bridge);
  void bridge.run();
}

interface Found {
  readonly environment: NodeJS.ProcessEnv;
  readonly url: URL;
  readonly mqttPort: number | undefined;
}

async function bridgeEnvironment(wishes: Wishes, { environment, url, mqttPort }: Found): Promise<NodeJS.ProcessEnv> {
  const server = { ...environment, SERVER_URL: url.origin };
  if (mqttPort === undefined) return server;
  const host = reachable(environment['MQTT_HOST'] ?? '127.0.0.1');
  const password = await bridgePassword(wishes.DATA_DIR);
  return { ...server, MQTT_URL: `mqtt://${host}:${mqttPort}`, MQTT_USER: 'bridge', MQTT_PASSWORD: password };
}

/** Its words tell when it is ready, and where. */
function addressIn(line: string): URL | undefined {
  const address = /^Flower War is ready at (\S+)$/.exec(line)?.[1];
  return address === undefined ? undefined : local(new URL(address));
}

function hosts({ isOnLan, HOST, MQTT_HOST }: Wishes): NodeJS.ProcessEnv {
  return isOnLan ? { HOST: HOST ?? '0.0.0.0', MQTT_HOST: MQTT_HOST ?? '0.0.0.0' } : {};
}

function local(address: URL): URL {
  const url = new URL(address);
  url.hostname = reachable(url.hostname);
  return url;
}

/** To listen everywhere is no address to connect to. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::' || host === '[::]') return '[::1]';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
