/** Two real bridges between mosquitto and the proxy. All of them can fail. */
import { noMosquitto, startMosquitto, type TestMosquitto } from '@flower-war/bridge/broker';
import { StartedProgram } from '@flower-war/hosting/testing';
import { ROOT } from '../support/program.ts';
import type { Nginx } from './nginx.ts';

export const BRIDGE_TOKEN = 'a-token-for-bridges-alone';
export const noBridges = noMosquitto();

/** The temples that mosquitto lets in. */
export const TEMPLES = ['templo-c0a1', 'templo-c0a2'] as const;

const NAMES = ['near', 'far'] as const;

export class Bridges {
  readonly broker: TestMosquitto;
  private readonly running: readonly StartedProgram[];

  private constructor(broker: TestMosquitto, running: readonly StartedProgram[]) {
    this.broker = broker;
    this.running = running;
  }

  static async start(proxy: Nginx): Promise<Bridges> {
    const broker = await startMosquitto({ devices: TEMPLES });
    const { username, password } = broker.login('bridge');
    const usual = {
      SERVER_URL: proxy.url,
      NODE_EXTRA_CA_CERTS: proxy.certificate,
      BRIDGE_TOKEN,
      MQTT_URL: `mqtt://127.0.0.1:${broker.servicePort}`,
      MQTT_USER: username,
      MQTT_PASSWORD: password,
      LOG_LEVEL: 'warn',
    };
    const starting = NAMES.map((name) =>
      StartedProgram.start({
        command: [process.execPath, 'bridge/src/main.ts'],
        environment: { ...usual, BRIDGE_NAME: name },
        folder: ROOT,
        ports: [],
      }),
    );
    return new Bridges(broker, await Promise.all(starting));
  }

  get all(): readonly StartedProgram[] {
    return this.running;
  }

  /** A bridge goes on however the others fail. */
  get problems(): readonly string[] {
    return this.running.flatMap(({ hasEnded, said }) =>
      hasEnded ? [`a bridge ended by itself: ${said.slice(-2000)}`] : [],
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map((one) => one.stop('SIGKILL')));
    await this.broker.stop();
  }
}
