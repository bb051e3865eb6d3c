/**
 * npm run do -- bench-tournament [-- --players 500 --rounds 4 --tables 10]: how soon the rounds of a large Swiss tournament begin on one core, and how long
 * moves wait meanwhile, at its tables and at others.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type FlowerWarClient, type LiveMatch, RefusedError, type TournamentView } from '@flower-war/client';
import { LoadedServer } from '@flower-war/loadtest/server';
import type { LoopDelay } from '@flower-war/loadtest/usage';
import { commandLine } from '@flower-war/protocol/command-line';
import { at, fastChance } from '@flower-war/rules';
import { at as shareOf } from '../../src/lab/chaos.ts';
import { insist } from '../../src/lab/person.ts';
import { person } from '../../src/support/api.ts';
import { UNLIMITED } from '../../src/support/server.ts';
import type { Beside, Move } from './tournamentThread.ts';

const { values } = commandLine({
  name: 'do -- bench-tournament',
  does: 'measures how soon the rounds of a large tournament begin, and how long moves wait meanwhile',
  flags: {
    players: { kind: 'whole', usual: 500, least: 2, most: 512, tells: 'players of the tournament' },
    rounds: { kind: 'whole', usual: 4, least: 1, most: 9, tells: 'rounds' },
    tosses: { kind: 'whole', usual: 20, least: 1, tells: 'after which a match ends' },
    thinking: { kind: 'whole', usual: 2000, least: 1, tells: 'how long a player thinks on average, in milliseconds' },
    tables: { kind: 'whole', usual: 10, least: 1, tells: 'matches beside the tournament' },
    profile: { kind: 'text', tells: 'a folder for profiles of the processor time of the server' },
  },
});

const ASK_EVERY_MS = 5000;
const OBSERVED_EVERY_MS = 200;
const JOIN_AGAIN_MS = 500;
const CALM_MS = 10_000;
const AT_ONCE = 10;
const OWN_TIMER_MS = 10;
/** From the end of a round: it is paired, its matches are made, and its players sit down. */
const BEGINNING_MS = 8000;
const WHOLE = { from: 0, to: Number.MAX_SAFE_INTEGER };
const WITHIN_MS = 20 * 60_000;
const chance = fastChance(1);

const now = () => performance.timeOrigin + performance.now();

const folder = mkdtempSync(join(tmpdir(), 'tournament-'));
const settings = { ...UNLIMITED, MESSAGES_PER_SECOND: '10000', BOT_DELAY_MS: String(OBSERVED_EVERY_MS) };
const server = await LoadedServer.start({ folder, processes: undefined, settings, profileTo: values.profile });
try {
  await Promise.race([measure(), tooLate()]);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const workerData: Beside = { url: server.url, tables: values.tables, thinkingMs: OBSERVED_EVERY_MS };
  const others = new Worker(new URL('tournamentThread.ts', import.meta.url), { workerData });
  await once(others, 'message'); // all have begun
  await pause(CALM_MS); // what the machine does to moves by itself
  const calmUntil = now();
  const { tournament, maker, players } = await gathered();
  const own = monitorEventLoopDelay({ resolution: OWN_TIMER_MS });
  own.enable();
  await server.loopDelay(); // from here on
  const began = now();
  await maker.tournaments.steer(tournament, 'begin');
  const moves = (await Promise.all(players.map((player) => playIn(player, tournament)))).flat();
  const loop = await server.loopDelay();
  own.disable();
  const asked = Array.from({ length: values.rounds }, (_, n) => maker.tournaments.get(tournament, { round: n + 1 }));
  const rounds = await Promise.all(asked);
  others.postMessage('stop');
  const [beside] = (await once(others, 'message')) as [readonly Move[]];
  const spans = await spansOf(rounds);
  const ends = [began, ...spans.slice(0, -1).map(({ to }) => to)];
  const [load = 0] = loadavg();
  console.log(
    `${values.players} players, each thinking for ${values.thinking} ms, ${values.tables} other tables; the load of the machine is ${load.toFixed(1)}`,
  );
  for (const [n, { from }] of spans.entries())
    console.log(
      `round ${n + 1}: all its matches are there ${((from - at(ends, n)) / 1000).toFixed(2)} s after the end before`,
    );
  const [calm, meanwhile] = [(one: Move) => one.sentAt < calmUntil, (one: Move) => one.sentAt > began];
  tellSome('moves at other tables, before the tournament', beside.filter(calm));
  tell('moves at other tables', beside.filter(meanwhile), ends);
  tell('moves of the tournament', moves, ends);
  tellLoop('server', loop);
  tellLoop('players', { p99: own.percentile(99) / 1e6 - OWN_TIMER_MS, most: own.max / 1e6 - OWN_TIMER_MS });
}

