/** The matches that are open in this process: created, opened on demand, woken when due, put to sleep when idle. */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chance } from '@flower-war/rules';
import { usualBot } from '../base/hostedGames.ts';
import { type Gap, givenTime, type OnGap } from '../base/serverTime.ts';
import { fillAt } from '../match/due/filling.ts';
import { Match, type MatchTools } from '../match/match.ts';
import { MatchClock } from '../match/matchClock.ts';
import { type Index, type Journal, JournalError } from '../store/journal/journal.ts';
import { BotDriver } from './botDriver.ts';
import { type CreatingTools, createMatch, type NewMatch } from './createMatch.ts';
import { openMatch } from './openMatch.ts';

export interface MatchesTools extends MatchTools, CreatingTools {
  /** Something was shown at a table with temples. */
  readonly onTemples?: (match: Match) => void;
  /** Nobody tells of gaps, if absent. */
  readonly onGap?: OnGap;
  /** What bots choose with. It decides no dice. */
  readonly botChance: Chance;
  readonly botDelayMs: number;
}

interface Live {
  readonly match: Match;
  readonly driver: BotDriver;
  readonly clock: MatchClock;
}

/** The driver of its bots, its clock, and this registry. */
const OWN_WATCHERS = 3;
const WAKE_EVERY_MS = 5000;
const WAKE_AT_ONCE = 200;

export class Matches {
  private readonly tools: MatchesTools;
  private readonly journal: Journal;
  private readonly live = new Map<string, Promise<Live | undefined>>();
  /** How many use each of them now: as long as one does, it stays open. */
  private readonly holds = new Map<string, number>();
  /** Due, but not to be opened: they must not keep the others waiting. */
  private readonly damaged = new Set<string>();
  private readonly timer: NodeJS.Timeout;

  constructor(tools: MatchesTools) {
    this.tools = tools;
    this.journal = tools.journal;
    this.timer = setInterval(() => void this.wake(), WAKE_EVERY_MS);
  }

  /** Writes the first entry of a match, and says its id. */
  create(wanted: NewMatch): Promise<string> {
    return createMatch(this.tools, wanted);
  }

  /** The matches that are open now, or about to be. */
  get awake(): readonly string[] {
    return [...this.live.keys()];
  }

  /** Does something with the match of this id, opened if it sleeps, and lets go of it on every path; nothing if there is none. */
  async use<T>(id: string, job: (match: Match) => Promise<T>): Promise<T | undefined> {
    const match = await this.open(id);
    if (match === undefined) return undefined;
    try {
      return await job(match);
    } finally {
      await this.release(id);
    }
  }

  /** The match of this id, which stays open until it is released once for each `open`: for what outlives a job, as rooms do. */
  async open(id: string): Promise<Match | undefined> {
    this.holds.set(id, this.holdsOf(id) + 1); // at once: a release that is under way must see it
    const live = await (this.live.get(id) ?? this.load(id)).catch((error: unknown) => {
      this.drop(id);
      throw error;
    });
    if (live === undefined) this.drop(id);
    return live?.match;
  }

  /** To be called once for each match that was opened. */
  async release(id: string): Promise<void> {
    this.drop(id);
    await this.letSleep(id);
  }

  private holdsOf(id: string): number {
    return this.holds.get(id) ?? 0;
  }

  private drop(id: string): void {
    const left = this.holdsOf(id) - 1;
    if (left > 0) this.holds.set(id, left);
    else this.holds.delete(id);
  }

  /** Puts a match to sleep that nobody uses or looks at, and that waits for nobody here. */
  private async letSleep(id: string): Promise<void> {
    const live = await this.opened(id);
    if (live === undefined || !this.isIdle(live)) return;
    putToSleep(live);
    this.live.delete(id);
  }

  private isIdle({ match, driver }: Live): boolean {
    if (this.holds.has(match.id) || match.watchers > OWN_WATCHERS || match.isBusy || driver.isBusy) return false;
    return fillAt(match.position) === undefined; // else its clock starts it on time
  }

