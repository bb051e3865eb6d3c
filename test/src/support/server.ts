import { type Parts, type Running, readConfig, startServer } from '@flower-war/server';
import { METRICS_TOKEN } from './metrics.ts';
import { UNLIMITED } from './unlimited.ts';

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
    ...UNLIMITED,
  };
  return startServer(readConfig({ ...defaults, ...settings }), parts);
}
