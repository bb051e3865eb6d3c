/** What the server tells Prometheus. Which question each answers stands in docs/operating.md. */
import type { Answer, Code, LinkAnswer } from '@flower-war/protocol';
import type { Response } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { noticeMetrics } from '../features/notices/noticeMetrics.ts';
import { templeMetrics } from '../features/temples/templeMetrics.ts';
import type { Journal } from '../store/journal/journal.ts';
import type { OutboxCounts } from '../store/journal/outbox.ts';
import type { Readiness } from './readiness.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const APPEND_SECONDS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 2];
const MOVE_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
/** How every line of a record begins; who plays stands a little later. */
const MOVE = /^\{"seq":\d+,"kind":"(move|clock)","at":(\d+),"seat":\d,(?:"by":"(\w+)")?/;
const COMING_BACK = 'connectToSeat';

const NO_NOTICES = (): OutboxCounts => ({ pending: 0, failed: 0 });

export function createMetrics(journal: Pick<Journal, 'counts'>, readiness: Readiness, notices = NO_NOTICES) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  gauges(registers, journal, readiness);
  const answers = new Counter({
    ...{ name: 'flower_war_answers_total', help: 'answers to actions, by kind and code', labelNames: ['kind', 'code'] },
    registers,
  });
  const requests = new Counter({
    ...{ name: 'flower_war_requests_total', help: 'HTTP requests, by route and by the code of their refusal' },
    ...{ labelNames: ['route', 'code'], registers },
  });
  const reconnects = new Counter({
    ...{ name: 'flower_war_reconnects_total', help: 'places given to players who come back to their seat', registers },
  });
  const appends = new Histogram({
    ...{ name: 'flower_war_append_seconds', help: 'from the first append of a batch to its being durable', registers },
    buckets: APPEND_SECONDS,
  });
  const accepted = answers.labels('accepted', '');
  return {
    registry,
    connections: new Gauge({ name: 'flower_war_connections', help: 'open sockets in rooms', registers }),
    countAnswer: (kind: Answer['kind'] | LinkAnswer['kind'], code: Code | '') =>
      kind === 'accepted' ? accepted.inc() : answers.inc({ kind, code }),
    countRequest: (route: string, { locals, statusCode }: Response) => {
      requests.inc({ route, code: (locals as { refusal?: Code }).refusal ?? '' });
      if (route === COMING_BACK && statusCode === 200) reconnects.inc();
    },
    appended: (seconds: number) => appends.observe(seconds),
    countEntry: movesIn(registers),
    notices: noticeMetrics(registers, notices),
    temples: templeMetrics(registers),
  };
}

function gauges(registers: Registry[], journal: Pick<Journal, 'counts'>, readiness: Readiness): void {
  new Gauge({
    ...{ name: 'flower_war_matches', help: 'matches in the journal, by status', labelNames: ['status'], registers },
    async collect() {
      for (const [status, count] of Object.entries(await journal.counts())) this.set({ status }, count);
    },
  });
  new Gauge({
    ...{
      name: 'flower_war_ready',
      help: '1 while the server takes players, by state',
      labelNames: ['state'],
      registers,
    },
    collect() {
      this.reset();
      this.set({ state: readiness.state }, readiness.state === 'ready' ? 1 : 0);
    },
  });
  new Gauge({
    ...{ name: 'flower_war_disk_free_bytes', help: 'free space where the data is kept', registers },
    collect() {
      if (readiness.freeBytes !== undefined) this.set(readiness.freeBytes);
    },
  });
}

/** Counts a written line that is a move, and how long it took from the player to the disk. */
function movesIn(registers: Registry[]): (line: string, now: number) => void {
  const moves = new Counter({
    ...{ name: 'flower_war_moves_total', help: 'moves written, by who made them', labelNames: ['by'], registers },
  });
  const latency = new Histogram({
    ...{ name: 'flower_war_move_seconds', help: 'from the arrival of a person’s move to its being durable', registers },
    buckets: MOVE_SECONDS,
  });
  const counts = new Map(['player', 'bot', 'wish', 'clock'].map((by) => [by, moves.labels(by)]));
  return (line, now) => {
    const [, kind = '', at, by = kind] = MOVE.exec(line) ?? [];
    counts.get(by)?.inc();
    if (by === 'player') latency.observe(Math.max(0, now - Number(at)) / 1000);
  };
}
