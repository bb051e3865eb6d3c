/** The matches of this process: it creates them, opens them on demand, wakes them when due, puts idle ones to sleep. */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chance, Seat } from '@flower-war/rules';
import { unknownRulesIn, usualBot } from '../base/hostedGames.ts';
import { isTournament, LEAGUE } from '../base/ids.ts';
import { type Gap, givenTime, type OnGap } from '../base/serverTime.ts';
import { fillAt, isTimeToComeOver, openUntil } from '../match/record/timeouts.ts';
import { Match, type MatchTools } from '../match/match.ts';
import type { OpenedMatch } from '../match/record/writer.ts';
import { StoreError } from '../store/engine/engine.ts';
import type { Journal, Stored } from '../store/journal/journal.ts';
import { Elsewhere } from '../store/ownership/processes.ts';
import { BotDriver, type DriverTools, WakeTimer } from './botDriver.ts';
import { type CreatingTools, createMatch, type NewMatch } from './createMatch.ts';
import { openMatch } from './openMatch.ts';
import type { Cells } from './cells/cells.ts';
import { type BotQuestion, botsOf, type Thinker } from './thinker.ts';

export interface MatchesTools extends MatchTools, CreatingTools {
  /** Called when a table with temples showed a change. */
  readonly onTemples?: (match: Match) => void;
  /** Called after a match was opened, or has shown something. */
  readonly onShown?: (match: Match) => void;
  /** The source of gaps. Without it no gaps are known. */
  readonly onGap?: OnGap;
  /** Reads what the table of a match shows without a wait, such as names. */
  readonly furnish?: (match: Match) => Promise<void>;
  /** The chance for bots' choices. It decides no dice. */
  readonly botChance: Chance;
  readonly botDelayMs: number;
  /** What holds for matches of the league alone. */
  readonly league?: {
    readonly mayPlay: () => boolean;
    readonly onLostTurn: (match: string, seat: Seat) => void;
  };
  /** Where slow bots think. Without it they think in this thread. */
  readonly thinker?: Thinker;
  /** Where the bots of strangers run, if the host has any. */
  readonly cells?: Cells;
  /** Rejects with `Elsewhere` while this process leaves its matches to others. */
  readonly mayClaim?: (id: string) => Promise<void>;
}

interface Live {
  readonly match: Match;
  readonly driver: BotDriver;
  readonly clock: WakeTimer;
  /** Ends the watching of this registry. */
  readonly unwatch: () => void;
}

/** Every open match has these watchers: its bot driver, its clock and this registry. */
const OWN_WATCHERS = 3;
const WAKE_EVERY_MS = 5000;
const WAKE_AT_ONCE = 200;

export class Matches {
  private readonly tools: MatchesTools;
  private readonly journal: Journal;
  private readonly live = new Map<string, Promise<Live | undefined>>();
  /** The number of users of each match. A match with users stays open. */
  private readonly holds = new Map<string, number>();
  /** Matches that are due but cannot be opened. They are skipped, so that they do not block the others. */
  private readonly damaged = new Set<string>();
  /** How many due matches go on waiting after an outage. They block no others either. */
  private spared = 0;
  /** The end of the last outage: the process began, or its time had a gap. */
  private backSince: number;
  /** Ended matches that this process gives up at this moment. */
  private readonly leaving = new Map<string, Promise<void>>();
  private readonly timer: NodeJS.Timeout;
  private readonly stopListening: (() => void) | undefined;
  private isTakingOver = false;

  constructor(tools: MatchesTools) {
    this.tools = tools;
    this.journal = tools.journal;
    this.backSince = tools.now();
    this.stopListening = tools.onGap?.(({ at }) => {
      this.backSince = at;
    });
    this.timer = setInterval(() => void this.wake(), WAKE_EVERY_MS);
  }

  /** Creates a match and returns its id. */
  create(wanted: NewMatch): Promise<string> {
    return createMatch(this.tools, wanted);
  }

  isAwake(id: string): boolean {
    return this.live.has(id);
  }

  /** The match if it is open here, or as soon as it is. Never opens it. */
  async ifAwake(id: string): Promise<Match | undefined> {
    return (await this.opened(id))?.match;
  }

  /** The ids of the matches that are open or being opened. */
  get awake(): readonly string[] {
    return [...this.live.keys()];
  }

  /** Opens a match, runs a job on it, and releases it in any case. Undefined if there is no such match. */
  async use<T>(id: string, job: (match: Match) => Promise<T>): Promise<T | undefined> {
    const match = await this.open(id);
    if (match === undefined) return undefined;
    try {
      return await job(match);
    } finally {
      await this.release(id);
    }
  }

  /** Opens a match for a long-lived user, such as a room. It stays open until each `open` has had its `release`. */
  async open(id: string): Promise<Match | undefined> {
    this.holds.set(id, this.holdsOf(id) + 1); // before any await, so that a release under way sees it
    const live = await (this.live.get(id) ?? this.load(id)).catch((error: unknown) => {
      this.drop(id);
      throw error;
    });
    if (live === undefined) this.drop(id);
    return live?.match;
  }

