/** The league of bots on a real server: it plays while no person does, and its page tells of each match and each version. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { League } from '@flower-war/protocol';
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { forgive, PHONE, seriousAt } from './people.ts';

const folder = mkdtempSync(join(tmpdir(), 'league-'));

/** Twenty rounds that `easy` loses to a file of the host. The league itself has begun its match of the day before that. */
function playEarlier(): void {
  const database = new DatabaseSync(join(folder, 'flower-war.sqlite'));
  database.exec('PRAGMA busy_timeout = 5000');
  const add = database.prepare(`INSERT INTO league VALUES (?, 'tieqchieq', 'tieqchieq', ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`);
  const [easy, mine] = [
    ['easy', '1'],
    ['homeward', '5f0c1a9be27d'],
  ] as const;
  for (let n = 0; n < 40; n++) {
    const isEasyFirst = n % 2 === 0;
    const [first, second] = isEasyFirst ? [easy, mine] : [mine, easy];
    const account = isEasyFirst ? 600_000 + 40_000 * (n % 4) : 1_400_000;
    add.run(`E${n}`, n + 1, ...first, ...second, 'counted', isEasyFirst ? 0 : 2, isEasyFirst ? 0 : 2_000_000, account);
  }
  add.run('VOID', 99, ...easy, ...mine, 'void', 0, null, null);
  database.close();
}

inBrowser(
  () => startPageServer({ JOURNAL: 'sqlite', DATA_DIR: folder, LEAGUE: '1' }),
  ({ visit, address }) => {
    test('a person finds it among the best players, reads who is better, and watches the match of today', async () => {
      const league = async (game: string) =>
        (await (await fetch(`${address()}/api/league?game=${game}`)).json()) as League;
      await expect.poll(async () => (await league('flower-war')).newest.length, { timeout: 20_000 }).toBe(1);
      playEarlier();
      const person = await visit('/best', { ...PHONE, locale: 'de-DE', bypassCSP: true });
      const { page } = person;
      await page.getByRole('link', { name: 'Die Liga der Bots' }).click();
      await page.getByRole('heading', { level: 1, name: 'Die Liga der Bots' }).waitFor();
      expect(await seriousAt(page)).toEqual([]);
      await page.getByText('Tieqchieq', { exact: true }).click();
      const pair = page.getByRole('row', { name: 'leicht · 1 gegen homeward · 5f0c1a9be27d' });
      expect(await pair.textContent()).toContain('homeward · 5f0c1a9be27d ist besser');
      expect(await pair.textContent()).toContain('40 Partien, 1 zählt nicht');
      const [mine] = await page.getByRole('table').first().getByRole('row').nth(1).allTextContents();
      expect(mine).toMatch(
        /homeward · 5f0c1a9be27d 40 Partien, 1 zählt nicht, 40 Züge verloren, eine frühere Version1,38 ± 0,012,00 ± 0,00/,
      );
      expect(await seriousAt(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      const feed = await fetch(`${address()}/league.atom`);
      expect(feed.headers.get('content-type')).toMatch(/^application\/atom\+xml/);
      expect(await feed.text()).toContain('<title>tieqchieq: easy · 1 &lt; homeward · 5f0c1a9be27d</title>');
      await page.getByText('Flower War', { exact: true }).last().click();
      await page.getByRole('link', { name: /Zusehen|Wiederholung/ }).click();
      await page.locator('.board').first().waitFor();
      expect(person.problems).toEqual([]);
    });

    test.each(TROUBLES)(
      'what keeps the league away is said in the language of the page: %s',
      async (_, says, answer) => {
        const person = await visit('/about', { ...PHONE, locale: 'de-DE' });
        forgive(person, /Failed to load resource/);
        await person.page.route('**/api/league?*', answer);
        await person.page.goto('/league');
        await expect.poll(() => person.page.getByRole('alert').locator('p').textContent()).toMatch(says);
      },
    );
  },
);

const AWAY = /^Der Server antwortet nicht/;
type Answer = (route: Route) => Promise<void>;
const TROUBLES: readonly (readonly [what: string, says: RegExp, Answer])[] = [
  ['no answer', AWAY, (route) => route.abort()],
  ['a proxy', AWAY, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<p>Bad Gateway' })],
  ['a page', AWAY, (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Sign in' })],
  [
    'a refusal',
    /^Du hast zu oft gefragt/,
    (route) => route.fulfill({ status: 429, json: { code: 'too-many', message: 'x' } }),
  ],
];
