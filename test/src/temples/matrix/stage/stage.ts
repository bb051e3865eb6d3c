/** The parts of a cell, each in a process of its own: a server on a disk, a broker, bridges, a temple, and players. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ack, BeadAccount } from '@flower-war/protocol';
import { type Chance, fastChance } from '@flower-war/rules';
import { startTwin, type Twin, type TwinOptions } from '@flower-war/temple/twin';
import { Bridges, type Dying } from './bridges.ts';
import { type CellBroker, openBroker } from './brokers.ts';
import { Monitor } from './monitor.ts';
import { insist, People } from './people.ts';
import { Server } from './server.ts';
import { Truth } from './truth.ts';
import { WarpClock } from './warpClock.ts';

export const TEMPLE = 'templo-7f3a';
/** The temple of an attacker. */
export const ROGUE = 'templo-bad0bad0';
export const CROWD = Array.from({ length: 50 }, (_, index) => `templo-c0${(index + 16).toString(16)}`);
export const DEVICES = [TEMPLE, ROGUE, ...CROWD];

export interface Setting {
  readonly seed: number;
  readonly broker: CellBroker['kind'];
  readonly twin: Partial<TwinOptions>;
  readonly bridges: number;
  readonly dying?: Dying;
  /** How fast time passes. */
  readonly speed?: number;
}

export interface TempleNow {
  readonly owner?: string;
  readonly bound?: { readonly match: string };
  readonly account: BeadAccount;
  readonly ack: Ack;
  readonly isFresh: boolean;
}

/** Short times, where waiting proves nothing. */
const QUICK = { bootMs: [20, 60], reconnectMs: [50, 200], keepaliveS: 2, writeMs: 5 } as const;
/** For what must come at last: a busy machine is slow, and loses nothing. */
export const PATIENCE_MS = 60_000;

interface Bound {
  readonly kind: string;
  readonly code?: string;
}

/** A match may end before the temple is bound to it. */
const OVER = ['match-over', 'no-such-match'];

interface Parts {
  readonly setting: Setting;
  readonly clock: WarpClock;
  readonly folder: string;
  readonly server: Server;
  readonly broker: CellBroker;
  readonly bridges: Bridges;
  readonly twin: Twin;
}

export async function openStage(setting: Setting): Promise<Stage> {
  const clock = new WarpClock();
  if (setting.speed !== undefined) clock.goOn(setting.speed);
  const folder = mkdtempSync(join(tmpdir(), 'flower-war-cell-'));
  const [server, broker] = await Promise.all([Server.start(folder, clock), openBroker(setting.broker, DEVICES)]);
  const { bridges: count, dying } = setting;
  const bridges = await Bridges.start({ count, ...(dying && { dying }), server, broker, clock });
  const twin = await startTwin(twinOptions(TEMPLE, { setting, broker, clock }));
  const stage = new Stage({ setting, clock, folder, server, broker, bridges, twin });
  await stage.begin();
  return stage;
}

export function twinOptions(id: string, { setting, broker, clock }: Pick<Parts, 'setting' | 'broker' | 'clock'>) {
  const password = broker.login(id).password;
  const address = { broker: `mqtt://127.0.0.1:${broker.port}`, id, password };
  return { ...QUICK, ...address, seed: setting.seed * 100 + id.length, clock, ...setting.twin } satisfies TwinOptions;
}

export class Stage {
  readonly setting: Setting;
  readonly clock: WarpClock;
  readonly server: Server;
  readonly broker: CellBroker;
  readonly bridges: Bridges;
  readonly twin: Twin;
  readonly monitor: Monitor;
  readonly people: People;
  readonly chance: Chance;
  readonly truth: Truth;
  /** Other temples at the same broker. */
  readonly crowd: Twin[] = [];
  /** All that was started beside the usual parts. It ends with the stage. */
  readonly others: { stop(): Promise<unknown> }[] = [];
  /** Whether all trouble is over. */
  isQuiet = false;
  private readonly hurries = new Set<{ readonly speed: number }>();
  private readonly parts: Parts;

