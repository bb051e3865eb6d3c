/**
 * The temples that this server knows. Each temple has its own journal. While the temple counts for a match, only the
 * record of the match counts; at the end the temple takes over its account from there. If a crash interrupts this, the
 * next job on the temple completes it.
 */
import {
  type CommandResult,
  type DeviceCommand,
  type Info,
  isBalanced,
  type Odometer,
  type TempleTold,
  Unbalanced,
} from '@flower-war/protocol';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Match } from '../../match/match.ts';
import { type Heard, Temple, type TempleTools } from './temple.ts';
import type { TempleSeen } from './templeMessages.ts';

export type TemplesTools = Omit<TempleTools, 'tell' | 'command'>;

/** Passes messages and commands on to the devices. */
export interface TempleListener {
  readonly tell: (told: TempleTold) => void;
  readonly command: (temple: string, command: DeviceCommand) => void;
  readonly forget: (temple: string) => void;
}

/** Called with each report of a temple. */
type ReportListener = (
  temple: string,
  odometer: Odometer,
  is: { readonly at: number; readonly isOwned: boolean },
) => void;

/** The most temples in memory. Beyond that, the oldest unclaimed or offline temple is dropped. */
const MOST_KEPT = 20_000;

const LOOK_EVERY_MS = 1000;

/** Less than a bridge waits for an answer, so that the caller learns that the temple was silent. */
const ANSWER_WITHIN_MS = 4000;

export class Temples {
  private readonly tools: TemplesTools;
  private readonly open = new Map<string, Temple>();
  private readonly listeners = new Set<TempleListener>();
  private readonly reportListeners = new Set<ReportListener>();
  private readonly answers = new Map<string, (result: CommandResult) => void>();
  private readonly timer: NodeJS.Timeout;

  /** How many failures since the start would have unbalanced an account. */
  private astray = 0;

