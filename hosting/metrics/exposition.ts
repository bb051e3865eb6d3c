/** What a server tells at /metrics: each metric with its labels and their values. */

export type Told = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

export function metricsIn(text: string): Told {
  const metrics = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = metrics.get(name) ?? new Map<string, Set<string>>();
    metrics.set(name, known);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
  return metrics;
}
