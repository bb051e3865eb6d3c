/** The server, the broker and the bridge as three processes: starts them, restarts them, and stops them in order. */
import { randomBytes } from 'node:crypto';
import type { Program } from './childProcess.ts';
import type { LaunchSettings } from './config.ts';
import { RestartedProcess } from './restartedProcess.ts';

/** A process could not start. It has printed the reason on the standard error. */
export class NotStarted extends Error {
  readonly code: number;

  constructor(code: number) {
    super('a process could not start');
    this.code = code;
  }
}

export interface OpenPorts {
  /** The address of the server from this machine. */
  readonly server: URL;
  readonly mqttPort: number | undefined;
}

/** What the broker tells the launcher when it is ready. */
interface OwnBroker {
  readonly port: number;
  /** The password of the account `bridge`. */
  readonly password: string;
}

export class Processes {
  private readonly settings: LaunchSettings;
  private readonly environment: NodeJS.ProcessEnv;
  private readonly parts = new Map<Program, RestartedProcess>();

  constructor(settings: LaunchSettings) {
    this.settings = settings;
    const token = settings.BRIDGE_TOKEN ?? randomBytes(32).toString('base64url');
    this.environment = { ...settings.environment, ...hosts(settings), BRIDGE_TOKEN: token };
  }

  async open(): Promise<OpenPorts> {
    const { hasTemples, MQTT_URL } = this.settings;
    const ownBroker = hasTemples && MQTT_URL === undefined;
    const [server, broker] = await Promise.all([this.openServer(), ownBroker ? this.openBroker() : undefined]);
    if (hasTemples) void this.keep('bridge', { SERVER_URL: server.origin, ...this.accountAt(broker) });
    return { server, mqttPort: broker?.port };
  }

  /** Stops the bridge first, because it tells the broker and the server that it leaves. */
  async stop(): Promise<void> {
    await this.parts.get('bridge')?.stop();
    await Promise.all([...this.parts.values()].map((part) => part.stop()));
  }

  /** Starts the server. After a restart it listens on the same port. */
  private async openServer(): Promise<URL> {
    const settings: NodeJS.ProcessEnv = {};
    const { address } = (await this.keep('server', settings)) as { address: string };
    const url = local(new URL(address));
    settings['PORT'] = url.port;
    return url;
  }

  private async openBroker(): Promise<OwnBroker> {
    const settings: NodeJS.ProcessEnv = {};
    const broker = (await this.keep('broker', settings)) as OwnBroker;
    settings['MQTT_PORT'] = String(broker.port);
    return broker;
  }

  /** Resolves with the first message of the process; rejects if the process ends before it is ready. */
  private keep(program: Program, settings: NodeJS.ProcessEnv): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let isFirst = program !== 'bridge'; // a bridge that cannot start yet tries again by itself
      const kept = new RestartedProcess({
        program,
        environment: () => ({ ...this.environment, ...settings }),
        onStart: (child) => {
          child.on('message', (told) => {
            isFirst = false;
            resolve(told);
          });
        },
        onEnd: (sentence, code) => {
          if (isFirst) reject(new NotStarted(code || 1));
          else process.stderr.write(`${sentence}\n`);
        },
      });
      this.parts.set(program, kept);
      void kept.run();
    });
  }

  private accountAt(broker: OwnBroker | undefined): NodeJS.ProcessEnv {
    if (broker === undefined) return {};
    const host = reachable(this.environment['MQTT_HOST'] ?? '127.0.0.1');
    return { MQTT_URL: `mqtt://${host}:${broker.port}`, MQTT_USER: 'bridge', MQTT_PASSWORD: broker.password };
  }
}

function hosts({ isOnLan, HOST, MQTT_HOST }: LaunchSettings): NodeJS.ProcessEnv {
  return isOnLan ? { HOST: HOST ?? '0.0.0.0', MQTT_HOST: MQTT_HOST ?? '0.0.0.0' } : {};
}

function local(address: URL): URL {
  const url = new URL(address);
  url.hostname = reachable(url.hostname);
  return url;
}

/** The address to connect to: a server that listens on all addresses is reached by the local one. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::' || host === '[::]') return '[::1]';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
