/** Persons whose browser keeps what it has opened, and their matches. */
import type { FlowerWarClient } from '@flower-war/client';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Person, PHONE } from './people.ts';

export const WORKING: BrowserContextOptions = { ...PHONE, serviceWorkers: 'allow' };

/** What the browser says of a network that is gone. */
export const GONE = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_FAILED|WebSocket|503/;

/** Until the worker has kept the page, and answers for it. */
export async function untilKept({ page }: Pick<Person, 'page'>): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
}

export const cut = ({ page }: Person): Promise<void> => page.context().setOffline(true);

export const keptIn = (page: Page, cache: string): Promise<readonly string[]> =>
  page.evaluate(`caches.open('${cache}').then((all) => all.keys()).then((all) => all.map(({ url }) => url))`);

/** A match that is over. */
export async function playedBy(client: FlowerWarClient, table: { visibility?: 'private' } = {}): Promise<string> {
  const { match } = await client.create({
    game: 'tieqchieq',
    options: { turnCap: 40 },
    seats: 2,
    bots: [{ bot: 'greedy' }],
    table,
  });
  const live = await client.join(match);
  await live.resign();
  await live.until(() => live.isOver);
  live.close();
  return match;
}
