/** What the caller of `npm run load` wants. */
import { BadCommand, type Command, readCommand } from '@flower-war/protocol/command-line';
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

export class BadWish extends Error {}

/** Longer runs fill the memory of k6, which keeps every figure. */
const MOST_SECONDS = 3600;
const MOST_PLAYERS = 50_000;
const MOST_PROCESSES = 26;
const MOST_MATCHES = 1_000_000;
/** The broker that `npm start` runs holds 1000 connections. */
const MOST_TEMPLES = 900;

export function readWish(words: readonly string[]): Wanted {
  const { values, words: names } = parsed(words);
  const [name = '', ...more] = names;
  const load = LOADS.find((one) => one === name);
  if (load === undefined || more.length > 0)
    throw new BadWish(
      `Name one load: ${LOADS.join(', ')}. npm run load -- --help tells what each is.${names.length > 0 ? ` ${JSON.stringify(more[0] ?? name)} is none of them.` : ''}`,
    );
  const temples = manyIn('--temples', values.temples, { usual: loadOf[load].temples, most: MOST_TEMPLES });
  const wanted = {
    load,
    players: manyIn('--players', values.players, { usual: usualPlayers(load, temples), most: MOST_PLAYERS }),
    seconds: secondsIn(values),
    processes: values.processes?.split(',').map((one) => whole('--processes', one, MOST_PROCESSES)) ?? [],
    isForEach: values.each,
    quota: values.quota === undefined ? undefined : whole('--quota', values.quota, 100),
    matches: manyIn('--matches', values.matches, { usual: loadOf[load].matches, most: MOST_MATCHES }),
    temples,
    findsKnee: values.knee,
    isProfiled: values.profile,
  };
  const problem = problemOf(wanted, { matches: values.matches !== undefined, temples: values.temples !== undefined });
  if (problem !== undefined) throw new BadWish(problem);
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
  if (quota !== undefined && quota < LEAST_PERCENT) return `--quota is at least ${LEAST_PERCENT}.`;
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

export const COMMAND = {
  name: 'load',
  does: 'loads a real server with many players, and writes a page about it',
  words: { of: 'LOAD', tells: 'one of those below' },
  flags: {
    players: { kind: 'text', of: 'N', tells: 'how many; each load has its own number' },
    minutes: { kind: 'text', of: 'N', tells: 'how long (1)' },
    seconds: { kind: 'text', of: 'N', tells: 'how long (60)' },
    processes: {
      kind: 'text',
      of: '1,2,3',
      tells: 'a run for each of these numbers of servers, on PostgreSQL and Redis',
    },
    each: { kind: 'switch', tells: 'the players are those of each process' },
    quota: { kind: 'text', of: 'PERCENT', tells: 'of a core, for each process' },
    matches: { kind: 'text', of: 'N', tells: 'that there are before the first player comes' },
    temples: { kind: 'text', of: 'N', tells: 'whose beads fall, in the load temples' },
    knee: { kind: 'switch', tells: 'raises the number of players until the server is too slow' },
    profile: { kind: 'switch', tells: 'writes a profile of the processor time beside the page' },
  },
  more: LOADS.map((name) => `  ${name.padEnd(10)}${loadOf[name].tells}`).join('\n'),
} as const satisfies Command;

function parsed(words: readonly string[]) {
  try {
    return readCommand(COMMAND, words);
  } catch (error) {
    throw error instanceof BadCommand ? new BadWish(error.message) : error;
  }
}

/** Of few temples, each has a player of its own. */
function usualPlayers(load: LoadName, temples: number): number {
  const { players } = loadOf[load];
  return temples === 0 ? players : Math.min(players, temples);
}

interface Many {
  readonly usual: number | undefined;
  readonly most: number;
}

function manyIn(name: string, text: string | undefined, { usual = 0, most }: Many): number {
  return text === undefined ? usual : whole(name, text, most);
}

function secondsIn({
  minutes,
  seconds,
}: {
  readonly minutes: string | undefined;
  readonly seconds: string | undefined;
}): number {
  if (minutes !== undefined && seconds !== undefined) throw new BadWish('Give --minutes or --seconds, not both.');
  if (minutes !== undefined) return whole('--minutes', minutes, MOST_SECONDS / 60) * 60;
  return whole('--seconds', seconds ?? '60', MOST_SECONDS);
}

function whole(name: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new BadWish(`${name} takes a whole number from 1 to ${most}, not ${JSON.stringify(text)}.`);
}