  constructor(tools: TemplesTools) {
    const report: TemplesTools['report'] = (problem, fields) => {
      this.noteFailure(fields.error);
      tools.report(problem, fields);
    };
    this.tools = { ...tools, report };
    this.timer = setInterval(() => this.lookAround(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** Counts a failure, here or in a match, if it is an account that was about to lose or double beads. */
  noteFailure(error: unknown): void {
    if (error instanceof Unbalanced) this.astray++;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The temple with this id, even if it has never reported. */
  of(id: string): Temple {
    const known = this.open.get(id);
    if (known !== undefined) return known;
    this.makeRoom();
    const tell = (told: TempleTold) => {
      for (const listener of this.listeners) listener.tell(told);
    };
    const command = (one: DeviceCommand) => this.command(id, one);
    const temple = new Temple(id, { ...this.tools, tell, command });
    this.open.set(id, temple);
    return temple;
  }

  /** Whether the temple is known to belong to this process. */
  isHome(id: string): boolean {
    return this.open.get(id)?.isHome === true;
  }

  /** The open temples, the oldest first. */
  get all(): readonly Temple[] {
    return [...this.open.values()];
  }

  /**
   * Tells the messages of all temples. Each is told within the job that makes it, so that newer ones come after it. A temple
   * that cannot be read does not stop the others.
   */
  async tellAll(tell: (told: TempleTold) => void): Promise<void> {
    for (const temple of this.all.filter(({ isElsewhere }) => !isElsewhere))
      await temple.messages(tell).catch((error: unknown) => {
        this.tools.report('a temple cannot be told of', { temple: temple.id, error });
      });
  }

  /** From now on the listener gets the messages for devices. */
  listen(listener: TempleListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** From now on the listener gets all reports. */
  watchReports(listener: ReportListener): () => void {
    this.reportListeners.add(listener);
    return () => this.reportListeners.delete(listener);
  }

  async observe(id: string, odometer: Odometer, heard?: Heard): ReturnType<Temple['observe']> {
    const temple = this.of(id);
    const observed = await temple.observe(odometer, heard);
    const is = { at: this.tools.now(), isOwned: temple.state.owner !== undefined };
    for (const listener of this.reportListeners) listener(id, odometer, is);
    return observed;
  }

  setPresence(id: string, is: 'online' | 'offline'): void {
    this.of(id).setPresence(is);
  }

  setInfo(id: string, info: Info): void {
    this.of(id).device.info = info;
  }

  /** Whether the temple is online, and counts. */
  isFresh(id: string): boolean {
    return this.open.get(id)?.isFresh === true;
  }

  readonly seen: TempleSeen = (id) => ({
    name: this.open.get(id)?.state.wanted.name ?? id,
    isFresh: this.isFresh(id),
  });

  /** Asks a device to do something; nothing if it does not answer in time. */
  ask(id: string, command: DeviceCommand): Promise<CommandResult | undefined> {
    this.command(id, command);
    const key = `${id} ${command.transaction}`;
    return new Promise((resolve) => {
      const late = setTimeout(() => this.answers.delete(key) && resolve(undefined), ANSWER_WITHIN_MS);
      this.answers.set(key, (result) => {
        clearTimeout(late);
        this.answers.delete(key);
        resolve(result);
      });
    });
  }

  commandAnswered(id: string, result: CommandResult): void {
    this.answers.get(`${id} ${result.transaction}`)?.(result);
  }

  /** A match shows something new. */
  matchShown(match: Match): void {
    for (const id of match.position.temples.all.keys()) this.of(id).matchShown(match);
  }

  /** Gives all temples up: this process owns nothing any more. */
  async giveUpAll(): Promise<void> {
    await Promise.allSettled(this.all.filter(({ stream }) => stream.isRead).map((temple) => temple.giveUp()));
  }

  /** Takes the temple from its owner. An online temple goes on unclaimed; an offline temple's topics are cleared. */
  async forget(id: string, by: string): Promise<'gone' | 'lives-on' | 'retry'> {
    const temple = this.of(id);
    const released = await temple.takeAway(by);
    if (released.kind === 'retry') return 'retry';
    if (temple.isFresh) return 'lives-on';
    for (const listener of this.listeners) listener.forget(id);
    this.open.delete(id);
    return 'gone';
  }

  get counts(): TempleCounts {
    const all = this.all.filter(({ isElsewhere }) => !isElsewhere);
    const held = all.reduce((sum, { account }) => sum + account.held.war + account.held.rain, 0);
    const unbalanced = all.filter(({ account }) => !isBalanced(account)).length + this.astray;
    return { open: all.length, present: all.filter(({ isFresh }) => isFresh).length, held, unbalanced };
  }

  private command(id: string, command: DeviceCommand): void {
    for (const listener of this.listeners) listener.command(id, command);
  }

  private lookAround(): void {
    for (const temple of this.open.values()) temple.checkPresence();
  }

  /** Drops one temple if there are too many. A temple with an owner is opened again when it is needed. */
  private makeRoom(): void {
    if (this.open.size < MOST_KEPT) return;
    for (const [id, { state, isFresh }] of this.open)
      if (state.owner === undefined || !isFresh) return void this.open.delete(id);
  }
}

// The metrics of temples for Prometheus.

interface TempleCounts {
  readonly open: number;
  readonly present: number;
  readonly held: number;
  /** Accounts that do not balance, and failures since the start that would have unbalanced one. */
  readonly unbalanced: number;
}

export function templeMetrics(registry: Registry) {
  const registers = [registry];
  let countsNow = (): TempleCounts => ({ open: 0, present: 0, held: 0, unbalanced: 0 });
  const gauge = (name: string, help: string, of: keyof TempleCounts) =>
    new Gauge({
      name: `flower_war_temples${name}`,
      help,
      registers,
      collect() {
        this.set(countsNow()[of]);
      },
    });
  gauge('', 'temples heard of since the start', 'open');
  gauge('_present', 'temples that are there', 'present');
  gauge('_beads_held', 'beads that wait for a match, a turn or a person', 'held');
  gauge(
    '_unbalanced',
    'beads that were lost or doubled, or would have been since the start: anything but 0 is a bug',
    'unbalanced',
  );
  const reports = new Counter({
    name: 'flower_war_temple_reports_total',
    help: 'totals told by temples: new, or old ones once more',
    labelNames: ['kind'],
    registers,
  });
  const strays = new Counter({
    name: 'flower_war_temple_strays_total',
    help: 'what came over MQTT and was thrown away, by what was wrong',
    labelNames: ['what'],
    registers,
  });
  const watch = (counts: () => TempleCounts) => {
    countsNow = counts;
  };
  const strayCount = async () => (await strays.get()).values.reduce((sum, { value }) => sum + value, 0);
  return { reports, strays, strayCount, watch };
}
