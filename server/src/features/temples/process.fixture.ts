/** For tests: the matches and temples of one process, over a journal that it shares with other or later processes. */

import type { Odometer, TableSettings, TempleTold } from '@flower-war/protocol';
import { signerOf } from '@flower-war/protocol/hosting';
import { fastChance } from '@flower-war/rules';
import { type HostedGames, hostedGames } from '../../base/hostedGames.ts';
import type { Committed } from '../../base/refused.ts';
import type { Match } from '../../match/match.ts';
import { Matches } from '../../matches/matches.ts';
import { runningMatch } from '../../matches/table.fixture.ts';
import type { Append, Journal } from '../../store/journal/journal.ts';
import { Temples } from './temples.ts';

export const TEMPLE = 'templo-7f3a';

export interface Process {
  readonly matches: Matches;
  readonly temples: Temples;
  readonly told: TempleTold[];
  readonly reports: string[];
  /** The events of its log. */
  readonly noted: string[];
  readonly observe: (war: number, rain?: number, epoch?: number) => ReturnType<Temples['observe']>;
  readonly stop: () => Promise<void>;
}

let processes = 0;

/** All players have it. The lights of a temple have room for the first half of its last character. */
export const NAME = `${'I'.repeat(23)}💀`;

/** Starts a process. `now` gives the time whenever it matters. */
export function newProcess(journal: Journal, now: () => number, games: HostedGames = hostedGames()): Process {
  const owner = `process ${processes++}`;
  const [told, reports, noted]: [TempleTold[], string[], string[]] = [[], [], []];
  const report = (problem: string) => void reports.push(problem);
  const temples: Temples = new Temples({
    journal,
    now,
    owner,
    report,
    onPresence: () => {},
    nameOf: () => NAME,
    note: (event) => void noted.push(event),
    matches: { open: (id) => matches.open(id), release: (id) => matches.release(id) },
  });
  const matches: Matches = new Matches({
    journal,
    games,
    now,
    owner,
    note: () => {},
    signer: signerOf('11'.repeat(32)),
    botChance: fastChance(7),
    openForMs: 1e12,
    botDelayMs: 0,
    onTemples: (match) => temples.matchShown(match),
    report: (problem, { error }) => {
      temples.noteFailure(error);
      report(problem);
    },
    isTempleFresh: (temple) => temples.isFresh(temple),
  });
  temples.listen({ tell: (one) => void told.push(one), command: () => {}, forget: () => {} });
  const odometer = (war: number, rain = 0, epoch = 7): Odometer => ({ v: 1, epoch, war, rain });
  const stop = async () => {
    temples.stop();
    await matches.stop();
  };
  return { matches, temples, told, reports, noted, observe: (...of) => temples.observe(TEMPLE, odometer(...of)), stop };
}

/** A process in which p0 has claimed the temple after `war` beads. */
export async function claimed(journal: Journal, now: () => number, war = 40): Promise<Process> {
  const process = newProcess(journal, now);
  await process.observe(war);
  await process.temples.of(TEMPLE).claim('p0', 'printed');
  return process;
}

/** A match of p0 and p1. */
export function matchIn({ matches }: Process, now: number, settings: Partial<TableSettings> = {}): Promise<Match> {
  return runningMatch({ matches, now } as never, { game: 'flower-war', settings });
}

/** The players play on without offerings, as long as `isToGoOn` holds. */
export async function playOn(match: Match, isToGoOn: () => boolean): Promise<void> {
  for (let move = 0; isToGoOn(); move++) {
    if (move === 1000) throw new Error('it never came to that');
    const seat = match.awaited[0] ?? 0;
    const { decision = 0, legal } = match.privateOf(seat);
    const quiet = legal.find((one) => one === 'done' || one === 'pass') ?? legal[0] ?? '';
    const { at } = match.position.created;
    void match.act(seat, [`quiet ${match.publicStep} ${move}`, decision, quiet], at); // in a window it is answered later
    await match.tend(at);
  }
}

export function bind({ temples }: Process, { id }: Match): Promise<Committed> {
  return temples.of(TEMPLE).bind('p0', { match: id, seat: 0 });
}

/** A journal that fails now and then, before or after a write, and always after its process is killed. */
export class UnsafeJournal {
  readonly journal: Journal;
  /** How many appends are left to this process. */
  left = Number.POSITIVE_INFINITY;
  failures = 0;
  /** One of this many appends fails; none if 0. */
  oneIn = 0;

  constructor(real: Journal, seed: number) {
    const chance = fastChance(seed);
    const journal: Journal = Object.create(real);
    journal.append = async (append: Append) => {
      if (this.left-- <= 0) throw new Error('this process is dead');
      if (this.oneIn === 0 || append.expectedSeq === 0 || chance.die(this.oneIn) > 1) return real.append(append);
      this.failures++;
      if (chance.coin()) await real.append(append);
      throw new Error('the connection to the journal is gone');
    };
    journal.linesOf = async (temple: string, some) => {
      if (this.left < 0 || (this.oneIn > 0 && chance.die(this.oneIn * 2) === 1)) throw new Error('nothing can be read');
      return real.linesOf(temple, some);
    };
    this.journal = journal;
  }
}
