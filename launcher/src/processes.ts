/** The server, and the broker with the bridge, as processes of their own: starts them, and stops them in order. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type LaunchSettings, local, reachable } from './config.ts';
import { Keeper } from './keeper.ts';
import { Fleet } from './servers/fleet.ts';

export interface Opened {
  /** The address of the server from this machine. */
  readonly server: URL;
  readonly broker: OwnBroker | undefined;
}

/** What the broker tells the launcher when it is ready. */
interface OwnBroker {
  readonly port: number;
  /** The password of the account `bridge`. */
  readonly password: string;
  /** The password of the account `home`. */
  readonly homePassword: string;
  /** By which temples know it in the local network. */
  readonly mark: string;
}

/** What people call the process that holds both. */
const TEMPLES = 'broker with the bridge';

export class Processes {
  /** Several processes of the server, if the host asked for them. */
  readonly fleet: Fleet | undefined;
  private readonly settings: LaunchSettings;
  private readonly environment: NodeJS.ProcessEnv;
  private readonly keeper: Keeper;
  /** What a bridge needs to know; known when the server runs. */
  private readonly bridge = Promise.withResolvers<NodeJS.ProcessEnv>();
  /** Server and broker run. Each may be ready first, and the other one may find its port taken. */
  private readonly opened = Promise.withResolvers<void>();

  constructor(settings: LaunchSettings) {
    this.settings = settings;
    const token = settings.BRIDGE_TOKEN ?? randomBytes(32).toString('base64url');
    const environment: NodeJS.ProcessEnv = {
      ...settings.environment,
      ...hosts(settings),
      ...pageSetting(settings.environment),
      BRIDGE_TOKEN: token,
    };
    this.environment = { ...environment, ...brokerSetting(settings, environment['MQTT_HOST']) };
    this.keeper = new Keeper(this.environment);
    const { processes } = settings;
    this.fleet = processes > 1 ? new Fleet(processes, this.environment, this.keeper) : undefined;
  }

  async open(): Promise<Opened> {
    const { hasTemples, MQTT_URL, DATABASE_URL } = this.settings;
    await this.keeper.findPage();
    const ownBroker = hasTemples && MQTT_URL === undefined;
    // Where the system chooses the port of the broker, the server can learn it only from a broker that runs.
    const isFirst = ownBroker && DATABASE_URL === undefined && !this.environment['TEMPLE_BROKER'];
    const first = isFirst ? await this.openBroker() : undefined;
    const opening = this.fleet?.open() ?? this.openServer(first);
    // The key of temples may come from the database: the server writes it into the folder where the broker reads it.
    if (DATABASE_URL !== undefined) await opening;
    const [server, broker] = await Promise.all([opening, first ?? (ownBroker ? this.openBroker() : undefined)]);
    const settings = { SERVER_URL: server.origin, ...(await this.pageOnLan(server)), ...this.accountAt(broker) };
    if (broker !== undefined) this.bridge.resolve(settings);
    else if (hasTemples) void this.keeper.keep({ program: 'bridge', settings: () => settings, mayFailFirst: true });
    this.opened.resolve();
    return { server, broker };
  }

  /** The bridge ends first, because it tells the broker and the server that it leaves; the broker with it. The front door ends last. */
  async stop(): Promise<void> {
    await Promise.all([this.keeper.stop('bridge'), this.keeper.stop(TEMPLES)]);
    await this.keeper.stopAllBut('door');
    await this.keeper.stop('door');
  }

  /** Starts the server. After a restart it listens on the same port. */
  private async openServer(broker: OwnBroker | undefined): Promise<URL> {
    const settings: NodeJS.ProcessEnv = broker
      ? { TEMPLE_BROKER: brokerUrl(this.environment['MQTT_HOST'], broker.port) }
      : {};
    const { address } = (await this.keeper.keep({
      program: 'server',
      settings: () => settings,
      readyAfter: this.opened.promise,
    })) as { address: string };
    const url = local(new URL(address));
    settings['PORT'] = url.port;
    return url;
  }

  /** The broker, and with it the bridge as soon as the server runs. */
  private async openBroker(): Promise<OwnBroker> {
    const settings: NodeJS.ProcessEnv = {};
    const onStart = (child: ChildProcess) =>
      void this.bridge.promise.then((told) => child.connected && child.send(told));
    const temples = { program: 'temples', name: TEMPLES, settings: () => settings, onStart } as const;
    const broker = (await this.keeper.keep(temples)) as OwnBroker;
    settings['MQTT_PORT'] = String(broker.port);
    return broker;
  }

  /** Where the people of a house open the server. The bridge gives Home Assistant links to it. */
  private async pageOnLan({ port }: URL): Promise<NodeJS.ProcessEnv> {
    if (!this.settings.isOnLan || this.environment['PUBLIC_URL']) return {};
    const { addressesAt } = await import('./lan.ts');
    const [first] = addressesAt(this.environment['HOST']);
    return first === undefined ? {} : { PUBLIC_URL: `http://${first}:${port}` };
  }

  private accountAt(broker: OwnBroker | undefined): NodeJS.ProcessEnv {
    if (broker === undefined) return {};
    return {
      MQTT_URL: brokerUrl(this.environment['MQTT_HOST'], broker.port),
      MQTT_USER: 'bridge',
      MQTT_PASSWORD: broker.password,
    };
  }
}

function hosts({ isOnLan, HOST, MQTT_HOST }: LaunchSettings): NodeJS.ProcessEnv {
  return isOnLan ? { HOST: HOST ?? '0.0.0.0', MQTT_HOST: MQTT_HOST ?? '0.0.0.0' } : {};
}

// Where the server finds the broker that `npm start` runs: temples in browsers reach it through the server.

const USUAL_PORT = '1883';

/** The address of the broker from this machine. */
export const brokerUrl = (host: string | undefined, port: number | string): string =>
  `mqtt://${reachable(host || '127.0.0.1')}:${port}`;

/** Nothing where the port is not known before the broker runs, where it is another broker, or where the host has said more. */
export function brokerSetting(settings: LaunchSettings, host: string | undefined): NodeJS.ProcessEnv {
  const { hasTemples, MQTT_URL, environment } = settings;
  const port = environment['MQTT_PORT'] || USUAL_PORT;
  const isKnown = hasTemples && MQTT_URL === undefined && port !== '0' && !environment['TEMPLE_BROKER'];
  return isKnown ? { TEMPLE_BROKER: brokerUrl(host, port) } : {};
}

/** Whether the server serves the web client: people open the address of their server, but one in memory is for trials. */
export function pageSetting({ WEB, JOURNAL }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { WEB: WEB || (JOURNAL === 'memory' ? 'off' : 'on') };
}
