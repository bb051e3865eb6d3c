/** Two people who look for people to play with, far apart: the page of the later one moves, once the two fit. */
import { expect, test } from 'vitest';
import { idOf } from '../sdk/house.ts';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, type Person, PHONE } from './people.ts';

/** For the server, one second passes until both look, however slow their pages are. */
let stands: number | undefined = Date.now();
let stood = 0;
const now = () => stands ?? Date.now() - stood;

/** Their ratings fit after ten seconds, and bots come after forty. */
const start = () => startPageServer({ QUICK_FILL_SECONDS: '40' }, { now });
const [HERS, HIS] = [1400, 1770];

inBrowser(start, ({ server, signedIn, visitAs }) => {
  test('they meet at the table of the one who came first', async () => {
    const [ana, ben] = [await signedIn('Ana'), await signedIn('Ben')];
    const known = { deviation: 50, volatility: 0.06, matches: 30, at: Date.now() };
    const ratings = [
      { player: idOf(ana), rating: HERS, ...known },
      { player: idOf(ben), rating: HIS, ...known },
    ];
    const { ratingTable } = server().services;
    const about = { game: 'tieqchieq', preset: 'tieqchieq', match: 'M', at: Date.now(), changes: [] };
    await ratingTable.settle(1, { ...about, ratings, keeps: 'known' });
    const first = await visitAs(ana, '/', DESK);
    await look(first);
    const table = first.page.url();
    stands = now() + 1000;
    const second = await visitAs(ben, '/', PHONE);
    await look(second);
    expect(second.page.url()).not.toBe(table);
    await second.page.getByText('Bots take the free seats in').waitFor();
    stood = Date.now() - now();
    stands = undefined;
    for (const { page } of [first, second]) await page.locator('.playing').waitFor({ timeout: 60_000 });
    expect([first.page.url(), second.page.url()]).toEqual([table, table]);
    expect((await ana.match(new URL(table).searchParams.get('match') ?? '')).seats.map(({ name }) => name)).toEqual([
      'Ana',
      'Ben',
    ]);
  });
});

/** Looks for people, and waits. */
async function look({ page }: Person): Promise<void> {
  await page.locator('.game', { hasText: 'Tieqchieq' }).click();
  await page.getByText('People here', { exact: true }).click();
  await page.getByRole('button', { name: 'Find a table' }).click();
  await page.locator('.invitation .sitting').waitFor();
}
