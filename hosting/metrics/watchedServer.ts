/** Two processes of the server with all that they need, on which everything happens that their metrics count, and the Prometheus that watches them. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import { topicOf } from '@flower-war/protocol/temple';
import { TestPostgres, TestRedis } from '@flower-war/server/testing';
import { startTwin } from '@flower-war/temple/twin';
import { connectAsync } from 'mqtt';
import { ask, METRICS_TOKEN, metricsOf, told } from '../testing/callers.ts';
import { adapted, atTheEnd, ROOT, StartedProgram, scratchFolder } from '../testing/programs.ts';

const OPERATOR_TOKEN = 'Nahualpilli-0123456789';
const TEMPLE = 'templo-7f3a';
const NAMES = ['a', 'b'];

interface Started {
  readonly redis: TestRedis;
  readonly port: number;
  readonly mqtt: number;
  readonly data: string;
  readonly program: StartedProgram;
}

export class WatchedServer {
  readonly started: Started;
  private readonly url: string;

  private constructor(started: Started) {
    this.started = started;
    this.url = `http://127.0.0.1:${started.port}`;
  }

  /** As `npm start -- --processes 2` does. */
  static async start(): Promise<WatchedServer> {
    const [postgres, redis] = [await TestPostgres.start(['fsync=on']), await TestRedis.start()];
    atTheEnd(() => void postgres.stop());
    atTheEnd(() => void redis.kill());
    const [port, mqtt, data] = [await freePort(), await freePort(), scratchFolder('data')];
    const places = { PORT: String(port), MQTT_PORT: String(mqtt), DATA_DIR: data, REDIS_URL: redis.url };
    const settings = { METRICS_TOKEN, OPERATOR_TOKEN, WEBHOOKS: 'any', BOT_DELAY_MS: '0', LIMITS: '0' };
    const program = await StartedProgram.start({
      command: [process.execPath, 'launcher/src/start.mjs', '--processes', '2'],
      environment: { ...places, ...settings, DATABASE_URL: await postgres.fresh() },
      folder: ROOT,
      ports: [port, mqtt],
    });
    const server = new WatchedServer({ redis, port, mqtt, data, program });
    await server.until((text) => text.split('flower_war_ready{state="ready"} 1').length > NAMES.length);
    return server;
  }

  /** Moves, a refused move, a refused request, a player who comes back, a notice that does not arrive, a request that is passed on. */
  async play(): Promise<void> {
    const { url } = this;
    const [host, guest] = [await this.player(), await this.player()];
    await host.account.addWebhook(`http://127.0.0.1:${await freePort()}/`);
    const options = { startPlayer: 'host' } as const;
    const match = await host.create({ game: 'tieqchieq', bots: [{ bot: 'random' }], options });
    const live = await host.join(match);
    await live.play('no such move');
    await live.play(live.legal[0] ?? '');
    const again = new FlowerWarClient({ url, ...(host.session !== undefined && { session: host.session }) });
    (await again.join(match)).close();
    // One process has the match that runs. Each request goes to the least busy one, so of several at once each gets one.
    const passedOn = (text: string) => text.includes('flower_war_forwarded_total{outcome=');
    await this.until(passedOn, () => Promise.all(NAMES.flatMap(() => NAMES.map(() => guest.match(match.match)))));
    await live.resign();
    live.close();
    await ask(`${url}/nowhere`);
    await this.until((text) => text.includes('flower_war_notices_total{outcome='));
  }

  /** One match that runs, with two people at it. */
  async playOn(): Promise<readonly LiveMatch[]> {
    const [host, guest] = [await this.player(), await this.player()];
    const match = await host.create({ game: 'tieqchieq' });
    return [await host.join(match), await guest.join(match)];
  }

  private async player(): Promise<FlowerWarClient> {
    const client = new FlowerWarClient({ url: this.url });
    await client.signIn();
    return client;
  }

  /** A temple that tells totals, and then nonsense. */
  async dropBeads(): Promise<void> {
    const env = { ...process.env, DATA_DIR: this.started.data };
    const tool = ['bridge/tools/newTemple.ts', '--id', TEMPLE];
    const sheet = execFileSync(process.execPath, tool, { cwd: ROOT, env, encoding: 'utf8' });
    const password = /^ *password +(\S+)/m.exec(sheet)?.[1] ?? '';
    const broker = `mqtt://127.0.0.1:${this.started.mqtt}`;
    const twin = await startTwin({ broker, id: TEMPLE, password });
    await twin.connected();
    await this.until((text) => text.includes('flower_war_temple_reports_total{kind='));
    await twin.stop();
    const device = await connectAsync(broker, { clientId: TEMPLE, username: TEMPLE, password });
    await device.publishAsync(topicOf('odometer', TEMPLE), 'nonsense', { qos: 1, retain: true });
    await this.until((text) => text.includes('flower_war_temple_strays_total{what='));
    await device.endAsync();
  }

  /** Lets no new matches begin, as before a deploy. */
  async drain(): Promise<void> {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    await told(`${this.url}/api/operator/drain`, { method: 'POST', headers });
  }

  /** What both processes tell. */
  async metrics(): Promise<string> {
    return (await Promise.all(NAMES.map((name) => metricsOf(`${this.url}/${name}`)))).join('\n');
  }

  private async until(isSo: (text: string) => boolean, again: () => Promise<unknown> = () => wait(100)): Promise<void> {
    for (const end = Date.now() + 40_000; Date.now() < end; await again()) if (isSo(await this.metrics())) return;
    throw new Error(`the metrics never told it: ${await this.metrics()}`);
  }
}