  /** Ends one use of a match. Call it once for each `open`. */
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

  /** Puts a match to sleep if it has no users and no watchers, and waits for nothing in this process. */
  private async letSleep(id: string): Promise<void> {
    const live = await this.opened(id);
    if (live === undefined || !this.isIdle(live)) return;
    putToSleep(live);
    this.live.delete(id);
    if (live.match.position.status === 'ended') this.leave(id);
  }

  /** Nothing is written to an ended match any more. All others stay with this process until it drains or dies. */
  private leave(id: string): void {
    const left = this.journal.release(id, this.tools.owner).catch(() => {}); // then it stays with this process
    this.leaving.set(
      id,
      left.finally(() => this.leaving.delete(id)),
    );
  }

  private isIdle({ match, driver }: Live): boolean {
    if (this.holds.has(match.id) || match.watchers > OWN_WATCHERS || match.isBusy || driver.isBusy) return false;
    return fillAt(match.position) === undefined; // otherwise it stays open, so that its clock fills it on time
  }

  /** Opens due matches: for moves of bots, answers in windows, missing endings, or too long a wait for players. */
  async wake(): Promise<void> {
    try {
      const due = await this.journal.due(this.tools.now(), WAKE_AT_ONCE + this.damaged.size + this.spared);
      this.spared = 0;
      await this.attendAll(due);
    } catch (error) {
      this.tools.report('waking matches failed', { error });
    }
  }

  /** Goes on with matches of dead processes whose clocks run, or whose bots play. Returns whether there were none. */
  async takeOver(): Promise<boolean> {
    if (this.isTakingOver) return false;
    this.isTakingOver = true;
    try {
      const orphans = await this.journal.orphans(WAKE_AT_ONCE + this.damaged.size);
      await this.attendAll(orphans);
      return orphans.length === 0;
    } catch (error) {
      this.tools.report('matches of a dead process could not be taken over', { error });
      return false;
    } finally {
      this.isTakingOver = false;
    }
  }

