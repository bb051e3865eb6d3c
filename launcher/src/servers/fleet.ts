/** Several processes of the server on one database, with one front door before them. */
import type { ChildProcess } from 'node:child_process';
import type { Heard, News } from '../door/news.ts';
import type { Keeper } from '../keeper.ts';
import { local } from '../reachable.ts';
import { ServerProcess } from './serverProcess.ts';
import { settingsOfServers } from './settings.ts';

/** The front door has this long to hear which processes there are. */
const HEARD_WITHIN_MS = 1000;
const READY_WITHIN_MS = 60_000;
const WITHOUT_REDIS =
  'The processes hear of each other from the database alone, so lists lag by seconds. REDIS_URL=redis://127.0.0.1:6379 makes that fast.';

export class Fleet {
  readonly servers: readonly ServerProcess[];
  private readonly keeper: Keeper;
  private door: ChildProcess | undefined;
  private told = 0;

  constructor(count: number, environment: NodeJS.ProcessEnv, keeper: Keeper) {
    this.keeper = keeper;
    const names = Array.from({ length: count }, (_, index) => String.fromCharCode('a'.charCodeAt(0) + index));
    const settings = settingsOfServers(environment);
    this.servers = names.map((name) => new ServerProcess(name, settings, () => void this.tellDoor()));
  }

  /** The first process brings the database to its format before the others come. Returns the address of the door. */
  async open(): Promise<URL> {
    const door = this.openDoor();
    door.catch(() => {}); // it is told below
    const [first, ...others] = this.servers;
    if (first !== undefined)
      await Promise.race([this.keeper.keep(first.keeping), door.then(() => new Promise(() => {}))]);
    await Promise.all(others.map(({ keeping }) => this.keeper.keep(keeping)));
    return door;
  }

  readyWords(address: string, redis: string | undefined): string {
    const names = this.servers.map(({ name }) => name).join(', ');
    const more = redis === undefined ? [WITHOUT_REDIS] : [];
    return [`Flower War is ready at ${address}, with the processes ${names}`, ...more].join('\n');
  }

  /**
   * Starts all processes anew, one after the other, while the others take the players. Says each step. It stops where a
   * process does not become ready, and throws.
   */
  async restartAll(say: (line: string) => void): Promise<void> {
    for (const server of this.servers) {
      for (const other of this.servers) if (other !== server) await readyInTime(other);
      const since = performance.now();
      say(`The ${server.title} hands over and ends.`);
      await server.restart(this.keeper, () => this.tellDoor());
      const ended = performance.now();
      await readyInTime(server);
      const [gone, back] = [ended - since, performance.now() - ended].map((ms) => (ms / 1000).toFixed(1));
      say(`The ${server.title} ended after ${gone} s, and was ready again after another ${back} s.`);
    }
  }

  /** After a restart the door listens on the same port. */
  private async openDoor(): Promise<URL> {
    const settings: NodeJS.ProcessEnv = {};
    const onStart = (child: ChildProcess) => {
      this.door = child;
      child.once('message', () => void this.tellDoor());
    };
    const { address } = (await this.keeper.keep({
      program: 'door',
      name: 'door',
      settings: () => settings,
      onStart,
    })) as {
      address: string;
    };
    const url = local(new URL(address));
    settings['PORT'] = url.port;
    return url;
  }

  /** Resolves when the door has heard it: from then on it sends nothing new to a process that leaves. */
  private async tellDoor(): Promise<void> {
    const { door } = this;
    if (door?.connected !== true) return;
    const count = ++this.told;
    const heard = new Promise<void>((resolve) => {
      const hear = (answer: unknown) => Number((answer as Heard).heard) >= count && stop();
      const late = setTimeout(() => stop(), HEARD_WITHIN_MS);
      const stop = () => {
        clearTimeout(late);
        door.off('message', hear);
        resolve();
      };
      door.on('message', hear);
    });
    const news: News = { count, processes: this.servers.flatMap(({ told }) => told) };
    door.send(news, () => {});
    await heard;
  }
}

async function readyInTime(server: ServerProcess): Promise<void> {
  if (await server.becomesReady(AbortSignal.timeout(READY_WITHIN_MS))) return;
  throw new Error(
    `The ${server.title} is not ready after ${READY_WITHIN_MS / 1000} s, so no other process is ended. Look at its log, then try again.`,
  );
}
