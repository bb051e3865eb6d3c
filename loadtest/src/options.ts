/** What the caller of `npm run load` wants. */
import { BadCommand, type Command, type Given, readCommand } from '@flower-war/protocol/command-line';
import { LOADS, type LoadName } from './load.ts';
import { loadOf, MOST_TEMPLES_OF_A_PLAYER } from './loads.ts';
import { LEAST_PERCENT } from './run/quota.ts';

export interface Wanted {
  readonly load: LoadName;
  readonly players: number;
  readonly seconds: number;
  /** One run for each of these numbers, on PostgreSQL and Redis. Without any there is one process with its records on disk. */
  readonly processes: readonly number[];
  /** `players` is the number for each process, not for all of them together. */
  readonly isForEach: boolean;
  /** Each process of the server gets so many percent of a core while it is measured. */
  readonly quota: number | undefined;
  /** Matches that there are before the first player comes. */
  readonly matches: number;
  /** Temples whose beads fall; 0 in other loads. */
  readonly temples: number;
  /** Raise the number of players until the server is too slow. */
  readonly findsKnee: boolean;
  /** Write a profile of the server's processor time beside the page. */
  readonly isProfiled: boolean;
}

/** Longer runs fill the memory of k6, which keeps every figure. */
const MOST_MINUTES = 60;
const MOST_SECONDS = 60 * MOST_MINUTES;
const USUAL_SECONDS = 60;
/** The broker that `npm start` runs holds 1000 connections. */
const MOST_TEMPLES = 900;

export const COMMAND = {
  name: 'load',
  does: 'loads a real server with many players, and writes a page about it',
  words: { of: 'LOAD', least: 1, most: 1, tells: 'one of those below' },
  flags: {
    players: { kind: 'whole', least: 1, most: 50_000, tells: 'how many; each load has its own number' },
    minutes: { kind: 'whole', least: 1, most: MOST_MINUTES, tells: 'how long, instead of --seconds' },
    seconds: { kind: 'whole', least: 1, most: MOST_SECONDS, tells: `how long (${USUAL_SECONDS})` },
    processes: {
      kind: 'wholes',
      least: 1,
      most: 26,
      tells: 'a run for each of these numbers of servers, on PostgreSQL and Redis',
    },
    each: { kind: 'switch', tells: 'the players are those of each process' },
    quota: { kind: 'whole', of: 'PERCENT', least: LEAST_PERCENT, most: 100, tells: 'of a core, for each process' },
    matches: { kind: 'whole', least: 1, most: 1_000_000, tells: 'that there are before the first player comes' },
    temples: { kind: 'whole', least: 1, most: MOST_TEMPLES, tells: 'whose beads fall, in the load temples' },
    knee: { kind: 'switch', tells: 'raises the number of players until the server is too slow' },
    profile: { kind: 'switch', tells: 'writes a profile of the processor time beside the page' },
  },
  more: LOADS.map((name) => `  ${name.padEnd(10)}${loadOf[name].tells}`).join('\n'),
} as const satisfies Command;

/** Throws a BadCommand for what cannot be done. */
export function readWish(given: readonly string[]): Wanted {
  const { values, words } = readCommand(COMMAND, given);
  const load = LOADS.find((one) => one === words[0]);
  if (load === undefined)
    throw new BadCommand(
      `Name one load: ${LOADS.join(', ')}. npm run load -- --help tells what each is. ${JSON.stringify(words[0])} is none of them.`,
    );
  const temples = values.temples ?? loadOf[load].temples ?? 0;
  const wanted = {
    load,
    players: values.players ?? usualPlayers(load, temples),
    seconds: secondsIn(values),
    processes: values.processes,
    isForEach: values.each,
    quota: values.quota,
    matches: values.matches ?? loadOf[load].matches ?? 0,
    temples,
    findsKnee: values.knee,
    isProfiled: values.profile,
  };
  const problem = problemOf(wanted, { matches: values.matches !== undefined, temples: values.temples !== undefined });
  if (problem !== undefined) throw new BadCommand(problem);
  return wanted;
}

/** What the caller has named. */
interface Named {
  readonly matches: boolean;
  readonly temples: boolean;
}

/** What does not go together. */
function problemOf(wanted: Wanted, named: Named): string | undefined {
  const { load, seconds, processes, isForEach, quota } = wanted;
  const { leastSeconds = 1, against, matches, beside } = loadOf[load];
  if (seconds < leastSeconds) return `${load} needs at least --seconds ${leastSeconds}.`;
  if (named.matches && matches === undefined)
    return `--matches is for loads that find matches on the disk; ${load} begins without any.`;
  if (isForEach && processes.length === 0)
    return '--each goes with --processes: the players are those of each process.';
  if (quota !== undefined && processes.length === 0)
    return '--quota goes with --processes: it is that of each process.';
  if (processes.length > 0 && beside !== undefined)
    return `${load} runs against one process, because it looks into its data folder: leave --processes out.`;
  if (processes.length > 0 && against === 'answerer') return `${load} runs no server: leave --processes out.`;
  return templesProblemOf(wanted, named.temples);
}

function templesProblemOf({ load, players, temples, findsKnee }: Wanted, isNamed: boolean): string | undefined {
  if (loadOf[load].temples === undefined)
    return isNamed ? `--temples is for the load temples; ${load} has none.` : undefined;
  if (findsKnee) return `--knee raises the number of players, and ${load} is about temples: leave it out.`;
  if (players > temples) return `Each player has at least one temple: give at most --players ${temples}.`;
  const least = Math.ceil(temples / MOST_TEMPLES_OF_A_PLAYER);
  return players < least
    ? `A player claims at most ${MOST_TEMPLES_OF_A_PLAYER} temples: give at least --players ${least}.`
    : undefined;
}

/** Of few temples, each has a player of its own. */
function usualPlayers(load: LoadName, temples: number): number {
  const { players } = loadOf[load];
  return temples === 0 ? players : Math.min(players, temples);
}

type Times = Pick<Given<typeof COMMAND.flags>['values'], 'minutes' | 'seconds'>;

function secondsIn({ minutes, seconds }: Times): number {
  if (minutes === undefined) return seconds ?? USUAL_SECONDS;
  if (seconds !== undefined) throw new BadCommand('Give --minutes or --seconds, not both.');
  return minutes * 60;
}
