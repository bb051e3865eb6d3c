/** Two processes of the server on one PostgreSQL and one Redis, as `--processes 2` starts them, in which a match is played. */
import { setTimeout as wait } from 'node:timers/promises';
import { FlowerWarClient } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import { noPostgres, noRedis, TestPostgres, TestRedis } from '@flower-war/server/testing';
import { StartedProgram } from '../support/program.ts';
import { ask } from '../support/requests.ts';
import { scratchFolder } from '../support/scratchFolder.ts';
import { ROOT } from '../support/server.ts';
import { METRICS_TOKEN } from './wholeServer.ts';

/** Why they cannot be started here. */
export const noTwoProcesses = noPostgres ?? noRedis;

const READY = 'flower_war_ready{state="ready"} 1';
const PASSED_ON = 'flower_war_forwarded_total{outcome=';

interface Parts {
  readonly postgres: TestPostgres;
  readonly redis: TestRedis;
  readonly program: StartedProgram;
  readonly port: number;
}

export class TwoProcesses {
  readonly redis: TestRedis;
  readonly port: number;
  private readonly postgres: TestPostgres;
  private readonly program: StartedProgram;

  private constructor({ postgres, redis, program, port }: Parts) {
    this.postgres = postgres;
    this.redis = redis;
    this.program = program;
    this.port = port;
  }

  static async start(): Promise<TwoProcesses> {
    const [postgres, redis, port] = [await TestPostgres.start(['fsync=on']), await TestRedis.start(), await freePort()];
    const program = await StartedProgram.start({
      command: [process.execPath, 'launcher/src/start.mjs', '--processes', '2', '--no-temples'],
      environment: {
        METRICS_TOKEN,
        PORT: String(port),
        DATA_DIR: scratchFolder('data'),
        DATABASE_URL: await postgres.fresh(),
        REDIS_URL: redis.url,
        BOT_DELAY_MS: '0',
      },
      folder: ROOT,
      ports: [port],
    });
    const two = new TwoProcesses({ postgres, redis, program, port });
    await two.until((text) => text.split(READY).length > 2);
    return two;
  }

  async stop(): Promise<void> {
    await this.program.stop();
    await this.postgres.stop();
    await this.redis.kill();
  }

  async metrics(): Promise<string> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const told = await Promise.all(
      ['a', 'b'].map((name) => ask(`http://127.0.0.1:${this.port}/${name}/metrics`, { headers })),
    );
    return told.map(({ text }) => text).join('\n');
  }

  /** One match that runs, with two people at it, who asked both processes. Returns how to end their connections. */
  async play(): Promise<() => void> {
    const people = [1, 2].map(() => new FlowerWarClient({ url: `http://127.0.0.1:${this.port}` }));
    const [host, guest] = people as [FlowerWarClient, FlowerWarClient];
    for (const person of people) await person.signIn();
    const match = await host.create({ game: 'tieqchieq' });
    const lives = [await host.join(match), await guest.join(match)];
    await this.until(
      (text) => text.includes(PASSED_ON),
      () => guest.match(match.match),
    );
    return () => {
      for (const live of lives) live.close();
    };
  }

  private async until(
    isTold: (text: string) => boolean,
    meanwhile: () => Promise<unknown> = () => wait(100),
  ): Promise<void> {
    for (const end = Date.now() + 40_000; Date.now() < end; await meanwhile()) if (isTold(await this.metrics())) return;
    throw new Error(`the metrics never told it: ${await this.metrics()}`);
  }
}
