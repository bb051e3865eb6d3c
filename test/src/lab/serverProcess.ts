/** One server of several that share a database. Its lines to the database and to Redis can fail, and its clock may be set. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@flower-war/protocol/hosting';
import { ChildServer, metricsOf } from '../support/server.ts';
import type { Line } from './line.ts';

export type Settings = Readonly<Record<string, string>>;

/** The exit code of a server that was declared dead: it starts again as another process. */
const START_ANEW = 75;
const START_AGAIN_MS = 500;
/** What the log of a server says that did not stop in time. */
const FORCED = 'the process ends by force';
/** A server that may not start says so within this time, on a busy machine. */
const REFUSED_WITHIN_MS = 30_000;

/** Debian and Ubuntu keep it in the folder of the machine's kind. */
const FAKETIME = ['x86_64', 'aarch64']
  .map((kind) => `/usr/lib/${kind}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync);
export const noClocks = FAKETIME === undefined ? 'libfaketime is not installed (package faketime)' : undefined;

interface ServerPlace {
  readonly name: string;
  readonly port: number;
  readonly folder: string;
  readonly toDatabase: Line;
  readonly toRedis?: Line;
  /** The name of the database. */
  readonly database: string;
  /** Whether its clock may be set. */
  readonly hasClock: boolean;
  readonly settings: Settings;
}

export class ServerProcess extends ChildServer {
  readonly name: string;
  readonly port: number;
  readonly toDatabase: Line;
  /** How often it ended by itself to start anew. */
  restarts = 0;
  readonly problems: string[] = [];
  private readonly place: ServerPlace;
  private isUp = false;
  /** Runs while it is started again after it ended by itself. */
  private supervision: Promise<void> | undefined;

  constructor(place: ServerPlace) {
    const { name, port, folder, hasClock } = place;
    super(port, { ...settingsOf(place), ...(hasClock && clockIn(join(folder, 'clock'))) });
    this.place = place;
    this.name = name;
    this.port = port;
    this.toDatabase = place.toDatabase;
    this.isHeard = false;
    this.onEnd = (code) => this.ended(code);
    if (hasClock) this.setClock(0);
  }

  get toRedis(): Line {
    if (this.place.toRedis === undefined) throw new Error(`${this.name} has no Redis`);
    return this.place.toRedis;
  }

  override start(): Promise<void> {
    this.isUp = true;
    return super.start();
  }

  /** Resolves when nothing starts it again either. */
  override async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.isUp = false;
    const code = await super.end(signal);
    sweepClock(this.pid);
    await this.supervision;
    return code;
  }

  /** `kill -9`. */
  kill(): Promise<number | null> {
    return this.end('SIGKILL');
  }

  /** As a deploy stops it. */
  async stop(): Promise<number | null> {
    const before = this.said.length;
    const code = await this.end('SIGTERM');
    if (this.said.includes(FORCED, before))
      this.problems.push(`${this.name} (${this.main}) did not stop by itself, but by force`);
    return code;
  }

  /** From now on its clock is this much ahead of that of the others. */
  setClock(aheadMs: number): void {
    mkdirSync(this.place.folder, { recursive: true });
    writeFileSync(join(this.place.folder, 'clock'), `${aheadMs < 0 ? '-' : '+'}${Math.abs(aheadMs) / 1000}`);
  }

  /** Starts another one with the same name, by mistake. It is to end by itself, and to say why. */
  async startTwin(): Promise<void> {
    const folder = join(dirname(this.place.folder), `second ${this.name}`);
    const twin = new ChildServer(await freePort(), settingsOf({ ...this.place, folder }));
    twin.isHeard = false;
    const refused = twin.start().then(
      () => 'it started',
      () => (twin.complained.includes(this.name) ? undefined : `it does not say why: ${twin.complained.slice(-500)}`),
    );
    const problem = await Promise.race([refused, pause(REFUSED_WITHIN_MS, 'it did not end')]);
    await twin.end('SIGKILL');
    if (problem !== undefined) this.problems.push(`a second server of the name ${this.name}: ${problem}`);
  }

  /** Its counters, asked past the proxy. Nothing if it does not answer. */
  async counters(): Promise<ReadonlyMap<string, number>> {
    const text = await metricsOf(this.url).catch(() => '');
    return new Map(
      [...text.matchAll(/^(\w+(?:\{[^}]*\})?) ([\d.e+-]+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
    );
  }

  /** A supervisor starts it again. Any end but that of a process that was declared dead is a fault. */
  private ended(code: number | null): void {
    sweepClock(this.pid);
    if (!this.isUp || this.supervision !== undefined) return;
    if (code === START_ANEW) this.restarts++;
    else this.problems.push(`${this.name} ended by itself with code ${code}: ${this.complained.slice(-2000)}`);
    this.supervision = this.startAgain().finally(() => {
      this.supervision = undefined;
    });
  }

  /** It cannot start while its database is away. */
  private async startAgain(): Promise<void> {
    const hasStarted = () =>
      super.start().then(
        () => true,
        () => false,
      );
    while (this.isUp && !(await hasStarted())) await pause(START_AGAIN_MS);
  }
}

function settingsOf({ name, folder, toDatabase, toRedis, database, settings }: ServerPlace): Settings {
  return {
    PROCESS_NAME: name,
    DATA_DIR: folder,
    DATABASE_URL: `postgres://postgres@127.0.0.1:${toDatabase.port}/${database}`,
    ...(toRedis && { REDIS_URL: `redis://127.0.0.1:${toRedis.port}` }),
    INTERNAL_HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    BOT_DELAY_MS: '0',
    ...settings,
  };
}

/** The program reads its clock through this file, once a second. Its timers keep an even pace. */
function clockIn(file: string): Settings {
  if (FAKETIME === undefined) return {};
  return {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
}

/** What the library leaves behind of a process that was killed. */
function sweepClock(pid: number | undefined): void {
  for (const name of ['faketime_shm', 'sem.faketime_sem']) rmSync(`/dev/shm/${name}_${pid}`, { force: true });
}
