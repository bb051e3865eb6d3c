import { type Parts, readConfig, type Running, startServer } from '@flower-war/server';
import { afterAll, beforeAll } from 'vitest';

/**
 * A real server on a free port of 127.0.0.1, without a disk. Colyseus allows one server in a process, so one a test
 * file.
 */
export function testServer(settings: Readonly<Record<string, string>> = {}, parts: Parts = {}): Promise<Running> {
  const defaults = {
    PORT: '0',
    JOURNAL: 'memory',
    LOG_LEVEL: 'silent',
    BOT_DELAY_MS: '0',
    MESSAGES_PER_SECOND: '100000',
    METRICS_TOKEN,
    LUCK: 'off', // accounts take the processor from the tests
    ...UNLIMITED,
  };
  return startServer(readConfig({ ...defaults, ...settings }), parts);
}

/** The server of the tests of this file or block: it starts before them and stops after them. */
export function serverOfFile(
  settings: Readonly<Record<string, string>> = {},
  parts: Parts = {},
): Pick<Running, 'address' | 'services'> {
  let server: Running | undefined;
  const running = () => {
    if (server === undefined) throw new Error('the server has not started yet');
    return server;
  };
  beforeAll(async () => {
    server = await testServer(settings, parts);
  });
  afterAll(() => server?.stop());
  return {
    get address() {
      return running().address;
    },
    get services() {
      return running().services;
    },
  };
}

/** Lifts the limits on requests: tests make more in a second than players in an hour. */
export const UNLIMITED = { LIMITS: '0', MOST_OPEN_MATCHES: '100000', MOST_SEATS: '100000' } as const;

/** Reads the metrics of a server. */
export const METRICS_TOKEN = 'watches-and-ends-nothing';

export async function metricsOf(url: string): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`${url}/metrics`, { headers })).text();
}
