/** The wall: it shows the matches that run, follows them, and takes down those that ended. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Examples } from './folder.ts';
import { installedClient } from './programs.ts';

/** No other match of the server has a player of this name. */
const PLAYER = 'Itzpapalotl';
const WITHIN_MS = 10_000;

export async function followMatches(page: Page, examples: Examples): Promise<string> {
  const { FlowerWarClient } = await installedClient(examples);
  const client = new FlowerWarClient({ url: examples.place.url });
  await client.signIn(PLAYER);
  const wanted = { game: 'tieqchieq', options: { startPlayer: 'host' }, bots: [{ bot: 'random' }] } as const;
  const begin = async (visibility: 'public' | 'private') =>
    client.join(await client.create({ ...wanted, table: { visibility } }));
  const [hidden, one, other] = [await begin('private'), await begin('public'), await begin('public')];

  const tiles = page.locator(`article p:has-text("${PLAYER}")`);
  const heads = async () => (await tiles.allTextContents()).join('; ');
  await soon('the wall shows both public matches', async () => (await tiles.count()) === 2);
  const before = await heads();
  await one.until(({ legal }) => legal.length > 0);
  await one.play(one.legal[0] ?? '');
  await soon('the wall follows a move', async () => (await heads()) !== before);
  await one.resign();
  await soon('the wall takes down the match that ended', async () => (await tiles.count()) === 1);
  for (const live of [hidden, one, other]) {
    if (!live.isOver) await live.resign();
    live.close();
  }
  return 'two matches, of which one ended';
}

async function soon(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WITHIN_MS; !(await isSo()); await wait(50))
    if (Date.now() > end) throw new Error(`it is not so within ${WITHIN_MS / 1000} seconds that ${what}`);
}
