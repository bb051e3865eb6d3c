/**
 * The temples that this server knows. Each has a journal of its own; while it counts for a match, the record of the match
 * counts alone, and what it counted is taken over when that ends. Whatever a crash leaves undone is done at the next look.
 */
import {
  type Ack,
  type CommandResult,
  type DeviceCommand,
  type Info,
  isBalanced,
  type Odometer,
  type TempleTold,
  Unbalanced,
} from '@flower-war/protocol';
import type { Match } from '../../match/match.ts';
import type { TempleSeen } from './tableTemples.ts';
import { Temple, type TempleTools } from './temple.ts';
import type { TempleCounts } from './templeMetrics.ts';

export type TemplesTools = Omit<TempleTools, 'tell'>;

/** Passes on to the devices what they are to show and to do. */
export interface TempleListener {
  readonly tell: (told: TempleTold) => void;
  readonly command: (temple: string, command: DeviceCommand) => void;
  readonly forget: (temple: string) => void;
}

/** Is called with each report of a temple that no player has claimed. */
type UnclaimedListener = (temple: string, odometer: Odometer, at: number) => void;

/** Unclaimed devices cost memory. Of more than these, the ones that came first are let go. */
const MOST_KEPT = 20_000;
const LOOK_EVERY_MS = 1000;
/** Less than a bridge waits for an answer of the server, so that the caller learns that the temple was silent. */
const ANSWER_WITHIN_MS = 4000;

export class Temples {
  private readonly tools: TemplesTools;
  private readonly open = new Map<string, Temple>();
  private readonly listeners = new Set<TempleListener>();
  private readonly unclaimedListeners = new Set<UnclaimedListener>();
  private readonly answers = new Map<string, (result: CommandResult) => void>();
  private readonly timer: NodeJS.Timeout;

  /** Accounts that would not balance, since the start. */
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

  /** What failed, here or in a match, may be an account that was about to lose beads, or double them. */
  noteFailure(error: unknown): void {
    if (error instanceof Unbalanced) this.astray++;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The temple of this id, also one that was never heard of. */
  of(id: string): Temple {
    const known = this.open.get(id);
    if (known !== undefined) return known;
    this.makeRoom();
    const tell = (told: TempleTold) => {
      for (const listener of this.listeners) listener.tell(told);
    };
    const temple = new Temple(id, { ...this.tools, tell });
    this.open.set(id, temple);
    return temple;
  }

  /** The open temples, the oldest first. */
  get all(): readonly Temple[] {
    return [...this.open.values()];
  }

  /** What each temple is to show. A temple that cannot be read does not hold up the others. */
  async *messagesOfAll(): AsyncGenerator<TempleTold> {
    for (const temple of this.all) {
      const told = await temple.messages().catch((error: unknown) => {
        this.tools.report('a temple cannot be told of', { temple: temple.id, error });
      });
      if (told !== undefined) yield told;
    }
  }

  /** Is called with what devices are to be told, from now on. */
  listen(listener: TempleListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Is called with all totals of unclaimed temples, from now on. */
  watchUnclaimed(listener: UnclaimedListener): () => void {
    this.unclaimedListeners.add(listener);
    return () => this.unclaimedListeners.delete(listener);
  }

  async observe(id: string, odometer: Odometer): Promise<{ readonly ack: Ack; readonly isOld: boolean }> {
    const temple = this.of(id);
    const observed = await temple.observe(odometer);
    if (temple.state.owner === undefined)
      for (const listener of this.unclaimedListeners) listener(id, odometer, this.tools.now());
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
    for (const listener of this.listeners) listener.command(id, command);
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

  /** Something was shown in a match. */
  matchShown(match: Match): void {
    for (const id of match.position.temples.all.keys()) this.of(id).matchShown(match);
  }

  /** The temple is taken from its owner. Of one that is offline nothing is left at the brokers; an online one goes on, unclaimed. */
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
    const all = [...this.open.values()];
    const held = all.reduce((sum, { account }) => sum + account.held.war + account.held.rain, 0);
    const unbalanced = all.filter(({ account }) => !isBalanced(account)).length + this.astray;
    return { open: all.length, present: all.filter(({ isFresh }) => isFresh).length, held, unbalanced };
  }

  private lookAround(): void {
    for (const temple of this.open.values()) temple.checkPresence();
  }

  /** An owner’s temple is opened again when it is asked for. */
  private makeRoom(): void {
    if (this.open.size < MOST_KEPT) return;
    for (const [id, { state, isFresh }] of this.open)
      if (state.owner === undefined || !isFresh) return void this.open.delete(id);
  }
}
