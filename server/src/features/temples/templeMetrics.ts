/** The metrics of temples for Prometheus. */
import { Counter, Gauge, type Registry } from 'prom-client';

export interface TempleCounts {
  readonly open: number;
  readonly present: number;
  readonly held: number;
  /** Accounts that do not balance, and failures since the start that would have unbalanced one. */
  readonly unbalanced: number;
}

export function templeMetrics(registry: Registry) {
  const registers = [registry];
  let countsNow = (): TempleCounts => ({ open: 0, present: 0, held: 0, unbalanced: 0 });
  const gauge = (name: string, help: string, of: keyof TempleCounts) =>
    new Gauge({
      name: `flower_war_temples${name}`,
      help,
      registers,
      collect() {
        this.set(countsNow()[of]);
      },
    });
  gauge('', 'temples heard of since the start', 'open');
  gauge('_present', 'temples that are there', 'present');
  gauge('_beads_held', 'beads that wait for a match, a turn or a person', 'held');
  gauge(
    '_unbalanced',
    'beads that were lost or doubled, or would have been since the start: anything but 0 is a bug',
    'unbalanced',
  );
  const reports = new Counter({
    name: 'flower_war_temple_reports_total',
    help: 'totals told by temples: new, or old ones once more',
    labelNames: ['kind'],
    registers,
  });
  const strays = new Counter({
    name: 'flower_war_temple_strays_total',
    help: 'what came over MQTT and was thrown away, by what was wrong',
    labelNames: ['what'],
    registers,
  });
  const watch = (counts: () => TempleCounts) => {
    countsNow = counts;
  };
  const strayCount = async () => (await strays.get()).values.reduce((sum, { value }) => sum + value, 0);
  return { reports, strays, strayCount, watch };
}
