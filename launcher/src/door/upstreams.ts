/** The server processes behind the front door, and which of them a request goes to. */
import { request } from 'node:http';

export class Upstreams {
  private known: readonly Upstream[] = [];
  private readonly checks = new Map<Upstream, HealthCheck>();

  tell(processes: readonly RunningProcess[]): void {
    this.known = processes.map((told) => {
      const one = this.known.find(({ name, port }) => name === told.name && port === told.port) ?? new Upstream(told);
      one.isLeaving = told.isLeaving;
      return one;
    });
    for (const one of this.known) if (!this.checks.has(one)) this.checks.set(one, new HealthCheck(one));
    for (const [one, check] of this.checks) if (!this.known.includes(one)) check.stop();
    for (const one of this.checks.keys()) if (!this.known.includes(one)) this.checks.delete(one);
  }

  /** The least busy process that was not tried yet: a ready one, or else one that can tell why it is not ready. */
  leastBusy(tried: ReadonlySet<Upstream>): Upstream | undefined {
    const rank = ({ isReady, isLeaving }: Upstream) => (isLeaving ? 2 : 0) + (isReady ? 0 : 1);
    const left = this.known.filter((one) => !tried.has(one));
    return left.toSorted((one, other) => rank(one) - rank(other) || one.open.size - other.open.size)[0];
  }

  /** The process that a socket belongs to: the first part of its path names it. */
  named(path: string): Upstream | undefined {
    const [, name] = /^\/([^/?]*)\//.exec(path) ?? [];
    return this.known.find((one) => one.name === name);
  }
}

// One process behind the front door.

interface Open {
  destroy(): void;
}

/** A process that comes back has another port, and is another one here. */
export class Upstream {
  readonly name: string;
  readonly port: number;
  isLeaving = false;
  /** What its last health check said. The launcher tells of a process when it is ready. */
  isReady = true;
  /** The requests and sockets under way. */
  readonly open = new Set<Open>();

  constructor({ name, port }: RunningProcess) {
    this.name = name;
    this.port = port;
  }

  /** A process that is silent for this long has lost its matches to the others, and its clients must look for them. */
  cut(): void {
    for (const one of this.open) one.destroy();
  }
}

// Asks one process again and again whether it is ready.

const ASK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 1500;

/** With the time between them this is more than the three seconds after which the store takes a process for dead. */
const MOST_SILENCES = 2;

class HealthCheck {
  private readonly upstream: Upstream;
  private timer: NodeJS.Timeout;
  private silences = 0;
  private isStopped = false;

  constructor(upstream: Upstream) {
    this.upstream = upstream;
    this.timer = setTimeout(() => this.ask(), ASK_EVERY_MS);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private ask(): void {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const { port } = this.upstream;
    const asked = request({ host: '127.0.0.1', port, path: '/health/ready', agent: false, signal });
    asked.on('response', (response) => {
      response.on('error', () => {}).resume();
      this.hear(response.statusCode === 200, false);
    });
    asked.on('error', () => this.hear(false, signal.aborted));
    asked.end();
  }

  private hear(isReady: boolean, isSilent: boolean): void {
    this.upstream.isReady = isReady;
    this.silences = isSilent ? this.silences + 1 : 0;
    if (this.silences >= MOST_SILENCES) this.upstream.cut();
    clearTimeout(this.timer);
    if (!this.isStopped) this.timer = setTimeout(() => this.ask(), ASK_EVERY_MS);
  }
}

// What the launcher and the front door tell each other.

/** A process that runs. */
export interface RunningProcess {
  readonly name: string;
  readonly port: number;
  /** It ends soon: only sockets of its own rooms go there. */
  readonly isLeaving: boolean;
}

export interface News {
  /** The answer repeats it. */
  readonly count: number;
  /** All that run now. */
  readonly processes: readonly RunningProcess[];
}

export interface Heard {
  readonly heard: number;
}
