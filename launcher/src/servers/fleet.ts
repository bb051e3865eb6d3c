/** Several processes of the server on one database, with one front door before them. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { local } from '../config.ts';
import type { Heard, News, RunningProcess } from '../door/upstreams.ts';
import type { Keeper, Keeping } from '../keeper.ts';

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
   * process does not become ready, and throws. An update may have brought another page.
   */
  async restartAll(say: (line: string) => void): Promise<void> {
    await this.keeper.findPage();
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

// One of several processes of the server: where it listens, and whether it takes players.

const LOOK_EVERY_MS = 100;
const ANSWER_WITHIN_MS = 1000;

class ServerProcess {
  readonly name: string;
  private readonly settings: NodeJS.ProcessEnv;
  private readonly onChange: () => void;
  private port: number | undefined;
  private isLeaving = false;

  constructor(name: string, settings: NodeJS.ProcessEnv, onChange: () => void) {
    this.name = name;
    this.settings = { ...settings, PROCESS_NAME: name };
    this.onChange = onChange;
  }

  /** What people read, and the keeper knows it by. */
  get title(): string {
    return `server ${this.name}`;
  }

  /** What the front door must know, while it runs. */
  get told(): readonly RunningProcess[] {
    const { name, port, isLeaving } = this;
    return port === undefined ? [] : [{ name, port, isLeaving }];
  }

  get keeping(): Keeping {
    const onStart = (child: ChildProcess) => this.follow(child);
    return { program: 'server', name: this.title, settings: () => this.settings, onStart, isQuiet: true };
  }

  /** Ends the process and starts it again. Resolves when the old one has ended. */
  async restart(keeper: Keeper, leave: () => Promise<void>): Promise<void> {
    this.isLeaving = true;
    await leave();
    await keeper.restart(this.title);
  }

  /** Whether it becomes ready before the signal says that this took too long. */
  async becomesReady(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await this.isReady()) return true;
      await wait(LOOK_EVERY_MS);
    }
    return false;
  }

  private async isReady(): Promise<boolean> {
    if (this.port === undefined) return false;
    const asked = fetch(`http://127.0.0.1:${this.port}/health/ready`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return asked.then(({ ok }) => ok).catch(() => false);
  }

  private follow(child: ChildProcess): void {
    child.once('message', (told) => {
      this.port = Number(new URL((told as { address: string }).address).port);
      this.isLeaving = false;
      this.onChange();
    });
    child.once('exit', () => {
      this.port = undefined;
      this.onChange();
    });
  }
}

// The settings that all processes of the server get because they stand behind the front door of this machine.

/** What one process alone can have: its address, and the port and the url that other processes reach it by. */
const OF_ONE = ['PORT', 'PROCESS_NAME', 'INTERNAL_PORT', 'INTERNAL_URL'];

export function settingsOfServers(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const unset = Object.fromEntries(OF_ONE.map((name) => [name, undefined]));
  return { ...unset, HOST: '127.0.0.1', PORT: '0', TRUST_PROXY: withDoor(environment['TRUST_PROXY'] || '0') };
}

/** The door is one more proxy. The server itself refuses a value that is none. */
function withDoor(proxies: string): string {
  return /^\d{1,2}$/.test(proxies) ? String(Number(proxies) + 1) : `${proxies},127.0.0.1`;
}

// Takes the order for a rolling restart from other programs of this machine, through a socket in the data folder.

export const ROLLING_RESTART = 'rolling-restart';

/** One line of an answer. The last one says how it went. */
export type Answer =
  | { readonly kind: 'step'; readonly text: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly text: string };

export const socketIn = (folder: string): string => join(folder, 'launcher.sock');

export class Orders {
  private readonly fleet: Fleet;
  private isBusy = false;

  constructor(fleet: Fleet) {
    this.fleet = fleet;
  }

  async listen(folder: string): Promise<void> {
    const path = socketIn(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (await isTaken(path))
      throw new Error(
        `Another npm start with --processes uses the folder ${folder}. Stop it, or choose another DATA_DIR.`,
      );
    rmSync(path, { force: true });
    const server = createServer((socket) => this.hear(socket));
    server.on('error', ({ message }) =>
      console.error(`npm run do -- rolling-restart cannot reach this start: ${message}`),
    );
    // Only the user who starts the server may order something.
    server.listen(path, () => chmodSync(path, 0o600));
    server.unref();
  }

  private hear(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    createInterface({ input: socket }).once('line', (line) => {
      const tell = (answer: Answer) => socket.write(`${JSON.stringify(answer)}\n`);
      void this.obey(line, tell).then(() => socket.end());
    });
  }

  private async obey(order: string, tell: (answer: Answer) => void): Promise<void> {
    if (order !== ROLLING_RESTART)
      return tell({ kind: 'failed', text: `This order is not known: ${ROLLING_RESTART} is.` });
    if (this.isBusy)
      return tell({ kind: 'failed', text: 'Another rolling restart is under way. Wait until it is done.' });
    this.isBusy = true;
    try {
      await this.fleet.restartAll((text) => {
        process.stderr.write(`${text}\n`);
        tell({ kind: 'step', text });
      });
      tell({ kind: 'done' });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      process.stderr.write(`${text}\n`);
      tell({ kind: 'failed', text });
    } finally {
      this.isBusy = false;
    }
  }
}

/** A launcher that was killed leaves its socket behind, but does not answer there. */
async function isTaken(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