  constructor(parts: Parts) {
    const { setting, clock, server, broker, bridges, twin } = parts;
    this.parts = parts;
    [this.setting, this.clock, this.server] = [setting, clock, server];
    [this.broker, this.bridges, this.twin] = [broker, bridges, twin];
    this.truth = new Truth(twin);
    this.monitor = new Monitor(broker.servicePort, broker.login('operator'));
    this.chance = fastChance(setting.seed);
    const onMatch = (match: string, owner: string) => this.bind(match, owner);
    this.people = new People({ url: server.url, seed: setting.seed, onMatch });
  }

  /** Waits for the temple, claims it, and lets the players begin. */
  async begin(): Promise<void> {
    const [, , now] = await Promise.all([this.people.signIn(), this.twin.connected(PATIENCE_MS), this.known(TEMPLE)]);
    if (!now.isFresh) throw new Error('the temple has not reported, so it cannot be claimed');
    await this.server.ask('claim', TEMPLE, this.people.ownerId);
    await this.people.begin();
  }

  /** What the server knows of a temple that is online. Passes time until a heartbeat, if reports were lost. */
  async known(id: string = TEMPLE): Promise<TempleNow> {
    // Each heartbeat of a crowd is work: a machine that cannot follow gets more time for it, instead of more of it.
    let realSeconds = 0.5;
    const look = async () => {
      const now = await this.temple(id);
      if (!now.isFresh) await this.pass(31, realSeconds);
      realSeconds = Math.min(realSeconds * 1.5, 8);
      return now;
    };
    return this.until(`the server hears of ${id}`, look, ({ isFresh }) => isFresh);
  }

  temple(id: string = TEMPLE): Promise<TempleNow> {
    return this.server.ask<TempleNow>('temple', id);
  }

  async until<T>(what: string, look: () => Promise<T> | T, holds: (is: T) => boolean, ms = PATIENCE_MS): Promise<T> {
    for (const end = Date.now() + ms; ; ) {
      const is = await look();
      if (holds(is)) return is;
      if (Date.now() > end) throw new Error(`${what}: not in ${ms} ms; it is ${JSON.stringify(is)?.slice(0, 600)}`);
      await sleep(25);
    }
  }

  /**
   * Lets so much time pass for all processes, in about so much real time. With several calls at once the fastest wins.
   */
  async pass(seconds: number, realSeconds: number): Promise<void> {
    const end = this.clock.now() + seconds * 1000;
    const hurry = { speed: seconds / realSeconds };
    this.hurries.add(hurry);
    this.beat();
    while (this.clock.now() < end) await sleep(Math.min(50, (end - this.clock.now()) / hurry.speed));
    this.hurries.delete(hurry);
    this.beat();
  }

  async end(): Promise<void> {
    await Promise.all([...this.others, this.twin].map((one) => one.stop()));
    await Promise.all([this.monitor.stop(), this.bridges.stop()]);
    await this.server.stop();
    await this.broker.stop();
    this.clock.stop();
    rmSync(this.parts.folder, { recursive: true, force: true });
  }

  /** Binds the temple to a new match, unless its owner has lost it. */
  async bind(match: string, owner: string): Promise<void> {
    const bound = async (): Promise<Bound> => {
      const now = await this.temple();
      if (now.owner !== owner || now.bound?.match === match) return { kind: 'done' };
      return this.server.ask<Bound>('bind', TEMPLE, owner, match, 0);
    };
    const isSettled = ({ kind, code = '' }: Bound) => kind === 'done' || OVER.includes(code);
    await insist(() => this.until('the temple is bound', bound, isSettled));
  }

  private beat(): void {
    const beat = this.clock.goOn(Math.max(this.setting.speed ?? 1, ...[...this.hurries].map(({ speed }) => speed)));
    this.server.follow(beat);
    this.bridges.follow(beat);
  }
}
