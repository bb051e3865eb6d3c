/** A server in memory that serves the page, and waits until it is built. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Parts, type Running, readConfig, startServer } from '@flower-war/server';

const BUILT_WITHIN_MS = 60_000;

const SETTINGS = { PORT: '0', JOURNAL: 'memory', LIMITS: '0', BOT_DELAY_MS: '0', LOG_LEVEL: 'silent', WEB: 'on' };

export const startPageServer = (settings: Readonly<Record<string, string>> = {}, parts: Parts = {}): Promise<Running> =>
  startServer(readConfig({ ...SETTINGS, DATA_DIR: mkdtempSync(join(tmpdir(), 'page-')), ...settings }), parts);

/** As a browser asks. */
export const openAsBrowser = (address: string): Promise<Response> =>
  fetch(address, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });

export async function untilBuilt({ address }: Pick<Running, 'address'>): Promise<void> {
  for (const since = Date.now(); Date.now() - since < BUILT_WITHIN_MS; await wait(50))
    if ((await openAsBrowser(address)).ok) return;
  throw new Error('the page was not built in time');
}