async function tooLate(): Promise<never> {
  await pause(WITHIN_MS, undefined, { ref: false });
  throw new Error('the tournament does not end');
}

/** All have entered, and it has not begun. */
async function gathered() {
  const maker = await person(server.url, 'Maker');
  await maker.account.choose('Maker'); // a guest's tournaments are small
  const { players: most, rounds, tosses } = values;
  const startsAt = Date.now() + WITHIN_MS;
  const usual = { name: 'Large cup', kind: 'swiss', game: 'tieqchieq', options: { turnCap: tosses } } as const;
  const { tournament } = await maker.tournaments.create({ ...usual, rounds, most, startsAt });
  const players = await times(most, async (n) => {
    const player = await person(server.url, `Ana${n}`);
    await player.tournaments.enter(tournament);
    return player;
  });
  return { maker, tournament, players };
}

/** A few at a time. */
async function times<T>(count: number, job: (n: number) => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  const rest = Array.from({ length: count }).keys();
  const go = async () => {
    for (const n of rest) done.push(await job(n));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, go));
  return done;
}

/** Asks as the page does, and plays each match. Returns the moves. */
async function playIn(client: FlowerWarClient, tournament: string): Promise<readonly Move[]> {
  const moves: Move[] = [];
  let [tag, last] = ['', ''];
  await pause(chance.die(ASK_EVERY_MS));
  for (;;) {
    const headers = { authorization: `Bearer ${client.session?.token}`, 'if-none-match': tag };
    const answer = await insist(() => fetch(`${server.url}/api/tournaments/${tournament}`, { headers }));
    tag = answer.headers.get('etag') ?? '';
    const view = answer.ok ? ((await answer.json()) as TournamentView) : undefined;
    if (view?.status === 'ended') return moves;
    const match = view?.mine?.match;
    if (match !== undefined && match !== last) moves.push(...(await play(client, match)));
    last = match ?? last;
    await pause(ASK_EVERY_MS);
  }
}

async function play(client: FlowerWarClient, match: string): Promise<readonly Move[]> {
  const moves: Move[] = [];
  const live = await joined(client, match);
  for (;;) {
    await live.until(({ isOver, legal }) => isOver || legal.length > 0);
    if (live.isOver) break;
    await pause(chance.die(2 * values.thinking));
    const sentAt = now();
    const { kind } = await live.play(chance.pick(live.legal));
    if (kind === 'accepted') moves.push({ sentAt, at: now() });
  }
  live.close();
  return moves;
}

/** It may be told a moment before the match is made. */
async function joined(client: FlowerWarClient, match: string): Promise<LiveMatch> {
  for (;;) {
    try {
      return await insist(() => client.join(match));
    } catch (error) {
      if (!(error instanceof RefusedError && error.code === 'no-such-match')) throw error;
      await pause(JOIN_AGAIN_MS);
    }
  }
}

interface Span {
  /** All its matches are there. */
  readonly from: number;
  /** The last of them is over. */
  readonly to: number;
}

/** By the records of the matches. */
async function spansOf(rounds: readonly TournamentView[]): Promise<readonly Span[]> {
  await server.end();
  const { stores, close } = await server.openStores();
  const timesIn = async (match: string) =>
    (await stores.records.lines(match, WHOLE)).map((line) => (JSON.parse(line) as { readonly at: number }).at);
  const spans: Span[] = [];
  for (const { tables } of rounds) {
    const all = await Promise.all(tables.map(({ match }) => timesIn(match)));
    spans.push({ from: Math.max(...all.map((one) => at(one, 0))), to: Math.max(...all.flat()) });
  }
  await close();
  return spans;
}

function tell(name: string, moves: readonly Move[], ends: readonly number[]): void {
  const near = moves.filter(({ sentAt, at: answered }) =>
    ends.some((end) => answered > end && sentAt < end + BEGINNING_MS),
  );
  tellSome(`${name}, whole time`, moves);
  tellSome(`${name}, as rounds begin`, near);
}

function tellSome(name: string, moves: readonly Move[]): void {
  const waits = moves.map((move) => move.at - move.sentAt).toSorted((a, b) => a - b);
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => shareOf(waits, share).toFixed(1));
  console.log(`${name}: ${waits.length}, p50 ${p50} ms, p99 ${p99} ms, longest ${most} ms`);
}

function tellLoop(name: string, { p99, most }: LoopDelay): void {
  console.log(`event loop of the ${name}: p99 ${p99.toFixed(0)} ms, longest standstill ${most.toFixed(0)} ms`);
}