  private async attendAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (!this.damaged.has(id)) await this.attend(id, this.tools.now());
      await nextTurn(); // so that requests are answered in between
    }
  }

  /** Gives all open matches up. Resolves when nothing is under way in them. Their watchers are still to be told. */
  async giveUpAll(): Promise<readonly Match[]> {
    const given = await Promise.all(
      [...this.live.keys()].map(async (id) => {
        const live = await this.opened(id);
        if (live === undefined) return undefined;
        live.driver.stop();
        live.clock.stop();
        live.unwatch(); // before its other watchers are told, the match may be opened here again
        await live.match.giveUp();
        this.live.delete(id);
        return live.match;
      }),
    );
    return given.filter((match) => match !== undefined);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopListening?.();
    for (const id of [...this.live.keys()]) {
      const live = await this.opened(id);
      if (live !== undefined) putToSleep(live);
    }
    await this.tools.thinker?.close();
    await this.tools.cells?.close();
  }

  /** The match if it is open. A failed opening counts as not open: its caller got the error. */
  private async opened(id: string): Promise<Live | undefined> {
    return this.live.get(id)?.catch(() => undefined);
  }

  /** Does the work of a due match. `load` reports a failed opening. A damaged match, and one of newer rules, is skipped until a restart. */
  private async attend(id: string, now: number): Promise<void> {
    const match = await this.open(id).catch((error: unknown) => {
      if (!(error instanceof StoreError || error instanceof Elsewhere)) this.damaged.add(id);
    });
    if (match === undefined) return;
    try {
      await this.look(match, now);
    } finally {
      await this.release(id);
    }
  }

  private async look(match: Match, now: number): Promise<void> {
    const { status } = match.position;
    if (match.dueAt !== undefined && status !== 'running') await this.tend(match, now);
    else if (status === 'open' && (await this.isUnwanted(match, now))) await match.abort('nobody-came', now);
    else if (match.isForgotten(now)) await match.abort('abandoned', now);
  }

  /** After an outage, bots may come later than the index says. */
  private async tend(match: Match, now: number): Promise<void> {
    await match.tend(now);
    if (match.position.status === 'open' && (match.dueAt ?? now) > now) this.spared++;
  }

  /** Whether an open match has waited long enough for players. */
  private async isUnwanted({ position: { created } }: Match, now: number): Promise<boolean> {
    if (openUntil(created, this.tools.openForMs) > now) return false;
    if (!isTournament(created.host)) return true;
    const { owner } = this.tools;
    const { backSince } = this;
    const lost = await this.journal.lostSince(created.at, { owner, now: backSince });
    const isOver = isTimeToComeOver(created, { lost, backSince }, now);
    if (!isOver) this.spared++;
    return isOver;
  }

  private load(id: string): Promise<Live | undefined> {
    const loading = this.read(id).catch((error: unknown) => {
      this.live.delete(id);
      if (!(error instanceof Elsewhere)) this.tools.report('a match could not be opened', { match: id, error });
      throw error;
    });
    this.live.set(id, loading);
    return loading;
  }

  private async read(id: string): Promise<Live | undefined> {
    await this.leaving.get(id);
    const found = await this.journal.index(id);
    if (found === undefined) {
      this.live.delete(id);
      return undefined;
    }
    const { owner, games } = this.tools;
    const unknown = await unknownRulesIn(games, found.index.summary);
    if (unknown !== undefined) throw unknown; // before the claim: another process may know them
    await this.tools.mayClaim?.(id);
    const { claim, awaySince } = await this.journal.claim({ id, owner });
    const stored = await this.journal.read(id); // after the claim, so that no other process writes any more
    if (stored === undefined) {
      this.live.delete(id);
      this.leave(id);
      return undefined;
    }
    const opened = await openMatch(stored, games.engineOf);
    const { now, onGap = givenTime(now).onGap } = this.tools;
    const gaps: Gap[] = [];
    const stop = onGap((gap) => gaps.push(gap)); // what is lost after the match was opened
    const openedAt = now();
    try {
      const match = this.matchOf(stored, { ...opened, tail: { ...opened.tail, claim }, openedAt });
      await this.tools.furnish?.(match);
      const away = { owner, now: openedAt, ...(awaySince !== undefined && { since: awaySince }) };
      const { status, peopleSince } = match.position;
      const lost = await this.journal.lostSince((status === 'open' && peopleSince) || opened.lastAt, away);
      await resumed(match, { ...stored, lost, at: openedAt });
      if (match.isLost) throw new StoreError('the match went elsewhere while it was opened'); // and told no watcher
      const clock = new WakeTimer(match, { now, onGap });
      for (const gap of gaps) match.noteGap(gap);
      const driver = new BotDriver(match, this.driverTools(match));
      const unwatch = this.attendTo(match);
      this.tools.onShown?.(match);
      return { match, driver, clock, unwatch };
    } finally {
      stop();
    }
  }

  private matchOf({ index }: Stored, opened: OpenedMatch): Match {
    const hosted = this.tools.games.get(index.game);
    const usual = hosted && usualBot(hosted);
    const chosen = isTournament(opened.position.created.host) ? usual : (hosted?.standIn ?? usual);
    return new Match(opened, { ...this.tools, usualBot: chosen });
  }

  private attendTo(match: Match): () => void {
    let { status } = match.position;
    const onFlush = () => {
      const { status: now, result } = match.position;
      if (now !== status && now !== 'over')
        this.tools.note(`match ${now}`, { match: match.id, ...(result && { result }) });
      status = now;
      if (match.position.temples.all.size > 0) this.tools.onTemples?.(match);
      this.tools.onShown?.(match);
    };
    return match.watch({ onFlush, onLost: () => this.live.delete(match.id), onDone: () => this.letGo(match) });
  }

  /** After each command: a match that was busy at its last release, or on which bots played on, may sleep now. */
  private letGo({ id, watchers }: Match): void {
    if (watchers <= OWN_WATCHERS && !this.holds.has(id)) setImmediate(() => void this.letSleep(id));
  }

  /** The place of the move that a slow bot would choose. Undefined if it has no time now. */
  async advise(asked: BotQuestion): Promise<number | undefined> {
    return this.tools.thinker?.advise(asked);
  }

  private driverTools({ id, position: { created } }: Match): DriverTools {
    const { botChance, botDelayMs, now, games, league, thinker, cells } = this.tools;
    const bots = botsOf(games.get(created.game), { thinker, cells });
    const usual = { bots, chance: botChance, delayMs: botDelayMs, now };
    if (league === undefined || created.host !== LEAGUE) return usual;
    return { ...usual, mayPlay: league.mayPlay, onLostTurn: (seat) => league.onLostTurn(id, seat) };
  }
}

/** Resumes an opened match. Lost time counts once. Throws if a restore cannot be recorded, so that no move is made. */
async function resumed(
  match: Match,
  { restores, lost, at }: { readonly restores: number; readonly lost: number; readonly at: number },
): Promise<void> {
  for (let n = 0; n < restores; n++) {
    const entropy = randomBytes(32).toString('hex');
    const { kind } = await match.restore({ lost: n === 0 ? lost : 0, at, entropy });
    if (kind !== 'done') throw new StoreError('the record could not say that the match was restored');
  }
  const { kind } = await match.resume(restores === 0 ? lost : 0, at);
  if (kind === 'retry') match.noteGap({ at, lost }); // then it is recorded before any other entry
}

function putToSleep({ match, driver, clock }: Live): void {
  driver.stop();
  clock.stop();
  match.sleep();
}
