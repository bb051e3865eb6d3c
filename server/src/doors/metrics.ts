/** All that the server tells Prometheus; notices and temples register their own metrics. docs/operating.md explains each. */
import type { Answer, Code, LinkAnswer } from '@flower-war/protocol';
import type { Response } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type HistogramConfiguration, Registry } from 'prom-client';
import type { Readiness } from '../base/readiness.ts';
import { soon } from '../base/scheduling.ts';
import { otherHostsMetrics } from '../features/hosts/otherHosts.ts';
import { visitorsMetrics } from '../features/hosts/visitors.ts';
import { noticeMetrics } from '../features/notices/notices.ts';
import { templeMetrics } from '../features/temples/temples.ts';
import type { Lost } from '../matches/cells/cells.ts';
import type { Journal } from '../store/journal/journal.ts';
import type { OutboxCounts } from '../store/journal/noticeOutbox.ts';

export type Metrics = ReturnType<typeof allMetrics>;

interface Measured {
  readonly readiness: Readiness;
  readonly journal: Pick<Journal, 'counts'>;
  readonly outbox: { counts(): Promise<OutboxCounts> };
  readonly tournaments: { counts(): Promise<Readonly<Record<'open' | 'running', number>>> };
}

export function allMetrics({ readiness, journal, outbox, tournaments }: Measured) {
  const registry = metricsRegistry();
  tournamentMetrics(registry, tournaments);
  return {
    ...createMetrics(registry, readiness),
    journal: journalMetrics(registry, journal),
    redis: redisMetrics(registry),
    hosts: otherHostsMetrics(registry),
    visitors: visitorsMetrics(registry),
    notices: noticeMetrics(registry, () => outbox.counts()),
    temples: templeMetrics(registry),
  };
}

const COMING_BACK = 'connectToSeat';

/** The store and the features register their own metrics with this registry. */
function metricsRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

function createMetrics(registry: Registry, readiness: Readiness) {
  const registers = [registry];
  gauges(registers, readiness);
  let matchesHere = () => 0;
  new Gauge({
    name: 'flower_war_matches_here',
    help: 'matches in the memory of this process',
    registers,
    collect() {
      this.set(matchesHere());
    },
  });
  const answers = new Counter({
    name: 'flower_war_answers_total',
    help: 'answers to actions, by kind and code',
    labelNames: ['kind', 'code'],
    registers,
  });
  const requests = new Counter({
    name: 'flower_war_requests_total',
    help: 'HTTP requests, by route and by the code of their refusal',
    labelNames: ['route', 'code'],
    registers,
  });
  const forwarded = new Counter({
    name: 'flower_war_forwarded_total',
    help: 'requests passed on to the process that owns a match, by outcome: answered, not-mine, unreached, lost',
    labelNames: ['outcome'],
    registers,
  });
  const reconnects = new Counter({
    name: 'flower_war_reconnects_total',
    help: 'places given to players who come back to their seat',
    registers,
  });
  const acts = new Counter({
    name: 'flower_war_order_acts_total',
    help: 'acts about players and their penalties, by the act and by who did it: operator, moderator',
    labelNames: ['act', 'by'],
    registers,
  });
  const lostTurns = new Counter({
    name: 'flower_war_bot_turns_lost_total',
    help: 'turns in which the usual bot moved for a bot of BOTS, by that bot and by why: threw, wrong, fuel, memory, broke, late, resting, busy',
    labelNames: ['bot', 'why'],
    registers,
  });
  const accepted = answers.labels('accepted', '');
  return {
    registry,
    connections: new Gauge({ name: 'flower_war_connections', help: 'open sockets and streams in rooms', registers }),
    watchMatches: (count: () => number) => {
      matchesHere = count;
    },
    countAnswer: (kind: Answer['kind'] | LinkAnswer['kind'], code: Code | '') =>
      kind === 'accepted' ? accepted.inc() : answers.inc({ kind, code }),
    countLostTurn: (bot: string, why: Lost) => lostTurns.inc({ bot, why }),
    countAct: (act: string, by: 'operator' | 'moderator') => acts.inc({ act, by }),
    countForwarded: (outcome: 'answered' | 'not-mine' | 'unreached' | 'lost') => forwarded.inc({ outcome }),
    countRequest: (route: string, { locals, statusCode }: Response) => {
      requests.inc({ route, code: (locals as { refusal?: Code }).refusal ?? '' });
      if (route === COMING_BACK && statusCode === 200) reconnects.inc();
    },
  };
}

