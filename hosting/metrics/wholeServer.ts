/** A server with a broker and a bridge on which everything has happened that its metrics count. */
import { execFileSync } from 'node:child_process';
import { FlowerWarClient } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import { topicOf } from '@flower-war/protocol/temple';
import { startTwin } from '@flower-war/temple/twin';
import { connectAsync } from 'mqtt';
import { StartedProgram } from '../support/program.ts';
import { ask, told } from '../support/requests.ts';
import { scratchFolder } from '../support/scratchFolder.ts';
import { ROOT } from '../support/server.ts';

export const METRICS_TOKEN = 'watches-and-ends-nothing';
const OPERATOR_TOKEN = 'Nahualpilli-0123456789';
const TEMPLE = 'templo-7f3a';

interface Place {
  readonly data: string;
  readonly port: number;
  readonly mqtt: number;
}

export class WholeServer {
  readonly url: string;
  readonly port: number;
  private readonly mqtt: number;
  private readonly data: string;
  private readonly program: StartedProgram;
  private readonly client: FlowerWarClient;

  private constructor({ data, port, mqtt }: Place, program: StartedProgram) {
    this.data = data;
    this.program = program;
    this.port = port;
    this.mqtt = mqtt;
    this.url = `http://127.0.0.1:${port}`;
    this.client = new FlowerWarClient({ url: this.url });
  }

  static async start(): Promise<WholeServer> {
    const place = { data: scratchFolder('data'), port: await freePort(), mqtt: await freePort() };
    const ports = { PORT: String(place.port), MQTT_PORT: String(place.mqtt) };
    const tokens = { METRICS_TOKEN, OPERATOR_TOKEN };
    const program = await StartedProgram.start({
      command: [process.execPath, 'launcher/src/start.mjs'],
      environment: { ...tokens, ...ports, DATA_DIR: place.data, WEBHOOKS: 'any', BOT_DELAY_MS: '0' },
      folder: ROOT,
      ports: [place.port, place.mqtt],
    });
    return new WholeServer(place, program);
  }

  async stop(): Promise<void> {
    await this.program.stop();
  }

  async metrics(): Promise<string> {
    return (await ask(`${this.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text;
  }

  /** Moves, a refused move, a refused request, a player who comes back, notices that do not arrive. */
  async play(): Promise<void> {
    const { client, url } = this;
    await client.signIn('Itzel');
    await client.account.addWebhook(`http://127.0.0.1:${await freePort()}/`);
    const options = { startPlayer: 'host' } as const;
    const live = await client.join(await client.create({ game: 'tieqchieq', bots: [{ bot: 'random' }], options }));
    await live.play('no such move');
    await live.play(live.legal[0] ?? '');
    const session = client.session;
    const again = new FlowerWarClient({ url, ...(session !== undefined && { session }) });
    (await again.join({ match: live.id, game: 'tieqchieq' })).close();
    live.close();
    await ask(`${url}/nowhere`);
  }

  /** A temple that tells totals, and then nonsense. */
  async dropBeads(): Promise<void> {
    const env = { ...process.env, DATA_DIR: this.data };
    const tool = ['bridge/tools/newTemple.ts', '--id', TEMPLE];
    const sheet = execFileSync(process.execPath, tool, { cwd: ROOT, env, encoding: 'utf8' });
    const password = /^ *password +(\S+)/m.exec(sheet)?.[1] ?? '';
    const broker = `mqtt://127.0.0.1:${this.mqtt}`;
    const twin = await startTwin({ broker, id: TEMPLE, password });
    await twin.connected();
    await this.until('flower_war_temple_reports_total{kind=');
    await twin.stop();
    const device = await connectAsync(broker, { clientId: TEMPLE, username: TEMPLE, password });
    await device.publishAsync(topicOf('odometer', TEMPLE), 'nonsense', { qos: 1, retain: true });
    await this.until('flower_war_temple_strays_total{what=');
    await device.endAsync();
  }

  /** Lets no new matches begin, as before a deploy. */
  async drain(): Promise<void> {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    await told(`${this.url}/api/operator/drain`, { method: 'POST', headers });
  }

  async until(text: string): Promise<void> {
    for (const end = Date.now() + 40_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100)))
      if ((await this.metrics()).includes(text)) return;
    throw new Error(`the metrics never told ${text}: ${await this.metrics()}`);
  }
}
