/** The Prometheus metrics of the journal. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { gatheringHistogram } from '../../base/metrics/metrics.ts';
import { soon } from '../../base/waiting/turns.ts';
import type { Journal } from './journal.ts';

const APPEND_SECONDS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 2];
const MOVE_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
/** The start of a line that records a move, with its time and its maker. */
const MOVE = /^\{"seq":\d+,"kind":"(move|clock)","at":(\d+),"seat":\d,(?:"by":"(\w+)")?/;

export function journalMetrics(registry: Registry, journal: Pick<Journal, 'counts'>) {
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