export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [at: number, value: string];
}

/** Prometheus with the files that hosts copy. Only the addresses of the processes, the token's file and the pace differ. */
export class Prometheus {
  readonly program: StartedProgram;
  private readonly url: string;

  private constructor(program: StartedProgram, url: string) {
    this.program = program;
    this.url = url;
  }

  static async start(server: WatchedServer): Promise<Prometheus> {
    const at = (name: string) => join(import.meta.dirname, name);
    const folder = scratchFolder('prometheus');
    const port = await freePort();
    const copied = NAMES.map((name) => `- { targets: [server-${name}:2567], labels: { instance: ${name} } }`);
    // The lines of docs/hosting.md for processes behind one front door.
    const lineOf = (name: string) =>
      `- { targets: [127.0.0.1:${server.started.port}], labels: { instance: ${name}, __metrics_path__: /${name}/metrics } }`;
    const changes = {
      ...Object.fromEntries(copied.map((line, index) => [line, lineOf(NAMES[index] ?? '')])),
      '/tmp/token': join(folder, 'token'),
      ': 15s': ': 1s',
    };
    writeFileSync(join(folder, 'prometheus.yml'), adapted(readFileSync(at('prometheus.yml'), 'utf8'), changes));
    writeFileSync(join(folder, 'token'), METRICS_TOKEN);
    copyFileSync(at('alerts.yml'), join(folder, 'alerts.yml'));
    const [config, data] = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
    const command = ['prometheus', config, data, `--web.listen-address=127.0.0.1:${port}`];
    const program = await StartedProgram.start({ command, folder, ports: [port] });
    return new Prometheus(program, `http://127.0.0.1:${port}/api/v1`);
  }

  async series(query: string): Promise<readonly Series[]> {
    const { result } = await this.ask<{ result: readonly Series[] }>(`query?query=${encodeURIComponent(query)}`);
    return result;
  }

  /** How many series the query finds. */
  async found(query: string): Promise<number> {
    return (await this.series(query)).length;
  }

  /** Of each alert `ok`, or why it could not be judged. */
  async health(): Promise<readonly string[]> {
    type Rule = { readonly health: string; readonly lastError?: string };
    const { groups } = await this.ask<{ groups: readonly { readonly rules: readonly Rule[] }[] }>('rules');
    return groups.flatMap(({ rules }) => rules).map(({ health, lastError = '' }) => `${health}${lastError}`);
  }

  private async ask<T>(path: string): Promise<T> {
    return (await told<{ data: T }>(`${this.url}/${path}`)).data;
  }
}