function gauges(registers: Registry[], readiness: Readiness): void {
  new Gauge({
    name: 'flower_war_ready',
    help: '1 while the server takes players, by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.reset();
      this.set({ state: readiness.state }, readiness.state === 'ready' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'flower_war_disk_free_bytes',
    help: 'free space where the data is kept, unless that is PostgreSQL',
    registers,
    collect() {
      if (readiness.freeBytes === undefined) this.remove();
      else this.set(readiness.freeBytes);
    },
  });
}

function tournamentMetrics(registry: Registry, tournaments: Measured['tournaments']): void {
  new Gauge({
    name: 'flower_war_tournaments',
    help: 'tournaments that have not ended, by status; every process tells the same, and none while the store is away',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [status, n] of Object.entries((await soon(tournaments.counts())) ?? {})) this.set({ status }, n);
    },
  });
}

// A histogram of what every move has. The library takes microseconds for a value that comes alone, and a part of that for one of many: so
// values gather until they are asked for, or until they are many.

export const MOST_GATHERED = 256;
type Described = Pick<HistogramConfiguration<never>, 'name' | 'help' | 'registers' | 'buckets'>;

export function gatheringHistogram(described: Described): (value: number) => void {
  const gathered: number[] = [];
  const tell = () => {
    for (const value of gathered) histogram.observe(value);
    gathered.length = 0;
  };
  const histogram = new Histogram({ ...described, collect: tell });
  return (value) => {
    if (gathered.push(value) >= MOST_GATHERED) tell();
  };
}

// The Prometheus metrics of the journal.

const APPEND_SECONDS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 2];
const MOVE_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
/** The start of a line that records a move, with its time and its maker. */
const MOVE = /^\{"seq":\d+,"kind":"(move|clock)","at":(\d+),"seat":\d,(?:"by":"(\w+)")?/;

function journalMetrics(registry: Registry, journal: Pick<Journal, 'counts'>) {
  const registers = [registry];
  new Gauge({
    name: 'flower_war_matches',
    help: 'matches in the journal, by status; every process tells the same, and none while the store is away',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset();
      for (const [status, count] of Object.entries((await soon(journal.counts())) ?? {})) this.set({ status }, count);
    },
  });
  const appended = gatheringHistogram({
    name: 'flower_war_append_seconds',
    help: 'from the first append of a batch to its being durable',
    registers,
    buckets: APPEND_SECONDS,
  });
  const transactions = new Counter({
    name: 'flower_war_store_transactions_total',
    help: 'transactions of PostgreSQL, reads among them, by the operation of the store; none with another database',
    labelNames: ['operation'],
    registers,
  });
  return {
    countTransaction: (operation: string) => transactions.inc({ operation }),
    appended,
    countEntry: movesIn(registers),
    ...ownershipIn(registers),
  };
}

/** What shows that processes take matches from each other, or that the store answers badly. */
function ownershipIn(registers: Registry[]) {
  const outcomes = new Counter({
    name: 'flower_war_appends_total',
    help: 'entries to write, by outcome; refused: another process owns the match; unknown: the store did not answer',
    labelNames: ['outcome'],
    registers,
  });
  const takeovers = new Counter({
    name: 'flower_war_takeovers_total',
    help: 'matches and temples taken over from processes that died',
    registers,
  });
  const [written, refused, unknown] = [
    outcomes.labels('written'),
    outcomes.labels('refused'),
    outcomes.labels('unknown'),
  ];
  const counts = { written, refused, unknown };
  for (const count of Object.values(counts)) count.inc(0);
  return {
    countAppend: (outcome: keyof typeof counts) => counts[outcome].inc(),
    countTakeover: () => takeovers.inc(),
  };
}

/** Counts written moves, and measures the time from a player's move to the disk. */
function movesIn(registers: Registry[]): (line: string, now: number) => void {
  const moves = new Counter({
    name: 'flower_war_moves_total',
    help: 'moves written, by who made them',
    labelNames: ['by'],
    registers,
  });
  const took = gatheringHistogram({
    name: 'flower_war_move_seconds',
    help: 'from the arrival of a person’s move to its being durable',
    registers,
    buckets: MOVE_SECONDS,
  });
  const counts = new Map(['player', 'bot', 'wish', 'habit', 'clock'].map((by) => [by, moves.labels(by)]));
  return (line, now) => {
    const [, kind = '', at, by = kind] = MOVE.exec(line) ?? [];
    counts.get(by)?.inc();
    if (by === 'player') took(Math.max(0, now - Number(at)) / 1000);
  };
}

export type RedisMetrics = ReturnType<typeof redisMetrics>;

function redisMetrics(registry: Registry) {
  let asked: (() => boolean) | undefined;
  /** Undefined without Redis. */
  const isUp = () => asked?.();
  new Gauge({
    name: 'flower_war_redis_up',
    help: '1 while Redis answers this process, told only where REDIS_URL is set',
    registers: [registry],
    collect() {
      const is = isUp();
      if (is === undefined) this.remove();
      else this.set(is ? 1 : 0);
    },
  });
  return {
    isUp,
    watch: (is: () => boolean) => {
      asked = is;
    },
  };
}
