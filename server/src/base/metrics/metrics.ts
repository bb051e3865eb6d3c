/** The Prometheus metrics of the server and its answers. docs/operating.md explains each. */
import type { Answer, Code, LinkAnswer } from '@flower-war/protocol';
import type { Response } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, type HistogramConfiguration, Registry } from 'prom-client';
import type { Readiness } from '../readiness.ts';

const COMING_BACK = 'connectToSeat';

/** The store and the features register their own metrics with this registry. */
export function metricsRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

export function createMetrics(registry: Registry, readiness: Readiness) {
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
  const accepted = answers.labels('accepted', '');
  return {
    registry,
    connections: new Gauge({ name: 'flower_war_connections', help: 'open sockets and streams in rooms', registers }),
    watchMatches: (count: () => number) => {
      matchesHere = count;
    },
    countAnswer: (kind: Answer['kind'] | LinkAnswer['kind'], code: Code | '') =>
      kind === 'accepted' ? accepted.inc() : answers.inc({ kind, code }),
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
