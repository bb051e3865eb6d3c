/** For tests: an open registry of matches over a journal that can fail on demand. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answer, type TableSettings, tableSettings } from '@flower-war/protocol';
import { signerOf } from '@flower-war/protocol/hosting';
import { at, fastChance, resolveOptions } from '@flower-war/rules';
import { vi } from 'vitest';
import { type HostedGames, hostedGames } from '../base/hostedGames.ts';
import type { Match, MatchTools } from '../match/match.ts';
import type { Append, Journal } from '../store/journal/journal.ts';
import { MemoryJournal } from '../store/storedJournal.ts';
import { Matches, type MatchesTools } from './matches.ts';
import type { Cells } from './cells/cells.ts';
import type { Thinker } from './thinker.ts';

/** What happens to the next append, and to the reading of the tail that follows. */
export type Fault =
  | 'slow'
  | 'lost-before'
  | 'lost-after'
  | 'lost-after-and-blind'
  | 'lost-before-and-blind'
  | 'other-owner';

/** How long a slow append takes. */
export const SLOW_MS = 10;

/** A journal whose next appends fail as the list says; the journal under it is real. */
export class FaultyJournal extends MemoryJournal {
  readonly faults: Fault[] = [];
  private isBlind = false;

  override async append(append: Append): Promise<'appended' | 'conflict'> {
    const fault = this.faults.shift();
    if (fault === undefined) return super.append(append);
    if (fault === 'slow') {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return super.append(append);
    }
    this.isBlind = fault.endsWith('blind');
    if (fault === 'other-owner') {
      await this.writeAsAnother(append);
      return super.append(append);
    }
    if (fault.startsWith('lost-after')) await super.append(append);
    throw new Error('the connection to the journal is gone');
  }

  private async writeAsAnother({ match, ...append }: Append): Promise<void> {
    const owner = 'another process';
    const { claim } = await this.claim({ id: match, owner });
    await super.append({ ...append, match, owner, claim, hash: 'another' });
  }

  override async tail(match: string): ReturnType<Journal['tail']> {
    if (!this.isBlind) return super.tail(match);
    this.isBlind = false;
    throw new Error('the connection to the journal is gone');
  }
}

export interface TestTable {
  readonly journal: FaultyJournal;
  readonly matches: Matches;
  readonly reports: string[];
  /** Moves the clock. */
  now: number;
}

interface Parts {
  readonly games?: HostedGames;
  readonly journal?: FaultyJournal;
  /** Another journal to use instead. */
  readonly store?: Journal;
  readonly owner?: string;
  readonly botDelayMs?: number;
  readonly idleForMs?: number;
  readonly now?: number;
  readonly noticesFor?: MatchTools['noticesFor'];
  readonly vacationsOf?: MatchTools['vacationsOf'];
  readonly thinker?: Thinker;
  readonly cells?: Cells;
  readonly league?: MatchesTools['league'];
  readonly onShown?: MatchesTools['onShown'];
}

export function newTable(parts: Parts = {}): TestTable {
  const journal = parts.journal ?? new FaultyJournal();
  const reports: string[] = [];
  const table = { journal, reports, now: parts.now ?? 1_000_000 };
  const matches = new Matches({
    journal: parts.store ?? journal,
    games: parts.games ?? hostedGames(),
    now: () => table.now,
    owner: parts.owner ?? 'me',
    signer: signerOf('11'.repeat(32)),
    openForMs: 60_000,
    botDelayMs: parts.botDelayMs ?? 0,
    botChance: fastChance(7),
    ...(parts.noticesFor && { noticesFor: parts.noticesFor }),
    ...(parts.vacationsOf && { vacationsOf: parts.vacationsOf }),
    ...(parts.idleForMs !== undefined && { idleForMs: parts.idleForMs }),
    ...(parts.thinker && { thinker: parts.thinker }),
    ...(parts.cells && { cells: parts.cells }),
    ...(parts.league && { league: parts.league }),
    ...(parts.onShown && { onShown: parts.onShown }),
    note: () => {},
    report: (problem) => reports.push(problem),
  });
  return Object.assign(table, { matches });
}

interface TestMatch {
  readonly game?: string;
  readonly seats?: number;
  readonly settings?: Partial<TableSettings>;
  readonly host?: string;
}

/** A running match, with a player in each seat. */
export async function runningMatch(table: Pick<TestTable, 'matches' | 'now'>, wanted: TestMatch = {}): Promise<Match> {
  const match = await openedMatch(table, wanted);
  for (let seat = 0; seat < match.position.created.seats; seat++)
    await match.sit({ by: 'player', player: `p${seat}`, contribution: `0${seat}`.repeat(16) }, seat, table.now);
  return match;
}

/** A match whose seats are all free. */
export async function openedMatch({ matches }: Pick<TestTable, 'matches'>, wanted: TestMatch = {}): Promise<Match> {
  const { game = 'tieqchieq', seats = 2, settings = {}, host = 'p0' } = wanted;
  const table = tableSettings.parse(settings);
  const resolved = resolveOptions(at([...(await gamesOf(game))], 0), undefined, {});
  if (!resolved.ok) throw new Error('the defaults are lawful');
  const id = await matches.create({
    game,
    preset: resolved.preset,
    options: resolved.options,
    seats,
    table,
    host,
  });
  const match = await matches.open(id);
  if (match === undefined) throw new Error('a match that was created can be opened');
  return match;
}

async function gamesOf(game: string) {
  const hosted = hostedGames().get(game);
  return hosted === undefined ? [{ presets: [{ id: game, options: {} }], options: [] }] : [hosted.game];
}

let ids = 0;

/** The seat to move plays its first legal move. */
export async function playOne(match: Match, now = 1_000_000): Promise<Answer> {
  const seat = askedSeat(match);
  const { decision = 0, legal } = match.privateOf(seat);
  return match.act(seat, [ids++, decision, at(legal, 0)], now);
}

export function askedSeat(match: Match): number {
  return at(match.engine.toMove(match.position.state), 0);
}

const STEP_MS = 500;

/** Moves faked timers on in steps. Before and after each, what was asked of the journal is done: it answers in turns that are not faked. */
export async function passTime(milliseconds: number): Promise<void> {
  await someTurns();
  for (let left = milliseconds; left >= 0; left -= STEP_MS) {
    await vi.advanceTimersByTimeAsync(Math.min(left, STEP_MS));
    await someTurns();
  }
}

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
}