  /** Opens what is due: bots to move, windows to answer in, endings to write, matches that waited too long for people. */
  async wake(): Promise<void> {
    try {
      const now = this.tools.now();
      const due = await this.journal.due(now, WAKE_AT_ONCE + this.damaged.size);
      for (const id of due) {
        if (!this.damaged.has(id)) await this.attend(id, now);
        await nextTurn(); // others want to be answered meanwhile
      }
    } catch (error) {
      this.tools.report('waking matches failed', { error });
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    for (const id of [...this.live.keys()]) {
      const live = await this.opened(id);
      if (live !== undefined) putToSleep(live);
    }
  }

  /** Nothing if it is not open, or could not be opened, which whoever asked for it was told. */
  private async opened(id: string): Promise<Live | undefined> {
    return this.live.get(id)?.catch(() => undefined);
  }

  /** One that cannot be opened was reported by `load`; a damaged one stays as it is until the server starts again. */
  private async attend(id: string, now: number): Promise<void> {
    const match = await this.open(id).catch((error: unknown) => {
      if (!(error instanceof JournalError)) this.damaged.add(id);
    });
    if (match === undefined) return;
    try {
      await this.look(match, now);
    } finally {
      await this.release(id);
    }
  }

  private async look(match: Match, now: number): Promise<void> {
    const { status, created } = match.position;
    if (status === 'open' && fillAt(match.position) !== undefined) await match.tend(now);
    else if (status === 'open' && created.at + this.tools.openForMs <= now) await match.abort('nobody-came', now);
    else if (match.isForgotten(now)) await match.abort('abandoned', now);
    if (status === 'over') await match.resume(0, now);
  }

  private load(id: string): Promise<Live | undefined> {
    const loading = this.read(id).catch((error: unknown) => {
      this.live.delete(id);
      this.tools.report('a match could not be opened', { match: id, error });
      throw error;
    });
    this.live.set(id, loading);
    return loading;
  }

  private async read(id: string): Promise<Live | undefined> {
    const stored = await this.journal.read(id);
    if (stored === undefined) {
      this.live.delete(id);
      return undefined;
    }
    const opened = await openMatch(stored, this.tools.games.engineOf);
    const hosted = this.tools.games.get(stored.index.game);
    const openedAt = this.tools.now();
    const match = new Match({ ...opened, openedAt }, { ...this.tools, usualBot: hosted && usualBot(hosted) });
    const lost = await this.journal.lostSince(opened.lastAt);
    const { now, onGap = givenTime(now).onGap } = this.tools;
    const gaps: Gap[] = [];
    const stop = onGap((gap) => gaps.push(gap));
    await resumed(match, { ...stored, lost, at: openedAt }).finally(stop);
    const clock = new MatchClock(match, { now, onGap });
    for (const gap of gaps) match.noteGap(gap);
    const driver = new BotDriver(match, this.driverTools(stored.index));
    this.attendTo(match);
    return { match, driver, clock };
  }

  private attendTo(match: Match): void {
    let { status } = match.position;
    const onFlush = () => {
      const { status: now, result } = match.position;
      if (now !== status && now !== 'over')
        this.tools.note(`match ${now}`, { match: match.id, ...(result && { result }) });
      status = now;
      if (match.position.temples.all.size > 0) this.tools.onTemples?.(match);
    };
    match.watch({ onFlush, onLost: () => this.live.delete(match.id), onDone: () => this.letGo(match) });
  }

  /** A match that was busy when the last one let go of it, or that bots played on, is looked at again after each command. */
  private letGo({ id, watchers }: Match): void {
    if (watchers <= OWN_WATCHERS && !this.holds.has(id)) setImmediate(() => void this.letSleep(id));
  }

  private driverTools({ game }: Index) {
    const { botChance, botDelayMs, now, games } = this.tools;
    return { botOf: (name: string) => games.get(game)?.bots[name], chance: botChance, delayMs: botDelayMs, now };
  }
}

/** The time that was lost counts once. A match that could not be marked as restored must not be played. */
async function resumed(
  match: Match,
  { restores, lost, at }: { readonly restores: number; readonly lost: number; readonly at: number },
): Promise<void> {
  for (let n = 0; n < restores; n++) {
    const entropy = randomBytes(32).toString('hex');
    const { kind } = await match.restore({ lost: n === 0 ? lost : 0, at, entropy });
    if (kind !== 'done') throw new JournalError('the record could not say that the match was restored');
  }
  await match.resume(restores === 0 ? lost : 0, at);
}

function putToSleep({ match, driver, clock }: Live): void {
  driver.stop();
  clock.stop();
  match.sleep();
}
