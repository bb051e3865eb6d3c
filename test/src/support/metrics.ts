/** Reads the metrics of a server. */
export const METRICS_TOKEN = 'watches-and-ends-nothing';

export async function metricsOf(url: string): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`${url}/metrics`, { headers })).text();
}
