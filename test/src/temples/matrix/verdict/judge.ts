/** What must hold in every cell when all is quiet. */

import { unbalanced } from '../stage/monitor.ts';
import { ROGUE, type Stage, TEMPLE } from '../stage/stage.ts';
import { sum } from '../stage/truth.ts';
import { type BookLine, readBooks } from './books.ts';
import { readMatch } from './records.ts';

export interface Figures {
  /** Beads of the temple at the table and of all others. */
  readonly dropped: number;
  /**
   * Beads of the temple at the table that count for no player: they fell without power, into a memory that was then
   * lost, or while the temple had no owner.
   */
  readonly unheard: number;
  readonly sensed: number;
  readonly applied: number;
  readonly held: number;
  readonly refused: number;
  readonly rev: number;
  readonly matches: number;
}

export interface Judging {
  /** Whether every bead can be heard. */
  readonly isExact: boolean;
  /** Whether the ledger on its topic may be an older one for a moment. */
  readonly mayFall: boolean;
}

export async function judge(stage: Stage, judging: Judging) {
  const { truth, people } = stage;
  const now = await stage.until(
    'the match is over for the temple, and it is there',
    () => stage.temple(),
    ({ bound, isFresh }) => bound === undefined && isFresh,
  );
  const books = readBooks(await stage.server.ask<readonly BookLine[]>('log', TEMPLE), now.account);
  const played = await Promise.all(people.matches.map((match) => playedIn(stage, match)));
  const given = played.reduce((skulls, match) => skulls + match.given, 0);
  const counted = books.sensed + books.nobodys;
  const { least, most } = truth;
  const isCounted = judging.isExact ? counted === most : counted >= least && counted <= most;
  const problems = [
    ...(isCounted
      ? []
      : [`counted ${counted} beads, where ${judging.isExact ? most : `${least} to ${most}`} could be known`]),
    ...(given === books.applied ? [] : [`the gods had ${given} skulls of beads, and ${books.applied} are applied`]),
    ...played.flatMap((match) => match.problems),
    ...unbalanced(TEMPLE, now.ack),
    ...(await rogueProblems(stage)),
    ...(await ledgerProblems(stage, judging, now.ack.rev)),
    ...people.problems,
  ];
  const { held, refused } = now.account;
  const inCrowd = stage.crowd.reduce((beads, twin) => beads + sum(twin.truth), 0);
  return {
    figures: {
      dropped: truth.dropped + inCrowd,
      unheard: truth.dropped - books.sensed,
      sensed: books.sensed + inCrowd,
      applied: books.applied,
      held: sum(held),
      refused: sum(refused),
      rev: now.ack.rev,
      matches: people.matches.length,
    },
    problems,
  };
}

async function playedIn(stage: Stage, match: string) {
  const lines = await stage.server.ask<readonly string[]>('lines', match);
  return readMatch(match, lines, TEMPLE);
}

async function rogueProblems(stage: Stage): Promise<readonly string[]> {
  const { account } = await stage.temple(ROGUE);
  return sum(account.sensed) === 0 ? [] : [`a temple without an owner was counted: ${JSON.stringify(account.sensed)}`];
}

/** In the end the broker must hold the newest ledger, and it must never have held a newer one. */
async function ledgerProblems(
  { monitor, until }: Stage,
  { mayFall }: Judging,
  rev: number,
): Promise<readonly string[]> {
  const standing = () => monitor.standing.get(TEMPLE)?.rev ?? -1;
  const late = await until('the ledger at the broker', standing, (stands) => stands >= rev).then(
    () => [],
    () => [`ledger ${standing()} stands at the broker, and ${rev} is the newest`],
  );
  const newest = monitor.newest.get(TEMPLE)?.rev ?? 0;
  return [
    ...late,
    ...(newest > rev ? [`ledger ${newest} was published, and the server has ${rev}: it fell`] : []),
    ...(monitor.fell > 0 && !mayFall ? [`${monitor.fell} ledgers were older than one before them`] : []),
    ...monitor.problems,
  ];
}
