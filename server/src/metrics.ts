import type { Answer, Code } from '@flower-war/protocol';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Journal } from './journal/journal.ts';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(journal: Journal) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    ...{ name: 'flower_war_matches', help: 'matches in the journal, by status', labelNames: ['status'], registers },
    async collect() {
      for (const [status, count] of Object.entries(await journal.counts())) this.set({ status }, count);
    },
  });
  const answers = new Counter({
    ...{ name: 'flower_war_answers_total', help: 'answers to actions, by kind and code', labelNames: ['kind', 'code'] },
    registers,
  });
  const appends = new Histogram({
    ...{ name: 'flower_war_append_seconds', help: 'from the first append of a batch to its being durable', registers },
    buckets: [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 2],
  });
  const accepted = answers.labels('accepted', '');
  return {
    registry,
    connections: new Gauge({ name: 'flower_war_connections', help: 'open sockets in rooms', registers }),
    countAnswer: (kind: Answer['kind'], code: Code | '') =>
      kind === 'accepted' ? accepted.inc() : answers.inc({ kind, code }),
    appended: (seconds: number) => appends.observe(seconds),
  };
}
